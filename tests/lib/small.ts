// The smallest attention with something to see: a padded key, an empty row, and the right numbers (case A01.a).

import { expect } from 'vitest';
import type { AttentionTrace } from 'xattention';
import { expectClose } from './compare.js';

export const Q = [
  [1, 0],
  [0, 1],
];
export const K = [
  [1, 0],
  [0, 1],
  [1, 1],
];
export const V = [
  [1, 2],
  [3, 4],
  [5, 6],
];
export const options = {
  keep: [
    [true, true, false],
    [false, false, false],
  ],
};

export function expectRightNumbers({ attentionWeights, output }: AttentionTrace): void {
  expectClose(attentionWeights, { data: [0.6697615493, 0.3302384507, 0, 0, 0, 0], shape: [2, 3] });
  expectClose(output, { data: [1.660476901, 2.660476901, 0, 0], shape: [2, 2] });
  expect(output.data).toBeInstanceOf(Float32Array);
}
