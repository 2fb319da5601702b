// Runs of numbers as bytes, of the types that array files use.

import { FileError } from './errors';
import { decodeBfloat16, decodeFloat16 } from './float16';

export type Numbers = Float32Array | Float64Array | Uint8Array;

export interface NumberType {
  bytes: number;
  /** What holds each of its values exactly. */
  array: new (
    length: number,
  ) => Numbers;
  read(view: DataView, at: number, littleEndian: boolean): number;
}

const of = (bytes: number, array: NumberType['array'], read: NumberType['read']): NumberType => ({
  bytes,
  array,
  read,
});

/** By NumPy's names; `bf2` is bfloat16, which NumPy lacks. */
export const numberTypes = {
  f2: of(2, Float32Array, (view, at, little) => decodeFloat16(view.getUint16(at, little))),
  bf2: of(2, Float32Array, (view, at, little) => decodeBfloat16(view.getUint16(at, little))),
  f4: of(4, Float32Array, (view, at, little) => view.getFloat32(at, little)),
  f8: of(8, Float64Array, (view, at, little) => view.getFloat64(at, little)),
  i1: of(1, Float32Array, (view, at) => view.getInt8(at)),
  i2: of(2, Float32Array, (view, at, little) => view.getInt16(at, little)),
  i4: of(4, Float64Array, (view, at, little) => view.getInt32(at, little)),
  i8: of(8, Float64Array, (view, at, little) => exactly(view.getBigInt64(at, little))),
  u1: of(1, Float32Array, (view, at) => view.getUint8(at)),
  u2: of(2, Float32Array, (view, at, little) => view.getUint16(at, little)),
  u4: of(4, Float64Array, (view, at, little) => view.getUint32(at, little)),
  u8: of(8, Float64Array, (view, at, little) => exactly(view.getBigUint64(at, little))),
  b1: of(1, Uint8Array, (view, at) => truth(view.getUint8(at))),
} satisfies Record<string, NumberType>;

function exactly(integer: bigint): number {
  const number = Number(integer);
  if (!Number.isSafeInteger(number)) throw new FileError('data', 'integers within ±(2⁵³ − 1)', String(integer));
  return number;
}

function truth(byte: number): number {
  if (byte > 1) throw new FileError('data', 'booleans of 0 or 1', String(byte));
  return byte;
}

/** How many numbers a shape holds; Infinity where that is more than can be counted. */
export function countOf(shape: readonly number[]): number {
  if (shape.includes(0)) return 0;
  const count = shape.reduce((product, size) => product * size, 1);
  return Number.isSafeInteger(count) ? count : Number.POSITIVE_INFINITY;
}

/** All the numbers in some bytes, whose length the caller has checked. */
export function decode(type: NumberType, bytes: Uint8Array, littleEndian = true): Numbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new type.array(bytes.byteLength / type.bytes);
  for (let i = 0; i < numbers.length; i++) numbers[i] = type.read(view, i * type.bytes, littleEndian);
  return numbers;
}
