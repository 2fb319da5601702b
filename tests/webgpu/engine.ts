// The engine on the GPU that most tests share. Where there is no adapter, a skipped test says so, and the tests that
// need one are to be under describe.runIf(isAvailable).

import { test } from 'vitest';
import { loadWebGpu, type WebGpuEngine } from 'xattention';
import { gpu, reason } from './adapter.js';

export const isAvailable = gpu !== undefined;

export const engine = (gpu && (await loadWebGpu({ gpu }))) as WebGpuEngine;

if (!isAvailable) test.skip(`WebGPU: ${reason}`, () => {});
