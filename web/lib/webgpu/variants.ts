// The kernel variants of a device: which it can run, best first. The numbers of each are tested before it is used.

import { AttentionError } from '../errors.js';
import type { WebGpuVariantName } from '../types.js';

export interface GpuVariant {
  name: WebGpuVariantName;
  /** What it was chosen for, or what stood against the other. */
  reason: string;
  /** As Pipelines has it. */
  subgroup?: number;
}

/** @throws AttentionError `webgpu-unavailable` where the one asked for needs what the device has not */
export function variantsOf(device: GPUDevice, wanted: WebGpuVariantName | undefined): [GpuVariant, ...GpuVariant[]] {
  if (wanted === 'baseline') return [{ name: 'baseline', reason: 'without subgroups, as asked for' }];
  const subgroup = Math.min(8, sharedBy(device));
  if (subgroup < 2) {
    if (wanted === undefined)
      return [{ name: 'baseline', reason: 'without subgroups, as the device offers none of use' }];
    const complaint = { argument: 'variant', expected: 'one this device can run (baseline)', got: wanted };
    throw new AttentionError('webgpu-unavailable', complaint);
  }
  const subgroups: GpuVariant = { name: 'subgroups', reason: 'with subgroups', subgroup };
  return wanted === undefined ? [subgroups, { name: 'baseline', reason: 'without subgroups' }] : [subgroups];
}

/** So many threads are of one subgroup at the least. */
function sharedBy({ features, adapterInfo }: GPUDevice): number {
  return features.has('subgroups') ? (adapterInfo?.subgroupMinSize ?? 0) : 0;
}
