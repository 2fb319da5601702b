// A prepared example in the engine: its batch, X of it, and every stage of its layer.
import type { AsyncEngine, LayerOptions, LayerTrace, Tensor } from 'xattention';
import { type Example, examples, loadModel, type Model } from '../../examples';
import { inputOf } from '../../examples/inputs';
import { layerOf } from '../../examples/layers';

export interface Traced {
  example: Example;
  model: Model;
  X: Tensor;
  trace: LayerTrace;
}

export function exampleNamed(id: string): Example {
  const example = examples.find((one) => one.id === id);
  if (!example) throw new Error(`there is no example "${id}"`);
  return example;
}

export const masksOf = ({ validLens, causal }: Example): LayerOptions => ({
  ...(validLens && { validLens }),
  ...(causal && { causal }),
});

/** The example reading itself. */
export async function traceExample(core: AsyncEngine, id: string): Promise<Traced> {
  const example = exampleNamed(id);
  const model = await loadModel(example);
  const masks = masksOf(example);
  const X = await inputOf(core, model, example.sentences, masks);
  return { example, model, X, trace: await withLayer(core, model, (layer) => layer.trace(X, masks)) };
}

/** What a model's layer does in there; it is disposed of afterwards. */
export async function withLayer<T>(
  core: AsyncEngine,
  model: Model,
  use: (layer: Awaited<ReturnType<typeof layerOf>>) => Promise<T> | T,
): Promise<T> {
  const layer = await layerOf(core, model.numHiddens, model);
  try {
    return await use(layer);
  } finally {
    layer.dispose();
  }
}

/** Row `step` of sentence `at` of a stage without heads. */
export function rowOf({ data, shape }: Tensor, at: number, step: number): Float32Array {
  const [numSteps = 0, size = 0] = shape.slice(-2);
  const start = (at * numSteps + step) * size;
  return data.subarray(start, start + size);
}
