// The kernel variants of a device: which it can run, best first. The numbers of each are tested before it is used.

import { AttentionError } from '../errors.js';
import type { WebGpuVariantName } from '../types.js';

export interface GpuVariant {
  name: WebGpuVariantName;
  /** What it makes use of, and why of no more where that has to be said. */
  reason: string;
  /** As Pipelines has them. */
  subgroup?: number;
  float16: boolean;
}

/** Best first. */
export const VARIANT_NAMES = ['subgroups+f16', 'subgroups', 'f16', 'baseline'] as const satisfies WebGpuVariantName[];

const uses: Record<WebGpuVariantName, string> = {
  'subgroups+f16': 'with subgroups and shader-f16',
  subgroups: 'with subgroups',
  f16: 'with shader-f16',
  baseline: 'without optional features',
};

/** @throws AttentionError `webgpu-unavailable` where the one asked for needs what the device has not */
export function variantsOf(device: GPUDevice, wanted: WebGpuVariantName | undefined): [GpuVariant, ...GpuVariant[]] {
  const subgroup = Math.min(8, sharedBy(device));
  const hasFloat16 = device.features.has('shader-f16');
  const canRun = (name: WebGpuVariantName) =>
    (subgroup >= 2 || !name.includes('subgroups')) && (hasFloat16 || !name.includes('f16'));
  const variants = VARIANT_NAMES.filter((name) => canRun(name) && (wanted ?? name) === name).map((name) => ({
    name,
    reason: uses[name],
    ...(name.includes('subgroups') && { subgroup }),
    float16: name.includes('f16'),
  }));
  const [best, ...rest] = variants;
  if (!best) {
    const expected = `one this device can run (${VARIANT_NAMES.filter(canRun).join(', ')})`;
    throw new AttentionError('webgpu-unavailable', { argument: 'variant', expected, got: `${wanted}` });
  }
  const why = wanted ? ', as asked for' : best.name === 'baseline' ? ', as the device offers none of use' : '';
  return [{ ...best, reason: best.reason + why }, ...rest];
}

/** So many threads are of one subgroup at the least. */
function sharedBy({ features, adapterInfo }: GPUDevice): number {
  return features.has('subgroups') ? (adapterInfo?.subgroupMinSize ?? 0) : 0;
}
