// A tensor that stays on the GPU: to be given to the next call, or read back as a whole, by rows or by tiles.
// One too large for a binding lies in several buffers, each some whole heads or some rows of one.

import { describe, isInt32 } from '../checks.js';
import { AttentionError } from '../errors.js';
import { disposeSymbol } from '../lifetimes.js';
import type { DeviceTensor, Tensor } from '../types.js';
import type { Gpu } from './gpu.js';
import { Job } from './job.js';
import type { Part } from './parts.js';
import type { Lease } from './pool.js';
import { allocate, columnsOf, type DeviceRows, dense, type Layout, type Range, readRows, sliced } from './rows.js';
import { type Axes, countOf, lowered, type Shape4 } from './shapes.js';

/** The rows of a part. */
export interface Segment {
  part: Part;
  rows: DeviceRows;
}

/** Gives buffers back where their owner was forgotten. */
const forgotten = new FinalizationRegistry<{ gpu: Gpu; leases: Lease[] }>(({ gpu, leases }) => {
  for (const lease of leases) gpu.pool.release(lease);
});

export class HandleOnDevice implements DeviceTensor {
  readonly shape: number[];
  readonly shape4: Shape4;
  readonly axes: Axes;
  readonly segments: readonly Segment[];
  readonly #gpu: Gpu;
  #isDisposed = false;
  /** Calls that still read it. */
  #uses = 0;

  /** @param segments - in buffers that are this handle's from now on, padded and row-major */
  constructor(gpu: Gpu, shape4: Shape4, axes: Axes, segments: readonly Segment[]) {
    this.#gpu = gpu;
    this.shape4 = shape4;
    this.axes = axes;
    this.shape = lowered(shape4, axes);
    this.segments = segments;
    forgotten.register(this, { gpu, leases: this.#leases() }, this);
  }

  isOf(gpu: Gpu): boolean {
    return gpu === this.#gpu;
  }

  /** @throws AttentionError `disposed`, and what the engine throws where it is no more */
  check(): void {
    this.#gpu.check();
    if (!this.#isDisposed) return;
    throw new AttentionError('disposed', { argument: 'handle', expected: 'a live handle', got: 'a disposed one' });
  }

  /** All of it in one buffer. @throws AttentionError `out-of-memory` where it lies in several */
  rows(argument: string): DeviceRows {
    const [only, ...others] = this.segments;
    if (only && others.length === 0) return only.rows;
    const expected = 'a tensor that lies in one buffer of the GPU';
    throw new AttentionError('out-of-memory', { argument, expected, got: `one in ${this.segments.length}` });
  }

  async read(): Promise<Tensor> {
    return this.#read({ ...this.#whole() }, this.shape4[3], 0, this.shape);
  }

  /** Rows first … last − 1 of every head, with columns first … last − 1. */
  async readTile(rows: readonly [number, number], columns: readonly [number, number]): Promise<Tensor> {
    const [batch, heads, steps, size] = this.shape4;
    const query = rangeWithin(rows, steps, 'rows');
    const column = rangeWithin(columns, size, 'columns');
    const shape: Shape4 = [batch, heads, query[1] - query[0], column[1] - column[0]];
    return this.#read({ ...this.#whole(), query }, shape[3], column[0], lowered(shape, this.axes));
  }

  /** Row `query` of one head of one batch. */
  async readRow(query: number, { head = 0, batch = 0 } = {}): Promise<Tensor> {
    const [batches, heads, steps, size] = this.shape4;
    const part = {
      batch: rangeWithin([batch, batch + 1], batches, 'batch'),
      head: rangeWithin([head, head + 1], heads, 'head'),
      query: rangeWithin([query, query + 1], steps, 'query'),
    };
    return this.#read(part, size, 0, [size]);
  }

  /** Keeps the buffers for as long as a call of several jobs reads them, even where the caller disposes meanwhile. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#uses++;
    try {
      return await call();
    } finally {
      this.#uses--;
      this.#releaseUnused();
    }
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    forgotten.unregister(this);
    this.#releaseUnused();
  }

  #releaseUnused(): void {
    if (!this.#isDisposed || this.#uses > 0) return;
    for (const lease of this.#leases()) this.#gpu.pool.release(lease);
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  #leases(): Lease[] {
    return [...new Set(this.segments.map(({ rows }) => rows.lease))];
  }

  #whole(): Part {
    const [batch, heads, steps] = this.shape4;
    return { batch: [0, batch], head: [0, heads], query: [0, steps] };
  }

  async #read(wanted: Part, columns: number, firstColumn: number, shape: number[]): Promise<Tensor> {
    this.check();
    const sizes = [wanted.batch, wanted.head, wanted.query].map(([first, last]) => last - first);
    const target = { ...dense([...sizes, columns] as never), data: allocate(countOf(shape)) };
    const job = new Job(this.#gpu, 'read-back');
    for (const { part, rows } of this.segments) {
      const common = intersection(part, wanted);
      if (!common) continue;
      const from = relative(rows, common, part);
      readRows(job, columnsOf(from, [firstColumn, firstColumn + columns]), relative(target, common, wanted));
    }
    await job.submit();
    return { data: target.data, shape };
  }
}

/** The rows of a part, where `rows` begin with those of another. */
function relative<T extends Layout>(rows: T, { batch, head, query }: Part, origin: Part): T {
  const from = (range: Range, [first]: Range): Range => [range[0] - first, range[1] - first];
  return sliced(rows, from(batch, origin.batch), from(head, origin.head), from(query, origin.query));
}

function intersection(a: Part, b: Part): Part | undefined {
  const common = (x: Range, y: Range): Range => [Math.max(x[0], y[0]), Math.min(x[1], y[1])];
  const part = {
    batch: common(a.batch, b.batch),
    head: common(a.head, b.head),
    query: common(a.query, b.query),
  };
  return Object.values(part).every(([first, last]) => first < last) ? part : undefined;
}

function rangeWithin(range: readonly [number, number], size: number, argument: string): Range {
  const [first, last] = range;
  if (isInt32(first) && isInt32(last) && first >= 0 && first <= last && last <= size) return [first, last];
  const expected = `[first, last] with 0 ≤ first ≤ last ≤ ${size}`;
  const got = Array.isArray(range) ? `[${range.join(', ')}]` : describe(range);
  throw new AttentionError('option', { argument, expected, got });
}
