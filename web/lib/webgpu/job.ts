// One submission: what is uploaded, dispatched and read back together. Nothing waits between its beginning and
// `submit`, so that the error scopes of two jobs never mix, and a buffer goes back to the pool as soon as the work is
// handed over: the queue keeps the order.

import { kindOf } from '../checks.js';
import { AttentionError } from '../errors.js';
import { gpuMemoryError } from './failures.js';
import type { Gpu } from './gpu.js';
import { mostBytes } from './limits.js';
import type { Lease } from './pool.js';
import type { Program } from './programs.js';
import type { Uniforms } from './uniforms.js';

/** The bytes of a storage buffer that a shader may touch; the offset is a multiple of 256. */
export interface Bound {
  lease: Lease;
  offset: number;
  size: number;
}

interface Dispatch {
  program: Program;
  constants: Readonly<Record<string, number>>;
  uniforms: readonly Uniforms[];
  storage: readonly Bound[];
  workgroups: number;
}

interface Read {
  from: Lease;
  offset: number;
  bytes: number;
  take: (bytes: ArrayBuffer) => void;
}

/** What a device wants offsets of uniform blocks to be multiples of, and of storage likewise. */
const OFFSET_ALIGNMENT = 256;

export class Job {
  readonly #gpu: Gpu;
  readonly #label: string;
  readonly #scratch: Lease[] = [];
  readonly #uploads: { to: Lease; data: ArrayBufferView }[] = [];
  readonly #dispatches: Dispatch[] = [];
  readonly #reads: Read[] = [];

  constructor(gpu: Gpu, label: string) {
    gpu.check();
    this.#gpu = gpu;
    this.#label = label;
  }

  /** Bytes that a shader can be given of one buffer. */
  get mostBytes(): number {
    return mostBytes(this.#gpu.limits);
  }

  /** A buffer until the end of this job. */
  scratch(bytes: number, label: string): Lease {
    const lease = this.#gpu.pool.acquire(bytes, 'storage', `${this.#label}: ${label}`);
    this.#scratch.push(lease);
    return lease;
  }

  /** A buffer until the end of this job with these bytes, a multiple of four of them. */
  upload(data: ArrayBufferView, label: string): Lease {
    const lease = this.scratch(data.byteLength, label);
    this.fill(lease, data);
    return lease;
  }

  fill(lease: Lease, data: ArrayBufferView): void {
    this.#uploads.push({ to: lease, data });
  }

  /** @param workgroups - how many, in a line */
  dispatch(
    program: Program,
    workgroups: number,
    uniforms: readonly Uniforms[],
    storage: readonly Bound[],
    constants: Readonly<Record<string, number>> = {},
  ): void {
    const most = this.#gpu.limits.maxStorageBufferBindingSize;
    const large = storage.find(({ size }) => size > most);
    if (large) {
      const label = `${this.#label}: ${program.name}`;
      throw gpuMemoryError(label, `buffers of which a shader sees at most ${most} bytes`, `${large.size}`);
    }
    if (workgroups > 0) this.#dispatches.push({ program, constants, uniforms, storage, workgroups });
  }

  /** Hands bytes of a buffer to `take` after the work is done. The bytes are its for the time of the call. */
  read(from: Lease, offset: number, bytes: number, take: (bytes: ArrayBuffer) => void): void {
    if (bytes > 0) this.#reads.push({ from, offset, bytes, take });
  }

  /** Does everything; resolves once it is done and everything is read. */
  async submit(): Promise<void> {
    const gpu = this.#gpu;
    const staging: Lease[] = [];
    try {
      const { accepted } = gpu.scoped(this.#label, () => {
        const uniforms = this.#uniformBuffer();
        for (const { to, data } of this.#uploads) {
          gpu.device.queue.writeBuffer(to.buffer, 0, ofOne(data));
          gpu.counters.bytesUploaded += data.byteLength;
        }
        const encoder = gpu.device.createCommandEncoder({ label: this.#label });
        this.#encode(encoder, uniforms);
        for (const { from, offset, bytes } of this.#reads) {
          const lease = gpu.pool.acquire(bytes, 'staging', `${this.#label}: read-back`);
          staging.push(lease);
          encoder.copyBufferToBuffer(from.buffer, offset, lease.buffer, 0, bytes);
        }
        gpu.device.queue.submit([encoder.finish()]);
        gpu.counters.submissions++;
      });
      this.#release();
      // No room makes everything after it invalid as well: what is told first is the cause.
      await this.#map(staging, [...gpu.pool.takeVerdicts(), accepted]);
    } catch (error) {
      for (const lease of staging) gpu.pool.discard(lease);
      throw error;
    } finally {
      this.#release();
    }
  }

  /** Gives back what was taken without doing anything. */
  cancel(): void {
    this.#gpu.pool.takeVerdicts();
    this.#release();
  }

  #release(): void {
    for (const lease of this.#scratch.splice(0)) this.#gpu.pool.release(lease);
  }

  #uniformBuffer(): Lease | undefined {
    const blocks = this.#dispatches.flatMap(({ uniforms }) => uniforms);
    if (blocks.length === 0) return undefined;
    const size = blocks.reduce((sum, block) => sum + placeOf(block), 0);
    const words = new Uint32Array(size / 4);
    let at = 0;
    for (const block of blocks) {
      words.set(block.words, at / 4);
      at += placeOf(block);
    }
    const lease = this.#gpu.pool.acquire(size, 'uniform', `${this.#label}: uniforms`);
    this.#scratch.push(lease);
    this.fill(lease, words);
    return lease;
  }

  #encode(encoder: GPUCommandEncoder, uniformBuffer: Lease | undefined): void {
    const { device, pipelines, counters, limits } = this.#gpu;
    const pass = encoder.beginComputePass({ label: this.#label });
    let at = 0;
    for (const { program, constants, uniforms, storage, workgroups } of this.#dispatches) {
      const pipeline = pipelines.of(program, constants);
      const resources: GPUBindingResource[] = uniforms.map((block) => {
        const resource = { buffer: (uniformBuffer as Lease).buffer, offset: at, size: placeOf(block) };
        at += placeOf(block);
        return resource;
      });
      for (const { lease, offset, size } of storage) resources.push({ buffer: lease.buffer, offset, size });
      pass.setPipeline(pipeline);
      pass.setBindGroup(
        0,
        device.createBindGroup({
          label: `${this.#label}: ${program.name}`,
          layout: pipeline.getBindGroupLayout(0),
          entries: resources.map((resource, binding) => ({ binding, resource })),
        }),
      );
      const across = Math.min(workgroups, limits.maxComputeWorkgroupsPerDimension);
      pass.dispatchWorkgroups(across, Math.ceil(workgroups / across));
      counters.dispatches++;
    }
    pass.end();
  }

  /** Takes what was read out of the staging buffers, and them off the list as they go back. */
  async #map(staging: Lease[], verdicts: readonly Promise<void>[]): Promise<void> {
    const { pool } = this.#gpu;
    const mapped = staging.map(({ buffer }) => buffer.mapAsync(MAP_MODE_READ));
    const outcomes = await Promise.allSettled([...verdicts, ...mapped]);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) {
      throw failure.reason instanceof AttentionError ? failure.reason : await this.#gpu.ending(failure.reason);
    }
    this.#gpu.check();
    for (const { bytes, take } of this.#reads) {
      const [lease] = staging as [Lease];
      take(lease.buffer.getMappedRange(0, bytes));
      this.#gpu.counters.bytesReadBack += bytes;
      lease.buffer.unmap();
      staging.shift();
      pool.release(lease);
    }
  }
}

function placeOf(block: Uniforms): number {
  return Math.ceil((block.words.length * 4) / OFFSET_ALIGNMENT) * OFFSET_ALIGNMENT;
}

/** The same bytes in memory of one thread alone: given shared memory, npm's webgpu ends the process. */
function ofOne(data: ArrayBufferView): GPUAllowSharedBufferSource {
  const { buffer, byteOffset, byteLength } = data;
  if (kindOf(buffer) !== 'SharedArrayBuffer') return data as ArrayBufferView<ArrayBuffer>;
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}

/** GPUMapMode.READ, which is a global of browsers and not of Node. */
const MAP_MODE_READ = 0x1;
