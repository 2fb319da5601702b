// Which numbers float16 holds, and as which bits.

import { asFloat16 } from 'dist/lib/webgpu/float16.js';
import { expect, test } from 'vitest';

/** By the definition: 5 bits of exponent, 10 of fraction. */
function numberOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const isNormal = (bits: number) => {
  const exponent = (bits >> 10) & 31;
  return (exponent > 0 && exponent < 31) || (bits & 0x7fff) === 0;
};
const patterns = Array.from({ length: 2 ** 16 }, (_, bits) => bits);

test('every normal number of float16 comes back as the bits it was', () => {
  const normal = patterns.filter(isNormal);
  expect(asFloat16(Float32Array.from(normal, numberOf))).toEqual(Uint16Array.from(normal));
});

test('subnormal numbers, infinities and NaN are none that a GPU is sure to hold', () => {
  for (const bits of patterns.filter((one) => !isNormal(one)))
    expect(asFloat16(Float32Array.of(1, numberOf(bits)))).toBeUndefined();
});

test('numbers between those of float16, and beyond them, are not rounded', () => {
  for (const bits of patterns.filter(isNormal)) {
    const x = numberOf(bits);
    const next = Math.fround(x * (1 + 2 ** -23));
    if (x !== 0) expect(asFloat16(Float32Array.of(next))).toBeUndefined();
  }
  for (const x of [65520, 65536, 1e38, 2 ** -15, 1e-45]) expect(asFloat16(Float32Array.of(x))).toBeUndefined();
});

test('of an array inside another, its own numbers', () => {
  const inside = Float32Array.of(9, 1, -2, 0.1).subarray(1, 3);
  expect(asFloat16(inside)).toEqual(Uint16Array.of(0x3c00, 0xc000));
});
