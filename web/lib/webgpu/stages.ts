// The traced path: one dispatch a stage, every stage kept.

import type { CoreOptions } from '../wasm/core.js';
import { type Operands, writeDropout } from './attend.js';
import type { Fit } from './fit.js';
import type { Job } from './job.js';
import { type Masking, uploadMasks } from './masking.js';
import type { Part } from './parts.js';
import { programs } from './programs.js';
import {
  blocksOf,
  bound,
  columnsOf,
  type DeviceRows,
  dense,
  type HostRows,
  keysOf,
  onDevice,
  packed,
  paddedLayout,
  queriesOf,
  scratchRows,
  stepsOf,
} from './rows.js';
import { fitting, lifted, padded, type Shape4 } from './shapes.js';
import { Uniforms } from './uniforms.js';

/** Stages that the caller edited, as rows of (B, H, L, S). */
export interface Replaced {
  scores?: HostRows;
  masked?: HostRows;
  attentionWeights?: HostRows;
}

/** @throws Misfit where an edited stage has not the shape of scores */
export function replacedBy({ replace = {} }: CoreOptions, { scores, axes }: Fit): Replaced {
  const replaced: Replaced = {};
  for (const name of ['scores', 'masked', 'attentionWeights'] as const) {
    const tensor = replace[name];
    if (!tensor) continue;
    const shape = lifted(tensor, axes);
    fitting(shape.every((size, axis) => size === scores[axis]));
    replaced[name] = { ...dense(shape), data: tensor.data };
  }
  return replaced;
}

/** In arrays of their own: what later parts read must not change with the caller's. */
export function steadyReplaced(replaced: Replaced): Replaced {
  const copies = Object.entries(replaced).map(([name, rows]) => [name, { ...rows, data: rows.data.slice() }]);
  return Object.fromEntries(copies);
}

/** The stages of a part, in the order of the formula. */
export interface PartStages {
  scores: DeviceRows;
  scaled?: DeviceRows;
  masked: DeviceRows;
  attentionWeights: DeviceRows;
  dropped?: DeviceRows;
}

/** Makes the buffer of a stage. */
export type StageMaker = (name: keyof PartStages, shape: Shape4) => DeviceRows;

/** Buffers that end with the job. */
export function scratchStages(job: Job): StageMaker {
  return (name, shape) => scratchRows(job, paddedLayout(shape), name);
}

/** Everything from Q and K to the weights that V is summed up with. */
export function stagesOfPart(
  job: Job,
  { Q, K }: Pick<Operands, 'Q' | 'K'>,
  fit: Fit,
  part: Part,
  replaced: Replaced,
  make: StageMaker,
): PartStages {
  const scores = edited(job, replaced, 'scores', part, make) ?? scoresOfPart(job, { Q, K }, fit, part, make);
  const scaled = make('scaled', scores.shape);
  elementwise(job, programs.scaled, scores, scaled, (u) => u.f32(fit.scale, fit.softcap));
  return { ...weightsOfPart(job, { scores, scaled }, fit, part, replaced, make) };
}

/** From scaled scores on. */
export function weightsOfPart(
  job: Job,
  first: { scores: DeviceRows; scaled?: DeviceRows },
  fit: Fit,
  part: Part,
  replaced: Replaced,
  make: StageMaker,
): PartStages {
  const from = first.scaled ?? first.scores;
  const masked = edited(job, replaced, 'masked', part, make) ?? maskedPart(job, from, fit.masking, part, make);
  const attentionWeights =
    edited(job, replaced, 'attentionWeights', part, make) ?? softmaxPart(job, masked, fit.masking, make);
  return {
    ...first,
    masked,
    attentionWeights,
    ...(fit.dropout && { dropped: droppedPart(job, attentionWeights, fit, part, make) }),
  };
}

/** output = (dropped or attentionWeights) V, some keys at a time. @param output - the rows of this part */
export function sumUpPart(
  job: Job,
  { masked, attentionWeights, dropped }: PartStages,
  V: Operands['V'],
  fit: Fit,
  part: Part,
  output: DeviceRows,
): void {
  const [batch, heads, queries] = masked.shape;
  const tiles = batch * heads * Math.ceil(queries / 32) * Math.ceil(padded(fit.valueSize) / 64);
  const values = keysOf(V, part, fit.group);
  for (const block of blocksOf(values, job.mostBytes)) {
    const weights = bound(columnsOf(dropped ?? attentionWeights, block));
    const forbidden = bound(columnsOf(masked, block));
    const [summed, result] = [bound(onDevice(job, stepsOf(values, block), 'V')), bound(output)];
    const uniforms = new Uniforms()
      .u32(...weights.view, ...summed.view, ...result.view)
      .u32(heads, queries, block[1] - block[0], fit.valueSize)
      .u32(fit.group, part.head[0], tiles, block[0] === 0 ? 0 : 1);
    const storage = [weights, forbidden, summed, result].map(({ bytes }) => bytes);
    job.dispatch(programs.weightedSum, tiles, [uniforms.align(4)], storage);
  }
}

/** Some keys at a time, where not all of them can be bound. */
function scoresOfPart(
  job: Job,
  { Q, K }: Pick<Operands, 'Q' | 'K'>,
  fit: Fit,
  part: Part,
  make: StageMaker,
): DeviceRows {
  const queries = onDevice(job, queriesOf(Q, part), 'Q');
  const keys = keysOf(K, part, fit.group);
  const [batch, heads, steps] = queries.shape;
  const scores = make('scores', [batch, heads, steps, fit.scores[3]]);
  for (const block of blocksOf(keys, job.mostBytes)) {
    const count = block[1] - block[0];
    const tiles = batch * heads * Math.ceil(steps / 32) * Math.ceil(count / 64);
    const bindings = [queries, onDevice(job, stepsOf(keys, block), 'K'), columnsOf(scores, block)].map(bound);
    const uniforms = new Uniforms()
      .u32(...bindings.flatMap(({ view }) => view))
      .u32(heads, steps, count, fit.headSize)
      .u32(fit.group, part.head[0], tiles)
      .align(4);
    const storage = bindings.map(({ bytes }) => bytes);
    job.dispatch(programs.scores, tiles, [uniforms], storage);
  }
  return scores;
}

export function maskedPart(job: Job, scaled: DeviceRows, masking: Masking, part: Part, make: StageMaker): DeviceRows {
  const masked = make('masked', scaled.shape);
  const { uniforms, storage } = uploadMasks(job, masking, part);
  const [, heads, queries, keys] = scaled.shape;
  const count = countPadded(scaled);
  job.dispatch(
    programs.masked,
    Math.ceil(count / 64),
    [new Uniforms().u32(count, padded(keys), heads, queries), uniforms],
    [...storage, bound(scaled).bytes, bound(masked).bytes],
  );
  return masked;
}

/** Keys up to which a row is one thread's, not a workgroup's. */
const LONGEST_SHORT_ROW = 64;

export function softmaxPart(job: Job, masked: DeviceRows, masking: Masking, make: StageMaker): DeviceRows {
  const attentionWeights = make('attentionWeights', masked.shape);
  const [batch, heads, queries, keys] = masked.shape;
  const rows = batch * heads * queries;
  const isShort = keys <= LONGEST_SHORT_ROW;
  job.dispatch(
    isShort ? programs.softmaxShort : programs.softmax,
    isShort ? Math.ceil(rows / 64) : rows,
    [new Uniforms().u32(rows, padded(keys), keys, masking.uniformEmpty ? 1 : 0)],
    [bound(masked).bytes, bound(attentionWeights).bytes],
  );
  return attentionWeights;
}

function droppedPart(job: Job, attentionWeights: DeviceRows, fit: Fit, part: Part, make: StageMaker): DeviceRows {
  const dropped = make('dropped', attentionWeights.shape);
  const [, heads, queries, keys] = attentionWeights.shape;
  const count = countPadded(attentionWeights);
  const uniforms = new Uniforms().u32(count, padded(keys), heads, queries);
  writeDropout(uniforms, fit, part);
  const storage = [bound(attentionWeights).bytes, bound(dropped).bytes];
  job.dispatch(programs.dropped, Math.ceil(count / 64), [uniforms], storage);
  return dropped;
}

/** An edited stage takes the place of the computed one, in a buffer of its own like that. */
function edited(
  job: Job,
  replaced: Replaced,
  name: keyof Replaced,
  part: Part,
  make: StageMaker,
): DeviceRows | undefined {
  const rows = replaced[name];
  if (!rows) return undefined;
  const slice = queriesOf(rows, part);
  const stage = make(name, slice.shape);
  job.fill(stage.lease, packed(slice));
  return stage;
}

function elementwise(
  job: Job,
  program: (typeof programs)['scaled'],
  from: DeviceRows,
  to: DeviceRows,
  rest: (uniforms: Uniforms) => Uniforms,
): void {
  const count = countPadded(from);
  job.dispatch(
    program,
    Math.ceil(count / 64),
    [rest(new Uniforms().u32(count)).align(4)],
    [bound(from).bytes, bound(to).bytes],
  );
}

function countPadded({ shape: [batch, heads, steps, size] }: DeviceRows): number {
  return batch * heads * steps * padded(size);
}
