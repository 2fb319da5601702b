// Hairlines from one edge of a matrix to an edge of another, behind both. The ends are measured,
// so that nobody has to know where things lie.
import './threads.css';
import { html, svg, type TemplateResult } from 'lit';
import { Measured } from './measured';
import { unit } from './screen';
import { style } from './style';

export interface End {
  /** Finds the element inside the parent. */
  of: string;
  side: 'left' | 'top' | 'bottom';
  index: number;
  count: number;
  /** How far below a bottom edge the thread begins; what is written there stays readable. */
  gap?: number;
}

export interface Thread {
  from: End;
  to: End;
  hue: string;
  lit: boolean;
  /** fall: down in one curve; around: out to the left first; over: along the gap, then down. */
  way: 'fall' | 'around' | 'over';
}

interface Point {
  x: number;
  y: number;
}

export class Threads extends Measured {
  static override properties = { threads: { attribute: false }, version: { attribute: false }, paths: { state: true } };

  declare threads: readonly Thread[];
  declare paths: readonly string[];

  constructor() {
    super();
    this.threads = [];
    this.paths = [];
  }

  protected override measure(): void {
    const boxOf = this.ruler();
    const point = (end: End) => {
      const element = this.parentElement?.querySelector(end.of);
      return element ? pointOf(end, boxOf(element)) : null;
    };
    this.paths = this.threads.map((thread) => {
      const from = point(thread.from);
      const to = point(thread.to);
      return from && to ? path(thread, from, to) : '';
    });
  }

  protected override render(): TemplateResult {
    const drawn = this.threads.map(({ hue, lit }, i) => ({ hue, lit, d: this.paths[i] ?? '' }));
    drawn.sort((a, b) => Number(a.lit) - Number(b.lit));
    return html`<svg aria-hidden="true" width="100%" height="100%">
      <g ${style({ transform: `scale(${unit()})` })}>${drawn.map(({ d, hue, lit }) => svg`<path d=${d} class="${hue} ${lit ? 'lit' : ''}" />`)}</g>
    </svg>`;
  }
}

function pointOf({ side, index, count, gap = 4 }: End, box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>): Point {
  const share = (index + 0.5) / count;
  if (side === 'left') return { x: box.left, y: box.top + box.height * share };
  return { x: box.left + 6 + (box.width - 12) * share, y: side === 'top' ? box.top - 4 : box.top + box.height + gap };
}

function path({ way: shape, from: { index, count } }: Thread, from: Point, to: Point): string {
  if (shape === 'fall') {
    const bend = (to.y - from.y) * 0.5;
    return `M${from.x},${from.y} C${from.x},${from.y + bend} ${to.x},${to.y - bend} ${to.x},${to.y}`;
  }
  if (shape === 'around') {
    // Out of the row, into a bundle beside the matrix, then fanned out over the columns.
    const lane = from.x - 5 - 12 * (1 - index / Math.max(1, count - 1));
    const below = Math.max(from.y + 20, to.y - 230);
    const bend = (to.y - below) * 0.55;
    return `M${from.x},${from.y} H${lane + 5} Q${lane},${from.y} ${lane},${from.y + 5} V${below} C${lane},${below + bend} ${to.x},${to.y - bend} ${to.x},${to.y}`;
  }
  const way = Math.sign(to.x - from.x);
  const level = from.y + 24 + 6 * (way > 0 ? count - index : index);
  const r = Math.min(18, Math.abs(to.x - from.x) / 2) * way;
  const fall = Math.abs(r);
  return `M${from.x},${from.y} V${level - fall} Q${from.x},${level} ${from.x + r},${level} H${to.x - r} Q${to.x},${level} ${to.x},${level + fall} V${to.y}`;
}
