// The arithmetic behind any cell, written out from cells of the trace. It multiplies, adds and lists
// what the core returned, so that a person can check it; no number of a picture comes from here.
import { indexOf } from './edits';
import type { Embedding, Source } from './embedding';
import type { MaskName } from './masks';
import { forbiddenBy, type Picture } from './picture';
import { cellOf, type Selection } from './selection';
import { sheetIn, sheetOf, valueAt } from './sheets';
import { axisSize, type Hue, headSize, type Stage, type StageName, sheetFor, stagesOf } from './stages';

/** A row or column of a stage, as an operand. */
export interface Line {
  stage: StageName;
  code: string;
  hue: Hue;
  /** The token it belongs to, and whether that one asks or answers; or the index of a parameter's column. */
  token?: number;
  side?: 'query' | 'key';
  index?: number;
  values: number[];
}

export interface Product {
  left: number;
  right: number;
  product: number;
  /** The sum up to and including this product. */
  sum: number;
  /** A weight of exactly 0 where a mask forbids: its value was never read. */
  unread?: boolean;
}

export interface Share {
  key: number;
  masked: number;
  shifted: number;
  exp: number;
  share: number;
  forbidden: boolean;
}

export type Explanation = { value: number; forbidden: readonly MaskName[] } & (
  | { kind: 'products'; left: Line; right: Line; over: 'number' | 'token'; terms: Product[]; total: number }
  | { kind: 'shares'; max: number; sum: number; shares: Share[] }
  /** from ÷ √size, or from · scale where that was set; then capped. */
  | { kind: 'scale'; from: number; size: number; scale: number | null; softcap: number }
  /** A weight is dropped, or divided by the share that is kept. */
  | { kind: 'drop'; from: number; p: number }
  | { kind: 'mask'; from: number }
  | { kind: 'token'; token: number; source: Source; embedding: number; position?: number | undefined }
  | { kind: 'below' }
  | { kind: 'parameter' }
  /** Q, K or V as they came in. */
  | { kind: 'given' }
  /** Set by hand; `was` is what had been computed. */
  | { kind: 'edited'; was: number }
  | { kind: 'copy'; head: number; from: StageName }
);

export function explain(picture: Picture, at: Selection): Explanation | undefined {
  const stage = stagesOf(picture).get(at.stage);
  const sheet = stage && sheetOf(picture, stage, at.head);
  if (!stage || !sheet || sheet.data.length === 0) return undefined;
  const { row, col } = cellOf(at, stage, picture);
  const value = valueAt(sheet, row, col);
  const hasHoles = stage.kind === 'pair' && stage.name !== 'scores' && stage.name !== 'scaled';
  const forbidden = hasHoles ? forbiddenBy(picture, row, col) : [];
  const was = computedAt(picture, stage, at);
  return { value, forbidden, ...(was === undefined ? arithmetic(picture, stage, at) : { kind: 'edited', was }) };
}

/** What was computed where a number was set by hand; undefined where none was. */
export function computedAt(picture: Picture, stage: Stage, at: Selection): number | undefined {
  const index = indexOf(stage, at, picture.sentence, picture);
  const isEdited = picture.inputs.edits.some((edit) => edit.stage === stage.name && edit.index === index);
  const sheet = isEdited ? sheetIn(picture.computed[stage.name], picture, stage, at.head) : undefined;
  const { row, col } = cellOf(at, stage, picture);
  return sheet && valueAt(sheet, row, col);
}

type Arithmetic = Explanation extends infer E ? (E extends unknown ? Omit<E, 'value' | 'forbidden'> : never) : never;

function arithmetic(picture: Picture, stage: Stage, at: Selection): Arithmetic {
  const { row, col } = cellOf(at, stage, picture);
  const { inputs, reads } = picture;
  const line = (name: StageName, along: 'row' | 'col', index: number) => readLine(picture, at, name, along, index);
  const products = (left: Line, right: Line): Arithmetic => ({
    kind: 'products',
    left,
    right,
    over: 'number',
    ...multiply(left.values, right.values),
  });
  const weights: StageName = picture.drops ? 'dropped' : 'attentionWeights';
  const gathered = (): Arithmetic => {
    const [left, right] = [line(weights, 'row', row), line('V', 'col', col)];
    const { terms, total } = multiply(left.values, right.values);
    const isUnread = ({ left: weight }: Product, key: number) =>
      weight === 0 && forbiddenBy(picture, row, key).length > 0;
    const marked = terms.map((term, key) => (isUnread(term, key) ? { ...term, unread: true } : term));
    return { kind: 'products', left, right, over: 'token', terms: marked, total };
  };
  const [asks, answers]: StageName[] = reads === 'another' ? ['queries', 'keys'] : ['X', 'X'];

  switch (stage.name) {
    case 'X':
    case 'queries':
      return token(picture.asks, picture, row, col);
    case 'keys':
      return token(picture.answers, picture, row, col);
    case 'Q':
      return reads === 'given'
        ? { kind: 'given' }
        : products(line(asks as StageName, 'row', row), line('W_q', 'col', col));
    case 'K':
      return reads === 'given'
        ? { kind: 'given' }
        : products(line(answers as StageName, 'row', row), line('W_k', 'col', col));
    case 'V':
      return reads === 'given'
        ? { kind: 'given' }
        : products(line(answers as StageName, 'row', row), line('W_v', 'col', col));
    case 'scores':
      return products(line('Q', 'row', row), line('K', 'row', col));
    case 'scaled': {
      const { scale, softcap } = inputs;
      return { kind: 'scale', from: read(picture, at, 'scores', row, col), size: headSize(picture), scale, softcap };
    }
    case 'masked':
      return { kind: 'mask', from: read(picture, at, 'scaled', row, col) };
    case 'attentionWeights':
      return { kind: 'shares', ...shares(picture, at) };
    case 'dropped':
      return { kind: 'drop', from: read(picture, at, 'attentionWeights', row, col), p: inputs.dropout };
    case 'concat':
      return { kind: 'copy', from: 'heads', head: at.head };
    case 'heads':
      return gathered();
    case 'output':
      return picture.numHeads > 1 ? products(line('concat', 'row', row), line('W_o', 'col', col)) : gathered();
    default:
      return { kind: 'parameter' };
  }
}

function token(embedding: Embedding | undefined, { sentence }: Picture, row: number, col: number): Arithmetic {
  const { vectors, positions, sources, X } = embedding ?? {};
  if (!vectors || !X) return { kind: 'below' };
  const [, steps = 0, size = 0] = X.shape;
  return {
    kind: 'token',
    token: row,
    source: sources?.[sentence]?.[row] ?? { source: 'random' },
    embedding: vectors.data[(sentence * steps + row) * size + col] ?? Number.NaN,
    position: positions?.data[row * size + col],
  };
}

function read(picture: Picture, at: Selection, name: StageName, row: number, col: number): number {
  const stage = stagesOf(picture).get(name);
  const sheet = stage && sheetOf(picture, stage, at.head);
  return sheet ? valueAt(sheet, row, col) : Number.NaN;
}

function readLine(picture: Picture, at: Selection, name: StageName, along: 'row' | 'col', index: number): Line {
  const stage = stagesOf(picture).get(name) as Stage;
  const axis = along === 'row' ? stage.rows : stage.cols;
  const length = axisSize(along === 'row' ? stage.cols : stage.rows, picture);
  const values = Array.from({ length }, (_, i) =>
    along === 'row' ? read(picture, at, name, index, i) : read(picture, at, name, i, index),
  );
  const isToken = axis === 'step' || axis === 'query' || axis === 'key';
  const offset = stage.kind === 'parameter' && stage.sheets !== 'one' ? firstColumn(picture, stage, at.head) : 0;
  const side = axis === 'key' ? ('key' as const) : ('query' as const);
  const whose = isToken ? { token: index, side } : { index: index + offset };
  return { stage: name, code: stage.code, hue: stage.hue, values, ...whose };
}

/** Which column of a whole parameter is the first of this head's. */
export const firstColumn = (picture: Picture, stage: Stage, head: number): number =>
  sheetFor(stage, head, picture) * headSize(picture);

function multiply(left: number[], right: number[]): { terms: Product[]; total: number } {
  let sum = 0;
  const terms = left.map((a, i) => {
    const b = right[i] ?? Number.NaN;
    // A weight of exactly 0 means its value was never read, so NaN or ∞ there does not count.
    const product = a === 0 ? 0 : a * b;
    sum += product;
    return { left: a, right: b, product, sum };
  });
  return { terms, total: sum };
}

function shares(picture: Picture, at: Selection): { max: number; sum: number; shares: Share[] } {
  const row = readLine(picture, at, 'masked', 'row', at.query).values;
  const max = Math.max(...row);
  const open = row.map((_, key) => forbiddenBy(picture, at.query, key).length === 0);
  const exps = row.map((masked, key) => (open[key] ? Math.exp(masked - max) : 0));
  const sum = exps.reduce((a, b) => a + b, 0);
  const list = row.map((masked, key) => {
    const exp = exps[key] ?? 0;
    return { key, masked, shifted: masked - max, exp, share: sum > 0 ? exp / sum : 0, forbidden: !open[key] };
  });
  return { max, sum, shares: list };
}
