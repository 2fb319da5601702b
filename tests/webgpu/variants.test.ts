// Which variant of the kernels a device gets: the best whose numbers are right.

import { variantsOf } from 'dist/lib/webgpu/variants.js';
import { describe, expect, test } from 'vitest';
import { computedBy, loadWebGpu } from 'xattention';
import { expectRightNumbers, K, options, Q, V } from '../lib/small.js';
import { engine, engines, isAvailable } from './engine.js';
import { realGpu } from './support.js';
import { gpuWith, miscompilingGpu } from './tampered.js';

const deviceWith = (features: string[], subgroupMinSize?: number) =>
  ({ features: new Set(features), adapterInfo: { subgroupMinSize } }) as unknown as GPUDevice;
const names = (device: GPUDevice) => variantsOf(device, undefined).map(({ name }) => name);

test('subgroups come first where the device has them and says how large they are', () => {
  expect(names(deviceWith(['subgroups'], 4))).toEqual(['subgroups', 'baseline']);
  expect(names(deviceWith([], 4))).toEqual(['baseline']);
  expect(names(deviceWith(['subgroups'], 1))).toEqual(['baseline']);
  expect(names(deviceWith(['subgroups']))).toEqual(['baseline']);
  expect(names({ features: new Set(['subgroups']) } as unknown as GPUDevice)).toEqual(['baseline']);
});

test('shader-f16 comes with subgroups and without', () => {
  expect(names(deviceWith(['subgroups', 'shader-f16'], 4))).toEqual(['subgroups+f16', 'subgroups', 'f16', 'baseline']);
  expect(names(deviceWith(['shader-f16']))).toEqual(['f16', 'baseline']);
});

test('no more than the eight threads of a row are taken for one subgroup', () => {
  const [{ subgroup }] = variantsOf(deviceWith(['subgroups'], 64), undefined);
  expect(subgroup).toBe(8);
});

test('one that the device cannot run is refused by its name', () => {
  for (const got of ['subgroups', 'subgroups+f16'] as const) {
    const expected = 'one this device can run (f16, baseline)';
    const refusal = { code: 'webgpu-unavailable', argument: 'variant', expected, got };
    expect(() => variantsOf(deviceWith(['shader-f16']), got)).toThrow(expect.objectContaining(refusal));
  }
});

describe.runIf(isAvailable)('on this adapter', () => {
  test.each(engines)('%s says its name and why it was chosen', async (variant, variantEngine) => {
    const { output } = await variantEngine.attention(Q, K, V);
    expect(variantEngine.info.variant).toBe(variant);
    expect(variantEngine.info.reason).toContain(
      variant === 'subgroups' ? ', with subgroups;' : ', without optional features, as ',
    );
    expect(output.data.every(Number.isFinite)).toBe(true);
    expect(computedBy(await variantEngine.attention(Q, K, V))?.variant).toBe(variant);
  });

  test('baseline can be wanted where there are subgroups', async () => {
    using baseline = await loadWebGpu({ gpu: realGpu(), variant: 'baseline' });
    expect(baseline.info).toMatchObject({ variant: 'baseline', reason: expect.stringContaining('as asked for') });
  });

  test('subgroups that are hidden are not used, and the reason is given', async () => {
    using plain = await loadWebGpu({ gpu: gpuWith(realGpu(), { features: new Set() }) });
    expect(plain.info).toMatchObject({
      variant: 'baseline',
      reason: expect.stringContaining('as the device offers none of use'),
    });
    const asked = loadWebGpu({ gpu: gpuWith(realGpu(), { features: new Set() }), variant: 'subgroups' });
    await expect(asked).rejects.toMatchObject({ code: 'webgpu-unavailable', argument: 'variant' });
  });
});

describe.runIf(engine?.info.variant === 'subgroups')('subgroups that a device does wrong', () => {
  test.each([
    ['that mix up their threads', /, step\)/g, ', 2u * step)'],
    ['that do not compile', /subgroupShuffleXor/g, 'subgroupShuffleZor'],
  ])('%s: it is found out, baseline computes, and the reason is given', async (_, wrong, written) => {
    using fallen = await loadWebGpu({ gpu: miscompilingGpu(realGpu(), (code) => code.replaceAll(wrong, written)) });
    expect(fallen.info.variant).toBe('baseline');
    expect(fallen.info.reason).toMatch(
      /, without optional features, as subgroups failed the test here \([^\n]+\); it agreed with the core/,
    );
    expectRightNumbers(await fallen.trace(Q, K, V, options));
  });

  test('but asked for by name they are refused, not replaced', async () => {
    const gpu = miscompilingGpu(realGpu(), (code) => code.replaceAll(/, step\)/g, ', 2u * step)'));
    const refusal = { code: 'webgpu-unavailable', got: expect.stringContaining('other numbers') };
    await expect(loadWebGpu({ gpu, variant: 'subgroups' })).rejects.toMatchObject(refusal);
  });
});
