// The map of a long text: what is known of each query, an overview of all pairs, and tiles of them at closer looks. All of
// it comes from summaries; nothing here is ever as large as the square of the tokens.
import { type Patch, type Reduce, summaries, valueIn } from './patches';
import type { Range, Reading, Work } from './reading';
import { cellAt, mostTiles, nameOf, runsOf, spanOf, type Tile, tileCells } from './tiles';

/** Keys listed for each query. */
export const topK = 8;
/** Cells along a side of the overview, at most: as many as a wide map has pixels. */
const overviewCells = 600;

/** Of one head, something for each query. */
export interface Rows {
  rowMax: Float32Array;
  entropy: Float32Array;
  /** `topK` for each query, heaviest first; −1 where fewer keys are allowed. */
  keys: Int32Array;
  weights: Float32Array;
}

interface Kept {
  head: number;
  reduce: Reduce;
  patches: readonly Patch[];
}

export class LongMap {
  readonly reading: Reading;
  /** The level of the overview: closer looks have lower ones. */
  readonly level: number;
  readonly rows: readonly Rows[];
  readonly #overviews = new Map<Reduce, Patch[][]>();
  readonly #tiles = new Map<string, Kept>();

  constructor(reading: Reading) {
    const { tokens, numHeads } = reading;
    this.reading = reading;
    this.level = Math.max(0, Math.ceil(Math.log2(tokens.length / overviewCells)));
    this.rows = Array.from({ length: numHeads }, () => ({
      rowMax: new Float32Array(tokens.length),
      entropy: new Float32Array(tokens.length),
      keys: new Int32Array(tokens.length * topK),
      weights: new Float32Array(tokens.length * topK),
    }));
  }

  get size(): number {
    return this.reading.tokens.length;
  }

  /** Everything about the queries, and the overview. */
  async read(reduce: Reduce, work: Work): Promise<void> {
    const overview = this.#blank();
    for await (const { block, patches, summary } of summaries(this.reading, { ...this.#all(reduce), topK }, work)) {
      for (const [head, patch] of patches.entries()) overview[head]?.push(patch);
      for (const [head, rows] of this.rows.entries()) {
        const count = block.to - block.from;
        const copy = <T extends Float32Array | Int32Array>(to: T, from: T, width: number) =>
          to.set(from.subarray(head * count * width, (head + 1) * count * width), block.from * width);
        copy(rows.rowMax, summary.rowMax.data, 1);
        copy(rows.entropy, summary.entropy.data, 1);
        copy(rows.keys, summary.topK.indices.data, topK);
        copy(rows.weights, summary.topK.attentionWeights.data, topK);
      }
    }
    this.#overviews.set(reduce, overview);
  }

  has(reduce: Reduce): boolean {
    return this.#overviews.has(reduce);
  }

  /** This reduction where it is there, else the one that is. */
  shown(reduce: Reduce): Reduce {
    return this.has(reduce) ? reduce : ([...this.#overviews.keys()][0] ?? reduce);
  }

  /** The overview once more, its cells reduced in another way. */
  async reduceBy(reduce: Reduce, work: Work): Promise<void> {
    const overview = this.#blank();
    for await (const { patches } of summaries(this.reading, { ...this.#all(reduce), topK: 1 }, work))
      for (const [head, patch] of patches.entries()) overview[head]?.push(patch);
    this.#overviews.set(reduce, overview);
  }

  overview(head: number, reduce: Reduce): readonly Patch[] {
    return this.#overviews.get(reduce)?.[head] ?? [];
  }

  /** The patches of a tile; undefined until it is fetched. At single pairs there is nothing to reduce. */
  tile(tile: Tile, head: number, reduce: Reduce): readonly Patch[] | undefined {
    const name = nameOf(tile);
    const kept = this.#tiles.get(name);
    if (kept?.head !== head || (kept.reduce !== reduce && tile.level > 0)) return undefined;
    this.#tiles.delete(name); // to the end of the queue
    this.#tiles.set(name, kept);
    return kept.patches;
  }

  get tileCount(): number {
    return this.#tiles.size;
  }

  /** Those of the tiles that are not there yet, a run of neighbours at a time. */
  async fetch(tiles: readonly Tile[], head: number, reduce: Reduce, { signal, progress }: Work): Promise<void> {
    const runs = runsOf(
      tiles.filter((tile) => !this.tile(tile, head, reduce)),
      this.size,
    );
    for (const [i, run] of runs.entries()) {
      const each: Work = { signal, progress: (share) => progress((i + share) / runs.length) };
      for (const [t, patches] of (await this.#fetchRun(run, head, reduce, each)).entries())
        this.#keep(run[t] as Tile, { head, reduce, patches });
    }
  }

  /** The weight of one pair. */
  async weight(head: number, query: number, key: number): Promise<number> {
    const request = { topK: 1, mapRows: 1, mapCols: 1, mapKeys: [key, key + 1] as const };
    const { map } = await this.reading.summarize({ from: query, to: query + 1 }, request);
    return map.data[head] ?? Number.NaN;
  }

  /** What the map knows of a pair by itself; undefined where it has only larger cells. */
  known(head: number, query: number, key: number): number | undefined {
    const tile: Tile = { level: 0, row: Math.floor(query / tileCells), col: Math.floor(key / tileCells) };
    const patches = this.level === 0 ? this.overview(head, 'max') : this.tile(tile, head, 'max');
    for (const patch of patches ?? []) {
      const value = valueIn(patch, query, key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  dispose(): void {
    this.reading.dispose();
  }

  #all(reduce: Reduce) {
    const all: Range = { from: 0, to: this.size };
    return { queries: all, keys: all, cell: cellAt(this.level), reduce };
  }

  #blank(): Patch[][] {
    return this.rows.map(() => []);
  }

  async #fetchRun(run: readonly Tile[], head: number, reduce: Reduce, work: Work): Promise<Patch[][]> {
    const [first, last] = [run[0] as Tile, run.at(-1) as Tile];
    const { level } = first;
    const keys = { from: spanOf(first.col, level, this.size).from, to: spanOf(last.col, level, this.size).to };
    const asked = { queries: spanOf(first.row, level, this.size), keys, cell: cellAt(level), reduce, topK: 1 };
    const tiles: Patch[][] = run.map(() => []);
    for await (const { patches } of summaries(this.reading, asked, work)) {
      const patch = patches[head];
      if (patch)
        for (const [t, tile] of run.entries()) tiles[t]?.push(cut(patch, spanOf(tile.col, level, this.size), t));
    }
    return tiles;
  }

  #keep(tile: Tile, kept: Kept): void {
    this.#tiles.delete(nameOf(tile));
    this.#tiles.set(nameOf(tile), kept);
    for (const name of this.#tiles.keys()) {
      if (this.#tiles.size <= mostTiles) break;
      this.#tiles.delete(name);
    }
  }
}

/** The columns of one tile, the t-th of a run, copied out of a patch of all of them. */
function cut({ queries, rows, cols, data }: Patch, keys: Range, t: number): Patch {
  const own = Math.min(tileCells, cols - t * tileCells);
  const part = new Float32Array(rows * own);
  for (let row = 0; row < rows; row += 1) {
    const start = row * cols + t * tileCells;
    part.set(data.subarray(start, start + own), row * own);
  }
  return { queries, keys, rows, cols: own, data: part };
}
