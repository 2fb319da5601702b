// A device that is lost, and the engine that goes on with another.

import { Devices, type Ready } from 'dist/lib/webgpu/devices.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AttentionError, loadWasm, loadWebGpu } from 'xattention';
import { expectClose } from '../lib/compare.js';
import { expectRightNumbers, K, options, Q, V } from '../lib/small.js';
import { gpu, reason } from './adapter.js';
import { openEngine, watchedGpu } from './support.js';

const lostError = (got: string) => expect.objectContaining({ code: 'device-lost', got: expect.stringContaining(got) });

describe('devices one after the other', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function fakeDevice() {
    let lose = () => {};
    const lost = new Promise<AttentionError>((resolve) => {
      const complaint = { argument: 'device', expected: 'a live one', got: 'gone' };
      lose = () => resolve(new AttentionError('device-lost', complaint));
    });
    const dispose = vi.fn();
    return { ready: { gpu: { lost, check: () => {}, dispose }, info: {} } as unknown as Ready, lose, dispose };
  }

  test('pauses grow with every loss and every attempt in vain, and are told', async () => {
    const [first, second] = [fakeDevice(), fakeDevice()];
    const open = vi.fn(async () => second.ready);
    open.mockRejectedValueOnce(new Error('no adapter'));
    const devices = new Devices(first.ready, open);
    expect(devices.live).toBe(first.ready);
    first.lose();
    await vi.advanceTimersByTimeAsync(0);
    expect(() => devices.live).toThrow(lostError('gone; another is tried in 2.5 s'));
    await vi.advanceTimersByTimeAsync(2500);
    expect(() => devices.live).toThrow(lostError('no adapter; another is tried in 10 s'));
    await vi.advanceTimersByTimeAsync(9999);
    expect(open).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(devices.live).toBe(second.ready);
    second.lose();
    await vi.advanceTimersByTimeAsync(0);
    expect(() => devices.live).toThrow(lostError('another is tried in 40 s'));
  });

  test('that are lost all the time are replaced a few times an hour', async () => {
    const open = vi.fn(async () => {
      const next = fakeDevice();
      next.lose();
      return next.ready;
    });
    const first = fakeDevice();
    const devices = new Devices(first.ready, open);
    first.lose();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(open.mock.calls.length).toBeGreaterThan(3);
    expect(open.mock.calls.length).toBeLessThan(8);
    expect(vi.getTimerCount()).toBe(1);
    devices.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('one that comes after the end is let go', async () => {
    const [first, second] = [fakeDevice(), fakeDevice()];
    let answer = (_: Ready) => {};
    const devices = new Devices(first.ready, () => new Promise((resolve) => (answer = resolve)));
    first.lose();
    await vi.advanceTimersByTimeAsync(2500);
    expect(() => devices.live).toThrow(lostError('gone; another is being opened'));
    devices.dispose();
    answer(second.ready);
    await vi.advanceTimersByTimeAsync(0);
    expect(second.dispose).toHaveBeenCalledOnce();
    expect(() => devices.live).toThrow(expect.objectContaining({ code: 'disposed' }));
  });
});

if (!gpu) test.skip(`WebGPU: ${reason}`, () => {});

describe.runIf(gpu)('an engine whose device is lost', () => {
  test('goes on with another: layers too, and tensors that were there are gone', async () => {
    const { gpu: watched, devices } = watchedGpu();
    using engine = await loadWebGpu({ gpu: watched });
    using layer = await engine.selfAttention({ numHiddens: 2, seed: 3 });
    const expected = (await loadWasm()).selfAttention({ numHiddens: 2, seed: 3 }).forward(Q).output;
    const there = await engine.upload(Q);
    expectClose((await layer.forward(there)).output, expected);
    const { lost } = engine;
    devices[0]?.destroy();
    expect(await lost).toEqual(lostError('what was on it is gone'));
    await expect(engine.attention(Q, K, V)).rejects.toThrow(lostError('another is tried in 2.5 s'));
    await expect(layer.forward(Q)).rejects.toThrow(lostError('another is tried in 2.5 s'));
    await vi.waitFor(async () => expectRightNumbers(await engine.trace(Q, K, V, options)), {
      timeout: 50_000,
      interval: 200,
    });
    expect(devices).toHaveLength(2);
    expect(engine.lost).not.toBe(lost);
    expectClose((await layer.forward(Q)).output, expected);
    await expect(there.read()).rejects.toThrow(lostError('what was on it is gone'));
    await expect(engine.attention(there, K, V)).rejects.toThrow(lostError('what was on it is gone'));
    await expect(layer.forward(there)).rejects.toThrow(lostError('what was on it is gone'));
    there.dispose();
    expectClose((await layer.forward(await engine.upload(Q))).output, expected);
  });

  test('that the application gave says that it is not replaced', async () => {
    const { engine, device } = await openEngine();
    device.destroy();
    expect(await engine.lost).toEqual(lostError('it is the application that gave it'));
    await expect(engine.attention(Q, K, V)).rejects.toThrow(lostError('it is the application that gave it'));
    engine.dispose();
  });
});
