// From tokens to X: what a model's tables hold for each token, and what its position adds. Here are only look-ups
// and sums; a layer below is the engine's.
import type { AsyncEngine, Engine, LayerOptions, Tensor } from 'xattention';
import type { Model } from './index';
import { layerOf } from './layers';

const box = '▢';
const padding = '<pad>';

/** The vector of each token, without its position; undefined for a token the model never met. */
export function vectorsOf(model: Model, tokens: readonly string[]): (number[] | undefined)[] {
  const deep = depthsOf(tokens);
  return tokens.map((token, i) => {
    if (!Object.hasOwn(model.embedding, token)) return undefined;
    const depth = model.depths?.[deep[i] ?? 0];
    return model.embedding[token]?.map((value, column) => value + (depth?.[column] ?? 0));
  });
}

/** How deep in brackets each token lies; a box closes the innermost open one. */
function depthsOf(tokens: readonly string[]): number[] {
  let inside = 0;
  return tokens.map((token) => {
    if (token === padding) return 0;
    return token === box ? Math.max(inside--, 0) : ++inside;
  });
}

/** What the first positions add, (numSteps, numHiddens); undefined where order says nothing. Past a learned table, 0. */
export async function positionsOf(
  engine: Engine | AsyncEngine,
  model: Model,
  numSteps: number,
): Promise<Tensor | undefined> {
  const added = await positionsIn(engine, model, numSteps);
  return added && { data: Float32Array.from(added), shape: [numSteps, model.numHiddens] };
}

/** The same as they were written: sums of two decimals then have two decimals, and are rounded to float32 only once. */
async function positionsIn(
  engine: Engine | AsyncEngine,
  { positions, numHiddens }: Model,
  numSteps: number,
): Promise<ArrayLike<number> | undefined> {
  if (positions === undefined) return undefined;
  if (positions === 'sinusoidal') return (await engine.positionalEncoding(numSteps, numHiddens)).data;
  const table = positions.slice(0, numSteps).flat();
  return [...table, ...Array<number>(numSteps * numHiddens - table.length).fill(0)];
}

/**
 * X of a batch of sequences of one length, (batch_size, num_steps, num_hiddens). An unknown token is 0.
 *
 * @param options - the masks of a layer below
 */
export async function inputOf(
  engine: Engine | AsyncEngine,
  model: Model,
  sentences: readonly (readonly string[])[],
  options?: LayerOptions,
): Promise<Tensor> {
  const { numHiddens, first } = model;
  const numSteps = sentences[0]?.length ?? 0;
  const positions = await positionsIn(engine, model, numSteps);
  const zeros = Array<number>(numHiddens).fill(0);
  const rows = sentences.flatMap((tokens) => vectorsOf(model, tokens).map((row) => row ?? zeros));
  const data = Float32Array.from(rows.flat(), (value, i) => value + (positions?.[i % positions.length] ?? 0));
  const sum: Tensor = { data, shape: [sentences.length, numSteps, numHiddens] };
  if (!first) return sum;
  const layer = await layerOf(engine, numHiddens, first);
  try {
    return (await layer.forward(sum, options)).output;
  } finally {
    layer.dispose();
  }
}
