// While a GPU is being tried nobody waits for it: the core answers, programs end, and what fails is tried again later.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Accelerator } from 'dist/lib/routing/accelerator.js';
import type { GpuCalls } from 'dist/lib/routing/gpu-calls.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AttentionError, computedBy, type LoadOptions, load, loadWebGpu } from 'xattention';

const X = [[1]];
const now = { webgpuFrom: 0 };
const large = { kind: 'fused', amount: 1e9 } as const;
const never = () => new Promise<never>(() => {});
const adapter = (properties: object) => ({ features: new Set(), limits: {}, info: {}, ...properties });
const gpuOf = (properties: object) =>
  ({ requestAdapter: async () => adapter(properties) }) as unknown as NonNullable<LoadOptions['gpu']>;

describe('calls are answered by the core at once', () => {
  test.each<[string, object]>([
    ['an adapter that never comes', { requestAdapter: never }],
    ['a device that never comes', gpuOf({ requestDevice: never })],
    ['an adapter that throws', { requestAdapter: () => { throw new Error('no'); } }], // biome-ignore format: one a line
    ['a device that throws', gpuOf({ requestDevice: () => { throw new Error('no'); } })], // biome-ignore format: one a line
  ])('%s', async (_, gpu) => {
    using engine = await load({ ...now, gpu: gpu as never });
    using layer = await engine.selfAttention({ numHiddens: 1 });
    const results = [await engine.attention(X, X, X), await engine.trace(X, X, X), await layer.forward(X)];
    for (const result of results) expect(computedBy(result)?.backend).toBe('wasm');
  });

  test('and disposing meanwhile ends it: a device that comes later is destroyed', async () => {
    const destroy = vi.fn();
    let answer = (_: unknown) => {};
    const asked = new Promise((resolve) => {
      answer = resolve;
    });
    const engine = await load({ ...now, gpu: gpuOf({ requestDevice: () => asked }) });
    await engine.attention(X, X, X);
    engine.dispose();
    await expect(engine.attention(X, X, X)).rejects.toMatchObject({ code: 'disposed' });
    answer({ features: new Set(), limits: {}, lost: never(), destroy });
    await vi.waitUntil(() => destroy.mock.calls.length > 0);
  });

  test('and a program ends while a GPU is silent', async () => {
    const program = `const { load } = await import(process.argv[1]);
      const engine = await load({ webgpuFrom: 0, threads: 1, gpu: { requestAdapter: () => new Promise(() => {}) } });
      await engine.attention([[1]], [[1]], [[1]]);
      console.log(engine.info.reason);`;
    const start = performance.now();
    const address = new URL('../../dist/lib/index.js', import.meta.url).href;
    const args = ['--input-type=module', '-e', program, address];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/; WebGPU is being tried\n$/);
    expect(performance.now() - start).toBeLessThan(8000);
  });
});

describe('an adapter that computes on the CPU', () => {
  test.each<[string, object]>([
    ['says so in its info', { info: { isFallbackAdapter: true } }],
    ['says so itself', { isFallbackAdapter: true }],
    ['is SwiftShader', { info: { vendor: 'google', architecture: 'swiftshader' } }],
    ['is llvmpipe', { info: { description: 'llvmpipe: Mesa 25.0.7 (LLVM 15.0.6)' } }],
    ['is of Windows', { info: { description: 'Microsoft Basic Render Driver' } }],
  ])('%s: it counts as none in load(), unless asked for', async (_, properties) => {
    const requestDevice = vi.fn(async () => Promise.reject(new Error('no')));
    const gpu = gpuOf({ ...properties, requestDevice });
    using engine = await load({ ...now, gpu });
    await engine.attention(X, X, X);
    await vi.waitUntil(() => !engine.info.reason.includes('being tried'));
    expect(engine.info.reason).toMatch(/expected a GPU, or softwareGpu: true, got .*, in software/);
    expect(requestDevice).not.toHaveBeenCalled();
    using asking = await load({ ...now, gpu, softwareGpu: true });
    await asking.attention(X, X, X);
    await vi.waitUntil(() => requestDevice.mock.calls.length > 0);
    await expect(loadWebGpu({ gpu })).rejects.toMatchObject({ got: 'no' });
  });

  test.each([{ description: 'AMD Radeon Software', vendor: 'amd' }, { vendor: 'intel', architecture: 'gen-12lp' }, {}])(
    'is not taken for one: %j',
    async (info) => {
      const requestDevice = vi.fn(async () => Promise.reject(new Error('no')));
      using engine = await load({ ...now, gpu: gpuOf({ info, requestDevice }) });
      await engine.attention(X, X, X);
      await vi.waitUntil(() => requestDevice.mock.calls.length > 0);
    },
  );
});

describe('what fails is tried again, later each time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const failure = (code: 'device-lost' | 'internal') =>
    new AttentionError(code, { argument: 'device', expected: 'a live one', got: 'none' });

  /** GPUs that are there as long as `mood.open` is true; each is counted, and can be lost. */
  function accelerated() {
    const mood = { isThere: true };
    const opened: { calls: GpuCalls; lose: () => void }[] = [];
    const asked: number[] = [];
    const open = async () => {
      asked.push(performance.now() / 1000);
      if (!mood.isThere) throw new Error('none');
      let lose = () => {};
      const lost = new Promise((resolve) => {
        lose = () => resolve(failure('device-lost'));
      });
      const calls = { lost, dispose: () => {}, adapter: 'a fake one' } as unknown as GpuCalls;
      opened.push({ calls, lose });
      return calls;
    };
    const wasm = { perform: async () => {}, name: '', interruptions: () => 0 };
    return { accelerator: new Accelerator({ open, wasm, from: 0 }), mood, opened, asked };
  }

  /** Large calls, one each second. */
  async function calling(accelerator: Accelerator, seconds: number) {
    for (let i = 0; i < seconds; i++) {
      accelerator.take(large);
      await vi.advanceTimersByTimeAsync(1000);
    }
  }

  test('one that is never there is asked for a few times an hour, and found when it comes', async () => {
    const { accelerator, mood, asked } = accelerated();
    mood.isThere = false;
    await calling(accelerator, 3600);
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.length).toBeLessThan(8);
    expect(accelerator.reason).toMatch(/^without WebGPU, as there is none to be had \(none\), for \d+ s$/);
    const pauses = asked.slice(1).map((time, i) => time - (asked[i] as number));
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    mood.isThere = true;
    await calling(accelerator, 3600);
    expect(accelerator.take(large)).toBeDefined();
  });

  test('one that is lost again and again is replaced at once, then after 10 s, 40 s …', async () => {
    const { accelerator, opened, asked } = accelerated();
    for (let i = 0; i < 3600; i++) {
      await calling(accelerator, 1);
      if (accelerator.take(large)) opened.at(-1)?.lose();
    }
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.length).toBeLessThan(9);
    const [first, second, third, fourth] = asked as [number, number, number, number];
    expect(second - first).toBeLessThanOrEqual(2);
    expect(third - second).toBeGreaterThanOrEqual(10);
    expect(fourth - third).toBeGreaterThanOrEqual(40);
  });

  test('one that fails in a call is let go, and another comes', async () => {
    const { accelerator, opened } = accelerated();
    await calling(accelerator, 1);
    accelerator.failed(opened[0]?.calls as GpuCalls, failure('internal'));
    expect(accelerator.take(large)).toBeUndefined();
    expect(accelerator.reason).toMatch(/^without WebGPU, as it failed \(.*\), for 2\.5 s$/);
    await calling(accelerator, 5);
    expect(accelerator.take(large)).toBe(opened[1]?.calls);
  });
});
