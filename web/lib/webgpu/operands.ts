// Q, K and V of a call, seen head by head, wherever their numbers are.

import { HandleOnDevice } from './handles.js';
import type { Job } from './job.js';
import { programs } from './programs.js';
import type { Operand } from './reading.js';
import { bound, type DeviceRows, type Layout, paddedLayout, type Rows, scratchRows, sideBySide } from './rows.js';
import { padded } from './shapes.js';
import { Uniforms } from './uniforms.js';

/** The operand's rows as a layout of its numbers says, heads cut out of the last axis where it says so. */
export function rowsOfOperand(job: Job, operand: Operand, layout: Layout, label: string): Rows {
  if (!(operand instanceof HandleOnDevice)) return { ...layout, data: operand.data };
  const rows = operand.rows(label);
  const [batch, heads, steps, size] = layout.shape;
  if (heads === rows.shape[1] && size === rows.shape[3]) return rows;
  const split = sideBySide(layout.shape, padded);
  if (size % 4 === 0) return { ...split, lease: rows.lease };
  const close = { shape: [batch, 1, steps, heads * size] as const };
  const spread = scratchRows(job, split, label);
  repack(job, { ...rows, ...close }, heads * size, spread, size);
  return spread;
}

/** In an array of its own: what a later job reads must not change with the caller's. */
export function steadyOperand(operand: Operand): Operand {
  return operand instanceof HandleOnDevice ? operand : { ...operand, data: operand.data.slice() };
}

/** Rows whose heads lie padded side by side, as rows of close columns; a copy where there is padding between. */
export function closeHeads(job: Job, heads: DeviceRows, make: (layout: Layout) => DeviceRows): DeviceRows {
  const [batch, count, steps, size] = heads.shape;
  const close = make(paddedLayout([batch, 1, steps, count * size]));
  repack(job, heads, size, close, count * size);
  return close;
}

/** @param group - columns that are padded together, on either side */
function repack(job: Job, from: DeviceRows, group: number, to: DeviceRows, toGroup: number): void {
  const [batch, heads, steps, size] = to.shape;
  const rows = batch * steps;
  const toRow = padded(toGroup) * ((heads * size) / toGroup);
  const [source, target] = [bound(from), bound(to)];
  const uniforms = new Uniforms()
    .u32(rows, heads * size, group, padded(group), toGroup, padded(toGroup))
    .u32(from.strides[2], toRow, 4 * source.view[0], 4 * target.view[0]);
  job.dispatch(programs.repack, Math.ceil((rows * toRow) / 64), [uniforms.align(2)], [source.bytes, target.bytes]);
}
