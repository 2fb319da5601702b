// From how much work on a GPU is quicker here: a few calls on both sides, timed.

import type { CoreTensor } from '../wasm/core.js';
import type { Kind } from './work.js';
import { workOf } from './work.js';

/** Answers a call, here or there. */
export type Perform = (method: 'call', args: readonly unknown[]) => Promise<unknown>;

/** What a GPU is measured against. */
export interface Rival {
  /** Answers a call at a time when it computes nothing else. */
  perform: Perform;
  /** How it describes itself. */
  name: string;
  /** So many times this thread has been held up: the time of what was going on meanwhile says nothing. */
  interruptions(): number;
}

/** Milliseconds of a call as far as shapes tell: so many for any, and so many for each multiply-add. */
export interface Speed {
  fixed: number;
  each: number;
}

const HEAD_SIZE = 64;
const MOST_TRIES = 10;

/** Heads and steps. */
type Shape = readonly [number, number];
const [TINY, SMALL, LARGE] = [
  [1, 8],
  [2, 128],
  [2, 512],
] as const satisfies Shape[];
/** What is slower by so much on a small call already need not show by how much on a large one. */
const HOPELESS = { times: 4, milliseconds: 5 };

/**
 * The number of multiply-adds from which on the GPU is quicker at calls of this kind; Infinity where it never is.
 *
 * @throws Error (as a rejection) where it was interrupted all the time
 */
export async function measureThreshold(kind: Kind, wasm: Rival, gpu: Perform): Promise<number> {
  const onWasm = (shape: Shape) => timeOf(wasm.perform, kind, shape, () => 0);
  const onGpu = (shape: Shape) => timeOf(gpu, kind, shape, wasm.interruptions);
  const [wasmTiny, gpuTiny] = [await onWasm(TINY), await onGpu(TINY)];
  const [wasmSmall, gpuSmall] = [await onWasm(SMALL), await onGpu(SMALL)];
  if (gpuSmall - gpuTiny > HOPELESS.times * Math.max(wasmSmall - wasmTiny, 0) + HOPELESS.milliseconds) return Infinity;
  const [wasmLarge, gpuLarge] = [await onWasm(LARGE), await onGpu(LARGE)];
  const amount = workOf('call', example(kind, LARGE), undefined)?.amount as number;
  const speed = (tiny: number, large: number): Speed => ({ fixed: tiny, each: Math.max(large - tiny, 0) / amount });
  return crossing(speed(wasmTiny, wasmLarge), speed(gpuTiny, gpuLarge));
}

/** Where the line of the GPU falls below that of WebAssembly. */
export function crossing(wasm: Speed, gpu: Speed): number {
  if (gpu.each >= wasm.each) return Infinity;
  return Math.max(0, (gpu.fixed - wasm.fixed) / (wasm.each - gpu.each));
}

/** The best of a few runs that nothing interrupted, after one that compiles whatever has to be. */
async function timeOf(perform: Perform, kind: Kind, shape: Shape, interruptions: () => number): Promise<number> {
  const args = example(kind, shape);
  await perform('call', args);
  let [best, spent, runs] = [Infinity, 0, 0];
  for (let tries = 0; tries < MOST_TRIES && runs < 3 && spent < 10; tries++) {
    const [start, before] = [performance.now(), interruptions()];
    await perform('call', args);
    if (interruptions() !== before) continue;
    const milliseconds = performance.now() - start;
    best = Math.min(best, milliseconds);
    spent += milliseconds;
    runs++;
  }
  if (runs === 0) throw new Error('calls in between, all the time');
  return best;
}

function example(kind: Kind, [heads, steps]: Shape): readonly unknown[] {
  const data = Float32Array.from({ length: heads * steps * HEAD_SIZE }, (_, i) => ((i * 7) % 13) / 13 - 0.5);
  const X: CoreTensor = { data, shape: [1, heads, steps, HEAD_SIZE] };
  return [kind === 'traced' ? 'trace' : 'attention', X, X, X, {}];
}
