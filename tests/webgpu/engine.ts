// The engine on the GPU that most tests share. Where there is no adapter, a skipped test says so, and the tests that
// need one are to be under describe.runIf(isAvailable).

import { test } from 'vitest';
import { loadWebGpu, type WebGpuEngine, type WebGpuVariantName } from 'xattention';
import { gpu, reason } from './adapter.js';

export const isAvailable = gpu !== undefined;

/** Each variant that this adapter can run, the one that is chosen first. */
export const engines: [WebGpuVariantName, WebGpuEngine][] = [];
if (gpu) {
  const chosen = await loadWebGpu({ gpu });
  engines.push([chosen.info.variant, chosen]);
  if (chosen.info.variant !== 'baseline') engines.push(['baseline', await loadWebGpu({ gpu, variant: 'baseline' })]);
}

export const engine = engines[0]?.[1] as WebGpuEngine;

if (!isAvailable) test.skip(`WebGPU: ${reason}`, () => {});
