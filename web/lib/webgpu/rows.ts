// Rows of numbers, on this side and on the GPU's. There every row begins at a multiple of four numbers and is padded
// with zeros to one, so that shaders load vectors alone; parameters are laid out likewise (parameters.ts).

import { AttentionError } from '../errors.js';
import type { Bound, Job } from './job.js';
import type { Part } from './parts.js';
import type { Lease } from './pool.js';
import { countOf, padded, type Shape4 } from './shapes.js';

/** Where the rows of a shape lie in a row of numbers. */
export interface Layout {
  shape: Shape4;
  offset: number;
  /** Numbers from one batch, head, row to the next. */
  strides: readonly [batch: number, head: number, row: number];
}

export interface HostRows extends Layout {
  data: Float32Array;
}

export interface DeviceRows extends Layout {
  lease: Lease;
}

export type Rows = HostRows | DeviceRows;

/** Where rows are to lie on the GPU, before there is a buffer. */
export interface PlannedRows extends Layout {
  lease: undefined;
}

/** Row-major, as results are. */
export function dense(shape: Shape4): Layout {
  const [, heads, steps, size] = shape;
  return { shape, offset: 0, strides: [heads * steps * size, steps * size, size] };
}

/** Row-major with padded rows. */
export function paddedLayout(shape: Shape4): Layout {
  const [batch, heads, steps, size] = shape;
  return { ...dense([batch, heads, steps, padded(size)]), shape };
}

/** Heads side by side in each row: (B, L, H · size), each head padded by itself. */
export function sideBySide([batch, heads, steps, size]: Shape4, pad: (size: number) => number): Layout {
  const row = heads * pad(size);
  return { shape: [batch, heads, steps, size], offset: 0, strides: [steps * row, pad(size), row] };
}

/** Some batches, heads and steps of rows. */
export function sliced<T extends Layout>(rows: T, batch: Range, head: Range, step: Range): T {
  const [b, h, r] = rows.strides;
  const shape: Shape4 = [batch[1] - batch[0], head[1] - head[0], step[1] - step[0], rows.shape[3]];
  return { ...rows, shape, offset: rows.offset + batch[0] * b + head[0] * h + step[0] * r };
}

/** Some columns of rows; `first` is a multiple of four where the GPU reads or writes them. */
export function columnsOf<T extends Layout>(rows: T, [first, last]: Range): T {
  const [batch, heads, steps] = rows.shape;
  return { ...rows, shape: [batch, heads, steps, last - first], offset: rows.offset + first };
}

export type Range = readonly [first: number, last: number];

/** The queries' rows of a part. */
export function queriesOf<T extends Layout>(rows: T, { batch, head, query }: Part): T {
  return sliced(rows, batch, head, query);
}

/** The keys' or values' rows of a part, of every head that one of its heads reads. */
export function keysOf<T extends Layout>(rows: T, { batch, head }: Part, group: number): T {
  return sliced(rows, batch, [Math.floor(head[0] / group), Math.ceil(head[1] / group)], [0, rows.shape[2]]);
}

/** Numbers from the first of these rows to the end of the last. */
export function extent({ shape: [batch, heads, steps, size], strides }: Layout, pad = (size: number) => size): number {
  if (batch * heads * steps * size === 0) return 0;
  return (batch - 1) * strides[0] + (heads - 1) * strides[1] + (steps - 1) * strides[2] + pad(size);
}

/** Bytes from the first to the last of these rows on the GPU; those that are not there are uploaded close together. */
export function deviceBytes(rows: Layout | PlannedRows | DeviceRows): number {
  return 4 * ('lease' in rows ? extent(rows, padded) : countOf([...rows.shape.slice(0, 3), padded(rows.shape[3])]));
}

/** Whether a shader can be given all of these rows. A binding may begin up to 256 bytes before what is asked for. */
export function isBindable(rows: Layout | DeviceRows, mostBytes: number): boolean {
  return deviceBytes(rows) + 256 <= mostBytes;
}

/**
 * Ranges of steps, multiples of four but for the last, whose rows a shader can be given one after another: where all of
 * them are too large, and at least four are not.
 */
export function blocksOf(rows: Layout | DeviceRows, mostBytes: number): Range[] {
  const steps = rows.shape[2];
  if (steps === 0) return [[0, 0]];
  let count = steps;
  while (count > 4 && !isBindable(stepsOf(rows, [0, count]), mostBytes)) count = 4 * Math.ceil(count / 8);
  return Array.from(
    { length: Math.ceil(steps / count) },
    (_, i): Range => [i * count, Math.min((i + 1) * count, steps)],
  );
}

/** Those steps of every batch and head. */
export function stepsOf<T extends Layout>(rows: T, steps: Range): T {
  return sliced(rows, [0, rows.shape[0]], [0, rows.shape[1]], steps);
}

export function isOnDevice(rows: Rows): rows is DeviceRows {
  return 'lease' in rows;
}

/** Rows in a buffer of this job. */
export function scratchRows(job: Job, layout: Layout, label: string): DeviceRows {
  return { ...layout, lease: job.scratch(4 * extent(layout, padded), label) };
}

/** The same rows on the GPU: as they are where they are there, else uploaded. */
export function onDevice(job: Job, rows: Rows, label: string): DeviceRows {
  if (isOnDevice(rows)) return rows;
  const { data, offset, shape, strides } = rows;
  const numbers = extent(rows);
  const isAligned = [shape[3], ...strides].every((size) => size % 4 === 0);
  // Rows that lie as they should, with little between them, go as they are.
  if (isAligned && numbers <= 1.05 * countOf(shape)) {
    return { shape, strides, offset: 0, lease: job.upload(data.subarray(offset, offset + numbers), label) };
  }
  return { ...paddedLayout(shape), lease: job.upload(packed(rows), label) };
}

/** The rows one after another, each padded. */
export function packed(rows: HostRows): Float32Array {
  const layout = paddedLayout(rows.shape);
  const data = new Float32Array(extent(layout, padded));
  copyRows(rows, { ...layout, data });
  return data;
}

/** Copies every row. */
export function copyRows(from: HostRows, to: HostRows): void {
  const [batches, heads, steps, size] = from.shape;
  for (let b = 0; b < batches; b++) {
    for (let h = 0; h < heads; h++) {
      for (let i = 0; i < steps; i++) {
        const start = from.offset + b * from.strides[0] + h * from.strides[1] + i * from.strides[2];
        const at = to.offset + b * to.strides[0] + h * to.strides[1] + i * to.strides[2];
        to.data.set(from.data.subarray(start, start + size), at);
      }
    }
  }
}

/** Reads rows into place once the job is done. */
export function readRows(job: Job, from: DeviceRows, to: HostRows): void {
  const numbers = extent(from);
  job.read(from.lease, 4 * from.offset, 4 * numbers, (bytes) => {
    const data = new Float32Array(bytes);
    const isWhole = numbers === countOf(from.shape) && extent(to) === numbers;
    if (isWhole && sameOrder(from, to)) to.data.set(data, to.offset);
    else copyRows({ ...from, data, offset: 0 }, to);
  });
}

function sameOrder(a: Layout, b: Layout): boolean {
  return a.strides.every((stride, axis) => stride === b.strides[axis] || (a.shape[axis] as number) <= 1);
}

/** What a shader is given of rows: the bytes, and in vectors of them the first and the strides. */
export function bound(rows: DeviceRows): { bytes: Bound; view: readonly [number, number, number, number] } {
  // Bindings begin at multiples of 256 bytes; what is left of the offset is told to the shader.
  const first = Math.floor(rows.offset / 64) * 64;
  const size = Math.max(16, 4 * (rows.offset - first + extent(rows, padded)));
  const [batch, head, row] = rows.strides;
  return {
    bytes: { lease: rows.lease, offset: 4 * first, size },
    view: [(rows.offset - first) / 4, batch / 4, head / 4, row / 4],
  };
}

/** @throws AttentionError `out-of-memory` where JavaScript has no room for so many numbers */
export function allocate(count: number): Float32Array {
  try {
    return new Float32Array(count);
  } catch (cause) {
    const got = cause instanceof Error ? cause.message : String(cause);
    const complaint = { argument: 'memory', expected: 'room for the result', got };
    throw new AttentionError('out-of-memory', complaint, { cause });
  }
}
