// The limits that work is split by.

import type { WebGpuLimits } from '../types.js';

export const LIMIT_NAMES = [
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxComputeWorkgroupsPerDimension',
] as const satisfies (keyof WebGpuLimits)[];

/** The limits of the device, or lower ones where the caller wants smaller pieces. */
export function limitsOf(device: { limits: WebGpuLimits }, wanted: Partial<WebGpuLimits> = {}): WebGpuLimits {
  const lower = (name: keyof WebGpuLimits) => Math.min(device.limits[name], wanted[name] ?? device.limits[name]);
  return {
    maxStorageBufferBindingSize: lower('maxStorageBufferBindingSize'),
    maxBufferSize: lower('maxBufferSize'),
    maxComputeWorkgroupsPerDimension: lower('maxComputeWorkgroupsPerDimension'),
  };
}

/** Bytes of a buffer that a shader can be given whole. */
export function mostBytes({ maxStorageBufferBindingSize, maxBufferSize }: WebGpuLimits): number {
  return Math.min(maxStorageBufferBindingSize, maxBufferSize);
}
