// From options as read to an engine on the GPU, which has shown that its numbers are right before anyone gets it.

import type { LoadWasmOptions, WebGpuEngine, WebGpuInfo } from '../types.js';
import { loadCore } from '../wasm/load.js';
import { type DeviceSource, openDevice } from './device.js';
import { GpuEngine } from './engine.js';
import type { Gpu } from './gpu.js';
import { testOnDevice } from './self-test.js';

/** The core beside the GPU computes too little to want more than one thread. */
export async function openWebGpu(from: { source: DeviceSource; wasm: LoadWasmOptions }): Promise<WebGpuEngine> {
  const { source, wasm } = from;
  const { gpu, adapter } = await openDevice(source);
  let engine: GpuEngine | undefined;
  try {
    const { handle, info: coreInfo, variants } = await loadCore({ ...wasm, threads: 1 });
    engine = new GpuEngine({ gpu, core: handle, coreInfo, info: infoOf(gpu, adapter), variants });
    await testOnDevice(engine, handle);
    return engine;
  } catch (error) {
    if (engine) engine.dispose();
    else gpu.dispose();
    throw error;
  }
}

function infoOf(gpu: Gpu, adapter: string): WebGpuInfo {
  return {
    backend: 'webgpu',
    variant: 'baseline',
    threads: 1,
    reason: `WebGPU on ${adapter}; it agreed with the core on a small example`,
    adapter,
    limits: gpu.limits,
    features: [...gpu.device.features].sort(),
  };
}
