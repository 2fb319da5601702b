// Parts of the map of attention weights, as the core sums them up: a patch covers some queries and some keys with cells
// of equal size, and holds no more numbers than it has cells.
import type { Summary } from 'xattention';
import type { Range, Reading, Work } from './reading';

export const reductions = ['max', 'mean'] as const;
export type Reduce = (typeof reductions)[number];

export interface Patch {
  queries: Range;
  keys: Range;
  rows: number;
  cols: number;
  /** Of one head, row by row. */
  data: Float32Array;
}

/** About how many pairs of all heads are asked for in one call: some 50 ms of work. */
const pairsAtOnce = 2 ** 22;

/** Cuts queries into blocks of about equal work, each a multiple of the cell. */
export function blocksOf(queries: Range, cell: number, { tokens, numHeads }: Reading): Range[] {
  const most = Math.max(1, Math.floor(pairsAtOnce / (tokens.length * numHeads * cell))) * cell;
  const blocks: Range[] = [];
  for (let { from } = queries; from < queries.to; from += most)
    blocks.push({ from, to: Math.min(queries.to, from + most) });
  return blocks;
}

interface Asked {
  queries: Range;
  keys: Range;
  /** Queries, and keys, to a cell. */
  cell: number;
  reduce: Reduce;
  topK: number;
}

/** Block after block; each yields its patches, one for each head, and what else the summary says. */
export async function* summaries(
  reading: Reading,
  { queries, keys, cell, reduce, topK }: Asked,
  { signal, progress }: Work,
): AsyncGenerator<{ block: Range; patches: Patch[]; summary: Summary }> {
  const cols = Math.ceil((keys.to - keys.from) / cell);
  for (const block of blocksOf(queries, cell, reading)) {
    signal.throwIfAborted();
    const rows = Math.ceil((block.to - block.from) / cell);
    const request = { topK, mapRows: rows, mapCols: cols, reduce, mapKeys: [keys.from, keys.to] as const };
    const summary = await reading.summarize(block, request);
    signal.throwIfAborted();
    const size = rows * cols;
    const patches = Array.from({ length: reading.numHeads }, (_, head) => ({
      queries: block,
      keys,
      rows,
      cols,
      data: summary.map.data.subarray(head * size, (head + 1) * size),
    }));
    yield { block, patches, summary };
    progress((block.to - queries.from) / (queries.to - queries.from));
  }
}

/** What a patch says of a pair: the pair itself where a cell is one, else the cell it lies in. */
export function valueIn({ queries, keys, rows, cols, data }: Patch, query: number, key: number): number | undefined {
  if (query < queries.from || query >= queries.to || key < keys.from || key >= keys.to) return undefined;
  const row = cellOf(query - queries.from, queries.to - queries.from, rows);
  const col = cellOf(key - keys.from, keys.to - keys.from, cols);
  return data[row * cols + col];
}

/** Cell c of `count` covers ⌊c·extent/count⌋ … ⌊(c + 1)·extent/count⌋ − 1. */
const cellOf = (index: number, extent: number, count: number): number => Math.floor(((index + 1) * count - 1) / extent);
