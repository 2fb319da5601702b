import { describe, expect, test } from 'vitest';
import { decodeBfloat16, decodeFloat16, encodeFloat16 } from '../../../web/page/files/float16.js';

const patterns = Array.from({ length: 0x10000 }, (_, bits) => bits);
const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;

/** The definition, with the leading 1 written out. */
function float16(bits: number): number {
  const digits = bits.toString(2).padStart(16, '0');
  const [sign, exponent, fraction] = [
    digits[0] === '1' ? -1 : 1,
    Number.parseInt(digits.slice(1, 6), 2),
    digits.slice(6),
  ];
  if (exponent === 31) return fraction.includes('1') ? nan : sign * infinity;
  const leading = exponent === 0 ? '0' : '1';
  return (sign * Number.parseInt(leading + fraction, 2) * 2 ** Math.max(exponent, 1)) / 2 ** 25;
}

describe('float16', () => {
  test('the places where decoders go wrong', () => {
    const bits = [0x3c00, 0x3e00, 0xbc00, 0x0001, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x8000, 0x0000];
    const values = [1, 1.5, -1, 2 ** -24, 1023 * 2 ** -24, 2 ** -14, 65504, infinity, -infinity, nan, -0, 0];
    expect(bits.map(decodeFloat16)).toEqual(values);
  });

  test('all 65,536 patterns mean what the definition says', () => {
    expect(patterns.filter((bits) => !Object.is(decodeFloat16(bits), float16(bits)))).toEqual([]);
  });

  test('all 65,536 patterns come back, NaNs as the quiet one', () => {
    const back = (bits: number) => encodeFloat16(decodeFloat16(bits));
    const wrong = patterns.filter((bits) => back(bits) !== (Number.isNaN(float16(bits)) ? 0x7e00 : bits));
    expect(wrong).toEqual([]);
  });

  test('between any two neighbours the nearer one is written, halfway the even one', () => {
    for (let bits = 0; bits < 0x7bff; bits++) {
      const [low, high] = [decodeFloat16(bits), decodeFloat16(bits + 1)];
      const half = (low + high) / 2;
      const step = high - low;
      const written = [half - step * 1e-4, half, half + step * 1e-4].map(encodeFloat16);
      expect(written).toEqual([bits, bits % 2 === 0 ? bits : bits + 1, bits + 1]);
      expect(encodeFloat16(-half)).toBe(0x8000 | (written[1] as number));
    }
  });

  test('the ends: too small becomes 0, too large infinity, each with its sign', () => {
    const values = [2 ** -25, -(2 ** -25), 2 ** -25 * 1.0001, 5e-324, 65519.99, 65520, -65520, 1e300, -infinity, -0];
    const bits = [0, 0x8000, 1, 0, 0x7bff, 0x7c00, 0xfc00, 0x7c00, 0xfc00, 0x8000];
    expect(values.map(encodeFloat16)).toEqual(bits);
  });

  test('a float64 is rounded once, not by way of float32', () => {
    // As a float32 this is exactly halfway, and would go to the even neighbour below.
    expect(encodeFloat16(1 + 2 ** -11 + 2 ** -40)).toBe(0x3c01);
  });
});

describe('bfloat16', () => {
  test('the places where decoders go wrong', () => {
    const bits = [0x3f80, 0x3c00, 0x4049, 0x7f80, 0xff80, 0x0001, 0x8000];
    expect(bits.map(decodeBfloat16)).toEqual([1, 0.0078125, 3.140625, infinity, -infinity, 2 ** -133, -0]);
  });

  test('all 65,536 patterns are the upper half of a float32', () => {
    const halves = new Uint32Array(patterns.map((bits) => bits * 0x10000));
    const wrong = [...new Float32Array(halves.buffer)].filter((value, bits) => !Object.is(value, decodeBfloat16(bits)));
    expect(wrong).toEqual([]);
  });
});
