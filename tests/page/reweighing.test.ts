// Weights set by hand in the lesson stay weights.
import { expect, test } from 'vitest';
import { reweighed } from '../../web/page/lesson/labs/reweighing';

const rows = [
  [0.2, 0.3, 0.5],
  [0, 0, 1],
  [1, 0, 0, 0],
  [0.25, 0.25, 0.25, 0.25],
  [1e-7, 1 - 2e-7, 1e-7],
];

test('whatever is set, a row of weights keeps its sum of 1 and has nothing below 0', () => {
  for (const row of rows)
    for (const index of row.keys())
      for (const weight of [0, 0.3, 1]) {
        const now = reweighed(row, index, weight);
        expect(now[index]).toBe(weight);
        expect(Math.min(...now)).toBeGreaterThanOrEqual(0);
        // A handful of float64 sums.
        expect(now.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
      }
});

test('the others keep their proportions, and share equally where they had nothing', () => {
  expect(reweighed([0.2, 0.3, 0.5], 2, 0)).toEqual([0.4, 0.6, 0]);
  expect(reweighed([0, 0, 1], 2, 0.5)).toEqual([0.25, 0.25, 0.5]);
});
