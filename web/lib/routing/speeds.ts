// From how much work on a GPU is quicker here: a few calls on both sides, timed.

import type { CoreTensor } from '../wasm/core.js';
import type { Kind } from './work.js';
import { workOf } from './work.js';

/** Answers a call, here or there. */
export type Perform = (method: 'call', args: readonly unknown[]) => Promise<unknown>;

/** Milliseconds of a call as far as shapes tell: so many for any, and so many for each multiply-add. */
export interface Speed {
  fixed: number;
  each: number;
}

const HEAD_SIZE = 64;
const [TINY, SMALL, LARGE] = [
  [1, 8],
  [2, 128],
  [2, 512],
] as const;
/** What is slower by so much on a small call already need not show by how much on a large one. */
const HOPELESS = { times: 4, milliseconds: 5 };

/** The number of multiply-adds from which on the GPU is quicker at calls of this kind; Infinity where it never is. */
export async function measureThreshold(kind: Kind, wasm: Perform, gpu: Perform): Promise<number> {
  const [wasmTiny, gpuTiny] = [await timeOf(wasm, kind, ...TINY), await timeOf(gpu, kind, ...TINY)];
  const [wasmSmall, gpuSmall] = [await timeOf(wasm, kind, ...SMALL), await timeOf(gpu, kind, ...SMALL)];
  if (gpuSmall - gpuTiny > HOPELESS.times * Math.max(wasmSmall - wasmTiny, 0) + HOPELESS.milliseconds) return Infinity;
  const [wasmLarge, gpuLarge] = [await timeOf(wasm, kind, ...LARGE), await timeOf(gpu, kind, ...LARGE)];
  const amount = workOf('call', example(kind, ...LARGE), undefined)?.amount as number;
  const speed = (tiny: number, large: number): Speed => ({ fixed: tiny, each: Math.max(large - tiny, 0) / amount });
  return crossing(speed(wasmTiny, wasmLarge), speed(gpuTiny, gpuLarge));
}

/** Where the line of the GPU falls below that of WebAssembly. */
export function crossing(wasm: Speed, gpu: Speed): number {
  if (gpu.each >= wasm.each) return Infinity;
  return Math.max(0, (gpu.fixed - wasm.fixed) / (wasm.each - gpu.each));
}

/** The best of a few runs, after one that compiles whatever has to be. */
async function timeOf(perform: Perform, kind: Kind, heads: number, steps: number): Promise<number> {
  const args = example(kind, heads, steps);
  await perform('call', args);
  let [best, spent] = [Infinity, 0];
  for (let i = 0; i < 3 && spent < 10; i++) {
    const start = performance.now();
    await perform('call', args);
    const milliseconds = performance.now() - start;
    best = Math.min(best, milliseconds);
    spent += milliseconds;
  }
  return best;
}

function example(kind: Kind, heads: number, steps: number): readonly unknown[] {
  const data = Float32Array.from({ length: heads * steps * HEAD_SIZE }, (_, i) => ((i * 7) % 13) / 13 - 0.5);
  const X: CoreTensor = { data, shape: [1, heads, steps, HEAD_SIZE] };
  return [kind === 'traced' ? 'trace' : 'attention', X, X, X, {}];
}
