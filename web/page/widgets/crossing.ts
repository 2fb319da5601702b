// Ribbons between two lines of items: from every item of the upper line to one reader in the lower, each as wide as its
// share. At the reader they lie side by side and are together as wide as 1.
import { html, svg, type TemplateResult } from 'lit';
import { Measured } from './measured';
import { px, unit } from './screen';
import { style } from './style';

const fullWidth = 34;
const hairline = 0.9;
const height = 96;

export class Crossing extends Measured {
  static override properties = {
    shares: { attribute: false },
    reader: { attribute: false },
    version: { attribute: false },
    ends: { state: true },
  };

  /** One share for each of the parent's `[data-key]`. */
  declare shares: ArrayLike<number>;
  /** Which of the parent's `[data-item]` reads. */
  declare reader: number;
  declare ends: { keys: readonly number[]; readers: readonly number[] };

  constructor() {
    super();
    this.shares = [];
    this.reader = 0;
    this.ends = { keys: [], readers: [] };
  }

  protected override measure(): void {
    this.ends = { keys: this.centres('[data-key]'), readers: this.centres('[data-item]') };
  }

  protected override render(): TemplateResult {
    return html`<svg aria-hidden="true" ${style({ height: px(height) })}>
      <g ${style({ transform: `scale(${unit()})` })}>${this.#ribbons().map(
        ({ path, width }) =>
          svg`<path d=${path} pathLength="1" stroke-width=${width} class=${width > 2 ? 'wide' : 'thin'} />`,
      )}</g>
    </svg>`;
  }

  /** As the keys stand from the left, so that no ribbon crosses another. */
  #ribbons(): { path: string; width: number }[] {
    const { shares, ends } = this;
    const end = ends.readers[this.reader];
    if (end === undefined) return [];
    const widths = ends.keys.map((_, key) => (shares[key] ?? 0) * fullWidth);
    let slot = end - widths.reduce((sum, width) => sum + width, 0) / 2;
    const fromTheLeft = [...ends.keys.entries()].sort(([, a], [, b]) => a - b);
    return fromTheLeft.flatMap(([key, from]) => {
      const width = widths[key] ?? 0;
      const to = slot + width / 2;
      slot += width;
      return width > 0 ? [{ path: fall(from, to), width: Math.max(hairline, width) }] : [];
    });
  }
}

const fall = (from: number, to: number): string => {
  const [a, b] = [from.toFixed(1), to.toFixed(1)];
  return `M${a},0 C${a},${height * 0.6} ${b},${height * 0.35} ${b},${height}`;
};
