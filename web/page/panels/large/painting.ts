// Draws the map: patches where they are known, the overview under them, and over both the reading line.
import type { LongMap } from '../../model/large/map';
import type { Reduce } from '../../model/large/patches';
import { cellAt, tilesOver } from '../../model/large/tiles';
import { type Frame, filled, inSight, levelFor, type Viewport } from '../../model/large/viewport';
import { fixed } from '../../widgets/number';
import { density } from '../../widgets/screen';
import type { Colours } from './colours';
import { inset } from './inset';
import { colLabels, rowLabels } from './labels';
import { stamp } from './stamp';
import { entropyStrip } from './strip';

export interface Look {
  map: LongMap;
  head: number;
  reduce: Reduce;
  colours: Colours;
  viewport: Viewport;
  frame: Frame;
  /** Room around the map: names of queries, names of keys, entropies. */
  room: { left: number; top: number; right: number };
  at: { query: number; key: number };
  words: { queries: string; keys: string; entropy: string };
}

/** What of the page's own colours and faces a drawing uses. */
export interface Inks {
  paper: string;
  sunk: string;
  ink: string;
  ink3: string;
  rule2: string;
  hatch: string;
  q: string;
  k: string;
  t: string;
  sans: string;
}

/** What is drawn beside the map. */
export interface Side {
  context: CanvasRenderingContext2D;
  look: Look;
  inks: Inks;
  /** Pixels of the frame that the map fills. */
  used: number;
}

/** From this size on, a pair has room for its number. */
const numbered = 34;

export function paintMap(canvas: HTMLCanvasElement, look: Look): void {
  const { frame, room, viewport } = look;
  const [width, height] = [room.left + frame.side + room.right, room.top + filled(frame) + 4];
  const pixels = density();
  canvas.width = Math.round(width * pixels);
  canvas.height = Math.round(height * pixels);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(pixels, pixels);
  const inks = inksOf(canvas);
  const used = Math.min(frame.side, frame.count * viewport.scale);

  context.save();
  context.translate(room.left, room.top);
  context.beginPath();
  context.rect(0, 0, used, used);
  context.clip();
  context.fillStyle = hatching(context, inks);
  context.fillRect(0, 0, used, used);
  pairs(context, look);
  if (viewport.scale >= numbered) numbers(context, look, inks);
  lines(context, look, inks, used);
  context.restore();

  brackets(context, look, inks, used);
  const side: Side = { context, look, inks, used };
  rowLabels(side);
  colLabels(side);
  entropyStrip(side);
  inset(side);
}

function inksOf(canvas: HTMLCanvasElement): Inks {
  const style = getComputedStyle(canvas);
  const ink = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const names = ['paper', 'sunk', 'ink', 'ink3', 'rule2', 'hatch', 'q', 'k', 't', 'sans'] as const;
  return Object.fromEntries(names.map((name) => [name, ink(name)])) as unknown as Inks;
}

/** The sign of what is exactly 0. */
function hatching(context: CanvasRenderingContext2D, { sunk, hatch }: Inks): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = 6;
  tile.height = 6;
  const pen = tile.getContext('2d');
  if (!pen) return sunk;
  pen.fillStyle = sunk;
  pen.fillRect(0, 0, 6, 6);
  pen.strokeStyle = hatch;
  pen.lineWidth = 0.8;
  pen.beginPath();
  for (const shift of [-6, 0, 6]) {
    pen.moveTo(shift, 6);
    pen.lineTo(shift + 6, 0);
  }
  pen.stroke();
  return context.createPattern(tile, 'repeat') ?? sunk;
}

function pairs(context: CanvasRenderingContext2D, look: Look): void {
  const { map, head, reduce, viewport, frame } = look;
  // Cells smaller than a pixel are mixed, larger ones keep their edges.
  context.imageSmoothingEnabled = cellAt(map.level) * viewport.scale < 1;
  for (const patch of map.overview(head, reduce)) stamp(context, look, viewport, patch);
  const level = levelFor(viewport);
  if (level >= map.level) return;
  context.imageSmoothingEnabled = false;
  const [queries, keys] = [inSight(viewport.query, viewport, frame), inSight(viewport.key, viewport, frame)];
  for (const tile of tilesOver(queries, keys, level))
    for (const patch of map.tile(tile, head, reduce) ?? []) stamp(context, look, viewport, patch);
}

function numbers(context: CanvasRenderingContext2D, look: Look, { sans, ink }: Inks): void {
  const { map, head, viewport, frame, colours } = look;
  const { scale } = viewport;
  context.font = `10.5px ${sans}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const [queries, keys] = [inSight(viewport.query, viewport, frame), inSight(viewport.key, viewport, frame)];
  for (let query = queries.from; query < queries.to; query += 1)
    for (let key = keys.from; key < keys.to; key += 1) {
      const value = map.known(head, query, key);
      if (value === undefined) continue;
      context.fillStyle = value === 0 ? ink : colours.paint(value).text;
      const [x, y] = [(key + 0.5 - viewport.key) * scale, (query + 0.5 - viewport.query) * scale];
      context.fillText(brief(value), x, y, scale - 4);
    }
}

/** 0.123, .0123, 0: as many places as a cell has room for. */
const brief = (value: number): string => {
  if (value === 0) return '0';
  return value >= 0.0995
    ? fixed(value, 2)
    : value >= 0.00095
      ? fixed(value, 3).slice(1)
      : value.toExponential(0).replace('-', '−');
};

/** The reading line: a row between two rules, a column between two, and where they meet a ring. */
function lines(
  context: CanvasRenderingContext2D,
  { viewport, at }: Look,
  { q, k, ink, paper }: Inks,
  used: number,
): void {
  const { scale } = viewport;
  const [x, y] = [(at.key - viewport.key) * scale, (at.query - viewport.query) * scale];
  const across = Math.max(scale, 5);
  const [left, top] = [x + scale / 2 - across / 2, y + scale / 2 - across / 2];
  context.lineWidth = 1.2;
  context.strokeStyle = q;
  context.beginPath();
  for (const edge of [top, top + across]) context.rect(-2, edge, used + 4, 0);
  context.stroke();
  context.strokeStyle = k;
  context.beginPath();
  for (const edge of [left, left + across]) context.rect(edge, -2, 0, used + 4);
  context.stroke();
  const ring = Math.max(across, 9);
  const inset = (ring - across) / 2;
  context.strokeStyle = paper;
  context.lineWidth = 4;
  context.strokeRect(left - inset, top - inset, ring, ring);
  context.strokeStyle = ink;
  context.lineWidth = 2;
  context.strokeRect(left - inset, top - inset, ring, ring);
}

/** Brackets, not boxes. */
function brackets(context: CanvasRenderingContext2D, { room }: Look, { t }: Inks, used: number): void {
  context.strokeStyle = t;
  context.lineWidth = 1.6;
  context.beginPath();
  for (const [edge, turn] of [
    [room.left - 4, 5],
    [room.left + used + 4, -5],
  ] as const) {
    context.moveTo(edge + turn, room.top - 3);
    context.lineTo(edge, room.top - 3);
    context.lineTo(edge, room.top + used + 3);
    context.lineTo(edge + turn, room.top + used + 3);
  }
  context.stroke();
}
