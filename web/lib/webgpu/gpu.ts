// The device with everything an engine needs around it: limits, pipelines, buffers, counters, and how it ends.

import { AttentionError } from '../errors.js';
import type { WebGpuCounters, WebGpuLimits } from '../types.js';
import { disposedError } from '../wasm/handle.js';
import { noCounts } from './counters.js';
import { caughtError, deviceLostError } from './failures.js';
import { limitsOf } from './limits.js';
import { BufferPool } from './pool.js';
import { Pipelines } from './programs.js';

export interface GpuParts {
  /** Lower ones than those of the device. */
  limits?: Partial<WebGpuLimits> | undefined;
  origin?: readonly unknown[];
}

export class Gpu {
  readonly device: GPUDevice;
  readonly limits: WebGpuLimits;
  readonly counters: WebGpuCounters = noCounts();
  readonly pool: BufferPool;
  readonly pipelines: Pipelines;
  /** Resolves with what every later call rejects with, once the device is lost; never where the engine is disposed of. */
  readonly lost: Promise<AttentionError>;
  /**
   * What the device was asked of, which nobody else may have: in Node a device, and with it the process, falls with a GPU
   * that is forgotten. Absent where the device is the application's.
   */
  readonly origin: readonly unknown[] | undefined;
  #end: AttentionError | undefined;

  constructor(device: GPUDevice, { limits, origin }: GpuParts = {}) {
    this.device = device;
    this.origin = origin;
    this.limits = limitsOf(device, limits);
    this.pool = new BufferPool(device, this.limits, this.counters);
    this.pipelines = new Pipelines(device);
    this.lost = new Promise((resolve) => {
      device.lost.then(({ message, reason }) => {
        if (this.#end) return;
        this.#end = this.#loss(message || reason);
        this.pool.destroy();
        resolve(this.#end);
      });
    });
  }

  /** @throws AttentionError `disposed` or `device-lost` where there is no device any more */
  check(): void {
    if (this.#end) throw this.#end;
  }

  /**
   * Does work at once, and tells what the device says of it.
   *
   * @param label - what an error is about
   * @returns what the work returns, and a promise that rejects where the device refused some of it
   */
  scoped<T>(label: string, work: () => T): { result: T; accepted: Promise<void> } {
    const { device } = this;
    const filters = ['validation', 'out-of-memory', 'internal'] as const;
    for (const filter of filters) device.pushErrorScope(filter);
    let result: T;
    let verdicts: Promise<GPUError | null>[] = [];
    try {
      result = work();
    } finally {
      verdicts = filters.map(() => device.popErrorScope());
      for (const verdict of verdicts) verdict.catch(() => {});
    }
    return { result, accepted: this.#judge(label, verdicts) };
  }

  async #judge(label: string, verdicts: Promise<GPUError | null>[]): Promise<void> {
    let errors: (GPUError | null)[];
    try {
      errors = await Promise.all(verdicts);
    } catch (cause) {
      throw await this.ending(cause);
    }
    const error = errors.find((candidate) => candidate !== null);
    if (error) throw caughtError(label, error);
  }

  /** Why the device answers no more. */
  async ending(cause: unknown): Promise<AttentionError> {
    if (this.#end) return this.#end;
    // The loss is told in its own time, after whatever failed because of it.
    const loss = await Promise.race([this.device.lost, new Promise<undefined>((resolve) => setTimeout(resolve, 1000))]);
    if (this.#end) return this.#end;
    if (loss) return this.#loss(loss.message || loss.reason);
    const got = cause instanceof Error ? cause.message : String(cause);
    return new AttentionError('internal', { argument: 'device', expected: 'an answer', got }, { cause });
  }

  #loss(reason: string): AttentionError {
    const whose = this.origin ? '' : '; it is the application that gave it, and has to load another engine';
    return deviceLostError(`${reason}; what was on it is gone${whose}`);
  }

  dispose(): void {
    if (this.#end?.code === 'disposed') return;
    this.#end = disposedError('engine');
    this.pool.destroy();
    if (this.origin) this.device.destroy();
  }
}
