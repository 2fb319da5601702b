// The public way to an engine on the GPU.

import type { LoadWebGpuOptions, WebGpuEngine } from '../types.js';
import { readLoadWebGpuOptions } from './load-options.js';
import { openWebGpu } from './open.js';

/**
 * Loads the engine that computes on the GPU.
 *
 * @throws AttentionError (as a rejection) `webgpu-unavailable` with the reason where there is no GPU, or none whose
 * numbers are right; `type` or `option`, naming the option; `internal` where the core cannot be loaded
 */
export async function loadWebGpu(options?: LoadWebGpuOptions): Promise<WebGpuEngine> {
  return openWebGpu(readLoadWebGpuOptions(options));
}
