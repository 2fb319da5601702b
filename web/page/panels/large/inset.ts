// In the corner of a map that is not seen whole: all of it in small, and the part in sight.
import { isWhole, type Viewport } from '../../model/large/viewport';
import type { Look, Side } from './painting';
import { stamp } from './stamp';

/** Room around the small map. */
const margin = 4;

/** Where the small map lies: its corner is at (x, y). */
export function insetOf({ room }: Pick<Look, 'room'>): { x: number; y: number; size: number } {
  const size = Math.min(room.left - 26, room.top - 20);
  return { x: margin, y: margin, size };
}

export function inset({ context, look, inks }: Side): void {
  const { map, head, reduce, viewport, frame, room, at } = look;
  if (isWhole(viewport, frame)) return;
  const { x, y, size } = insetOf({ room });
  const small: Viewport = { key: 0, query: 0, scale: size / frame.count };
  context.save();
  context.translate(x, y);
  context.fillStyle = inks.sunk;
  context.fillRect(0, 0, size, size);
  context.imageSmoothingEnabled = true;
  for (const patch of map.overview(head, reduce)) stamp(context, look, small, patch);
  const across = frame.side / viewport.scale;
  context.strokeStyle = inks.ink;
  context.lineWidth = 1.5;
  const window = Math.max(4, across * small.scale);
  const place = (start: number) => Math.min(size - window, Math.max(0, start * small.scale));
  context.strokeRect(place(viewport.key), place(viewport.query), window, window);
  context.fillStyle = inks.q;
  context.fillRect(0, (at.query + 0.5) * small.scale - 0.5, size, 1);
  context.restore();
}

/** The pair under a point of the small map; undefined beside it, and where there is none. */
export function pairInInset(
  [px, py]: readonly [number, number],
  look: Pick<Look, 'room' | 'frame' | 'viewport'>,
): { query: number; key: number } | undefined {
  const { frame, viewport } = look;
  const { x, y, size } = insetOf(look);
  if (isWhole(viewport, frame) || px < x || py < y || px > x + size || py > y + size) return undefined;
  const at = (pixels: number) => Math.min(frame.count - 1, Math.floor((pixels / size) * frame.count));
  return { query: at(py - y), key: at(px - x) };
}
