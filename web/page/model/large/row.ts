// One query of a long text, and which queries are the most focused.
import { type LongMap, type Rows, topK } from './map';

export interface Listed {
  key: number;
  weight: number;
}

export interface Row {
  rowMax: number;
  /** In nats. */
  entropy: number;
  /** Heaviest first. */
  listed: readonly Listed[];
}

export function rowOf({ rowMax, entropy, keys, weights }: Rows, query: number): Row {
  const listed = Array.from({ length: topK }, (_, k) => ({
    key: keys[query * topK + k] ?? -1,
    weight: weights[query * topK + k] ?? 0,
  })).filter(({ key }) => key >= 0);
  return { rowMax: rowMax[query] ?? Number.NaN, entropy: entropy[query] ?? Number.NaN, listed };
}

/** How many keys would share alike with the same entropy. */
export const effectiveKeys = ({ entropy }: Row): number => Math.exp(entropy);

export type Order = 'focused' | 'spread';

/** Queries in the order of their entropy, those that may read something: of each word, where it comes first in it. */
export function ranked({ rows, reading: { tokens } }: LongMap, head: number, order: Order, count: number): number[] {
  const { entropy, rowMax } = rows[head] as Rows;
  const sign = order === 'focused' ? 1 : -1;
  const queries = Array.from(entropy.keys())
    .filter((query) => (rowMax[query] ?? 0) > 0)
    .sort((a, b) => sign * ((entropy[a] ?? 0) - (entropy[b] ?? 0)) || a - b);
  const listed = new Map<string, number>();
  for (const query of queries) {
    const word = tokens[query] ?? '';
    if (!listed.has(word)) listed.set(word, query);
    if (listed.size === count) break;
  }
  return [...listed.values()];
}

/** A pair to begin with: near the middle, the most focused query, and what it reads most from beside its own word. */
export function beginning({ rows, reading: { tokens } }: LongMap, head: number): { query: number; key: number } {
  const around = 40;
  const { entropy } = rows[head] as Rows;
  const middle = Math.floor(tokens.length / 2);
  const near = Array.from(entropy.keys()).slice(Math.max(0, middle - around), middle + around);
  const query = near.reduce((best, one) => ((entropy[one] ?? 0) < (entropy[best] ?? 0) ? one : best), middle);
  const { listed } = rowOf(rows[head] as Rows, query);
  const other = listed.find(({ key }) => tokens[key] !== tokens[query]) ?? listed[0];
  return { query, key: other?.key ?? query };
}
