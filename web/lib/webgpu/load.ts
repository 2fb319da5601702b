// The public way to an engine on the GPU: what is imported when somebody wants one.

import type { LoadWebGpuOptions, WebGpuEngine } from '../types.js';
import { readLoadWebGpuOptions } from './load-options.js';
import { openWebGpu } from './open.js';

export async function loadWebGpu(options?: LoadWebGpuOptions): Promise<WebGpuEngine> {
  return openWebGpu(readLoadWebGpuOptions(options));
}
