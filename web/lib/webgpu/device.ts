// From what the application gives, or the browser has, to a device: nothing is asked of it that the adapter lacks.

import { answered } from '../answered.js';
import { AttentionError } from '../errors.js';
import type { WebGpuLimits, WebGpuVariantName } from '../types.js';
import { messageOf } from './failures.js';
import { Gpu } from './gpu.js';
import { LIMIT_NAMES } from './limits.js';

export interface DeviceSource {
  gpu?: GPU | undefined;
  device?: GPUDevice | undefined;
  limits?: Partial<WebGpuLimits> | undefined;
  /** Left out, the best that there is. */
  variant?: WebGpuVariantName | undefined;
}

export interface OpenedDevice {
  gpu: Gpu;
  /** What the adapter calls itself. */
  adapter: string;
}

/** @throws AttentionError `webgpu-unavailable` with the reason */
export async function openDevice({ gpu, device, limits, variant }: DeviceSource): Promise<OpenedDevice> {
  if (device) {
    return { gpu: new Gpu(device, false, limits), adapter: describeAdapter(device.adapterInfo) };
  }
  const adapter = await findAdapter(gpu ?? globalThis.navigator?.gpu);
  const opened = await requestDevice(adapter, variant === 'baseline' ? [] : OPTIONAL_FEATURES);
  return { gpu: new Gpu(opened, true, limits), adapter: describeAdapter(adapter.info) };
}

async function findAdapter(gpu: GPU | undefined): Promise<GPUAdapter> {
  if (!gpu) throw unavailable('navigator.gpu', 'none');
  let adapter: GPUAdapter | null;
  try {
    adapter = await answered(gpu.requestAdapter({ powerPreference: 'high-performance' }));
  } catch (cause) {
    throw unavailable('an adapter', messageOf(cause), cause);
  }
  if (!adapter) throw unavailable('an adapter', 'none');
  return adapter;
}

/** Not needed, but made use of. */
const OPTIONAL_FEATURES = ['subgroups', 'shader-f16'] as const;

/** Of these features and limits, as much as the adapter has. */
async function requestDevice(adapter: GPUAdapter, features: readonly GPUFeatureName[]): Promise<GPUDevice> {
  const requiredFeatures = features.filter((name) => adapter.features.has(name));
  const wanted = LIMIT_NAMES.filter((name) => name !== 'maxComputeWorkgroupsPerDimension');
  const requiredLimits = Object.fromEntries(wanted.map((name) => [name, adapter.limits[name]]));
  try {
    const asking = adapter.requestDevice({ label: 'xattention', requiredFeatures, requiredLimits });
    return await answered(asking, { discard: (late) => late.destroy() });
  } catch (cause) {
    throw unavailable('a device', messageOf(cause), cause);
  }
}

function describeAdapter(info: GPUAdapterInfo | undefined): string {
  const words = [info?.description, info?.vendor, info?.architecture].filter((word) => word);
  return [...new Set(words)].join(', ') || 'an adapter without a name';
}

function unavailable(expected: string, got: string, cause?: unknown): AttentionError {
  return new AttentionError('webgpu-unavailable', { argument: 'gpu', expected, got }, { cause });
}
