// Buffers that are used again: a call takes what it needs and gives it back, and what nobody waits for is destroyed.

import type { WebGpuCounters, WebGpuLimits } from '../types.js';
import { caughtError, gpuMemoryError } from './failures.js';

/** What a buffer is for; buffers of one kind stand in for each other. */
export type BufferKind = 'storage' | 'uniform' | 'staging';

export interface Lease {
  readonly buffer: GPUBuffer;
  readonly kind: BufferKind;
  /** Bytes of the buffer, at least those asked for. */
  readonly size: number;
}

/** Free buffers of more bytes than this, all together, are destroyed. */
const MOST_FREE_BYTES = 256 * 2 ** 20;

export class BufferPool {
  readonly #device: GPUDevice;
  readonly #limits: WebGpuLimits;
  readonly #counters: WebGpuCounters;
  /** By kind and size; the last to come is the first to go out again. */
  readonly #free = new Map<string, Lease[]>();
  readonly #all = new Set<Lease>();
  /** Buffers that there was no room for: of no use to anyone. */
  readonly #spoilt = new WeakSet<Lease>();
  #verdicts: Promise<void>[] = [];
  #freeBytes = 0;

  constructor(device: GPUDevice, limits: WebGpuLimits, counters: WebGpuCounters) {
    this.#device = device;
    this.#limits = limits;
    this.#counters = counters;
  }

  /** @throws AttentionError `out-of-memory` where the device has no buffers so large */
  acquire(bytes: number, kind: BufferKind, label: string): Lease {
    const size = this.#sizeClass(bytes, label);
    this.#counters.buffersInUse++;
    const waiting = this.#takeFree(kind, size);
    if (waiting) {
      waiting.buffer.label = label;
      return waiting;
    }
    return this.#create(size, kind, label);
  }

  /** Of the buffers made since the last time: each rejects where there was no room for it. */
  takeVerdicts(): Promise<void>[] {
    const verdicts = this.#verdicts;
    this.#verdicts = [];
    return verdicts;
  }

  release(lease: Lease): void {
    if (!this.#all.has(lease)) return;
    this.#counters.buffersInUse--;
    if (this.#spoilt.has(lease) || this.#freeBytes + lease.size > MOST_FREE_BYTES) {
      this.#destroy(lease);
      return;
    }
    const key = `${lease.kind} ${lease.size}`;
    const waiting = this.#free.get(key);
    if (waiting) waiting.push(lease);
    else this.#free.set(key, [lease]);
    this.#freeBytes += lease.size;
  }

  /** Gives up a buffer that can no longer be trusted. */
  discard(lease: Lease): void {
    if (!this.#all.has(lease)) return;
    this.#counters.buffersInUse--;
    this.#destroy(lease);
  }

  /** Destroys every buffer there is, in use or not. */
  destroy(): void {
    for (const lease of this.#all) this.#destroy(lease);
    this.#free.clear();
    this.#freeBytes = 0;
    this.#counters.buffersInUse = 0;
  }

  #takeFree(kind: BufferKind, size: number): Lease | undefined {
    const waiting = this.#free.get(`${kind} ${size}`);
    for (let lease = waiting?.pop(); lease; lease = waiting?.pop()) {
      this.#freeBytes -= size;
      if (!this.#spoilt.has(lease)) return lease;
      this.#destroy(lease);
    }
    return undefined;
  }

  #create(size: number, kind: BufferKind, label: string): Lease {
    this.#device.pushErrorScope('out-of-memory');
    const lease = { buffer: this.#device.createBuffer({ label, size, usage: usageOf(kind) }), kind, size };
    const told = this.#device.popErrorScope();
    const verdict = told.then((error) => {
      if (!error) return;
      this.#spoilt.add(lease);
      throw caughtError(label, error);
    });
    verdict.catch(() => {});
    this.#verdicts.push(verdict);
    this.#all.add(lease);
    this.#counters.liveBuffers++;
    this.#counters.liveBytes += size;
    return lease;
  }

  #destroy(lease: Lease): void {
    this.#all.delete(lease);
    this.#counters.liveBuffers--;
    this.#counters.liveBytes -= lease.size;
    lease.buffer.destroy();
  }

  /** Four sizes to each doubling: few enough to meet again, and at most a quarter too large. */
  #sizeClass(bytes: number, label: string): number {
    const most = this.#limits.maxBufferSize;
    if (bytes > most) throw gpuMemoryError(label, `a buffer of at most ${most} bytes`, `${bytes}`);
    const step = Math.max(256, 2 ** (Math.floor(Math.log2(Math.max(bytes, 1))) - 2));
    return Math.min(Math.ceil(Math.max(bytes, 1) / step) * step, Math.floor(most / 4) * 4);
  }
}

// The values of GPUBufferUsage, which is a global of browsers and not of Node.
const MAP_READ = 0x01;
const COPY_SRC = 0x04;
const COPY_DST = 0x08;
const UNIFORM = 0x40;
const STORAGE = 0x80;

function usageOf(kind: BufferKind): number {
  if (kind === 'staging') return MAP_READ | COPY_DST;
  return (kind === 'uniform' ? UNIFORM : STORAGE | COPY_SRC) | COPY_DST;
}
