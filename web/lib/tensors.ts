// Tensors in: `{ data, shape }` or nested arrays become one flat typed array and its shape.
// Masks and lengths differ from tensors only in what an element may be, so they share this reading.

import { describe, isInt32, isRecord, reading, viewKind } from './checks.js';
import { AttentionError } from './errors.js';
import type { NumberArray, Tensor, TensorLike } from './types.js';
import type { CoreTensor } from './wasm/core.js';

/** What the core takes. */
const MAX_RANK = 4;

export const FLOAT_ARRAYS: readonly string[] = ['Float32Array', 'Float64Array', 'Float16Array'];
export const NUMBER_ARRAYS: readonly string[] = [
  ...FLOAT_ARRAYS,
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
];

/** What an element may be, and into which array elements go. */
export interface Elements<A> {
  /** One of them, and many, as errors call them. */
  one: string;
  many: string;
  /** Names of the typed arrays that are read by value. */
  views: readonly string[];
  /** Whether any number at all is accepted, so that typed arrays need no look at each element. */
  anyNumber: boolean;
  accepts(value: unknown): boolean;
  /** Reads values that were accepted, `true` as 1. */
  collect(values: ArrayLike<unknown>): A;
}

const numbers: Elements<Float32Array> = {
  one: 'a number',
  many: 'numbers',
  views: NUMBER_ARRAYS,
  anyNumber: true,
  accepts: (value) => typeof value === 'number',
  // A Float32Array is handed on as it is: whoever computes with it copies it.
  collect: (values) =>
    viewKind(values) === 'Float32Array' ? (values as Float32Array) : new Float32Array(values as ArrayLike<number>),
};

/**
 * A tensor argument as the core takes it.
 *
 * @throws AttentionError `type` or `shape`, naming the argument and the place inside it
 */
export function readTensor(value: unknown, argument: string, mostAxes = MAX_RANK): CoreTensor {
  return readElements(value, argument, numbers, mostAxes);
}

/**
 * Makes a tensor that owns its data.
 *
 * @param data - nested arrays of numbers; or, with `shape`, numbers in row-major order
 * @param shape - non-negative integers, at most four, whose product is the length of `data`
 * @throws AttentionError `type` for elements that are no numbers and for flat data without a shape; `shape` for ragged
 * nesting and for a shape that does not fit
 */
export function tensor(data: TensorLike): Tensor;
export function tensor(data: NumberArray, shape: readonly number[]): Tensor;
export function tensor(data: unknown, shape?: unknown): Tensor {
  const read =
    shape === undefined
      ? readTensor(data, 'data')
      : reading('data', () => readFlat(data, shape, 'data', 'data', numbers));
  return { data: new Float32Array(read.data), shape: read.shape };
}

/** Reads nested arrays or `{ data, shape }`. */
export function readElements<A>(
  value: unknown,
  argument: string,
  elements: Elements<A>,
  mostAxes = MAX_RANK,
): { data: A; shape: number[] } {
  return reading(argument, () => {
    if (Array.isArray(value)) return readNested(value, argument, elements, mostAxes);
    if (isRecord(value) && 'data' in value && 'shape' in value) {
      return readFlat(value.data, value.shape, argument, `${argument}.data`, elements, mostAxes);
    }
    const expected = `{ data, shape } or nested arrays of ${elements.many}`;
    throw new AttentionError('type', { argument, expected, got: describe(value) });
  });
}

/** Reads row-major data with its shape; `place` is the name of the data in errors. */
export function readFlat<A>(
  data: unknown,
  shape: unknown,
  argument: string,
  place: string,
  elements: Elements<A>,
  mostAxes = MAX_RANK,
): { data: A; shape: number[] } {
  const sizes = readShape(shape, argument, mostAxes);
  const values = readList(data, place, elements);
  const length = sizes.reduce((product, size) => product * size, 1);
  if (values.length !== length) {
    const expected = `${length} elements for shape (${sizes.join(', ')})`;
    throw new AttentionError('shape', { argument, expected, got: String(values.length) });
  }
  // Views of no elements may be of a buffer that was transferred away: nothing could be copied out of these.
  return { data: elements.collect(length === 0 ? [] : values), shape: sizes };
}

function readShape(shape: unknown, argument: string, mostAxes: number): number[] {
  const complain = (code: 'shape' | 'type', got: string) =>
    new AttentionError(code, {
      argument: `${argument}.shape`,
      expected: `an array of at most ${mostAxes} non-negative integers`,
      got,
    });
  if (!Array.isArray(shape)) throw complain('type', describe(shape));
  if (shape.length > mostAxes) throw complain('shape', `${shape.length} of them`);
  return Array.from(shape, (size: unknown) => {
    if (isInt32(size) && size >= 0) return size;
    throw complain('shape', describe(size));
  });
}

function readList<A>(data: unknown, place: string, elements: Elements<A>): ArrayLike<unknown> {
  const view = viewKind(data);
  const readable = view ? elements.views.includes(view) : Array.isArray(data);
  if (!readable) {
    const expected = `an array of ${elements.many}`;
    throw new AttentionError('type', { argument: place, expected, got: view ? `a ${view}` : describe(data) });
  }
  const values = data as ArrayLike<unknown>;
  if (view && elements.anyNumber) return values;
  for (let i = 0; i < values.length; i++) {
    if (!elements.accepts(values[i])) throw unacceptable(values[i], `${place}[${i}]`, elements);
  }
  return values;
}

function readNested<A>(
  value: unknown[],
  argument: string,
  elements: Elements<A>,
  mostAxes: number,
): { data: A; shape: number[] } {
  const shape = shapeOfFirsts(value, argument, elements, mostAxes);
  const leaves: unknown[] = [];
  gatherLeaves(value, shape, argument, elements, leaves);
  return { data: elements.collect(leaves), shape };
}

/** The shape that the first entries have; gathering then holds all others to it. */
function shapeOfFirsts(value: unknown[], argument: string, elements: Elements<unknown>, mostAxes: number): number[] {
  const shape: number[] = [];
  for (let level: unknown = value; Array.isArray(level); level = level[0]) {
    shape.push(level.length);
    if (level.length === 0) {
      const expected = `nested arrays of ${elements.many} ({ data, shape } where a size is 0)`;
      throw new AttentionError('shape', { argument, expected, got: 'an empty array' });
    }
    if (shape.length > mostAxes) {
      throw new AttentionError('shape', { argument, expected: `at most ${mostAxes} levels of nesting`, got: 'more' });
    }
  }
  return shape;
}

function gatherLeaves(
  value: unknown,
  shape: readonly number[],
  place: string,
  elements: Elements<unknown>,
  leaves: unknown[],
): void {
  const [size, ...inner] = shape as [number, ...number[]];
  if (!Array.isArray(value)) {
    const code = elements.accepts(value) ? 'shape' : 'type';
    throw new AttentionError(code, { argument: place, expected: `an array of ${size}`, got: describe(value) });
  }
  if (value.length !== size) {
    const expected = `${size} entries, as in the first`;
    throw new AttentionError('shape', { argument: place, expected, got: String(value.length) });
  }
  for (let i = 0; i < size; i++) {
    if (inner.length > 0) gatherLeaves(value[i], inner, `${place}[${i}]`, elements, leaves);
    else if (elements.accepts(value[i])) leaves.push(value[i]);
    else throw unacceptable(value[i], `${place}[${i}]`, elements);
  }
}

function unacceptable(value: unknown, place: string, elements: Elements<unknown>): AttentionError {
  const code = Array.isArray(value) ? 'shape' : typeof value === 'number' ? 'option' : 'type';
  return new AttentionError(code, { argument: place, expected: elements.one, got: describe(value) });
}
