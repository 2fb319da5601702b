// Ribbons over a line of items: from every item to one reader, each as wide as its share.
// At the reader they lie side by side and are together as wide as 1.
import { html, svg, type TemplateResult } from 'lit';
import { Measured } from './measured';
import { px, unit } from './screen';
import { style } from './style';

const fullWidth = 34;
const hairline = 0.9;
const height = 88;

interface Ribbon {
  path: string;
  width: number;
}

export class Ribbons extends Measured {
  static override properties = {
    shares: { attribute: false },
    reader: { attribute: false },
    version: { attribute: false },
    centreOf: { state: true },
  };

  /** One share for each item of the parent's `[data-item]`. */
  declare shares: ArrayLike<number>;
  declare reader: number;
  /** The middle of each item. */
  declare centreOf: readonly number[];

  constructor() {
    super();
    this.shares = [];
    this.reader = 0;
    this.centreOf = [];
  }

  protected override measure(): void {
    this.centreOf = this.centres('[data-item]');
  }

  protected override render(): TemplateResult {
    return html`<svg aria-hidden="true" ${style({ height: px(height) })}>
      <g ${style({ transform: `scale(${unit()})` })}>${lay(this.centreOf, this.shares, this.reader).map(
        ({ path, width }) =>
          svg`<path d=${path} pathLength="1" stroke-width=${width} class=${width > 2 ? 'wide' : 'thin'} />`,
      )}</g>
    </svg>`;
  }
}

/** Nested arches: the nearest item lands outermost at the reader, so no ribbon crosses another on its side. */
function lay(centres: readonly number[], shares: ArrayLike<number>, reader: number): Ribbon[] {
  const end = centres[reader];
  if (end === undefined) return [];
  const others = centres.map((_, i) => i).filter((i) => i !== reader);
  const x = (i: number): number => centres[i] ?? 0;
  const fromTheRight = [...others].sort((a, b) => x(b) - x(a));
  const left = fromTheRight.filter((i) => x(i) < end);
  const right = fromTheRight.filter((i) => x(i) >= end);
  const order = [...left, reader, ...right];
  const farthest = Math.max(1, ...centres.map((x) => Math.abs(x - end)));
  const total = order.reduce((sum, i) => sum + (shares[i] ?? 0), 0);
  let slot = end - (total * fullWidth) / 2;
  return order
    .map((i) => {
      const width = (shares[i] ?? 0) * fullWidth;
      const to = slot + width / 2;
      slot += width;
      return { i, width, to };
    })
    .filter(({ width }) => width > 0)
    .map(({ i, width, to }) => ({
      path: i === reader ? stem(to) : arch(centres[i] ?? 0, to, farthest),
      width: Math.max(hairline, width),
    }));
}

function arch(from: number, to: number, farthest: number): string {
  const rx = Math.abs(to - from) / 2;
  const ry = 26 + (height - 46) * Math.sqrt(Math.min(1, (2 * rx) / farthest));
  return `M${from.toFixed(1)},${height} A${rx.toFixed(1)},${ry.toFixed(1)} 0 0 ${from < to ? 1 : 0} ${to.toFixed(1)},${height}`;
}

/** What the reader keeps for itself. */
const stem = (x: number): string => `M${x.toFixed(1)},${height} v-18`;
