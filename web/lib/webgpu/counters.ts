// What the GPU was asked to do and holds: for benchmarks, and for tests of leaks.

import type { WebGpuCounters } from '../types.js';

export function noCounts(): WebGpuCounters {
  return {
    dispatches: 0,
    submissions: 0,
    bytesUploaded: 0,
    bytesReadBack: 0,
    liveBuffers: 0,
    liveBytes: 0,
    buffersInUse: 0,
  };
}
