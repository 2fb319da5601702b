// Sizes that overflow a stack, a 32-bit product of sizes, or all memory there is.

import { describe, expect, test } from 'vitest';
import { type AttentionError, type TensorLike, tensor } from 'xattention';
import { expectClose } from './compare.js';
import { engines } from './engines.js';
import { expectRightNumbers, K, options, Q, V } from './small.js';

const constant = (value: number, ...shape: number[]) =>
  tensor(new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(value), shape);
const counting = (length: number) =>
  tensor(
    Float32Array.from({ length }, (_, i) => i),
    [length, 1],
  );

describe.each(engines)('%s', (_, engine) => {
  test('20,000 equal keys share the weight equally', () => {
    expectRightNumbers(engine.trace(Q, K, V, options));
    const trace = engine.trace(constant(1, 1, 64), constant(1, 20_000, 64), counting(20_000));
    expectClose(trace.output, { data: [9999.5], shape: [1, 1] });
    expectClose(trace.attentionWeights, constant(5e-5, 1, 20_000));
    expectClose(engine.attention(constant(1, 1, 64), constant(1, 20_000, 64), counting(20_000)).output, trace.output);
    expectRightNumbers(engine.trace(Q, K, V, options));
  });

  test('a head size of 4096 is one like any other', () => {
    const wide = constant(0.5, 3, 4096);
    const { scaled, output } = engine.trace(wide, wide, wide);
    expectClose(scaled, constant(16, 3, 3)); // 4096 · 0.25 / √4096
    expectClose(output, wide);
    expectRightNumbers(engine.trace(Q, K, V, options));
  });

  const none = new Float32Array();
  const huge = 2 ** 31 - 1;
  test.each<[string, () => unknown]>([
    [
      'a trace of more scores than memory',
      () => engine.trace(constant(0, 60_000, 1), constant(0, 60_000, 1), counting(60_000)),
    ],
    [
      'scores whose size overflows 32 bits',
      () => engine.trace(constant(0, 65_536, 1), constant(0, 65_536, 1), counting(65_536)),
    ],
    ['no key, and values of the largest size', () => engine.trace(constant(0, 2, 1), empty(0, 1), empty(0, huge))],
    ['a positional encoding of the largest size', () => engine.positionalEncoding(huge, huge)],
    ['a layer of the largest size', () => engine.selfAttention({ numHiddens: huge })],
    ['a layer whose parameters overflow 32 bits', () => engine.multiHeadAttention({ numHiddens: 65_536, numHeads: 1 })],
  ])('%s is refused, and the next call works', (_, call) => {
    expect(codeOf(call)).toBe('out-of-memory');
    expectRightNumbers(engine.trace(Q, K, V, options));
  });

  function empty(...shape: number[]): TensorLike {
    return { data: none, shape };
  }
});

function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return (error as AttentionError).code;
  }
  return 'none';
}
