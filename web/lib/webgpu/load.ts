// From options to an engine on the GPU, which has shown that its numbers are right before anyone gets it.

import type { LoadWebGpuOptions, WebGpuEngine, WebGpuInfo } from '../types.js';
import { loadCore } from '../wasm/load.js';
import { openDevice } from './device.js';
import { GpuEngine } from './engine.js';
import { readLoadWebGpuOptions } from './load-options.js';
import { testOnDevice } from './self-test.js';

/**
 * Loads the engine that computes on the GPU.
 *
 * @throws AttentionError (as a rejection) `webgpu-unavailable` with the reason where there is no GPU, or none whose
 * numbers are right; `type` or `option`, naming the option; `internal` where the core cannot be loaded
 */
export async function loadWebGpu(options?: LoadWebGpuOptions): Promise<WebGpuEngine> {
  const { source, wasm } = readLoadWebGpuOptions(options);
  const { gpu, adapter } = await openDevice(source);
  try {
    const { handle, variants } = await loadCore(wasm);
    const info: WebGpuInfo = {
      backend: 'webgpu',
      variant: 'baseline',
      threads: 1,
      reason: `WebGPU on ${adapter}; it agreed with the core on a small example`,
      adapter,
      limits: gpu.limits,
      features: [...gpu.device.features].sort(),
    };
    const engine = new GpuEngine({ gpu, core: handle, info, variants });
    await testOnDevice(engine, handle);
    return engine;
  } catch (error) {
    gpu.dispose();
    throw error;
  }
}
