// The engine on the GPU that most tests share; where there is no adapter, the tests are skipped and say why.

import { test } from 'vitest';
import { loadWebGpu, type WebGpuEngine } from 'xattention';
import { gpu, reason } from './adapter.js';

/** Undefined where there is no adapter, after a skipped test that says so. */
export const engine: WebGpuEngine | undefined = gpu ? await loadWebGpu({ gpu }) : undefined;

if (!engine) test.skip(`WebGPU: ${reason}`, () => {});
