// Shares of the ceiling are as right as the arithmetic they are of.

import { describe, expect, test } from 'vitest';
import { allowedKeys, allowedPairs, requiredFlop } from './arithmetic.mjs';
import { nameOf, type Workload, workloads } from './workloads.mjs';

const small = (mask: string, numSteps: number) =>
  ({ kind: 'layer', batchSize: 3, numSteps, numHiddens: 8, numHeads: 2, numKvHeads: 2, mask }) as Workload;

/** What each mask means, pair by pair. */
function allows({ mask, numSteps, batchSize }: Workload, batch: number, query: number, key: number): boolean {
  if (mask === 'causal') return key <= query;
  if (mask === 'window') return Math.abs(key - query) <= 64;
  if (mask === 'validLens') return key < (numSteps * (batch + 1)) / batchSize; // the first ⌈…⌉ keys
  return true;
}

function countPairs(workload: Workload): number {
  let pairs = 0;
  for (let batch = 0; batch < workload.batchSize; batch++)
    for (let query = 0; query < workload.numSteps; query++)
      for (let key = 0; key < workload.numSteps; key++) pairs += Number(allows(workload, batch, query, key));
  return pairs;
}

describe.each(['none', 'causal', 'validLens', 'window', 'bias'])('%s', (mask) => {
  // Around the window of 64 keys on each side, and lengths that three sentences do not divide.
  test.each([1, 2, 7, 63, 64, 65, 66, 130])(
    'allows as many of %i × themselves as are counted one by one',
    (numSteps) => {
      const workload = small(mask, numSteps);
      expect(allowedPairs(workload)).toBe(countPairs(workload));
    },
  );

  test('lets each query read a range of keys', () => {
    const workload = small(mask, 130);
    for (let batch = 0; batch < 3; batch++)
      for (let query = 0; query < 130; query++) {
        const [begin, end] = allowedKeys(workload, batch, query);
        const inRange = Array.from({ length: 130 }, (_, key) => begin <= key && key < end);
        expect(inRange).toStrictEqual(inRange.map((_, key) => allows(workload, batch, query, key)));
      }
  });
});

test('one step of one number: four products with parameters, a score, a value', () => {
  const workload: Workload = { ...small('none', 1), batchSize: 1, numHiddens: 1, numHeads: 1, numKvHeads: 1 };
  expect(requiredFlop(workload)).toBe(2 * 4 + 2 + 2);
  expect(requiredFlop({ ...workload, kind: 'attention' })).toBe(2 + 2);
});

test('shared heads of K and V save their projections, and no scores', () => {
  const own: Workload = { ...small('none', 5), numHiddens: 16, numHeads: 4, numKvHeads: 4 };
  // W_k and W_v have 4 columns each instead of 16.
  expect(requiredFlop(own) - requiredFlop({ ...own, numKvHeads: 1 })).toBe(2 * 3 * 5 * 16 * (2 * 12));
});

test('no two workloads share a name', () => {
  expect(new Set(workloads.map(nameOf)).size).toBe(workloads.length);
});
