// What forbids positions, and what counts them: keep and drop, attentionBias, validLens, queryOffset, window, mapKeys.

import { describe, integer, isInt32, viewKind } from './checks.js';
import { AttentionError } from './errors.js';
import { type Elements, FLOAT_ARRAYS, NUMBER_ARRAYS, readElements, readFlat } from './tensors.js';
import type { CoreInts, CoreMask, CoreTensor } from './wasm/core.js';

const yesOrNo: Elements<Uint8Array> = {
  one: 'true, false, 0 or 1',
  many: 'booleans, or exactly 0 and 1',
  views: NUMBER_ARRAYS,
  anyNumber: false,
  accepts: (value) => typeof value === 'boolean' || value === 0 || value === 1,
  collect: (values) => new Uint8Array(values as ArrayLike<number>),
};

// Integers of a byte array look like a mask and would be added: no one means that.
const addends: Elements<Float32Array> = {
  one: 'a number to add (for yes and no there are keep and drop)',
  many: 'floating-point numbers to add (for yes and no there are keep and drop)',
  views: FLOAT_ARRAYS,
  anyNumber: true,
  accepts: (value) => typeof value === 'number',
  collect: (values) => new Float32Array(values as ArrayLike<number>),
};

const integers = (range = ''): Elements<Int32Array> => ({
  one: `an integer${range}`,
  many: `integers${range}`,
  views: NUMBER_ARRAYS,
  anyNumber: false,
  accepts: isInt32,
  collect: (values) => new Int32Array(values as ArrayLike<number>),
});

const lengths = integers(' 0 … numKvPairs');
const offsets = integers();
const reaches = integers(', −1 or more');

/** `keep` or `drop`, as bytes. */
export function readMask(value: unknown, argument: string): CoreMask {
  return readElements(value, argument, yesOrNo);
}

export function readBias(value: unknown, argument: string): CoreTensor {
  return readElements(value, argument, addends);
}

/** Lengths may come bare: one axis, the batch, needs no shape. */
export function readLengths(value: unknown, argument: string): CoreInts {
  return viewKind(value) ? readList(value, argument, lengths) : readElements(value, argument, lengths);
}

/** One offset has shape (), one per batch has shape (batch_size). */
export function readQueryOffset(value: unknown, argument: string): 'top-left' | 'bottom-right' | CoreInts {
  if (value === 'top-left' || value === 'bottom-right') return value;
  if (typeof value === 'number') return { data: Int32Array.of(integer(value, argument)), shape: [] };
  if (Array.isArray(value) || viewKind(value)) return readList(value, argument, offsets);
  throw new AttentionError(typeof value === 'string' ? 'option' : 'type', {
    argument,
    expected: "'top-left', 'bottom-right', an integer, or an array of one per batch",
    got: describe(value),
  });
}

/** `[left, right]`. */
export function readWindow(value: unknown, argument: string): CoreInts {
  return readPair(value, argument, '[left, right], −1 for unbounded', reaches);
}

/** `[from, to]`. */
export function readKeyRange(value: unknown, argument: string): CoreInts {
  return readPair(value, argument, '[from, to], the keys from … to − 1', lengths);
}

function readPair(value: unknown, argument: string, expected: string, elements: Elements<Int32Array>): CoreInts {
  const complaint = { argument, expected, got: describe(value) };
  if (!Array.isArray(value) && !viewKind(value)) throw new AttentionError('type', complaint);
  const pair = readList(value, argument, elements);
  if (pair.data.length !== 2) throw new AttentionError('option', complaint);
  return pair;
}

function readList(value: unknown, argument: string, elements: Elements<Int32Array>): CoreInts {
  return readFlat(value, [(value as ArrayLike<unknown>).length], argument, argument, elements);
}
