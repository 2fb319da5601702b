// Tiles of the map at every level of detail: a cell of level z is 2ᶻ × 2ᶻ pairs, a tile 256 × 256 cells.
import type { Range } from './reading';

export const tileCells = 256;
/** Tiles kept at a time; those looked at least recently go first. */
export const mostTiles = 64;

export interface Tile {
  level: number;
  row: number;
  col: number;
}

export const nameOf = ({ level, row, col }: Tile): string => `${level}/${row}/${col}`;

/** Pairs along one side of a cell. */
export const cellAt = (level: number): number => 2 ** level;

/** Which of `count` tokens a tile covers along one side. */
export function spanOf(index: number, level: number, count: number): Range {
  const pairs = tileCells * cellAt(level);
  return { from: index * pairs, to: Math.min(count, (index + 1) * pairs) };
}

/** The tiles that show these queries and keys. */
export function tilesOver(queries: Range, keys: Range, level: number): Tile[] {
  const pairs = tileCells * cellAt(level);
  const indices = ({ from, to }: Range) =>
    Array.from({ length: Math.ceil(to / pairs) - Math.floor(from / pairs) }, (_, i) => Math.floor(from / pairs) + i);
  return indices(queries).flatMap((row) => indices(keys).map((col) => ({ level, row, col })));
}

/** Tiles that one call can ask for: neighbours in a row of tiles. One that the last key cuts short goes alone. */
export function runsOf(tiles: readonly Tile[], count: number): Tile[][] {
  const runs: Tile[][] = [];
  for (const tile of [...tiles].sort((a, b) => a.level - b.level || a.row - b.row || a.col - b.col)) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    const whole = (tile.col + 1) * tileCells * cellAt(tile.level) <= count;
    const follows = before?.level === tile.level && before.row === tile.row && before.col === tile.col - 1;
    if (last && whole && follows) last.push(tile);
    else runs.push([tile]);
  }
  return runs;
}
