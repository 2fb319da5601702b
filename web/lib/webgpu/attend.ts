// The fused path: one dispatch from Q, K and V to the output of a part.

import type { WebGpuLimits } from '../types.js';
import type { Fit } from './fit.js';
import type { Job } from './job.js';
import { mostBytes } from './limits.js';
import { maskBytes, uploadMasks } from './masking.js';
import type { Part } from './parts.js';
import { programs } from './programs.js';
import {
  bound,
  type DeviceRows,
  isBindable,
  keysOf,
  type Layout,
  onDevice,
  type PlannedRows,
  queriesOf,
  type Rows,
} from './rows.js';
import { Uniforms } from './uniforms.js';

export interface Operands {
  Q: Rows;
  K: Rows;
  V: Rows;
}

/** Where everything lies, or is to lie. */
export type Layouts = Record<keyof Operands | 'output', Layout | PlannedRows>;

/** Whether everything that a shader sees of this part is within the limits of the device. */
export function attentionFits({ Q, K, V, output }: Layouts, fit: Fit, limits: WebGpuLimits) {
  const most = mostBytes(limits);
  const queriesFit = queriesAndMasksFit({ Q, output }, fit, limits);
  return (part: Part): boolean =>
    queriesFit(part) && [K, V].every((rows) => isBindable(keysOf(rows, part, fit.group), most));
}

/** The same of all that is there for each query: its row of Q, of masks and of the output. */
export function queriesAndMasksFit({ Q, output }: Pick<Layouts, 'Q' | 'output'>, fit: Fit, limits: WebGpuLimits) {
  const most = mostBytes(limits);
  return (part: Part): boolean => {
    const masks = maskBytes(fit.masking, part);
    const rowsFit = [Q, output].every((rows) => isBindable(queriesOf(rows, part), most));
    return rowsFit && Math.max(masks.words, masks.bias) <= most;
  };
}

/** Those of a workgroup. */
const QUERIES_PER_TILE = 32;

/** @param output - the rows of this part */
export function attendPart(job: Job, { Q, K, V }: Operands, fit: Fit, part: Part, output: DeviceRows): void {
  const queries = onDevice(job, queriesOf(Q, part), 'Q');
  const keys = onDevice(job, keysOf(K, part, fit.group), 'K');
  const values = onDevice(job, keysOf(V, part, fit.group), 'V');
  const masks = uploadMasks(job, fit.masking, part);
  const [batch, heads, steps] = queries.shape;
  const vectors = vectorsPerThread(fit.valueSize);
  const tiles = Math.ceil(steps / QUERIES_PER_TILE);
  const chunks = Math.ceil(fit.valueSize / (32 * vectors));
  const bindings = [queries, keys, values, output].map(bound);
  const uniforms = new Uniforms()
    .u32(...bindings.flatMap(({ view }) => view))
    .u32(heads, steps, fit.headSize, fit.valueSize)
    .u32(tiles, chunks, batch * heads * tiles * chunks, fit.group)
    .u32(part.head[0])
    .f32(fit.scale, fit.softcap);
  writeDropout(uniforms, fit, part);
  job.dispatch(
    programs.attention,
    batch * heads * tiles * chunks,
    [uniforms, masks.uniforms],
    [...masks.storage, ...bindings.map(({ bytes }) => bytes)],
    { VALUE_VECTORS: vectors },
  );
}

/** Vectors of output in a thread's registers, four rows of each: wider values are taken in chunks. */
function vectorsPerThread(valueSize: number): number {
  if (valueSize <= 32) return 1;
  return valueSize <= 64 ? 2 : 4;
}

/** The struct Dropout of dropout.wgsl. */
export function writeDropout(uniforms: Uniforms, { dropout, scores }: Fit, part: Part): void {
  const [, heads, queries, keys] = scores;
  const { p, seed } = dropout ?? { p: 0, seed: 0 };
  uniforms
    .align(4)
    .u32(seed % 2 ** 32, Math.floor(seed / 2 ** 32))
    .u32(Math.ceil(p * 2 ** 24), dropout ? 1 : 0)
    .u32((part.batch[0] * heads + part.head[0]) * queries + part.query[0])
    .u32(heads * queries, queries, keys)
    .f32(p < 1 ? 1 / (1 - p) : 0)
    .align(4);
}
