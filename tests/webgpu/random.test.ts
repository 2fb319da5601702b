// Random shapes × masks × options, by each variant of the adapter.

import { describe, expect, test } from 'vitest';
import type { Tensor } from 'xattention';
import { Random } from '../support/random.js';
import { engine, engines, isAvailable } from './engine.js';
import { randomExample } from './random.js';
import { expectEndToEnd, expectRight, reference } from './right.js';

const COUNT = 300;
const FIRST = Number(process.env.WEBGPU_SEED ?? Math.floor(Math.random() * 1e6));

describe.runIf(isAvailable)(`seeds ${FIRST} to ${FIRST + COUNT - 1} (WEBGPU_SEED=${FIRST} repeats them)`, () => {
  // In tens: as many lines of a report say as much as three hundred.
  test.each(Array.from({ length: COUNT / 10 }, (_, i) => FIRST + 10 * i))('from %i', async (first) => {
    for (let seed = first; seed < first + 10; seed++)
      for (const [variant, engine] of engines)
        await expectRight(engine, randomExample(seed), `${variant}, seed ${seed}`);
  });
});

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
