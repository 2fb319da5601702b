// Where in the map a person looks: the pair in the upper left corner, and how large a pair is drawn.
import type { Range } from './reading';
import { cellAt } from './tiles';

export interface Viewport {
  /** The key at the left edge and the query at the upper one; fractions are of a pair. */
  key: number;
  query: number;
  /** Pixels along one side of a pair. */
  scale: number;
}

/** What is looked at, and through how large a window: `count` tokens each way, `side` pixels. */
export interface Frame {
  count: number;
  side: number;
}

export const largestPair = 48;

const fitting = ({ count, side }: Frame): number => Math.min(largestPair, side / Math.max(1, count));

/** Pixels of the window that a map of this many tokens can fill. */
export const filled = ({ count, side }: Frame): number => Math.min(side, count * largestPair);

/** Everything at once. */
export const whole = (frame: Frame): Viewport => ({ key: 0, query: 0, scale: fitting(frame) });

export const isWhole = ({ scale }: Viewport, frame: Frame): boolean => scale <= fitting(frame) * (1 + 1e-9);

/** The nearest view that shows nothing beyond the map. */
export function clamp({ key, query, scale }: Viewport, frame: Frame): Viewport {
  const held = Math.max(fitting(frame), Math.min(largestPair, scale));
  const furthest = Math.max(0, frame.count - frame.side / held);
  const inside = (at: number) => Math.max(0, Math.min(at, furthest));
  return { key: inside(key), query: inside(query), scale: held };
}

/** Closer by a factor, or away; what lies at (x, y) stays there. */
export function zoom(view: Viewport, factor: number, [x, y]: readonly [number, number], frame: Frame): Viewport {
  const scale = Math.max(fitting(frame), Math.min(largestPair, view.scale * factor));
  const key = view.key + x / view.scale - x / scale;
  const query = view.query + y / view.scale - y / scale;
  return clamp({ key, query, scale }, frame);
}

export const pan = (view: Viewport, [dx, dy]: readonly [number, number], frame: Frame): Viewport =>
  clamp({ ...view, key: view.key - dx / view.scale, query: view.query - dy / view.scale }, frame);

/** The pair in the middle, at this scale. */
export function centred(query: number, key: number, scale: number, frame: Frame): Viewport {
  const half = frame.side / scale / 2;
  return clamp({ key: key + 0.5 - half, query: query + 0.5 - half, scale }, frame);
}

/** The least movement after which a pair is in sight. */
export function reveal(view: Viewport, query: number, key: number, frame: Frame): Viewport {
  const room = frame.side / view.scale;
  const towards = (start: number, at: number) => Math.min(at, Math.max(start, at + 1 - room));
  return clamp({ ...view, key: towards(view.key, key), query: towards(view.query, query) }, frame);
}

/** Which queries, or keys, are in sight. */
export function inSight(start: number, { scale }: Viewport, { count, side }: Frame): Range {
  return { from: Math.max(0, Math.floor(start)), to: Math.min(count, Math.ceil(start + side / scale - 1e-9)) };
}

/** The level whose cells are one to two pixels, or single pairs. */
export function levelFor({ scale }: Viewport): number {
  let level = 0;
  while (cellAt(level) * scale < 1) level += 1;
  return level;
}

/** The pair at a point. */
export function pairAt({ key, query, scale }: Viewport, [x, y]: readonly [number, number], { count }: Frame) {
  const inside = (at: number) => Math.max(0, Math.min(count - 1, Math.floor(at)));
  return { query: inside(query + y / scale), key: inside(key + x / scale) };
}
