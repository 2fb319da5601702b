// What a call means by the contract, read anew and apart from the package: its tensors as (batch, heads, steps, size),
// and which keys each query may attend to. What the contract does not allow is `Refused`.

import { countOf, isTable, TensorValue, type Value } from './values.js';

export class Refused extends Error {}

export function refuse(why: string): never {
  throw new Refused(why);
}

/** A tensor of four axes, whatever it came as. */
export interface Four {
  batch: number;
  heads: number;
  steps: number;
  size: number;
  data: ArrayLike<number>;
  at(b: number, h: number, i: number): number;
}

export interface Scoring {
  scale: number;
  softcap: number;
  isUniform: boolean;
  dropout: { p: number; seed: number } | undefined;
  isAllowed(b: number, h: number, i: number, j: number): boolean;
  bias(b: number, h: number, i: number, j: number): number;
}

export interface Attention {
  Q: Four;
  K: Four;
  V: Four;
  /** The shape that stages have for the caller, and that of the output. */
  stageShape: number[];
  outputShape: number[];
  scoring: Scoring;
  replace: { readonly [stage: string]: TensorValue };
}

type Group = { readonly [name: string]: Value };

const isGiven = (value: Value): boolean => value !== undefined && value !== null;

/** Options by name: null is left out, and what nobody knows is refused. `elsewhere`: names that have no place here. */
export function groupOf(value: Value, known: readonly string[], elsewhere: readonly string[] = []): Group {
  if (!isGiven(value)) return {};
  if (!isTable(value)) return refuse('no table of options');
  for (const [name, item] of Object.entries(value))
    if (elsewhere.includes(name) ? isGiven(item) : !known.includes(name)) refuse(`${name} here`);
  return Object.fromEntries(Object.entries(value).filter(([, item]) => isGiven(item)));
}

export function integerOf(value: Value, least: number, most = 2 ** 31 - 1): number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
    ? (value as number) + 0
    : refuse('no such integer');
}

/** Tensors of numbers: any layout but those of booleans and bare arrays. */
export function tensorOf(given: Value, ranks: readonly number[] = [2, 3, 4]): TensorValue {
  const value = arrayOf(given);
  const { shape, data, layout } = value;
  if (layout === 'bare' || hasBooleans(value)) refuse('not of numbers');
  checkLayout(value);
  if (!ranks.includes(shape.length)) refuse('rank');
  return new TensorValue(shape, data.map(Math.fround), layout);
}

const hasBooleans = ({ layout, data }: TensorValue): boolean => layout.endsWith('booleans') && data.length > 0;

/** Nested lists are arrays too. */
function arrayOf(value: Value): TensorValue {
  if (value instanceof TensorValue) return value;
  const shape: number[] = [];
  for (let level: Value = value; Array.isArray(level); level = level[0]) shape.push(level.length);
  if (shape.length === 0 || shape.length > 4 || shape.includes(0)) return refuse('no array');
  const items = (value as unknown[]).flat(shape.length - 1) as Value[];
  const kind = typeof items[0];
  if (items.length !== countOf(shape) || !items.every((item) => typeof item === kind)) return refuse('a ragged list');
  if (kind !== 'number' && kind !== 'boolean') return refuse('a list of something else');
  return new TensorValue(shape, items.map(Number), kind === 'number' ? 'nested' : 'nested booleans');
}

function checkLayout({ shape, data, layout }: TensorValue): void {
  if (data.length !== countOf(shape)) refuse('another length than the shape');
  if (layout.startsWith('nested') && (shape.includes(0) || shape.length === 0)) refuse('nothing nested');
}

/** Rank 2, 3 or 4, perhaps with heads side by side in the last axis. */
export function fourOf({ shape, data }: TensorValue, heads: number | undefined): Four {
  const lead = shape.length === 2 ? [1, 1] : shape.length === 3 ? [shape[0], 1] : shape.slice(0, 2);
  const [batch, own, steps, last] = [...lead, ...shape.slice(-2)] as [number, number, number, number];
  if (heads === undefined || shape.length === 4) {
    if (heads !== undefined && heads !== own) refuse('heads that are not there');
    return {
      ...{ batch, heads: own, steps, size: last, data },
      at: (b, h, i) => ((b * own + h) * steps + i) * last,
    };
  }
  if (last % heads !== 0) refuse('heads that do not divide');
  const size = last / heads;
  return { batch, heads, steps, size, data, at: (b, h, i) => (b * steps + i) * last + h * size };
}

const maskNames = ['causal', 'queryOffset', 'window', 'validLens', 'keep', 'drop', 'attentionBias', 'emptyRow'];
const layerNames = [...maskNames, 'scale', 'softcap', 'dropout'];
const attentionNames = [...layerNames, 'numHeads', 'numKvHeads'];
const additiveNames = [...maskNames, 'dropout', 'W_q', 'W_k', 'w_v'];

export const readLayerOptions = (options: Value, isTrace: boolean): Group =>
  groupOf(options, isTrace ? [...layerNames, 'replace'] : layerNames, [
    'numHeads',
    'numKvHeads',
    ...(isTrace ? [] : ['replace']),
  ]);
export const readMaskOptions = (options: Value): Group => groupOf(options, maskNames);
export const readAdditiveOptions = (options: Value): Group => groupOf(options, additiveNames);

export function readAttention([Q, K, V, given]: readonly Value[], isTrace: boolean): Attention {
  const options = groupOf(given, isTrace ? [...attentionNames, 'replace'] : attentionNames, isTrace ? [] : ['replace']);
  const [q, k, v] = [tensorOf(Q), tensorOf(K), tensorOf(V)];
  const rank = q.shape.length;
  if (k.shape.length !== rank || v.shape.length !== rank) refuse('ranks differ');
  const numHeads = options.numHeads === undefined ? undefined : integerOf(options.numHeads, 1);
  const numKvHeads = options.numKvHeads === undefined ? undefined : integerOf(options.numKvHeads, 1);
  if (rank < 4 && numHeads === undefined && numKvHeads !== undefined) refuse('numKvHeads alone');
  const kvHeads = numKvHeads ?? (rank < 4 || numHeads === undefined ? numHeads : undefined);
  const fours = {
    Q: fourOf(q, numHeads),
    K: fourOf(k, numKvHeads ?? numHeads),
    V: fourOf(v, rank < 4 ? kvHeads : undefined),
  };
  const hasHeads = rank === 4 || numHeads !== undefined;
  return attentionOf(fours, { hasBatch: rank > 2, hasHeads, isSplit: rank < 4 && hasHeads }, options);
}

interface Seen {
  hasBatch: boolean;
  hasHeads: boolean;
  /** The heads came side by side, and so does the output. */
  isSplit: boolean;
}

export function attentionOf(
  { Q, K, V }: { Q: Four; K: Four; V: Four },
  { hasBatch, hasHeads, isSplit }: Seen,
  options: Group,
): Attention {
  if (K.batch !== Q.batch || V.batch !== Q.batch) refuse('batches differ');
  if (Q.heads === 0 || K.heads === 0 || Q.heads % K.heads !== 0 || V.heads !== K.heads) refuse('heads');
  if (Q.size === 0 || V.size === 0 || K.size !== Q.size) refuse('head sizes');
  if (V.steps !== K.steps) refuse('num_kv_pairs');
  const full = [Q.batch, Q.heads, Q.steps, K.steps];
  const stageShape = full.filter((_, axis) => (axis !== 0 || hasBatch) && (axis !== 1 || hasHeads));
  const outputShape = isSplit
    ? [...(hasBatch ? [Q.batch] : []), Q.steps, Q.heads * V.size]
    : [...stageShape.slice(0, -1), V.size];
  const replaced = groupOf(options.replace, ['scores', 'masked', 'attentionWeights']);
  const replace = Object.fromEntries(
    Object.entries(replaced).map(([stage, value]) => {
      const edited = tensorOf(value);
      if (edited.shape.join() !== stageShape.join()) refuse('an edited stage of another shape');
      return [stage, edited];
    }),
  );
  return { Q, K, V, stageShape, outputShape, scoring: scoringOf(options, full, hasBatch, hasHeads, Q.size), replace };
}

export function scoringOf(
  options: Group,
  full: readonly number[],
  hasBatch: boolean,
  hasHeads: boolean,
  headSize: number,
): Scoring {
  const [B, , L, S] = full as [number, number, number, number];
  const visible = [0, 1, 2, 3].filter((axis) => (axis !== 0 || hasBatch) && (axis !== 1 || hasHeads));
  const mask = (value: Value) => maskOf(value, full, visible);
  const [keep, drop, bias] = [mask(options.keep), mask(options.drop), biasOf(options.attentionBias, full, visible)];
  const lengths = lengthsOf(options.validLens, B, L, S);
  const position = positionsOf(options, B, L, S);
  const emptyRow = options.emptyRow ?? 'zero';
  if (emptyRow !== 'zero' && emptyRow !== 'uniform') refuse('emptyRow');
  return {
    scale: options.scale === undefined ? 1 / Math.sqrt(headSize) : normal(options.scale),
    softcap: softcapOf(options.softcap),
    isUniform: emptyRow === 'uniform',
    dropout: dropoutOf(options.dropout),
    isAllowed: (b, h, i, j) =>
      j < lengths(b, i) &&
      position(b, i, j) &&
      (keep === undefined || keep(b, h, i, j) !== 0) &&
      (drop === undefined || drop(b, h, i, j) === 0) &&
      (bias === undefined || bias(b, h, i, j) !== -Infinity),
    bias: bias ?? (() => 0),
  };
}

/** 0, or a normal number of float32, in which the kernels compute. */
function normal(value: Value): number {
  const size = typeof value === 'number' ? Math.abs(Math.fround(value)) : Number.NaN;
  return value === 0 || (size >= 2 ** -126 && size < Infinity) ? (value as number) : refuse('no normal float32');
}

function softcapOf(value: Value): number {
  const softcap = value === undefined ? 0 : normal(value);
  return softcap < 0 ? refuse('softcap') : softcap;
}

function dropoutOf(value: Value): Scoring['dropout'] {
  if (value === undefined) return undefined;
  const { p, seed } = groupOf(value, ['p', 'seed']);
  if (typeof p !== 'number' || !(p >= 0 && p <= 1)) return refuse('p');
  return { p, seed: seed === undefined ? 0 : integerOf(seed, 0, Number.MAX_SAFE_INTEGER) };
}

type At = (b: number, h: number, i: number, j: number) => number;

function maskOf(value: Value, full: readonly number[], visible: readonly number[]): At | undefined {
  if (value === undefined) return undefined;
  const mask = arrayOf(value);
  if (mask.layout === 'bare') return refuse('no mask');
  checkLayout(mask);
  if (!mask.data.every((x) => x === 0 || x === 1)) refuse('not 0 or 1');
  return broadcast(mask, full, visible);
}

function biasOf(value: Value, full: readonly number[], visible: readonly number[]): At | undefined {
  if (value === undefined) return undefined;
  if (value instanceof TensorValue && ['bytes', 'integers'].includes(value.layout)) return refuse('integers to add');
  return broadcast(tensorOf(value, [0, 1, 2, 3, 4]), full, visible);
}

/** Right-aligned: the last axis of the mask is the keys, and an axis of one is for all. */
function broadcast({ shape, data }: TensorValue, full: readonly number[], visible: readonly number[]): At {
  const strides = [0, 0, 0, 0];
  if (shape.length > visible.length) refuse('too many axes');
  let stride = 1;
  for (let back = 1; back <= shape.length; back++) {
    const extent = shape[shape.length - back] as number;
    const axis = visible[visible.length - back] as number;
    if (extent !== 1 && extent !== full[axis]) refuse('does not broadcast');
    if (extent !== 1) strides[axis] = stride;
    stride *= extent;
  }
  const [sb, sh, si, sj] = strides as [number, number, number, number];
  return (b, h, i, j) => data[b * sb + h * sh + i * si + j * sj] as number;
}

function lengthsOf(value: Value, B: number, L: number, S: number): (b: number, i: number) => number {
  if (value === undefined) return () => S;
  const lengths = arrayOf(value);
  const { shape, data } = lengths;
  if (hasBooleans(lengths)) refuse('booleans for lengths');
  checkLayout(lengths);
  for (const length of data) integerOf(length, 0, S);
  if (shape.length === 1 && shape[0] === B) return (b) => data[b] as number;
  if (shape.length === 2 && shape[0] === B && shape[1] === L) return (b, i) => data[b * L + i] as number;
  return refuse('lengths of another shape');
}

/** Which keys `causal` and `window` allow. */
function positionsOf(options: Group, B: number, L: number, S: number): (b: number, i: number, j: number) => boolean {
  const { causal = false, window } = options;
  const isNamed = causal === 'top-left' || causal === 'bottom-right';
  if (typeof causal !== 'boolean' && !isNamed) refuse('causal');
  if (isNamed && options.queryOffset !== undefined) refuse('an offset twice');
  const [left, right] = window === undefined ? [-1, -1] : pairOf(window);
  const offsets = offsetsOf(isNamed ? causal : options.queryOffset);
  if (causal === false && window === undefined) return () => true;
  if (offsets === undefined && L !== S) refuse('no offset');
  if (Array.isArray(offsets) && offsets.length !== B) refuse('not one offset a batch');
  const offset = (b: number): number => {
    if (Array.isArray(offsets)) return offsets[b] as number;
    if (offsets === 'bottom-right') return S - L;
    return typeof offsets === 'number' ? offsets : 0;
  };
  return (b, i, j) => {
    const at = i + offset(b);
    return (causal === false || j <= at) && (left < 0 || j >= at - left) && (right < 0 || j <= at + right);
  };
}

function offsetsOf(value: Value): undefined | 'top-left' | 'bottom-right' | number | number[] {
  if (value === undefined || value === 'top-left' || value === 'bottom-right') return value;
  const list = listOf(value);
  const integer = (x: Value) => integerOf(x, -(2 ** 31));
  return list === undefined ? integer(value) : list.map(integer);
}

function pairOf(value: Value): [number, number] {
  const [left, right, ...more] = listOf(value) ?? refuse('no pair');
  if (more.length > 0) refuse('more than a pair');
  return [integerOf(left, -1), integerOf(right, -1)];
}

/** Plain arrays and bare typed arrays. Where there is nothing in it, a list of booleans is one of numbers. */
function listOf(value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value;
  if (!(value instanceof TensorValue) || value.shape.length !== 1) return undefined;
  const isEmpty = value.layout === 'nested booleans' && value.data.length === 0;
  return isEmpty || ['bare', 'nested'].includes(value.layout) ? value.data : undefined;
}
