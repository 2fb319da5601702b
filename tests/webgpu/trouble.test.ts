// What goes wrong with GPUs: each ends in an error with a code, and the next call works where there is a device left.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadWebGpu } from 'xattention';
import { expectRightNumbers, K, options, Q, V } from '../lib/small.js';
import { Random } from '../support/random.js';
import { engine, isAvailable } from './engine.js';
import { openDevice, openEngine, realGpu } from './support.js';
import { gpuWith } from './tampered.js';

const coded = (code: string) => expect.objectContaining({ name: 'AttentionError', code });
const random = new Random(1);

describe('without a GPU loading rejects, and says why', () => {
  test('no navigator.gpu', async () => {
    await expect(loadWebGpu()).rejects.toMatchObject({
      code: 'webgpu-unavailable',
      message: 'gpu: expected navigator.gpu, got none',
    });
  });

  test('no adapter', async () => {
    const none = { requestAdapter: async () => null } as unknown as GPU;
    await expect(loadWebGpu({ gpu: none })).rejects.toThrow(coded('webgpu-unavailable'));
  });

  test('an adapter that cannot be asked for', async () => {
    const broken = { requestAdapter: async () => Promise.reject(new Error('blocked')) } as unknown as GPU;
    await expect(loadWebGpu({ gpu: broken })).rejects.toMatchObject({ code: 'webgpu-unavailable', got: 'blocked' });
  });

  describe('that never answers', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const never = () => new Promise<never>(() => {});
    const refusal = { code: 'webgpu-unavailable', got: 'no answer in 10 s' };
    const whenLoaded = async (gpu: unknown) => {
      const loading = expect(loadWebGpu({ gpu: gpu as GPU })).rejects.toMatchObject(refusal);
      await vi.advanceTimersByTimeAsync(10_000);
      return loading;
    };

    test('to being asked for an adapter', () => whenLoaded({ requestAdapter: never }));

    test('to being asked for a device; one that comes later is destroyed', async () => {
      let answer = (_: unknown) => {};
      const asked = new Promise((resolve) => {
        answer = resolve;
      });
      await whenLoaded({
        requestAdapter: async () => ({ features: new Set(), limits: {}, requestDevice: () => asked }),
      });
      const destroy = vi.fn();
      answer({ destroy });
      await asked;
      expect(destroy).toHaveBeenCalledOnce();
    });
  });

  test.each([
    [{ gpu: 5 }, 'type'],
    [{ device: {} }, 'type'],
    [{ limits: { maxBufferSize: 0 } }, 'option'],
    [{ limit: {} }, 'option'],
    [{ variant: 'fast' }, 'option'],
    [{ variant: 5 }, 'type'],
  ])('%j is refused', async (wrong, code) => {
    await expect(loadWebGpu(wrong as never)).rejects.toThrow(coded(code));
  });
});

describe.runIf(isAvailable)('a device', () => {
  test('that is refused makes loading reject', async () => {
    const refusing = gpuWith(realGpu(), { requestDevice: async () => Promise.reject(new Error('too many devices')) });
    const refusal = { code: 'webgpu-unavailable', got: 'too many devices' };
    await expect(loadWebGpu({ gpu: refusing })).rejects.toMatchObject(refusal);
  });

  test.each([
    ['whose features are hidden', { features: new Set() }, {}],
    ['of which baseline is wanted', {}, { variant: 'baseline' as const }],
  ])('%s is asked for none, and for no limit above those of its adapter', async (_, hidden, wanted) => {
    let asked: GPUDeviceDescriptor = {};
    const adapter = (await realGpu().requestAdapter()) as GPUAdapter;
    const requestDevice = (descriptor: GPUDeviceDescriptor) => {
      asked = descriptor;
      return adapter.requestDevice(descriptor);
    };
    using plain = await loadWebGpu({ gpu: gpuWith(realGpu(), { requestDevice, ...hidden }), ...wanted });
    expectRightNumbers(await plain.trace(Q, K, V, options));
    expect([...(asked.requiredFeatures ?? [])]).toEqual([]);
    for (const [name, value] of Object.entries(asked.requiredLimits ?? {})) {
      expect(value, name).toBeLessThanOrEqual(adapter.limits[name as 'maxBufferSize']);
    }
  });

  test('of the application outlives the engine', async () => {
    const { engine: short, device } = await openEngine();
    short.dispose();
    using next = await loadWebGpu({ device });
    expectRightNumbers(await next.trace(Q, K, V, options));
    device.destroy();
  });

  test('destroyed while calls are pending makes them reject, and all later ones', async () => {
    const { engine: doomed, device } = await openEngine();
    const layer = await doomed.selfAttention({ numHiddens: 2 });
    const pending = [doomed.attention(Q, K, V), doomed.trace(Q, K, V), layer.forward(Q)];
    device.destroy();
    for (const call of pending) await expect(call).rejects.toThrow(coded('device-lost'));
    await expect(doomed.attention(Q, K, V)).rejects.toThrow(coded('device-lost'));
    await expect(layer.trace(Q)).rejects.toThrow(coded('device-lost'));
    expect((await doomed.lost).code).toBe('device-lost');
    expect(doomed.counters).toMatchObject({ liveBuffers: 0, liveBytes: 0 });
    doomed.dispose();
  });

  test('that was destroyed before loading makes loading reject', async () => {
    const device = await openDevice();
    device.destroy();
    await device.lost;
    await expect(loadWebGpu({ device })).rejects.toThrow(coded('device-lost'));
  });
});

describe.runIf(isAvailable)('an engine that was disposed of', () => {
  test('while calls were pending makes them reject, and all later ones', async () => {
    const short = await loadWebGpu({ gpu: realGpu() });
    const layer = await short.multiHeadAttention({ numHiddens: 2, numHeads: 1 });
    const handle = await short.upload(Q);
    const pending = [short.attention(Q, K, V), layer.trace(Q), short.summarize(Q, K, V), handle.read()];
    short.dispose();
    short.dispose();
    for (const call of pending) await expect(call).rejects.toThrow(coded('disposed'));
    await expect(short.attention(Q, K, V)).rejects.toThrow(coded('disposed'));
    await expect(layer.forward(Q)).rejects.toThrow(coded('disposed'));
    await expect(short.positionalEncoding(2, 2)).rejects.toThrow(coded('disposed'));
    expect(() => layer.parameters).toThrow(coded('disposed'));
    layer.dispose();
    handle.dispose();
    expect(short.counters).toMatchObject({ liveBuffers: 0, liveBytes: 0, buffersInUse: 0 });
  });
});

describe.runIf(isAvailable)('many calls', () => {
  test('at once, each gets its own numbers', async () => {
    const examples = Array.from({ length: 50 }, (_, i) => {
      const shape = [4 + (i % 7), 3] as const;
      return [random.tensor(...shape), random.tensor(...shape), random.tensor(...shape)] as const;
    });
    const alone = [];
    for (const example of examples) alone.push(await engine.attention(...example, { causal: true }));
    const together = await Promise.all(examples.map((example) => engine.attention(...example, { causal: true })));
    expect(together).toStrictEqual(alone);
  });

  test('leave no buffer behind: the thousandth holds what the tenth held', async () => {
    using layer = await engine.multiHeadAttention({ numHiddens: 6, numHeads: 2 });
    const X = random.tensor(5, 6);
    const round = async () => {
      await engine.attention(X, X, X, { causal: true });
      await engine.trace(X, X, X);
      await layer.forward(X);
      await expect(engine.attention(X, X, [[1]])).rejects.toThrow(coded('shape'));
      (await engine.traceOnDevice(X, X, X)).dispose();
    };
    for (let i = 0; i < 10; i++) await round();
    const { liveBuffers, liveBytes, buffersInUse } = engine.counters;
    for (let i = 0; i < 200; i++) await round();
    expect(engine.counters).toMatchObject({ liveBuffers, liveBytes, buffersInUse });
  });

  test('of one layer upload its parameters once', async () => {
    using layer = await engine.multiHeadAttention({ numHiddens: 64, numHeads: 4, bias: true });
    const X = random.tensor(2, 64);
    const bytes = async () => {
      const before = engine.counters.bytesUploaded;
      await layer.forward(X);
      return engine.counters.bytesUploaded - before;
    };
    const parameterBytes = 4 * (4 * 64 * 64 + 4 * 64);
    const first = await bytes();
    expect(first).toBeGreaterThan(parameterBytes);
    let rest = 0;
    for (let i = 1; i < 64; i++) rest += await bytes();
    expect(rest / 63).toBe(first - parameterBytes);
  });
});
