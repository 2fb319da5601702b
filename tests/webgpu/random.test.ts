// Random shapes × masks × options, every stage against the float64 formulation of the core, computed from that stage's
// own float32 inputs: products within 1e-6 + 4·√k·2⁻²⁴·Σ|aᵢbᵢ| for sums of k terms, softmax within 1e-6 + 1e-5·|x|,
// forbidden places exactly 0, what is no number exactly so.

import { describe, expect, test } from 'vitest';
import { type AttentionTrace, loadWasm, type Tensor, type WebGpuEngine } from 'xattention';
import { expectClose, isClose } from '../lib/compare.js';
import { engine, engines, isAvailable } from './engine.js';
import { type Example, Random, randomExample } from './random.js';
import { openWithWideSubgroups } from './wide-subgroups.js';

const reference = await loadWasm({ variant: 'reference' });

const wide = isAvailable ? await openWithWideSubgroups() : undefined;
const all: [string, WebGpuEngine][] = [
  ...engines,
  ...(wide ? [['wide subgroups', wide] as [string, WebGpuEngine]] : []),
];

const COUNT = 300;
const FIRST = Number(process.env.WEBGPU_SEED ?? Math.floor(Math.random() * 1e6));

describe.runIf(isAvailable)(`seeds ${FIRST} to ${FIRST + COUNT - 1} (WEBGPU_SEED=${FIRST} repeats them)`, () => {
  // In tens: as many lines of a report say as much as three hundred.
  test.each(Array.from({ length: COUNT / 10 }, (_, i) => FIRST + 10 * i))('from %i', async (first) => {
    for (let seed = first; seed < first + 10; seed++)
      for (const [variant, engine] of all) await expectRight(engine, randomExample(seed), `${variant}, seed ${seed}`);
  });
});

async function expectRight(engine: WebGpuEngine, { Q, K, V, options }: Example, name: string): Promise<void> {
  const [trace, { output }] = await Promise.all([engine.trace(Q, K, V, options), engine.attention(Q, K, V, options)]);
  const { scores, masked, attentionWeights } = trace;
  // Each stage again, from the one before it as the GPU had it.
  const whole = reference.trace(Q, K, V, options);
  const fromScores = reference.trace(Q, K, V, { ...options, replace: { scores } });
  const fromMasked = reference.trace(Q, K, V, { ...options, replace: { masked } });
  const fromWeights = reference.trace(Q, K, V, { ...options, replace: { masked, attentionWeights } });
  const magnitudes = magnitudesOf({ Q, K, V, options });

  expectProducts(scores, whole.scores, magnitudes.scores, magnitudes.headSize, `${name}: scores`);
  expectClose(trace.scaled, fromScores.scaled, `${name}: scaled`);
  expectClose(masked, fromScores.masked, `${name}: masked`);
  expectSoftmax(attentionWeights, fromMasked.attentionWeights, masked, `${name}: attentionWeights`);
  if (fromWeights.dropped) expectClose(trace.dropped, fromWeights.dropped, `${name}: dropped`);
  const numKvPairs = scores.shape.at(-1) as number;
  expectProducts(trace.output, fromWeights.output, magnitudes.output(trace), numKvPairs, `${name}: output`);
  // End to end, on data of unit scale.
  expectEndToEnd(output, whole.output, `${name}: output of attention`);
}

/** A small weight in float64 may be 0 in float32; a forbidden one has to be. */
function expectSoftmax(actual: Tensor, expected: Tensor, masked: Tensor, name: string): void {
  expect(actual.shape, name).toEqual(expected.shape);
  expected.data.forEach((x, i) => {
    const y = actual.data[i] as number;
    const fits = masked.data[i] === -Infinity ? Object.is(x, y) : isClose(y, x) || Math.abs(x - y) <= 1e-6;
    if (!fits) expect.fail(`${name}[${i}]: expected ${x}, got ${y}`);
  });
}

function expectEndToEnd(actual: Tensor, expected: Tensor, name: string): void {
  expect(actual.shape, name).toEqual(expected.shape);
  expected.data.forEach((x, i) => {
    const y = actual.data[i] as number;
    const fits = Number.isFinite(x) ? Math.abs(x - y) <= 1e-6 + 1e-5 * Math.abs(x) : Object.is(x, y);
    if (!fits) expect.fail(`${name}[${i}]: expected ${x}, got ${y}`);
  });
}

function expectProducts(actual: Tensor, expected: Tensor, magnitudes: Float64Array, k: number, name: string): void {
  expect(actual.shape, name).toEqual(expected.shape);
  expected.data.forEach((x, i) => {
    const y = actual.data[i] as number;
    const bound = 1e-6 + 4 * Math.sqrt(k) * 2 ** -24 * (magnitudes[i] as number);
    const fits = Number.isFinite(x) ? Math.abs(x - y) <= bound : Object.is(x, y);
    if (!fits) expect.fail(`${name}[${i}]: expected ${x}, got ${y}`);
  });
}

/** Σ|aᵢbᵢ| of every product, by the core: attention of absolute values, its weights replaced by theirs. */
function magnitudesOf({ Q, K, V, options }: Example) {
  const size = (x: number) => (Number.isFinite(x) ? Math.abs(x) : 0);
  const absolute = ({ data, shape }: Tensor): Tensor => ({ data: data.map(size), shape });
  const heads = { numHeads: options.numHeads, numKvHeads: options.numKvHeads };
  const { scores } = reference.trace(absolute(Q), absolute(K), absolute(V), heads);
  const headSize = (Q.shape.at(-1) as number) / (options.numHeads ?? 1);
  return {
    scores: Float64Array.from(scores.data),
    headSize,
    output: ({ attentionWeights, dropped }: AttentionTrace) => {
      const replace = { attentionWeights: absolute(dropped ?? attentionWeights) };
      return Float64Array.from(
        reference.trace(absolute(Q), absolute(K), absolute(V), { ...heads, replace }).output.data,
      );
    },
  };
}

describe.runIf(isAvailable)('layers of random sizes', () => {
  test.each(Array.from({ length: 20 }, (_, i) => FIRST + i))('seed %i', async (seed) => {
    const random = new Random(seed);
    const [kvHeads, group, headSize] = [random.integer(1, 2), random.integer(1, 3), random.integer(1, 9)];
    const sizes = { querySize: random.integer(1, 70), keySize: random.integer(1, 9), valueSize: random.integer(1, 9) };
    const spec = {
      numHiddens: kvHeads * group * headSize,
      numHeads: kvHeads * group,
      numKvHeads: kvHeads,
      bias: random.chance(0.5),
      seed,
      ...(random.chance(0.5) && sizes),
    };
    using layer = await engine.multiHeadAttention(spec);
    using right = reference.multiHeadAttention(spec);
    expect(layer.parameters).toStrictEqual(right.parameters);
    const { W_q, W_k, W_v } = right.parameters;
    const input = (W: Tensor, steps: number) => random.tensor(2, steps, W.shape[0] as number);
    const S = random.integer(1, 40);
    const X =
      [W_q, W_k, W_v].every(({ shape }) => shape[0] === spec.numHiddens) && random.chance(0.7)
        ? input(W_q, S)
        : { queries: input(W_q, random.integer(1, 40)), keys: input(W_k, S), values: input(W_v, S) };
    const options = { causal: 'bottom-right', validLens: [S, random.integer(0, S)] } as const;
    expectEndToEnd((await layer.forward(X, options)).output, right.forward(X, options).output, 'forward');
    const [trace, expected] = [await layer.trace(X, options), right.trace(X, options)];
    expect(Object.keys(trace)).toEqual(Object.keys(expected));
    for (const [stage, tensor] of Object.entries(expected)) {
      expectEndToEnd(trace[stage as 'Q'], tensor as Tensor, stage);
    }
    const summary = await layer.summarize(X, options, { topK: 3, mapRows: 4, mapCols: 4, reduce: 'mean' });
    const rightSummary = right.summarize(X, options, { topK: 3, mapRows: 4, mapCols: 4, reduce: 'mean' });
    for (const name of ['rowMax', 'entropy', 'map'] as const) expectEndToEnd(summary[name], rightSummary[name], name);
    expectEndToEnd(summary.topK.attentionWeights, rightSummary.topK.attentionWeights, 'topK');
  });
});
