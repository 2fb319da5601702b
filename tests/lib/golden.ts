// Reads the golden values of tests/golden; write.py there describes the format.
//
//   for (const golden of readGolden('masks.txt')) {
//     const { output } = engine.attention(given(golden, 'Q'), given(golden, 'K'), given(golden, 'V'), golden.options);
//     ... golden.expected.output ...
//   }
//
// Names are those of the package: attention_weights is attentionWeights here. A malformed line throws and says where.

import { readFileSync } from 'node:fs';
import type { AttentionOptions, Tensor } from '../../web/lib/types.js';

export type GoldenOp =
  | 'attention'
  | 'maskedSoftmax'
  | 'additiveAttention'
  | 'selfAttention'
  | 'multiHeadAttention'
  | 'positionalEncoding'
  | 'splitHeads';

/** A float64 result, row-major. */
export interface GoldenArray {
  data: Float64Array;
  shape: number[];
}

/** What is known of a result too large to list. */
export interface GoldenDigest {
  count: number;
  sum: number;
  sumAbs: number;
  first: number[];
  last: number[];
}

/** What a layer, or a positional encoding, is made with. */
export interface GoldenSpec {
  numSteps?: number;
  numHiddens?: number;
  numHeads?: number;
  numKvHeads?: number;
  querySize?: number;
  keySize?: number;
  valueSize?: number;
  bias?: boolean;
}

export interface GoldenCase {
  id: string;
  /** One sentence: the property that the case states. */
  about: string;
  op: GoldenOp;
  /** Q K V, X, queries, W_q …; attentionBias is among the options. */
  tensors: Record<string, Tensor>;
  /** As the package takes them. */
  options: AttentionOptions;
  spec: GoldenSpec;
  expected: Record<string, GoldenArray>;
  digests: Record<string, GoldenDigest>;
  /** The argument that the error has to name. */
  throws?: string;
}

/** Every case of one file, in its order. */
export function readGolden(file: string): GoldenCase[] {
  const text = readFileSync(new URL(`../golden/${file}`, import.meta.url), 'utf8');
  const cases: GoldenCase[] = [];
  let open: Draft | undefined;
  for (const line of linesOf(file, text)) {
    const keyword = line.word('a keyword');
    if (keyword === 'case') {
      if (open) line.fail(`${open.id} has no end`);
      open = { id: line.word('an id'), about: '', tensors: {}, options: {}, spec: {}, expected: {}, digests: {} };
    } else if (!open) {
      line.fail(`expected a case, got ${keyword}`);
    } else if (keyword === 'end') {
      const expects = Object.keys(open.expected).length + Object.keys(open.digests).length > 0;
      if (expects === (open.throws !== undefined)) line.fail(`${open.id} has to expect a result or an error, not both`);
      cases.push({ ...open, op: open.op ?? line.fail(`${open.id} has no op`) });
      open = undefined;
    } else {
      take(line, keyword, open);
    }
    line.finish();
  }
  if (open) throw new Error(`${file}: ${open.id} has no end`);
  return cases;
}

/** A tensor that the case has to have. */
export function given(golden: GoldenCase, name: string): Tensor {
  const tensor = golden.tensors[name];
  if (!tensor) throw new Error(`${golden.id}: no ${name}`);
  return tensor;
}

/** The digest of a result, to compare with an expected one. */
export function digestOf(values: ArrayLike<number>): GoldenDigest {
  const flat = Array.from(values);
  const sum = flat.reduce((total, x) => total + x, 0);
  const sumAbs = flat.reduce((total, x) => total + Math.abs(x), 0);
  return { count: flat.length, sum, sumAbs, first: flat.slice(0, 8), last: flat.slice(-4) };
}

/** float32 values in [-1, 1): mulberry32, the generator of `gen` lines. */
export function mulberry32(seed: number, count: number): Float32Array {
  let a = seed;
  return Float32Array.from({ length: count }, () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * 2 - 1;
  });
}

/** A case as far as it has been read. */
type Draft = Omit<GoldenCase, 'op'> & { op?: GoldenOp };

/** One line of a case. */
function take(line: Line, keyword: string, golden: Draft): void {
  switch (keyword) {
    case 'about':
      golden.about = line.rest();
      return;
    case 'op':
      golden.op = line.oneOf(OPERATIONS);
      return;
    case 'tensor':
    case 'gen':
    case 'const':
    case 'iota': {
      const name = line.name();
      const tensor = tensorOf(line, keyword);
      if (name === 'attentionBias') golden.options.attentionBias = tensor;
      else put(line, golden.tensors, name, tensor);
      return;
    }
    case 'bools': {
      const name = line.oneOf({ keep: 'keep', drop: 'drop' });
      const shape = line.shape();
      golden.options[name] = { data: line.times(shape, () => line.integer(0, 1) === 1), shape };
      return;
    }
    case 'ints': {
      const name = line.oneOf({ valid_lens: 'validLens', query_offset: 'queryOffset' });
      const shape = line.shape();
      const data = line.times(shape, () => line.integer());
      if (name === 'queryOffset') golden.options.queryOffset = data;
      else golden.options.validLens = { data, shape };
      return;
    }
    case 'option':
      takeOption(line, golden);
      return;
    case 'expect': {
      const name = line.name();
      const shape = line.shape();
      const data = Float64Array.from(line.times(shape, () => line.number()));
      put(line, golden.expected, name, { data, shape });
      return;
    }
    case 'digest':
      put(line, golden.digests, line.name(), digest(line));
      return;
    case 'throws':
      golden.throws = line.name();
      return;
    default:
      line.fail(`unknown keyword ${keyword}`);
  }
}

function takeOption(line: Line, { op, options, spec }: Draft): void {
  const name = line.name();
  switch (name) {
    case 'scale':
    case 'softcap':
      options[name] = line.number();
      return;
    case 'causal':
      options.causal = line.oneOf({ true: true, 'top-left': 'top-left', 'bottom-right': 'bottom-right' });
      return;
    case 'queryOffset': {
      const word = line.word('an offset');
      options.queryOffset = word === 'top-left' || word === 'bottom-right' ? word : line.asInteger(word);
      return;
    }
    case 'window':
      options.window = [line.integer(), line.integer()];
      return;
    case 'emptyRow':
      options.emptyRow = line.oneOf({ zero: 'zero', uniform: 'uniform' });
      return;
    case 'numHeads':
    case 'numKvHeads':
      // Attention is told its heads with every call, a layer once and for all.
      (op === 'attention' ? options : spec)[name] = line.number();
      return;
    case 'numSteps':
    case 'numHiddens':
    case 'querySize':
    case 'keySize':
    case 'valueSize':
      spec[name] = line.integer();
      return;
    case 'bias':
      spec.bias = line.oneOf({ true: true, false: false });
      return;
    default:
      line.fail(`unknown option ${name}`);
  }
}

const OPERATIONS = {
  attention: 'attention',
  masked_softmax: 'maskedSoftmax',
  additive_attention: 'additiveAttention',
  self_attention: 'selfAttention',
  multi_head_attention: 'multiHeadAttention',
  positional_encoding: 'positionalEncoding',
  split_heads: 'splitHeads',
} as const;

function tensorOf(line: Line, keyword: 'tensor' | 'gen' | 'const' | 'iota'): Tensor {
  const shape = line.shape();
  const count = size(shape);
  switch (keyword) {
    case 'tensor':
      return { data: Float32Array.from(line.times(shape, () => line.number())), shape };
    case 'gen':
      return { data: mulberry32(line.integer(0), count), shape };
    case 'const':
      return { data: new Float32Array(count).fill(line.number()), shape };
    case 'iota':
      return { data: Float32Array.from({ length: count }, (_, i) => i), shape };
  }
}

function digest(line: Line): GoldenDigest {
  const [count, sum, sumAbs] = [line.integer(0), line.number(), line.number()];
  const first = line.times([Math.min(8, count)], () => line.number());
  line.oneOf({ '|': '|' });
  const last = line.times([Math.min(4, count)], () => line.number());
  return { count, sum, sumAbs, first, last };
}

function put<T>(line: Line, record: Record<string, T>, name: string, value: T): void {
  if (Object.hasOwn(record, name)) line.fail(`${name} is given twice`);
  record[name] = value;
}

/** attention_weights to attentionWeights; W_q, b_q and w_v stay as the formula spells them. */
function camelCase(name: string): string {
  return /^\w_/.test(name) ? name : name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function size(shape: number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;
const NON_FINITE: Record<string, number> = { nan: Number.NaN, inf: Infinity, '-inf': -Infinity };

/** A line with its continuations, taken word by word. Every complaint says where it is. */
class Line {
  #words: string[];
  #next = 0;

  constructor(
    readonly place: string,
    text: string,
  ) {
    this.#words = text.trim().split(/\s+/);
  }

  append(continuation: string): void {
    this.#words.push(...continuation.trim().split(/\s+/));
  }

  fail(complaint: string): never {
    throw new Error(`${this.place}: ${complaint}`);
  }

  word(what: string): string {
    return this.#words[this.#next++] ?? this.fail(`expected ${what}`);
  }

  rest(): string {
    const words = this.#words.slice(this.#next);
    this.#next = this.#words.length;
    return words.join(' ');
  }

  name(): string {
    return camelCase(this.word('a name'));
  }

  /** The meaning of a word that has to be one of these. */
  oneOf<const T>(meanings: Record<string, T>): T {
    const word = this.word(Object.keys(meanings).join(' or '));
    if (!Object.hasOwn(meanings, word)) this.fail(`expected ${Object.keys(meanings).join(' or ')}, got ${word}`);
    return meanings[word] as T;
  }

  number(): number {
    const word = this.word('a number');
    return NON_FINITE[word] ?? (NUMBER.test(word) ? Number(word) : this.fail(`expected a number, got ${word}`));
  }

  integer(low = -Infinity, high = Infinity): number {
    return this.asInteger(this.word('an integer'), low, high);
  }

  asInteger(word: string, low = -Infinity, high = Infinity): number {
    const value = Number(word);
    if (/^-?\d+$/.test(word) && value >= low && value <= high) return value;
    return this.fail(`expected an integer, got ${word}`);
  }

  /** 2x3x4 */
  shape(): number[] {
    const word = this.word('a shape');
    if (!/^\d+(x\d+)*$/.test(word)) this.fail(`expected a shape, got ${word}`);
    return word.split('x').map(Number);
  }

  /** One value for each place of a shape. */
  times<T>(shape: number[], value: () => T): T[] {
    return Array.from({ length: size(shape) }, value);
  }

  finish(): void {
    if (this.#next < this.#words.length) this.fail(`nothing expected after that, got ${this.#words[this.#next]}`);
  }
}

function linesOf(file: string, text: string): Line[] {
  const lines: Line[] = [];
  text.split('\n').forEach((content, index) => {
    const last = lines.at(-1);
    if (content.startsWith(' ') && last) last.append(content);
    else if (content !== '' && !content.startsWith('#')) lines.push(new Line(`${file}:${index + 1}`, content));
  });
  return lines;
}
