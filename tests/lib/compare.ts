// What "equal" means for results: 1e-6 + 1e-5·|x|, what float32 leaves of a sum of unit-scale products, softmax and all.

import { expect } from 'vitest';
import type { Tensor } from 'xattention';

interface Expected {
  data: ArrayLike<number>;
  shape: number[];
}

/** Every element within tolerance; NaN, infinities and zeros exactly where they are expected. */
export function expectClose(actual: Tensor | undefined, expected: Expected, name = 'result'): void {
  expect(actual, `${name} is there`).toBeDefined();
  expect(actual?.shape, `shape of ${name}`).toEqual(expected.shape);
  expect(firstDifference(actual?.data ?? [], expected.data), `${name}, [index, actual, expected]`).toBeUndefined();
}

/** The same bits. */
export function expectSame(actual: unknown, expected: unknown): void {
  expect(actual).toStrictEqual(expected);
}

function firstDifference(actual: ArrayLike<number>, expected: ArrayLike<number>): [number, number, number] | undefined {
  if (actual.length !== expected.length) return [-1, actual.length, expected.length];
  for (let i = 0; i < expected.length; i++) {
    if (!isClose(actual[i] as number, expected[i] as number)) return [i, actual[i] as number, expected[i] as number];
  }
  return undefined;
}

export function isClose(actual: number, expected: number): boolean {
  // A weight of 0 is that of a forbidden place, which nothing small may stand in for.
  if (expected === 0 || !Number.isFinite(expected)) return Object.is(actual, expected) || actual === expected;
  return Math.abs(actual - expected) <= 1e-6 + 1e-5 * Math.abs(expected);
}
