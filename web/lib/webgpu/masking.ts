// The masks of a call as the shader reads them. Whether they fit is judged here; what they forbid, on the GPU.

import type { CoreOptions } from '../wasm/core.js';
import type { Bound, Job } from './job.js';
import type { Part } from './parts.js';
import { type Axes, fitting, type Shape4 } from './shapes.js';
import { Uniforms } from './uniforms.js';

/** An array seen from (batch, head, query, key): strides of axes along which it repeats are 0. */
interface Broadcast<A> {
  data: A;
  strides: readonly [number, number, number, number];
}

export interface Masking {
  scores: Shape4;
  /** Per batch: query i sees keys from i + low to i + high − 1. */
  bands?: { low: number; high: number }[];
  validLens?: { data: Int32Array; batch: number; query: number };
  keep?: Broadcast<Uint8Array>;
  drop?: Broadcast<Uint8Array>;
  bias?: Broadcast<Float32Array>;
  uniformEmpty: boolean;
}

/** @throws Misfit where a mask does not fit scores of this shape */
export function maskingOf(options: CoreOptions, scores: Shape4, axes: Axes): Masking {
  const { keep, drop, attentionBias, validLens } = options;
  const bands = bandsOf(options, scores);
  return {
    scores,
    uniformEmpty: options.emptyRow === 'uniform',
    ...(bands && { bands }),
    ...(validLens && { validLens: lengthsOf(validLens, scores) }),
    ...(keep && { keep: broadcast(keep, scores, axes) }),
    ...(drop && { drop: broadcast(drop, scores, axes) }),
    ...(attentionBias && { bias: broadcast(attentionBias, scores, axes) }),
  };
}

/** Right-aligned, as NumPy does. */
function broadcast<A>({ data, shape }: { data: A; shape: number[] }, scores: Shape4, axes: Axes): Broadcast<A> {
  const visible = [...(axes.batch ? [0] : []), ...(axes.heads ? [1] : []), 2, 3];
  fitting(shape.length <= visible.length);
  const strides: [number, number, number, number] = [0, 0, 0, 0];
  let stride = 1;
  for (let back = 1; back <= shape.length; back++) {
    const size = shape[shape.length - back] as number;
    const axis = visible[visible.length - back] as number;
    fitting(size === 1 || size === scores[axis]);
    strides[axis] = size === 1 ? 0 : stride;
    stride *= size;
  }
  return { data, strides };
}

function lengthsOf({ data, shape }: { data: Int32Array; shape: number[] }, [batch, , queries, keys]: Shape4) {
  const [first, second] = shape;
  fitting(first === batch && (shape.length === 1 || (shape.length === 2 && second === queries)));
  fitting(data.every((length) => length >= 0 && length <= keys));
  return shape.length === 1 ? { data, batch: 1, query: 0 } : { data, batch: queries, query: 1 };
}

/** So far out, a band leaves every key on one side; 32 bits hold it with any query added. */
const FAR = 2 ** 30;

function bandsOf({ causal = false, window, queryOffset }: CoreOptions, [batch, , queries, keys]: Shape4) {
  const [left, right] = window ? (window.data as unknown as [number, number]) : [-1, -1];
  fitting(left >= -1 && right >= -1);
  if (!causal && !window) return undefined;
  const within = (place: number) => Math.max(-FAR, Math.min(FAR, place));
  return offsetsOf(queryOffset, batch, queries, keys).map((offset) => ({
    low: within(left >= 0 ? offset - left : -FAR),
    high: within(Math.min(causal ? offset + 1 : FAR, right >= 0 ? offset + right + 1 : FAR)),
  }));
}

function offsetsOf(given: CoreOptions['queryOffset'], batch: number, queries: number, keys: number): number[] {
  if (typeof given === 'object' && given.shape.length > 0) {
    fitting(given.data.length === batch);
    return [...given.data];
  }
  if (given === undefined) fitting(queries === keys);
  const offset = given === 'bottom-right' ? keys - queries : typeof given === 'object' ? (given.data[0] as number) : 0;
  return new Array<number>(batch).fill(offset);
}

const HAS_BAND = 1;
const HAS_VALID_LENS = 2;
const HAS_KEEP = 4;
const HAS_DROP = 8;
const HAS_BIAS = 16;

/** Bytes that a part of the masks takes on the GPU: bands, lengths, keep and drop; and the bias. */
export function maskBytes(masking: Masking, part: Part): { words: number; bias: number } {
  const { keep, drop, bias } = masking;
  const size = (mask: Broadcast<unknown> | undefined) => (mask ? sliceOf(mask, masking.scores, part).count : 0);
  const rows = (part.batch[1] - part.batch[0]) * (2 + (masking.validLens ? part.query[1] - part.query[0] : 0));
  return { words: 4 * rows + size(keep) + size(drop) + 8, bias: 4 * size(bias) };
}

/** The uniform block and the two buffers that mask.wgsl asks for. */
export function uploadMasks(job: Job, masking: Masking, part: Part): { uniforms: Uniforms; storage: [Bound, Bound] } {
  const { scores, bands, validLens, keep, drop, bias } = masking;
  const words: number[] = [];
  for (const { low, high } of bands?.slice(...part.batch) ?? []) words.push(low + part.query[0], high + part.query[0]);
  const lensAt = words.length;
  const lengths = validLens && lengthsOfPart(validLens, part);
  const bytesAt = 4 * (lensAt + (lengths?.length ?? 0));
  const kept = keep && sliceOf(keep, scores, part);
  const dropped = drop && sliceOf(drop, scores, part);
  const dropAt = bytesAt + (kept?.count ?? 0);

  const bytes = new Uint8Array(Math.ceil((dropAt + (dropped?.count ?? 0) + 4) / 4) * 4);
  const ints = new Int32Array(bytes.buffer);
  ints.set(words);
  if (lengths) ints.set(lengths, lensAt);
  if (keep && kept) bytes.set(keep.data.subarray(kept.first, kept.first + kept.count), bytesAt);
  if (drop && dropped) bytes.set(drop.data.subarray(dropped.first, dropped.first + dropped.count), dropAt);

  const uniforms = new Uniforms()
    .u32(scores[3], partsPresent(masking), 0, masking.uniformEmpty ? 1 : 0)
    .u32(lensAt, validLens?.query ? part.query[1] - part.query[0] : 1, 0, validLens?.query ?? 0)
    .u32(...(keep?.strides ?? none), ...(drop?.strides ?? none), ...(bias?.strides ?? none))
    .u32(bytesAt, dropAt)
    .align(4);
  const addends = bias && sliceOf(bias, scores, part);
  const numbers =
    bias && addends && addends.count > 0
      ? bias.data.subarray(addends.first, addends.first + addends.count)
      : new Float32Array(1);
  return {
    uniforms,
    storage: [whole(job, bytes, 'masks'), whole(job, numbers, 'attentionBias')],
  };
}

const none = [0, 0, 0, 0] as const;

function whole(job: Job, data: ArrayBufferView, label: string): Bound {
  return { lease: job.upload(data, label), offset: 0, size: data.byteLength };
}

function partsPresent({ bands, validLens, keep, drop, bias }: Masking): number {
  const flags = [
    [bands, HAS_BAND],
    [validLens, HAS_VALID_LENS],
    [keep, HAS_KEEP],
    [drop, HAS_DROP],
    [bias, HAS_BIAS],
  ] as const;
  return flags.reduce((sum, [present, flag]) => sum + (present ? flag : 0), 0);
}

function lengthsOfPart({ data, batch, query }: NonNullable<Masking['validLens']>, part: Part): Int32Array {
  if (query === 0) return data.subarray(...part.batch);
  const queries = part.query[1] - part.query[0];
  const lengths = new Int32Array((part.batch[1] - part.batch[0]) * queries);
  for (let b = part.batch[0]; b < part.batch[1]; b++) {
    const row = data.subarray(b * batch + part.query[0], b * batch + part.query[1]);
    lengths.set(row, (b - part.batch[0]) * queries);
  }
  return lengths;
}

/** The elements that a part reads. */
function sliceOf({ strides }: Broadcast<unknown>, scores: Shape4, { batch, head, query }: Part) {
  const ranges = [batch, head, query, [0, scores[3]] as const];
  let first = 0;
  let last = 0;
  for (const [axis, range] of ranges.entries()) {
    if (range[0] === range[1]) return { first: 0, count: 0 };
    const stride = strides[axis] as number;
    first += range[0] * stride;
    last += (range[1] - 1) * stride;
  }
  return { first, count: last + 1 - first };
}
