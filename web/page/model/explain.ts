// The arithmetic behind any cell, written out from cells of the trace. It multiplies, adds and lists
// what the core returned, so that a person can check it; no number of a picture comes from here.
import type { Source } from './embedding';
import { forbiddenBy, type MaskName, type Picture, sheetOf, valueAt } from './picture';
import { cellOf, type Selection } from './selection';
import { axisSize, type Hue, headSize, type Stage, type StageName, stagesOf } from './stages';

/** A row or column of a stage, as an operand. */
export interface Line {
  stage: StageName;
  code: string;
  hue: Hue;
  /** The token it belongs to, or the index of a parameter's column. */
  token?: number;
  index?: number;
  values: number[];
}

export interface Product {
  left: number;
  right: number;
  product: number;
  /** The sum up to and including this product. */
  sum: number;
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
  | { kind: 'scale'; from: number; divisor: number; size: number }
  | { kind: 'mask'; from: number }
  | { kind: 'token'; token: number; source: Source; embedding: number; position?: number | undefined }
  | { kind: 'below' }
  | { kind: 'parameter' }
  | { kind: 'copy'; head: number; from: StageName }
);

export function explain(picture: Picture, at: Selection): Explanation | undefined {
  const stages = stagesOf(picture.numHeads);
  const stage = stages.get(at.stage);
  const sheet = stage && sheetOf(picture, stage, at.head);
  if (!stage || !sheet || sheet.data.length === 0) return undefined;
  const { row, col } = cellOf(at, stage, picture);
  const value = valueAt(sheet, row, col);
  const forbidden = stage.name === 'masked' || stage.name === 'attentionWeights' ? forbiddenBy(picture, row, col) : [];
  const line = (name: StageName, along: 'row' | 'col', index: number) => readLine(picture, at, name, along, index);
  const products = (left: Line, right: Line, over: 'number' | 'token' = 'number'): Explanation => ({
    kind: 'products',
    value,
    forbidden,
    left,
    right,
    over,
    ...multiply(left.values, right.values),
  });

  switch (stage.name) {
    case 'X':
      if (!picture.embedding) return { kind: 'below', value, forbidden };
      return {
        kind: 'token',
        value,
        forbidden,
        token: row,
        source: picture.sources[row] ?? { source: 'own' },
        embedding: picture.embedding.data[row * sheet.cols + col] ?? Number.NaN,
        position: picture.positions?.data[row * sheet.cols + col],
      };
    case 'Q':
      return products(line('X', 'row', row), line('W_q', 'col', col));
    case 'K':
      return products(line('X', 'row', row), line('W_k', 'col', col));
    case 'V':
      return products(line('X', 'row', row), line('W_v', 'col', col));
    case 'scores':
      return products(line('Q', 'row', row), line('K', 'row', col));
    case 'scaled':
      return {
        kind: 'scale',
        value,
        forbidden,
        from: read(picture, at, 'scores', row, col),
        divisor: Math.sqrt(headSize(picture)),
        size: headSize(picture),
      };
    case 'masked':
      return { kind: 'mask', value, forbidden, from: read(picture, at, 'scaled', row, col) };
    case 'attentionWeights':
      return { kind: 'shares', value, forbidden, ...shares(picture, at) };
    case 'concat':
      return { kind: 'copy', value, forbidden, from: 'heads', head: at.head };
    case 'heads':
      return products(line('attentionWeights', 'row', row), line('V', 'col', col), 'token');
    case 'output':
      return picture.numHeads > 1
        ? products(line('concat', 'row', row), line('W_o', 'col', col))
        : products(line('attentionWeights', 'row', row), line('V', 'col', col), 'token');
    default:
      return { kind: 'parameter', value, forbidden };
  }
}

function read(picture: Picture, at: Selection, name: StageName, row: number, col: number): number {
  const stage = stagesOf(picture.numHeads).get(name);
  const sheet = stage && sheetOf(picture, stage, at.head);
  return sheet ? valueAt(sheet, row, col) : Number.NaN;
}

function readLine(picture: Picture, at: Selection, name: StageName, along: 'row' | 'col', index: number): Line {
  const stage = stagesOf(picture.numHeads).get(name) as Stage;
  const axis = along === 'row' ? stage.rows : stage.cols;
  const length = axisSize(along === 'row' ? stage.cols : stage.rows, picture);
  const values = Array.from({ length }, (_, i) =>
    along === 'row' ? read(picture, at, name, index, i) : read(picture, at, name, i, index),
  );
  const isToken = axis === 'step' || axis === 'query' || axis === 'key';
  const offset = stage.kind === 'parameter' && stage.perHead ? at.head * headSize(picture) : 0;
  const whose = isToken ? { token: index } : { index: index + offset };
  return { stage: name, code: stage.code, hue: stage.hue, values, ...whose };
}

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
