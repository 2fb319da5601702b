// Products with parameters: C = A W + b.

import type { Job } from './job.js';
import { programs } from './programs.js';
import { bound, type DeviceRows, extent, type Layout } from './rows.js';
import { padded, type Shape4 } from './shapes.js';
import { Uniforms } from './uniforms.js';

/** A matrix of parameters on the GPU, its rows and columns padded, and its bias where it has one. */
export interface DeviceMatrix {
  /** From the beginning of its buffer. */
  W: DeviceRows;
  /** Whether its numbers are float16, two bytes each. */
  isFloat16: boolean;
  b?: DeviceRows;
}

/** Rows of one workgroup. */
const ROWS_PER_TILE = 64;

/** Rows are whole vectors of 16 bytes, and bindings begin at multiples of 256. */
const ROWS_ALIGNED = 16;

/**
 * Multiplies every row of A, some rows at a time where they do not fit a binding all together.
 *
 * @param C - rows of (…, columns), one after another
 * @param columns - those of W and C to compute
 */
export function project(
  job: Job,
  A: DeviceRows,
  { W, isFloat16, b }: DeviceMatrix,
  C: DeviceRows,
  columns: { first: number; count: number },
  mostBytes: number,
): void {
  const from = flat(A);
  const to = flat(C);
  const rows = from.shape[2];
  const most = rowsAtOnce(Math.max(from.strides[2], to.strides[2]), mostBytes);
  for (let first = 0; first < rows; first += most) {
    const count = Math.min(most, rows - first);
    const a = bound(rowsOf(from, first, count));
    const c = bound(rowsOf(to, first, count));
    const w = bound(W);
    const matrix = isFloat16 ? { ...w.bytes, size: w.bytes.size / 2 } : w.bytes;
    const bias = b ? bound(b) : { ...w, bytes: matrix };
    const across = padded(columns.count) / 4;
    const tiles = Math.ceil(count / ROWS_PER_TILE) * Math.ceil(across / 16);
    const uniforms = new Uniforms()
      .u32(count, padded(from.shape[3]) / 4, across, tiles)
      .u32(a.view[0], a.view[3], w.view[0] + columns.first / 4, w.view[3])
      .u32(c.view[0], c.view[3], bias.view[0] + columns.first / 4, b ? 1 : 0);
    const program = isFloat16 ? programs.projectionOfHalves : programs.projection;
    job.dispatch(program, tiles, [uniforms], [a.bytes, matrix, bias.bytes, c.bytes]);
  }
}

/** How many rows of so many numbers a shader can be given together: whole tiles, where there is room for one. */
export function rowsAtOnce(width: number, mostBytes: number): number {
  const perBinding = Math.floor((mostBytes - 256) / 4 / Math.max(width, 1));
  const step = perBinding >= ROWS_PER_TILE ? ROWS_PER_TILE : ROWS_ALIGNED;
  return Math.max(step, Math.floor(perBinding / step) * step);
}

/** All rows as those of one matrix: they follow each other. */
export function flat<T extends Layout>(rows: T): T {
  const [batch, heads, steps, size] = rows.shape;
  const row = rows.strides[2];
  const shape: Shape4 = [1, 1, batch * heads * steps, size];
  return { ...rows, shape, strides: [0, 0, row] };
}

function rowsOf(rows: DeviceRows, first: number, count: number): DeviceRows {
  const slice: DeviceRows = {
    ...rows,
    shape: [1, 1, count, rows.shape[3]],
    offset: rows.offset + first * rows.strides[2],
  };
  return extent(slice, padded) > 0 ? slice : { ...slice, shape: [1, 1, 0, 0] };
}
