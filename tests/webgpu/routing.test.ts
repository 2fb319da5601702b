// load() with a GPU beside the core: which of them computes, and what happens where the GPU fails. Results are those of
// the core within 1e-6 + 1e-5·|x|, whoever computed them.

import { crossing } from 'dist/lib/routing/speeds.js';
import { LEAST_WORTHWHILE, workOf } from 'dist/lib/routing/work.js';
import { describe, expect, test } from 'vitest';
import { type AsyncEngine, computedBy, type LoadOptions, load, loadWasm, loadWebGpu } from 'xattention';
import { expectClose } from '../lib/compare.js';
import { resultOfEveryMethod } from '../lib/every-method.js';
import { expectRightNumbers, K, options, Q, V } from '../lib/small.js';
import { Random } from '../support/random.js';
import { isAvailable } from './engine.js';
import { loadAccelerated, realGpu, watchedGpu, whenTried } from './support.js';
import { gpuWith, miscompilingGpu } from './tampered.js';

const here = await loadWasm();
const random = new Random(7);
const X = random.tensor(1, 40, 12);
const coded = (code: string) => expect.objectContaining({ name: 'AttentionError', code });

/** However small a call is, it is one for the GPU. */
const everything = { webgpuFrom: 0, softwareGpu: true };

async function expectRight(engine: AsyncEngine): Promise<void> {
  expectRightNumbers(await engine.trace(Q, K, V, options));
  expectClose((await engine.attention(X, X, X)).output, here.attention(X, X, X).output);
}

describe('without a GPU the core computes, and the reason is given', () => {
  test.each<[string, LoadOptions, RegExp]>([
    ['no navigator.gpu', {}, /; without WebGPU, as there is none here$/],
    ['nothing but a wish', everything, /; without WebGPU, as there is none here$/],
    ['opted out', { webgpu: false }, /; without WebGPU, as asked for$/],
    [
      'no adapter',
      { ...everything, gpu: { requestAdapter: async () => null } as never },
      /expected an adapter, got none/,
    ],
    [
      'an adapter that cannot be asked for',
      { ...everything, gpu: { requestAdapter: () => Promise.reject(new Error('blocked')) } as never },
      /expected an adapter, got blocked/,
    ],
  ])('%s', async (_, given, reason) => {
    using engine = await load(given);
    await expectRight(engine);
    await whenTried(engine);
    expect(engine.info).toMatchObject({ backend: 'wasm', reason: expect.stringMatching(reason) });
  });

  test('and it is asked for once', async () => {
    let asked = 0;
    const gpu = { requestAdapter: async () => void asked++ } as never;
    using engine = await load({ ...everything, gpu });
    await Promise.all([expectRight(engine), expectRight(engine)]);
    expect(asked).toBe(1);
  });
});

describe('options', () => {
  test.each<[string, unknown, string, string]>([
    ['a GPU that is none', { gpu: {} }, 'type', 'gpu'],
    ['webgpu that is no boolean', { webgpu: 1 }, 'type', 'webgpu'],
    ['a negative size', { webgpuFrom: -1 }, 'option', 'webgpuFrom'],
    ['no GPU, and from where on', { webgpu: false, webgpuFrom: 5 }, 'option', 'webgpuFrom'],
    ['no GPU, and nothing but it', { webgpu: false, variant: 'webgpu' }, 'option', 'variant'],
    ['a misspelt one', { webGpu: true }, 'option', 'webGpu'],
  ])('%s', async (_, given, code, argument) => {
    await expect(load(given as never)).rejects.toMatchObject({ name: 'AttentionError', code, argument });
  });

  test("variant 'webgpu' where there is none rejects", async () => {
    await expect(load({ variant: 'webgpu' })).rejects.toThrow(coded('webgpu-unavailable'));
  });
});

test('what a call costs grows with its pairs and its head size, and is told by shapes alone', () => {
  const shaped = (...shape: number[]) => ({ data: new Float32Array(0), shape });
  const amount = (name: string, L: number, S: number, options: object = {}) =>
    workOf('call', [name, shaped(2, L, 64), shaped(2, S, 64), shaped(2, S, 64), options], undefined)?.amount as number;
  expect(amount('attention', 100, 300)).toBe(2 * 100 * 300 * (64 + 64 + 16));
  expect(amount('attention', 100, 300, { numHeads: 4 })).toBe(2 * 100 * 300 * (64 + 64 + 4 * 16));
  expect(amount('trace', 8, 8)).toBeLessThan(LEAST_WORTHWHILE);
  expect(workOf('call', ['maskedSoftmax', shaped(9000, 9000), {}], undefined)).toBeUndefined();
  const layer = { numHiddens: 64, numHeads: 4 };
  const forward = workOf('forward', [0, { X: shaped(2, 100, 64) }, {}], layer);
  expect(forward?.amount).toBe(2 * 64 * 2 * 2 * 100 * 64 + 2 * 100 * 100 * (2 * 64 + 4 * 16));
});

test('a GPU pays from where its line falls below that of the core, or never', () => {
  // 1 ms at once and 1 ns each, against nothing at once and 11 ns each.
  expect(crossing({ fixed: 0, each: 11e-6 }, { fixed: 1, each: 1e-6 })).toBeCloseTo(1e5, 3);
  expect(crossing({ fixed: 2, each: 11e-6 }, { fixed: 1, each: 1e-6 })).toBe(0);
  expect(crossing({ fixed: 0, each: 1e-6 }, { fixed: 1, each: 1e-6 })).toBe(Number.POSITIVE_INFINITY);
});

describe.runIf(isAvailable)('with a GPU', () => {
  test('no device is asked for before a call is large enough', async () => {
    const { gpu, devices } = watchedGpu();
    using engine = await load({ gpu });
    await expectRight(engine);
    expect(devices).toHaveLength(0);
    expect(engine.info.reason).toMatch(/; WebGPU not before a call is large$/);
    expect(engine.variants.map(({ name }) => name)).toEqual([...here.variants.map(({ name }) => name), 'webgpu']);
  });

  test('calls are parted by their size', async () => {
    const { gpu, submissions } = watchedGpu();
    const small = workOf('call', ['attention', X, X, X, {}], undefined)?.amount as number;
    using engine = await load({ gpu, webgpuFrom: small + 1, softwareGpu: true });
    const large = random.tensor(1, 41, 12);
    expect(computedBy(await engine.attention(X, X, X))?.backend).toBe('wasm');
    expect(submissions()).toBe(0);
    const { output } = here.attention(large, large, large);
    expect(computedBy(await engine.attention(large, large, large))?.backend).toBe('wasm');
    await whenTried(engine);
    const tested = submissions();
    await engine.attention(X, X, X);
    expect(submissions()).toBe(tested);
    const result = await engine.attention(large, large, large);
    expectClose(result.output, output);
    expect(computedBy(result)?.backend).toBe('webgpu');
    const after = submissions();
    expect(after).toBe(tested + 1);
    await engine.attention(X, X, X);
    expect(submissions()).toBe(after);
    expect(engine.info.reason).toMatch(/calls from \d+ multiply-adds on, as asked for, on WebGPU/);
  });

  test('every method and every option give the numbers of the core', async () => {
    const { gpu, submissions } = watchedGpu();
    using engine = await loadAccelerated({ gpu });
    const settings = {
      causal: true,
      queryOffset: 3,
      window: [9, 2],
      ...{ validLens: [37], softcap: 2, scale: 0.5, numHeads: 3 },
      keep: { data: Uint8Array.from({ length: 1600 }, (_, i) => Number(i % 7 > 0)), shape: [40, 40] },
      attentionBias: random.tensor(40, 40),
      dropout: { p: 0.2, seed: 4 },
      emptyRow: 'uniform',
    } as const;
    const request = { topK: 3, mapRows: 4, mapCols: 5, mapKeys: [2, 30], reduce: 'mean' } as const;
    const [trace, right] = [await engine.trace(X, X, X, settings), here.trace(X, X, X, settings)];
    expect(Object.keys(trace)).toEqual(Object.keys(right));
    for (const [name, tensor] of Object.entries(right)) expectClose(trace[name as 'output'], tensor, name);
    expectClose((await engine.attention(X, X, X, settings)).output, right.output);
    const summaries = [await engine.summarize(X, X, X, settings, request), here.summarize(X, X, X, settings, request)];
    expectClose(summaries[0]?.map, summaries[1]?.map as never, 'map');
    const additive = { W_q: random.tensor(12, 5), W_k: random.tensor(12, 5), w_v: [0.1, 0.2, 0.3, -0.4, 1] };
    const scores = (await engine.additiveAttention(X, X, X, { ...additive, validLens: [9] })).scores;
    expectClose(scores, here.additiveAttention(X, X, X, { ...additive, validLens: [9] }).scores);
    expect(submissions()).toBeGreaterThan(4);

    const spec = { numHiddens: 12, numHeads: 3, numKvHeads: 1, bias: true, seed: 5 };
    using layer = await engine.multiHeadAttention(spec);
    const rightLayer = here.multiHeadAttention(spec);
    const offsets = { window: [5, 5], queryOffset: [2] } as const;
    const [layerTrace, expected] = [await layer.trace(X, offsets), rightLayer.trace(X, offsets)];
    expect(Object.keys(layerTrace)).toEqual(Object.keys(expected));
    for (const [name, tensor] of Object.entries(expected)) expectClose(layerTrace[name as 'X'], tensor, name);
    expectClose((await layer.forward({ queries: X, keys: X, values: X })).output, rightLayer.forward(X).output);
    const [map, rightMap] = [await layer.summarize(X, {}, request), rightLayer.summarize(X, {}, request)];
    expectClose(map.map, rightMap.map);
    using single = await engine.selfAttention({ numHiddens: 12 });
    expectClose((await single.forward(X)).output, here.selfAttention({ numHiddens: 12 }).forward(X).output);
  });

  test('each result says where it was computed', async () => {
    using engine = await loadAccelerated({ gpu: realGpu() });
    using gpu = await load({ gpu: realGpu(), variant: 'webgpu' });
    const byCore = ['maskedSoftmax', 'positionalEncoding'];
    for (const [method, result] of await resultOfEveryMethod(engine))
      expect([method, computedBy(result)?.backend]).toEqual([method, byCore.includes(method) ? 'wasm' : 'webgpu']);
    for (const [method, result] of await resultOfEveryMethod(gpu)) {
      const { backend, variant, threads } = gpu.info;
      const expected = method === 'positionalEncoding' ? { backend: 'wasm' } : { backend, variant, threads };
      expect([method, computedBy(result)]).toEqual([method, expect.objectContaining(expected)]);
    }
  });

  test('and so does each that stays there', async () => {
    using gpu = await loadWebGpu({ gpu: realGpu() });
    const { backend, variant, threads } = gpu.info;
    using layer = await gpu.selfAttention({ numHiddens: 12 });
    using trace = await gpu.traceOnDevice(X, X, X);
    const kept = [
      trace,
      await trace.summarize(),
      await gpu.attentionOnDevice(X, X, X),
      await layer.traceOnDevice(X),
      await layer.forwardOnDevice(X),
    ];
    for (const result of kept) expect(computedBy(result)).toEqual({ backend, variant, threads });
  });

  test('a slower one is found out by measuring, and asked no more', async () => {
    // An adapter on the CPU always is.
    const { gpu, submissions } = watchedGpu();
    using engine = await load({ gpu, softwareGpu: true });
    const wide = random.tensor(1, 2, 400, 64);
    const { output } = await engine.attention(wide, wide, wide);
    expectClose(output, here.attention(wide, wide, wide).output);
    await whenTried(engine);
    expect(engine.info.reason).toMatch(/; no outputs and summaries, as measured, on WebGPU \(/);
    const measured = submissions();
    await engine.attention(wide, wide, wide);
    expect(submissions()).toBe(measured);

    const other = watchedGpu();
    using next = await load({ gpu: other.gpu, softwareGpu: true });
    await next.attention(wide, wide, wide);
    await whenTried(next);
    // The self-test alone: what was measured holds for the adapter.
    expect(other.submissions()).toBeLessThan(5);
  });

  test("variant 'webgpu' is all of it, a variant of the core none of it", async () => {
    using gpuAlone = await load({ gpu: realGpu(), variant: 'webgpu' });
    expect(gpuAlone.info.backend).toBe('webgpu');
    await expectRight(gpuAlone);
    using core = await load({ variant: 'simd' });
    expect(core.info.variant).toBe('simd');
  });
});

describe.runIf(isAvailable)('a GPU that fails leaves the call to the core', () => {
  test('a device that is refused', async () => {
    const gpu = gpuWith(realGpu(), { requestDevice: () => Promise.reject(new Error('too many devices')) });
    using engine = await loadAccelerated({ gpu });
    await expectRight(engine);
    expect(engine.info.reason).toContain('expected a device, got too many devices');
  });

  test('a device that computes otherwise', async () => {
    // exp2 where exp belongs: what a fault of a compiler looks like.
    const gpu = miscompilingGpu(realGpu(), (code) => code.replaceAll(/\bexp\(/g, 'exp2('));
    using engine = await loadAccelerated({ gpu });
    await expectRight(engine);
    expect(computedBy(await engine.attention(X, X, X))?.backend).toBe('wasm');
    expect(engine.info.reason).toMatch(/a GPU whose numbers agree with the core, got other numbers/);
  });

  test('limits too small for a call', async () => {
    const limits = { maxStorageBufferBindingSize: 1 << 16, maxBufferSize: 1 << 16 };
    const requestDevice = async (descriptor: GPUDeviceDescriptor) => {
      const adapter = (await realGpu().requestAdapter()) as GPUAdapter;
      const device = await adapter.requestDevice(descriptor);
      const small = new Proxy(device.limits, {
        get: (target, name) => limits[name as keyof typeof limits] ?? Reflect.get(target, name),
      });
      Object.defineProperty(device, 'limits', { value: small });
      return device;
    };
    using engine = await loadAccelerated({ gpu: gpuWith(realGpu(), { requestDevice }) });
    const long = random.tensor(1, 1, 17_000, 4); // of which a row of scores is 68 KB
    const few = random.tensor(1, 1, 2, 4);
    expectClose((await engine.attention(few, long, long)).output, here.attention(few, long, long).output);
    expect(engine.info.reason).toMatch(
      /, but not what has no room there \(attention: expected .* within the limits of the device/,
    );
    await expectRight(engine);
  });

  test('a device lost in mid-call: it is replaced at once, the next after a pause', async () => {
    const { gpu, devices, submissions } = watchedGpu();
    using engine = await loadAccelerated({ gpu });
    using layer = await engine.multiHeadAttention({ numHiddens: 12, numHeads: 3, seed: 2 });
    const right = here.multiHeadAttention({ numHiddens: 12, numHeads: 3, seed: 2 });
    await expectRight(engine);

    const pending = [engine.attention(X, X, X), engine.trace(X, X, X), layer.forward(X)] as const;
    devices[0]?.destroy();
    expectClose((await pending[0]).output, here.attention(X, X, X).output);
    expectClose((await pending[1]).output, here.trace(X, X, X).output);
    expectClose((await pending[2]).output, right.forward(X).output);
    expect(engine.info.reason).toMatch(
      /; WebGPU again with the next large call \(as it was lost \(device: expected a li/,
    );

    expect(computedBy(await engine.attention(X, X, X))?.backend).toBe('wasm');
    await whenTried(engine);
    const forwarded = await layer.forward(X);
    expectClose(forwarded.output, right.forward(X).output);
    expect(computedBy(forwarded)?.backend).toBe('webgpu');
    expect(devices).toHaveLength(2);
    expect(engine.info.reason).toMatch(/, after one was let go \(as it was lost \(/);

    const before = submissions();
    const last = engine.attention(X, X, X);
    devices[1]?.destroy();
    expectClose((await last).output, here.attention(X, X, X).output);
    expect(submissions()).toBeGreaterThan(before);
    await expectRight(engine);
    expect(devices).toHaveLength(2);
    expect(engine.info.reason).toMatch(/; without WebGPU, as it was lost \(.*\), for 10 s$/);
  });

  test('arguments that change, and a layer that is let go, while the call is under way', async () => {
    const { gpu, devices } = watchedGpu();
    using engine = await loadAccelerated({ gpu });
    await engine.attention(X, X, X);
    const layer = await engine.selfAttention({ numHiddens: 12, seed: 9 });
    const given = random.tensor(1, 40, 12);
    const expected = here.selfAttention({ numHiddens: 12, seed: 9 }).forward(given).output;
    const pending = layer.forward(given);
    given.data.fill(0);
    layer.dispose();
    devices[0]?.destroy();
    expectClose((await pending).output, expected);
    await expect(layer.forward(given)).rejects.toThrow(coded('disposed'));
  });
});

describe.runIf(isAvailable)('calls', () => {
  test('fifty at once, large and small, each get their own numbers', async () => {
    const { gpu, submissions } = watchedGpu();
    using engine = await load({ gpu, webgpuFrom: 10_000, softwareGpu: true });
    await engine.attention(X, X, X);
    await whenTried(engine);
    const tested = submissions();
    const examples = Array.from({ length: 50 }, (_, i) => random.tensor(3 + 2 * i, 6));
    const together = await Promise.all(examples.map((x) => engine.attention(x, x, x, { causal: true })));
    together.forEach(({ output }, i) => {
      const x = examples[i] as never;
      expectClose(output, here.attention(x, x, x, { causal: true }).output, `call ${i}`);
    });
    expect(submissions() - tested).toBeGreaterThan(20);
    expect(submissions() - tested).toBeLessThan(50);
  });

  test('that are wrong are refused in the words of the core', async () => {
    using engine = await loadAccelerated({ gpu: realGpu() });
    for (const wrong of [{ validLens: [99] }, { causal: true, queryOffset: [1, 2, 3] }, { scales: 1 }]) {
      const refusal = (() => {
        try {
          return here.attention(X, X, X, wrong as never);
        } catch (error) {
          return error;
        }
      })() as Error;
      await expect(engine.attention(X, X, X, wrong as never)).rejects.toThrow(refusal.message);
    }
    await expect(engine.attention(X, X, [[1]])).rejects.toThrow(coded('shape'));
    await expectRight(engine);
  });

  test('pending when the engine is disposed of reject, also while a GPU is being opened', async () => {
    for (const isOpen of [false, true]) {
      const given = { gpu: realGpu(), ...everything };
      const engine = isOpen ? await loadAccelerated(given) : await load(given);
      const layer = await engine.selfAttention({ numHiddens: 12 });
      const pending = [engine.attention(X, X, X), engine.trace(X, X, X), layer.forward(X)];
      engine.dispose();
      engine.dispose();
      await Promise.all(pending.map((call) => expect(call).rejects.toThrow(coded('disposed'))));
      await expect(engine.attention(X, X, X)).rejects.toThrow(coded('disposed'));
      layer.dispose();
    }
  });
});
