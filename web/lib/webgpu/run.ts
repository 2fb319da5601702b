// A call as jobs, one for each part; and buffers that outlast a job.

import type { Gpu } from './gpu.js';
import { Job } from './job.js';
import type { Part } from './parts.js';
import type { Lease } from './pool.js';
import { type DeviceRows, extent, type Layout } from './rows.js';
import { padded } from './shapes.js';

/** Buffers of a call, or of a handle before it is handed out. */
export class Held {
  readonly #leases: Lease[] = [];
  #gpu: Gpu;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  buffer(bytes: number, label: string): Lease {
    const lease = this.#gpu.pool.acquire(bytes, 'storage', label);
    this.#leases.push(lease);
    return lease;
  }

  rows(layout: Layout, label: string): DeviceRows {
    return { ...layout, lease: this.buffer(4 * extent(layout, padded), label) };
  }

  /** Gives back what it holds, and holds buffers of this device from now on. */
  moveTo(gpu: Gpu): void {
    this.release();
    this.#gpu = gpu;
  }

  release(): void {
    for (const lease of this.#leases.splice(0)) this.#gpu.pool.release(lease);
  }

  /** Someone else gives these back. */
  handOver(leases: readonly Lease[]): void {
    for (const lease of leases) {
      const at = this.#leases.indexOf(lease);
      if (at >= 0) this.#leases.splice(at, 1);
    }
  }
}

/**
 * Runs a call part by part.
 *
 * @param steps - `before` in the job of the first part, `after` in that of the last; both run where there is no part
 */
export async function runParts(
  gpu: Gpu,
  label: string,
  parts: readonly Part[],
  steps: { before?: (job: Job) => void; each: (job: Job, part: Part) => void; after?: (job: Job) => void },
): Promise<void> {
  const last = Math.max(parts.length - 1, 0);
  for (let i = 0; i <= last; i++) {
    const part = parts[i];
    await runJob(gpu, label, (job) => {
      if (i === 0) steps.before?.(job);
      if (part) steps.each(job, part);
      if (i === last) steps.after?.(job);
    });
  }
}

/** One job, whose buffers go back even where it never comes to be. */
export async function runJob(gpu: Gpu, label: string, work: (job: Job) => void): Promise<void> {
  const job = new Job(gpu, label);
  try {
    work(job);
  } catch (error) {
    job.cancel();
    throw error;
  }
  await job.submit();
}
