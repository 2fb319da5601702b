// Limits lower than the work: it comes in pieces, and the numbers are the same.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AttentionError, loadWebGpu, type Tensor, type WebGpuEngine } from 'xattention';
import { expectClose } from '../lib/compare.js';
import { expectRightNumbers, K, options, Q, V } from '../lib/small.js';
import { Random } from '../support/random.js';
import { engine, isAvailable } from './engine.js';
import { randomExample } from './random.js';
import { expectRight } from './right.js';
import { realGpu } from './support.js';

const coded = (code: string) => expect.objectContaining({ name: 'AttentionError', code });
const random = new Random(1);

function expectSame(actual: object, expected: object): void {
  expect(Object.keys(actual)).toEqual(Object.keys(expected));
  for (const [name, tensor] of Object.entries(expected)) expectClose(actual[name as never], tensor as Tensor, name);
}

describe.runIf(isAvailable)('limits lower than', () => {
  const inputs = [random.tensor(2, 4, 40, 12), random.tensor(2, 2, 50, 12), random.tensor(2, 2, 50, 9)] as const;
  const settings = {
    causal: 'bottom-right',
    validLens: [50, 33],
    attentionBias: random.tensor(2, 1, 40, 50),
    dropout: { p: 0.3, seed: 5 },
  } as const;

  test('batches, heads and queries together', async () => {
    const limits = { maxStorageBufferBindingSize: 4096, maxBufferSize: 8192, maxComputeWorkgroupsPerDimension: 3 };
    using low = await loadWebGpu({ gpu: realGpu(), limits });
    const before = low.counters.submissions;
    expectClose(
      (await low.attention(...inputs, settings)).output,
      (await engine.attention(...inputs, settings)).output,
    );
    expect(low.counters.submissions - before).toBeGreaterThan(2);
    const [trace, whole] = [await low.trace(...inputs, settings), await engine.trace(...inputs, settings)];
    for (const [name, tensor] of Object.entries(whole)) expectClose(trace[name as 'output'], tensor, name);
    const softmax = await low.maskedSoftmax(whole.scaled, { causal: 'bottom-right' });
    expectClose(softmax, await engine.maskedSoftmax(whole.scaled, { causal: 'bottom-right' }));
    const request = { topK: 4, mapRows: 7, mapCols: 5, reduce: 'mean' } as const;
    const [summary, wholeSummary] = [
      await low.summarize(...inputs, settings, request),
      await engine.summarize(...inputs, settings, request),
    ];
    expectClose(summary.map, wholeSummary.map, 'map');
    expectClose(summary.topK.attentionWeights, wholeSummary.topK.attentionWeights, 'topK');
    expect(summary.topK.indices).toStrictEqual(wholeSummary.topK.indices);

    using layer = await low.multiHeadAttention({ numHiddens: 12, numHeads: 2, bias: true });
    using other = await engine.multiHeadAttention({ numHiddens: 12, numHeads: 2, bias: true });
    const X = random.tensor(1, 60, 12);
    const [layerTrace, otherTrace] = [await layer.trace(X, { causal: true }), await other.trace(X, { causal: true })];
    for (const [name, tensor] of Object.entries(otherTrace)) expectClose(layerTrace[name as 'X'], tensor, name);
  });

  test('one row of scores are told, and the next call works', async () => {
    const limits = { maxStorageBufferBindingSize: 4096, maxBufferSize: 8192 };
    using low = await loadWebGpu({ gpu: realGpu(), limits });
    const long = random.tensor(1, 1, 3000, 4);
    await expect(low.attention(random.tensor(1, 1, 2, 4), long, long)).rejects.toThrow(coded('out-of-memory'));
    await expect(low.upload(long)).rejects.toThrow(coded('out-of-memory'));
    expectRightNumbers(await low.trace(Q, K, V, options));
    expect(low.counters.buffersInUse).toBe(0);
  });

  describe('the keys of one head', () => {
    const [queries, keys, values] = [
      random.tensor(1, 4, 5, 12),
      random.tensor(1, 2, 210, 12),
      random.tensor(1, 2, 210, 9),
    ];
    const settings = {
      causal: 'bottom-right',
      attentionBias: random.tensor(1, 4, 5, 210),
      validLens: [200],
      softcap: 3,
      dropout: { p: 0.3, seed: 5 },
    } as const;
    // A NaN that is forbidden, an infinity and a NaN that are not.
    values.data.fill(Number.NaN, 205 * 9, 210 * 9);
    values.data[210 * 9 + 30 * 9 + 4] = Infinity;
    values.data[210 * 9 + 60 * 9 + 2] = Number.NaN;
    let low: WebGpuEngine;
    beforeAll(async () => {
      low = await loadWebGpu({ gpu: realGpu(), limits: { maxStorageBufferBindingSize: 2048, maxBufferSize: 65536 } });
    });
    afterAll(() => low.dispose());

    test('of attention and its stages', async () => {
      const trace = await engine.trace(queries, keys, values, settings);
      expect(trace.output.data.some(Number.isNaN)).toBe(true);
      expectSame(await low.trace(queries, keys, values, settings), trace);
      expectSame(
        await low.attention(queries, keys, values, settings),
        await engine.attention(queries, keys, values, settings),
      );
      using kept = await low.traceOnDevice(queries, keys, values, settings);
      expectClose(await kept.output.read(), trace.output);
      using handle = await low.upload(random.tensor(1, 2, 5, 12));
      expect((await low.attention(queries, handle, handle)).output.shape).toEqual([1, 4, 5, 12]);
    });

    test('of a summary', async () => {
      const request = { topK: 4, mapRows: 5, mapCols: 7, reduce: 'mean' } as const;
      const summary = await low.summarize(queries, keys, values, settings, request);
      const whole = await engine.summarize(queries, keys, values, settings, request);
      for (const name of ['rowMax', 'entropy', 'map'] as const) expectClose(summary[name], whole[name], name);
      expect(summary.topK.indices).toStrictEqual(whole.topK.indices);
    });

    test('of additive attention, whose values come in blocks and whose keys have to fit', async () => {
      const parameters = { W_q: random.tensor(12, 2), W_k: random.tensor(12, 2), w_v: random.tensor(2) };
      const wide = random.tensor(1, 2, 90, 40);
      const some = random.tensor(1, 2, 90, 12);
      const additive = (each: WebGpuEngine) => each.additiveAttention(queries, some, wide, parameters);
      expectSame(await additive(low), await additive(engine));
    });

    test('of a layer', async () => {
      using layer = await low.multiHeadAttention({ numHiddens: 12, numHeads: 2, numKvHeads: 1, seed: 3 });
      using other = await engine.multiHeadAttention({ numHiddens: 12, numHeads: 2, numKvHeads: 1, seed: 3 });
      const X = random.tensor(1, 150, 12);
      const masks = { causal: true, window: [100, 100], replace: { scores: random.tensor(1, 2, 150, 150) } } as const;
      expectSame(await layer.trace(X, masks), await other.trace(X, masks));
      expectSame(await layer.forward(X), await other.forward(X));
    });
  });

  test('one head of random shapes and masks', async () => {
    using low = await loadWebGpu({
      gpu: realGpu(),
      limits: { maxStorageBufferBindingSize: 1024, maxBufferSize: 65536 },
    });
    const refused: number[] = [];
    for (let seed = 0; seed < 40; seed++) {
      await expectRight(low, randomExample(seed), `seed ${seed}`).catch((error: AttentionError) => {
        if (error.code !== 'out-of-memory') throw error;
        refused.push(seed); // four keys of 65 numbers are more than 1024 bytes
      });
    }
    expect(refused.length).toBeLessThan(5);
  });

  test('rows of heads that lie side by side, of a layer and of attention that stays there', async () => {
    // Those of one head are 1920 bytes, and 7680 from the first to the last of them.
    const limits = { maxStorageBufferBindingSize: 4096, maxBufferSize: 65536 };
    using low = await loadWebGpu({ gpu: realGpu(), limits });
    using layer = await low.multiHeadAttention({ numHiddens: 32, numHeads: 4, seed: 6 });
    using other = await engine.multiHeadAttention({ numHiddens: 32, numHeads: 4, seed: 6 });
    const X = random.tensor(2, 60, 32);
    expectSame(await layer.forward(X, { causal: true }), await other.forward(X, { causal: true }));
    expectSame(await layer.trace(X), await other.trace(X));
    const heads = { numHeads: 4, causal: true } as const;
    const { output } = await low.attentionOnDevice(X, X, X, heads);
    expectClose(await output.read(), (await engine.attention(X, X, X, heads)).output);
    output.dispose();
    const request = { topK: 3, mapRows: 5, mapCols: 7 };
    expect((await layer.summarize(X, {}, request)).topK.indices).toStrictEqual(
      (await other.summarize(X, {}, request)).topK.indices,
    );
  });

  describe('all rows of a layer', () => {
    let low: WebGpuEngine;
    beforeAll(async () => {
      low = await loadWebGpu({ gpu: realGpu(), limits: { maxStorageBufferBindingSize: 8192, maxBufferSize: 8192 } });
    });
    afterAll(() => low.dispose());
    const pair = async (low: WebGpuEngine, spec: { numHiddens: number; numHeads: number; numKvHeads: number }) =>
      [
        await low.multiHeadAttention({ ...spec, bias: true }),
        await engine.multiHeadAttention({ ...spec, bias: true }),
      ] as const;
    const X = random.tensor(3, 60, 12);
    const settings = { causal: true, validLens: [60, 9, 0], dropout: { p: 0.1, seed: 1 } } as const;

    test('of several heads', async () => {
      const [layer, other] = await pair(low, { numHiddens: 12, numHeads: 4, numKvHeads: 2 });
      expectSame(await layer.forward(X, settings), await other.forward(X, settings));
      expectSame(await layer.trace(X, settings), await other.trace(X, settings));
      const sequences = { queries: X, keys: random.tensor(3, 70, 12), values: random.tensor(3, 70, 12) };
      expectSame(await layer.trace(sequences), await other.trace(sequences));
      const request = { topK: 4, mapRows: 5, mapCols: 7 };
      const [summary, whole] = [await layer.summarize(X, {}, request), await other.summarize(X, {}, request)];
      expectClose(summary.map, whole.map, 'map');
      expect(summary.topK.indices).toStrictEqual(whole.topK.indices);
      layer.dispose();
      other.dispose();
      expect(low.counters.buffersInUse).toBe(0);
    });

    test('of X on the GPU, given up while the call is pending', async () => {
      const [layer, other] = await pair(low, { numHiddens: 12, numHeads: 4, numKvHeads: 2 });
      const rows = random.tensor(2, 80, 12);
      const handle = await low.upload(rows);
      const pending = layer.forward(handle);
      handle.dispose();
      const others = await low.upload(random.tensor(2, 80, 12)); // would take the buffer
      expectSame(await pending, await other.forward(rows));
      others.dispose();
    });

    test('of one', async () => {
      using layer = await low.selfAttention({ numHiddens: 15, seed: 2 });
      using other = await engine.selfAttention({ numHiddens: 15, seed: 2 });
      const rows = random.tensor(2, 80, 15);
      expectSame(await layer.trace(rows, { causal: true }), await other.trace(rows, { causal: true }));
      expectSame(await layer.forward(rows), await other.forward(rows));
    });
  });

  test.each([
    ['bindings', 1 << 16],
    ['buffers', 8192],
  ])('the work, in small %s: what the caller changes meanwhile is not seen', async (_, maxBufferSize) => {
    const limits = { maxStorageBufferBindingSize: 8192, maxBufferSize };
    using low = await loadWebGpu({ gpu: realGpu(), limits });
    const X = random.tensor(2, 80, 12);
    const attentionBias = random.tensor(80, 80);
    const keep = Array.from({ length: 80 }, (_, i) => Array.from({ length: 80 }, (_, j) => (i * j) % 3 !== 1));
    const replace = { scores: random.tensor(2, 2, 80, 80) };
    using layer = await low.multiHeadAttention({ numHiddens: 12, numHeads: 2, seed: 4 });
    const parameters = { W_q: random.tensor(12, 3), W_k: random.tensor(12, 3), w_v: random.tensor(3) };
    const calls = [
      () => low.trace(X, X, X, { attentionBias, keep }),
      () => low.attention(X, X, X, { attentionBias, keep }),
      () => low.maskedSoftmax(replace.scores, { attentionBias }),
      () => layer.trace(X, { attentionBias, replace }),
      () => layer.forward(X, { attentionBias }),
      () => low.additiveAttention(X, X, X, { ...parameters, attentionBias }),
    ];
    const arrays = [X, attentionBias, replace.scores].map(({ data }) => data);
    for (const call of calls) {
      const expected = JSON.stringify(await call());
      const before = arrays.map((data) => data.slice());
      const pending = call();
      for (const data of arrays) data.fill(7);
      const actual = JSON.stringify(await pending);
      for (const [i, data] of arrays.entries()) data.set(before[i] as Float32Array);
      expect(actual).toBe(expected);
    }
  });
});
