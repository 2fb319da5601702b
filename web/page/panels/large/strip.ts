// Along the map, one line for each query in sight: how spread its attention is, from one key to all keys alike.
import { standing } from './labels';
import type { Side } from './painting';

const thickest = 12;

export function entropyStrip({ context, look, inks, used }: Side): void {
  const { map, head, viewport, frame, room, at, words } = look;
  const { scale } = viewport;
  const [x, length] = [room.left + used + 12, room.right - 14];
  const entropy = map.rows[head]?.entropy;
  const most = Math.log(frame.count);
  if (!entropy || length <= 0 || most <= 0) return;
  const bar = (from: number, to: number, y: number, height: number) => {
    let sum = 0;
    for (let query = from; query < to; query += 1) sum += entropy[query] ?? 0;
    context.fillRect(x, y, Math.max(0.5, (sum / (to - from) / most) * length), height);
  };
  context.fillStyle = inks.rule2;
  if (scale >= 2) {
    const gap = scale >= 8 ? 2 : 0.5;
    const first = Math.max(0, Math.floor(viewport.query));
    const last = Math.min(frame.count, Math.ceil(viewport.query + used / scale));
    for (let query = first; query < last; query += 1) {
      const thick = Math.min(thickest, scale - gap);
      const top = Math.max(0, (query + 0.5 - viewport.query) * scale - thick / 2);
      const bottom = Math.min(used, top + thick);
      if (bottom <= top) continue;
      context.fillStyle = query === at.query ? inks.q : inks.rule2;
      bar(query, query + 1, room.top + top, bottom - top);
    }
  } else {
    for (let y = 0; y < used; y += 1) {
      const from = Math.floor(viewport.query + y / scale);
      const to = Math.min(frame.count, Math.max(from + 1, Math.floor(viewport.query + (y + 1) / scale)));
      if (from < to) bar(from, to, room.top + y, 1);
    }
    const y = (at.query + 0.5 - viewport.query) * scale;
    context.fillStyle = inks.q;
    if (y >= 0 && y <= used) bar(at.query, at.query + 1, room.top + y - 1, 2);
  }
  context.fillStyle = inks.ink3;
  context.font = `11px ${inks.sans}`;
  standing(context, words.entropy, x + 4, room.top - 8);
}
