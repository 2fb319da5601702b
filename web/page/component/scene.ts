// What the parts of the inspector draw from: what was given, what is chosen, and what may be asked for.
import { html, type TemplateResult } from 'lit';
import type { InspectorWords } from '../i18n/inspector';
import { tokenNames } from '../model/tokens';
import { tokenAt } from '../panels/token';
import type { MatrixData } from '../widgets/matrix';
import { fixed } from '../widgets/number';
import type { Attention } from './attention';
import type { Colours } from './colours';

/** One weight: of this head, what this query takes from this key. */
export interface Place {
  layer: number;
  sentence: number;
  head: number;
  query: number;
  key: number;
}

export interface Scene {
  /** Of the chosen layer and sentence. */
  attention: Attention;
  numLayers: number;
  batchSize: number;
  readers: Line;
  read: Line;
  /** What is lit: what is under the pointer, else what is chosen. */
  at: Place;
  chosen: Place;
  sheet: MatrixData;
  t: InspectorWords;
  colours: Colours;
  /** The room there is, in CSS pixels. */
  width: number;
  setLog(log: boolean): void;
  choose(place: Partial<Place>): void;
  peek(place: Partial<Place> | null): void;
}

/** Tokens in their order, with names that tell repeated ones apart. */
export interface Line {
  tokens: readonly string[];
  names: readonly string[];
}

const marks: Record<string, string> = { ' ': '␣', '\n': '↵', '\r': '↵', '\t': '⇥' };

/** A token of blanks alone would not be seen; one mark stands for each. */
const visible = (token: string): string =>
  token.trim() === '' && token !== '\ufeff' ? Array.from(token || ' ', (blank) => marks[blank] ?? '␣').join('') : token;

export function lineOf(given: readonly string[]): Line {
  const tokens = given.map(visible);
  return { tokens, names: tokenNames(tokens) };
}

export const tokenIn = ({ tokens, names }: Line, position: number, size?: number): TemplateResult =>
  tokenAt(tokens, names, position, size);

/** Where its place is seen from its neighbours. */
export const tokenAlone = ({ tokens }: Line, position: number): TemplateResult => tokenAt(tokens, [], position);

export const hued = (line: Line, position: number, hue: 'q' | 'k'): TemplateResult =>
  html`<b class=${hue}>${tokenIn(line, position)}</b>`;

export const isCross = ({ attention: { tokens, keys } }: Scene): boolean => tokens !== keys;

export const weightAt = ({ cols, data }: MatrixData, query: number, key: number): number =>
  data[query * cols + key] ?? 0;

export const rowOf = ({ cols, data }: MatrixData, query: number): Float32Array =>
  data.subarray(query * cols, (query + 1) * cols);

/** A weight of exactly 0 is `0`, a small one 0.00. */
export const printed = (weight: number, digits: number): string => (weight === 0 ? '0' : fixed(weight, digits));

/** To the two places that are shown: float16 weights, which add up to 0.9995, are not complained of. */
export const addsUp = (sum: number): boolean => fixed(sum, 2) === '1.00';

const sums = new WeakMap<MatrixData, readonly number[]>();

/** What every row of a sheet adds up to. */
export function sumsOf(sheet: MatrixData): readonly number[] {
  const known = sums.get(sheet) ?? Array.from({ length: sheet.rows }, (_, query) => total(rowOf(sheet, query)));
  sums.set(sheet, known);
  return known;
}

const total = (row: Float32Array): number => row.reduce((sum, weight) => sum + weight, 0);
