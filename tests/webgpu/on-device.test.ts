// Results that stay on the GPU: given to the next call, read back in pieces, summed up there.

import { describe, expect, test } from 'vitest';
import { loadWebGpu, type Tensor } from 'xattention';
import { expectClose } from '../lib/compare.js';
import { Random } from '../support/random.js';
import { engine, isAvailable } from './engine.js';
import { realGpu } from './support.js';

const random = new Random(2);
const disposed = expect.objectContaining({ name: 'AttentionError', code: 'disposed' });

describe.runIf(isAvailable)('a trace on the GPU', () => {
  const [Q, K, V] = [random.tensor(2, 3, 9, 5), random.tensor(2, 3, 70, 5), random.tensor(2, 3, 70, 6)];
  const options = { causal: 'bottom-right', dropout: { p: 0.5, seed: 3 } } as const;

  test('is the trace, and nothing of it is read back before it is asked for', async () => {
    const expected = await engine.trace(Q, K, V, options);
    const before = engine.counters.bytesReadBack;
    using trace = await engine.traceOnDevice(Q, K, V, options);
    expect(engine.counters.bytesReadBack).toBe(before);
    for (const [name, tensor] of Object.entries(expected)) {
      expect(await trace[name as 'output'].read(), name).toStrictEqual(tensor);
    }
  });

  test('gives rows and tiles, and reads back no more than about as much', async () => {
    const { attentionWeights } = await engine.trace(Q, K, V);
    using trace = await engine.traceOnDevice(Q, K, V);
    const at = (b: number, h: number, i: number) => ((b * 3 + h) * 9 + i) * 70;
    const before = engine.counters.bytesReadBack;
    const row = await trace.attentionWeights.readRow(4, { batch: 1, head: 2 });
    expect(engine.counters.bytesReadBack - before).toBe(4 * 70);
    expect(row).toEqual({ data: attentionWeights.data.slice(at(1, 2, 4), at(1, 2, 5)), shape: [70] });
    const tile = await trace.attentionWeights.readTile([2, 4], [33, 37]);
    const expected = [0, 1].flatMap((b) =>
      [0, 1, 2].flatMap((h) =>
        [2, 3].flatMap((i) => [...attentionWeights.data.slice(at(b, h, i) + 33, at(b, h, i) + 37)]),
      ),
    );
    expect(tile).toEqual({ data: Float32Array.from(expected), shape: [2, 3, 2, 4] });
    await expect(trace.scores.readTile([0, 10], [0, 1])).rejects.toThrow('rows: expected [first, last]');
    await expect(trace.scores.readRow(9)).rejects.toThrow('query');
  });

  test('is summed up where it is, also where it lies in several buffers', async () => {
    const request = { topK: 5, mapRows: 4, mapCols: 6 };
    const expected = await engine.summarize(Q, K, V, { causal: 'bottom-right' }, request);
    const limits = { maxStorageBufferBindingSize: 8192, maxBufferSize: 16384 };
    using low = await loadWebGpu({ gpu: realGpu(), limits });
    for (const each of [engine, low]) {
      using trace = await each.traceOnDevice(Q, K, V, { causal: 'bottom-right' });
      const summary = await trace.summarize(request);
      for (const name of ['rowMax', 'entropy', 'map'] as const) expectClose(summary[name], expected[name], name);
      expect(summary.topK.indices).toStrictEqual(expected.topK.indices);
      expectClose(summary.topK.attentionWeights, expected.topK.attentionWeights);
      const tile = await trace.masked.readTile([0, 9], [60, 70]);
      expect(tile.shape).toEqual([2, 3, 9, 10]);
      await expect(trace.summarize({ mapKeys: [3, 90] })).rejects.toThrow('mapKeys: expected [from, to]');
    }
  });

  test('is gone once disposed of', async () => {
    const trace = await engine.traceOnDevice(Q, K, V);
    trace.dispose();
    trace.dispose();
    await expect(trace.scores.read()).rejects.toThrow(disposed);
    await expect(engine.attention(trace.output, K, V)).rejects.toThrow(disposed);
  });
});

describe.runIf(isAvailable)('a tensor on the GPU', () => {
  test('comes back as it went', async () => {
    const tensor = random.tensor(2, 3, 5);
    using handle = await engine.upload(tensor);
    expect(handle.shape).toEqual([2, 3, 5]);
    expect(await handle.read()).toEqual(tensor);
    await expect(engine.upload({ data: [1], shape: [1] })).rejects.toThrow('tensor: expected rank 2, 3 or 4');
  });

  // Heads of 4 lie as they are read; heads of 3 have to be spread.
  test.each([8, 6])('of size %i is split into heads like any other', async (size) => {
    const X = random.tensor(2, 7, size);
    using handle = await engine.upload(X);
    const options = { numHeads: 2, causal: true } as const;
    const { output } = await engine.attention(handle, handle, handle, options);
    expectClose(output, (await engine.attention(X, X, X, options)).output);
    const misfit = engine.attention(handle, handle, [[1]]);
    await expect(misfit).rejects.toMatchObject({ name: 'AttentionError', code: 'shape' });
  });

  test.each([8, 6])('passes from layer to layer of %i without a round trip', async (size) => {
    const X = random.tensor(2, 7, size);
    const spec = { numHiddens: size, numHeads: 2, bias: true };
    using first = await engine.multiHeadAttention({ ...spec, seed: 1 });
    using second = await engine.multiHeadAttention({ ...spec, seed: 2 });
    const expected = (await second.forward((await first.forward(X)).output)).output;
    const before = engine.counters.bytesReadBack;
    using passed = (await first.forwardOnDevice(X)).output;
    using attended = (await engine.attentionOnDevice(passed, passed, passed, { numHeads: 2 })).output;
    expect(engine.counters.bytesReadBack).toBe(before);
    expectClose((await second.forward(passed)).output, expected);
    const host = await passed.read();
    expectClose(await attended.read(), (await engine.attention(host, host, host, { numHeads: 2 })).output);
    using traced = await second.traceOnDevice(passed);
    expectClose(await traced.output.read(), expected);
    expectClose((await second.trace(passed)).X, host as Tensor);
    const summary = await traced.summarize({ topK: 2 });
    expectClose(summary.rowMax, (await second.summarize(passed, {}, { topK: 2 })).rowMax);
  });

  test('of another engine is refused', async () => {
    using other = await loadWebGpu({ gpu: realGpu() });
    using handle = await other.upload([[1, 2]]);
    await expect(engine.attention(handle, [[1, 2]], [[1]])).rejects.toThrow('Q: expected a handle of this engine');
  });
});
