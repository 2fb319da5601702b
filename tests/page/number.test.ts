// Numbers as the page prints them: never a 0 that is none, never a sign that runs into another.
import { describe, expect, test } from 'vitest';
import { factor, fixed, inFormula, precise, short } from '../../web/page/widgets/number.js';

describe('what is too small to be seen', () => {
  test.each([
    [0, '0.0000', '0.0000'],
    [-0, '0.0000', '0.0000'],
    [0.00004, '< 0.0001', '4.0·10⁻⁵'],
    [0.00005, '0.0001', '0.0001'],
    [-3e-12, '> −0.0001', '−3.0·10⁻¹²'],
    [5e-324, '< 0.0001', '4.9·10⁻³²⁴'],
    [0.5, '0.5000', '0.5000'],
  ])('%s is %s in a list and %s in a formula', (value, listed, inside) => {
    expect(precise(value)).toBe(listed);
    expect(inFormula(value)).toBe(inside);
  });

  test('says so with as many places as there are, and in a cell of two as before', () => {
    expect(fixed(1e-9, 6)).toBe('< 0.000001');
    expect(precise(0.0004, 3)).toBe('< 0.001');
    expect(fixed(0.004, 2)).toBe('0.00');
    expect(short(0.004)).toBe('0.00');
  });
});

test('a negative factor stands in brackets, also where it is tiny', () => {
  expect(factor(precise(-0.09))).toBe('(−0.0900)');
  expect(factor(inFormula(-1e-7))).toBe('(−1.0·10⁻⁷)');
  expect(factor(short(0.5))).toBe('0.50');
});
