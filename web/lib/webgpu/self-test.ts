// Whether this device computes what the core computes: asked once, before anyone relies on it. Compilers of shaders have
// faults that show in numbers alone, most of all where something is forbidden or not finite.

import { AttentionError } from '../errors.js';
import type { AttentionTrace, Tensor, WebGpuEngine } from '../types.js';
import type { CoreHandle } from '../wasm/handle.js';

const [QUERIES, KEYS, HEAD_SIZE, VALUE_SIZE] = [7, 37, 6, 5];

/** Shapes that fill no tile, two tiles of keys, grouped heads, a NaN that is forbidden, an empty row, a poisoned one. */
function example() {
  const Q = numbers([1, 2, QUERIES, HEAD_SIZE], 1);
  const K = numbers([1, 1, KEYS, HEAD_SIZE], 2);
  const V = numbers([1, 1, KEYS, VALUE_SIZE], 3);
  const validLens = { data: Int32Array.of(0, 1, 9, 33, 36, 36, 36), shape: [1, QUERIES] };
  const bias = numbers([QUERIES, KEYS], 4);
  bias.data[2 * KEYS + 3] = Number.NEGATIVE_INFINITY;
  Q.data[6 * HEAD_SIZE] = Number.NaN;
  K.data.fill(Number.NaN, 36 * HEAD_SIZE);
  V.data.fill(Number.NaN, 36 * VALUE_SIZE);
  return { Q, K, V, options: { validLens, attentionBias: bias, dropout: { p: 0.25, seed: 2 ** 40 + 7 } } };
}

/** A layer whose every number float16 holds exactly: multiples of 1/64. */
function layerExample() {
  const [numHiddens, numHeads] = [10, 2];
  const parameter = (seed: number) => {
    const { data, shape } = numbers([numHiddens, numHiddens], seed);
    return { data: data.map((x) => Math.round(64 * x) / 64), shape };
  };
  const parameters = { W_q: parameter(5), W_k: parameter(6), W_v: parameter(7), W_o: parameter(8) };
  return { X: numbers([1, QUERIES, numHiddens], 9), spec: { numHiddens, numHeads, parameters } };
}

/** What the layer gives in the core. */
function layerInCore(core: CoreHandle): Tensor {
  const { X, spec } = layerExample();
  const id = core.makeLayer('multiHeadAttention', spec);
  try {
    return core.forward(id, { X }, {}).output as Tensor;
  } finally {
    core.releaseLayer(id);
  }
}

async function layerOnDevice(engine: Pick<WebGpuEngine, 'multiHeadAttention'>): Promise<Tensor> {
  const { X, spec } = layerExample();
  const layer = await engine.multiHeadAttention(spec);
  try {
    return (await layer.forward(X)).output;
  } finally {
    layer.dispose();
  }
}

/** @throws AttentionError `webgpu-unavailable`, saying which stage differs */
export async function testOnDevice(
  engine: Pick<WebGpuEngine, 'attention' | 'trace' | 'multiHeadAttention'>,
  core: CoreHandle,
): Promise<void> {
  const { Q, K, V, options } = example();
  const expected = core.call('trace', Q, K, V, options) as unknown as AttentionTrace;
  const [traced, { output }, layer] = await Promise.all([
    engine.trace(Q, K, V, options),
    engine.attention(Q, K, V, options),
    layerOnDevice(engine),
  ]);
  const pairs: [string, Tensor | undefined, Tensor | undefined][] = [
    ['masked', traced.masked, expected.masked],
    ['attentionWeights', traced.attentionWeights, expected.attentionWeights],
    ['dropped', traced.dropped, expected.dropped],
    ['output of trace', traced.output, expected.output],
    ['output of attention', output, expected.output],
    ['output of a layer', layer, layerInCore(core)],
  ];
  const wrong = pairs.find(([, actual, right]) => !isClose(actual?.data ?? [], right?.data ?? []));
  if (!wrong) return;
  throw new AttentionError('webgpu-unavailable', {
    argument: 'gpu',
    expected: 'a GPU whose numbers agree with the core',
    got: `other numbers (${wrong[0]})`,
  });
}

/** Within 1e-5, and where something is no number or exactly 0, exactly so. */
function isClose(actual: ArrayLike<number>, expected: ArrayLike<number>): boolean {
  return Array.from(expected).every((x, i) => {
    const y = actual[i] as number;
    return x === 0 || !Number.isFinite(x) ? Object.is(x, y) || x === y : Math.abs(x - y) <= 1e-5 * (1 + Math.abs(x));
  });
}

/** Numbers in [−1, 1) with no pattern to them: multiples of the golden ratio. */
function numbers(shape: number[], seed: number): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  const data = Float32Array.from({ length: count }, (_, i) => 2 * (((i + 1) * seed * 0.6180339887498949) % 1) - 1);
  return { data, shape };
}
