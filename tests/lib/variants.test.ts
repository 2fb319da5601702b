// What computes is what was asked for: an option that fell to the reference unasked would give its very bits.

import { expect, test } from 'vitest';
import { type AttentionOptions, computedBy, type Engine, load, tensor } from 'xattention';
import { engines } from './engines.js';
import { resultOfEveryMethod } from './every-method.js';
import { mulberry32 } from './golden.js';

const random = (seed: number, ...shape: number[]) =>
  tensor(
    mulberry32(
      seed,
      shape.reduce((a, b) => a * b),
    ),
    shape,
  );
const [Q, K, V] = [random(1, 2, 4, 19, 24), random(2, 2, 2, 37, 24), random(3, 2, 2, 37, 24)];
const X = random(4, 2, 19, 24);

const everyOption: AttentionOptions[] = [
  {},
  { scale: 0.3 },
  { softcap: 0.5 },
  { causal: 'bottom-right' },
  { causal: 'top-left' },
  { window: [9, 2], queryOffset: 7 },
  { validLens: [37, 20] },
  { keep: { data: Uint8Array.from({ length: 37 }, (_, j) => (j % 3 ? 1 : 0)), shape: [1, 37] } },
  { drop: { data: Uint8Array.from({ length: 37 }, (_, j) => (j % 3 ? 0 : 1)), shape: [1, 37] } },
  { attentionBias: random(5, 19, 37) },
  { validLens: [0, 37], emptyRow: 'uniform' },
  { dropout: { p: 0.2, seed: 3 } },
];

/** Every result, by what gave it. */
function resultsOf(engine: Engine): [string, Float32Array][] {
  using layer = engine.multiHeadAttention({ numHiddens: 24, numHeads: 4, numKvHeads: 2, bias: true });
  const ofOptions = everyOption.flatMap((options): [string, Float32Array][] => {
    const said = Object.keys(options).join();
    const { scores, attentionWeights, output } = engine.trace(Q, K, V, options);
    return [
      [`attention ${said}`, engine.attention(Q, K, V, options).output.data],
      [`scores ${said}`, scores.data],
      [`attentionWeights ${said}`, attentionWeights.data],
      [`output of trace ${said}`, output.data],
      [`summary ${said}`, engine.summarize(Q, K, V, options).entropy.data],
    ];
  });
  const parameters = { W_q: random(6, 24, 30), W_k: random(7, 24, 30), w_v: random(8, 30) };
  return [
    ...ofOptions,
    ['layer', layer.forward(X).output.data],
    ['trace of a layer', layer.trace(X).output.data],
    ['maskedSoftmax', engine.maskedSoftmax(random(9, 19, 37)).data],
    ['additiveAttention', engine.additiveAttention(X, X, X, parameters).scores.data],
  ];
}

const reference = engines.find(([, { info }]) => info.variant === 'reference')?.[1] as Engine;
const expected = resultsOf(reference);

test.each(engines.filter(([, { info }]) => info.variant !== 'reference'))('%s computes itself', (_, engine) => {
  const results = resultsOf(engine);
  const fallen = results.filter(([, data], i) => Buffer.compare(bytes(data), bytes(expected[i]?.[1])) === 0);
  expect(fallen.map(([what]) => what)).toEqual([]);
});

test.each(engines)('%s: shares of the output are as accurate as the exponential', (_, engine) => {
  for (let step = 0; step <= 520; step++) {
    const x = Math.fround(-0.25 * step);
    const [first, second] = engine.attention(
      [[1]],
      [[0], [x]],
      [
        [1, 0],
        [0, 1],
      ],
      { scale: 1 },
    ).output.data as unknown as [number, number];
    // Roundings: two of 2^y, one of each division, and those of y = x·log2(e) grow with x. Absolute below the smallest
    // normal number.
    const tolerance = (4 + 2 * Math.abs(x)) * 2 ** -24 * Math.exp(x) + 2e-38;
    expect(Math.abs(second / first - Math.exp(x)), `exp(${x})`).toBeLessThanOrEqual(tolerance);
  }
});

test.each(engines)('%s says of every result that it computed it', async (_, engine) => {
  const { backend, variant, threads } = engine.info;
  for (const [method, result] of await resultOfEveryMethod(engine))
    expect([method, computedBy(result)]).toEqual([method, { backend, variant, threads }]);
});

test('what computed a result is told by load() too, of the object alone that was returned, and not in it', async () => {
  using engine = await load({ variant: 'simd' });
  for (const [method, result] of await resultOfEveryMethod(engine)) {
    expect([method, computedBy(result)?.variant]).toEqual([method, 'simd']);
    expect(computedBy({ ...result })).toBeUndefined();
    expect(Reflect.ownKeys(result)).not.toContain('variant');
  }
});

function bytes({ buffer }: Float32Array = new Float32Array()): Buffer {
  return Buffer.from(buffer as ArrayBuffer);
}
