// Devices and engines in trouble, made of real ones.

import { vi } from 'vitest';
import { type AsyncEngine, type LoadOptions, load, loadWebGpu, type WebGpuEngine } from 'xattention';
import { gpu } from './adapter.js';
import { gpuWith } from './tampered.js';

/** The real GPU, where the suite does not run without. */
export function realGpu(): GPU {
  if (!gpu) throw new Error('no adapter');
  return gpu;
}

/** A device of the application's own, with these features as far as there are. */
export async function openDevice(features: readonly GPUFeatureName[] = []): Promise<GPUDevice> {
  const adapter = await realGpu().requestAdapter();
  if (!adapter) throw new Error('no adapter');
  return adapter.requestDevice({ requiredFeatures: features.filter((name) => adapter.features.has(name)) });
}

/** An engine on a device that can be destroyed. */
export async function openEngine(): Promise<{ engine: WebGpuEngine; device: GPUDevice }> {
  const device = await openDevice();
  return { engine: await loadWebGpu({ device }), device };
}

/** A real GPU, with the devices that were asked of it and the submissions they were given. */
export interface WatchedGpu {
  gpu: GPU;
  devices: GPUDevice[];
  submissions(): number;
}

export function watchedGpu(): WatchedGpu {
  const devices: GPUDevice[] = [];
  let submissions = 0;
  const requestDevice = async (descriptor: GPUDeviceDescriptor) => {
    const adapter = (await realGpu().requestAdapter()) as GPUAdapter;
    const device = await adapter.requestDevice(descriptor);
    const { queue } = device;
    const submit = queue.submit.bind(queue);
    queue.submit = (buffers) => {
      submissions++;
      return submit(buffers);
    };
    devices.push(device);
    return device;
  };
  return { gpu: gpuWith(realGpu(), { requestDevice }), devices, submissions: () => submissions };
}

/** Resolves when the GPU, which a large call has load() try, is open and measured, or found not to be there. */
export async function whenTried(engine: AsyncEngine): Promise<void> {
  await vi.waitUntil(() => !engine.info.reason.includes('WebGPU is being tried'), { timeout: 60_000, interval: 10 });
}

/** load(), all of whose calls go to the GPU, however small they are, where there is one. */
export async function loadAccelerated(options: LoadOptions): Promise<AsyncEngine> {
  const engine = await load({ webgpuFrom: 0, softwareGpu: true, ...options });
  await engine.attention([[1]], [[1]], [[1]]);
  await whenTried(engine);
  return engine;
}
