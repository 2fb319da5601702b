// A float32 as text: the same number comes back, and no shorter text brings it back.
import { expect, test } from 'vitest';
import { shortest } from '../../../web/page/files/digits.js';
import { numbersFrom } from '../random.js';

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

const floatOf = (pattern: number): number => {
  bits[0] = pattern;
  return float[0] ?? 0;
};

/** The digits of a decimal, without those that only say where the point is. */
const digitsIn = (text: string): number =>
  text
    .replace(/e.*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '').length;

/** Both decimals of so many digits that enclose the number. */
function enclosing(value: number, digits: number): number[] {
  const exponent = Math.floor(Math.log10(Math.abs(value))) - digits + 1;
  const scaled = Number(
    `${value}e${-exponent}`.replace(/e([+-]?\d+)e([+-]?\d+)/, (_, a, b) => `e${Number(a) + Number(b)}`),
  );
  return [Math.floor(scaled), Math.ceil(scaled)].map((one) => Number(`${one}e${exponent}`));
}

function check(value: number): void {
  const text = shortest(value);
  if (!Object.is(Math.fround(Number(text)), value)) expect(text, String(value)).toBe('another number');
  const digits = digitsIn(text);
  if (digits <= 1) return;
  for (const shorter of enclosing(value, digits - 1))
    if (Math.fround(shorter) === value) expect(`${text}, ${shorter}`, String(value)).toBe('the shorter one');
}

test('100,000 numbers of random bits, normal and denormal', () => {
  const random = numbersFrom(11);
  for (let i = 0; i < 100_000; i += 1) {
    const value = floatOf(Math.floor(random() * 2 ** 32));
    if (Number.isFinite(value)) check(value);
  }
  for (let i = 0; i < 5_000; i += 1) check(floatOf(Math.floor(random() * 2 ** 23)));
});

test('where the neighbours are not equally far: every power of two, and both numbers beside it', () => {
  for (let exponent = -149; exponent < 128; exponent += 1) {
    const at = new Uint32Array(Float32Array.of(2 ** exponent).buffer)[0] ?? 0;
    for (const pattern of [at - 1, at, at + 1]) if (floatOf(pattern) > 0) check(floatOf(pattern));
  }
});

test('what people write is written back: two decimals, −0, whole numbers', () => {
  for (let hundredths = -1000; hundredths <= 1000; hundredths += 1)
    expect(Number(shortest(Math.fround(hundredths / 100)))).toBe(hundredths / 100);
  expect(shortest(Math.fround(0.02))).toBe('0.02');
  expect(shortest(16_777_216)).toBe('16777216');
  expect(shortest(-0)).toBe('-0.0');
});
