// Names beside the rows and above the columns of the map where there is room for them, else their positions.

import { inSight, isWhole } from '../../model/large/viewport';
import { visible } from '../../model/signs';
import { pad, shorten } from '../../model/tokens';
import type { Side } from './painting';

/** From this size on, every token has its name. */
const named = 13;

export function rowLabels({ context, look, inks, used }: Side): void {
  const { viewport, frame, room, at, map, words } = look;
  const { scale } = viewport;
  const x = room.left - 10;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const put = (query: number, text: string) =>
    context.fillText(text, x, room.top + (query + 0.5 - viewport.query) * scale, room.left - 14);
  context.fillStyle = inks.ink3;
  context.font = `11px ${inks.sans}`;
  const { from, to } = inSight(viewport.query, viewport, frame);
  const isClear = (query: number) => Math.abs(query - at.query) * scale > 14;
  if (scale >= named) {
    for (let query = from; query < to; query += 1)
      if (query !== at.query && isInside(query, viewport.query, scale, used))
        put(query, nameOf(map.reading.tokens, query));
  } else {
    for (const query of ticks(from, to, 44 / scale)) if (isClear(query)) put(query, String(query));
  }
  if (isInside(at.query, viewport.query, scale, used)) {
    context.fillStyle = inks.q;
    context.font = `600 11px ${inks.sans}`;
    put(at.query, nameOf(map.reading.tokens, at.query));
  }
  if (!isWhole(viewport, frame)) return; // the small map is in the corner
  context.fillStyle = inks.ink3;
  context.font = `11px ${inks.sans}`;
  context.fillText(`${words.keys} →`, x, room.top - 28, room.left - 14);
  context.fillText(`${words.queries} ↓`, x, room.top - 12, room.left - 14);
}

export function colLabels({ context, look, inks, used }: Side): void {
  const { viewport, frame, room, at, map } = look;
  const { scale } = viewport;
  const across = (key: number) => room.left + (key + 0.5 - viewport.key) * scale;
  const { from, to } = inSight(viewport.key, viewport, frame);
  context.fillStyle = inks.ink3;
  context.font = `11px ${inks.sans}`;
  if (scale >= named) {
    for (let key = from; key < to; key += 1)
      if (key !== at.key && isInside(key, viewport.key, scale, used))
        standing(context, nameOf(map.reading.tokens, key), across(key), room.top - 8);
  } else {
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    for (const key of ticks(from, to, 64 / scale))
      if (Math.abs(key - at.key) * scale > 40) context.fillText(String(key), across(key), room.top - 10);
  }
  if (!isInside(at.key, viewport.key, scale, used)) return;
  context.fillStyle = inks.k;
  context.font = `600 11px ${inks.sans}`;
  standing(context, nameOf(map.reading.tokens, at.key), across(at.key), room.top - 8);
}

const nameOf = (tokens: readonly string[], position: number): string => {
  const token = tokens[position] ?? '';
  return token === pad ? 'pad' : shorten(visible(token), 10);
};

const isInside = (index: number, start: number, scale: number, used: number): boolean => {
  const centre = (index + 0.5 - start) * scale;
  return centre >= 0 && centre <= used;
};

/** Round numbers at least this far apart. */
function ticks(from: number, to: number, apart: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, apart)));
  const step = ([1, 2, 5, 10].find((times) => times * power >= apart) ?? 10) * power;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / step)) }, (_, i) => first + i * step);
}

const leaning = (42 * Math.PI) / 180;
const lineHeight = 12;

/** Latin letters lean; Chinese ones stand one under another, as a leaning 一 reads as a slash. */
export function standing(context: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  if (/\p{Script=Han}/u.test(text)) {
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    const signs = [...shorten(text, 4)];
    for (const [i, sign] of signs.entries()) context.fillText(sign, x, y - (signs.length - 1 - i) * lineHeight);
    return;
  }
  context.save();
  context.translate(x, y);
  context.rotate(-leaning);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text, 0, 0, 84);
  context.restore();
}
