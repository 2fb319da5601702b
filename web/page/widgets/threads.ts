// Hairlines from one edge of a matrix to an edge of another, behind both. They are measured after each drawing,
// so that nobody has to know where things lie.
import './threads.css';
import { html, LitElement, type PropertyValues, svg, type TemplateResult } from 'lit';

export interface End {
  /** Finds the element inside the parent. */
  of: string;
  side: 'left' | 'top' | 'bottom';
  index: number;
  count: number;
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

export class Threads extends LitElement {
  static override properties = { threads: { attribute: false }, version: { attribute: false }, drawn: { state: true } };

  declare threads: readonly Thread[];
  declare version: unknown;
  declare drawn: { d: string; hue: string; lit: boolean }[];

  readonly #resizes = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    this.threads = [];
    this.drawn = [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.parentElement) this.#resizes.observe(this.parentElement);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
  }

  protected override updated(changed: PropertyValues): void {
    // Matrices draw themselves after their parent; measure when they have.
    if (!changed.has('drawn')) requestAnimationFrame(() => this.#measure());
  }

  #measure(): void {
    const origin = this.getBoundingClientRect();
    const drawn = this.threads.flatMap((thread) => {
      const from = this.#point(thread.from, origin);
      const to = this.#point(thread.to, origin);
      return from && to ? [{ d: path(thread, from, to), hue: thread.hue, lit: thread.lit }] : [];
    });
    if (JSON.stringify(drawn) !== JSON.stringify(this.drawn)) this.drawn = drawn;
  }

  #point({ of, side, index, count }: End, origin: DOMRect): Point | null {
    const element = this.parentElement?.querySelector(of);
    if (!element) return null;
    const box = element.getBoundingClientRect();
    const share = (index + 0.5) / count;
    const x = side === 'left' ? box.left : box.left + 6 + (box.width - 12) * share;
    const y = side === 'left' ? box.top + box.height * share : side === 'top' ? box.top - 4 : box.bottom + 4;
    return { x: x - origin.left, y: y - origin.top };
  }

  protected override render(): TemplateResult {
    const lines = [...this.drawn].sort((a, b) => Number(a.lit) - Number(b.lit));
    return html`<svg aria-hidden="true" width="100%" height="100%">
      ${lines.map(({ d, hue, lit }) => svg`<path d=${d} class="${hue} ${lit ? 'lit' : ''}" />`)}
    </svg>`;
  }
}

function path({ way, from: { index, count } }: Thread, from: Point, to: Point): string {
  if (way === 'fall') {
    const bend = (to.y - from.y) * 0.5;
    return `M${from.x},${from.y} C${from.x},${from.y + bend} ${to.x},${to.y - bend} ${to.x},${to.y}`;
  }
  if (way === 'around') {
    // Out of the row, into a bundle beside the matrix, then fanned out over the columns.
    const lane = from.x - 5 - 12 * (1 - index / Math.max(1, count - 1));
    const below = Math.max(from.y + 20, to.y - 230);
    const bend = (to.y - below) * 0.55;
    return `M${from.x},${from.y} H${lane + 5} Q${lane},${from.y} ${lane},${from.y + 5} V${below} C${lane},${below + bend} ${to.x},${to.y - bend} ${to.x},${to.y}`;
  }
  const level = from.y + 30 + 6 * (count - index);
  const r = Math.min(22, Math.abs(to.x - from.x) / 2);
  return `M${from.x},${from.y} V${level - r} Q${from.x},${level} ${from.x + r},${level} H${to.x - r} Q${to.x},${level} ${to.x},${level + r} V${to.y}`;
}
