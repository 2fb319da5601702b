// Adapters that list what they refuse: the engine does with less, and says so.

import { openDevice } from 'dist/lib/webgpu/device.js';
import { describe, expect, test } from 'vitest';
import { loadWebGpu } from 'xattention';
import { expectRightNumbers, K, options, Q, V } from '../lib/small.js';
import { gpu as thatOfTests } from './adapter.js';
import { realGpu } from './support.js';
import { gpuWith } from './tampered.js';

type Wish = Required<Pick<GPUDeviceDescriptor, 'requiredFeatures' | 'requiredLimits'>>;

const limits = { maxBufferSize: 2 ** 30, maxStorageBufferBindingSize: 2 ** 30, maxComputeWorkgroupsPerDimension: 9 };
const noFeature = ({ requiredFeatures }: Wish) => [...requiredFeatures].length === 0;
const noLimit = ({ requiredLimits }: Wish) => Object.keys(requiredLimits).length === 0;

/** Lists both features, and gives a device that does nothing where it likes what it is asked for. */
function choosyGpu(likes: (wish: Wish) => boolean) {
  const asked: Wish[] = [];
  const requestDevice = async (wish: Wish) => {
    asked.push(wish);
    if (!likes(wish)) throw new TypeError('not in this mood');
    return { features: new Set(wish.requiredFeatures), limits, lost: new Promise(() => {}) };
  };
  const adapter = { features: new Set(['subgroups', 'shader-f16']), limits, info: {}, requestDevice };
  return { gpu: { requestAdapter: async () => adapter } as unknown as GPU, asked };
}

describe('an adapter that refuses', () => {
  test.each<[string, (wish: Wish) => boolean, string[], string]>([
    ['a feature', (wish) => ![...wish.requiredFeatures].includes('shader-f16'), ['subgroups'], 'shader-f16'],
    ['two at once', (wish) => [...wish.requiredFeatures].length < 2, ['subgroups'], 'shader-f16'],
    ['every feature', noFeature, [], 'subgroups, shader-f16'],
    ['its own limits', noLimit, ['subgroups', 'shader-f16'], 'the limits that it lists'],
    ['all of that', (wish) => noFeature(wish) && noLimit(wish), [], 'subgroups, shader-f16, the limits that it lists'],
  ])('%s is asked for less', async (_, likes, features, withheld) => {
    const { gpu, remarks } = await openDevice({ gpu: choosyGpu(likes).gpu });
    expect([...gpu.device.features]).toEqual(features);
    expect(remarks).toEqual([`after it refused ${withheld} (not in this mood)`]);
  });

  test('nothing is asked for once, and nothing is said of it', async () => {
    const { gpu, asked } = choosyGpu(() => true);
    expect((await openDevice({ gpu })).remarks).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  test('whatever it is asked for ends in the first refusal, after each wish once', async () => {
    const { gpu, asked } = choosyGpu(() => false);
    const refusal = { code: 'webgpu-unavailable', argument: 'gpu', got: 'not in this mood' };
    await expect(loadWebGpu({ gpu })).rejects.toMatchObject(refusal);
    const wishes = asked.map((wish) => JSON.stringify([[...wish.requiredFeatures], noLimit(wish)]));
    expect(new Set(wishes).size).toBe(8);
    expect(wishes).toHaveLength(8);
  });
});

test.runIf(thatOfTests)('a real one that refuses features and limits computes right without, and says so', async () => {
  const requestDevice = async (wish: Wish) => {
    if (!noFeature(wish) || !noLimit(wish)) throw new TypeError('not in this mood');
    return ((await realGpu().requestAdapter()) as GPUAdapter).requestDevice(wish);
  };
  using modest = await loadWebGpu({ gpu: gpuWith(realGpu(), { requestDevice }) });
  expect(modest.info.variant).toBe('baseline');
  expect(modest.info.reason).toMatch(
    /, after it refused [^(]*the limits that it lists \(not in this mood\), without opt/,
  );
  expectRightNumbers(await modest.trace(Q, K, V, options));
});
