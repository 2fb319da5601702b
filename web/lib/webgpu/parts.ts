// A call in pieces that fit the device: some batches, or some heads of one batch, or some queries of one head.

import { gpuMemoryError } from './failures.js';
import type { Range } from './rows.js';

export interface Part {
  batch: Range;
  head: Range;
  query: Range;
}

/** Halves what does not fit until it does. @throws AttentionError `out-of-memory` where one query does not */
export function partsThatFit(whole: Part, fits: (part: Part) => boolean, label: string): Part[] {
  if (sizeOf(whole.batch) * sizeOf(whole.head) * sizeOf(whole.query) === 0) return [];
  if (fits(whole)) return [whole];
  const axis = (['batch', 'head', 'query'] as const).find((name) => sizeOf(whole[name]) > 1);
  if (axis === undefined) {
    throw gpuMemoryError(label, 'scores and masks of one query within the limits of the device', 'more');
  }
  const [first, last] = whole[axis];
  const middle = first + Math.ceil((last - first) / 2);
  return [
    ...partsThatFit({ ...whole, [axis]: [first, middle] }, fits, label),
    ...partsThatFit({ ...whole, [axis]: [middle, last] }, fits, label),
  ];
}

function sizeOf([first, last]: Range): number {
  return last - first;
}

/** Batches, heads, queries. */
export function sizesOf({ batch, head, query }: Part): [number, number, number] {
  return [sizeOf(batch), sizeOf(head), sizeOf(query)];
}
