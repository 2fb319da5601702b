// What a result on the GPU is held to: every stage against the float64 formulation of the core, computed from that
// stage's own float32 inputs: products within 1e-6 + 4·√k·2⁻²⁴·Σ|aᵢbᵢ| for sums of k terms, softmax within
// 1e-6 + 1e-5·|x|, forbidden places exactly 0, what is no number exactly so.

import { expect } from 'vitest';
import { type AttentionTrace, loadWasm, type Tensor, type WebGpuEngine } from 'xattention';
import { expectClose, isClose } from '../lib/compare.js';
import type { Example } from './random.js';

export const reference = await loadWasm({ variant: 'reference' });

export async function expectRight(engine: WebGpuEngine, { Q, K, V, options }: Example, name: string): Promise<void> {
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

export function expectEndToEnd(actual: Tensor, expected: Tensor, name: string): void {
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
