// The heads side by side, each as a small map: which one to look at is seen before it is opened.
import { html, nothing, type TemplateResult } from 'lit';
import type { MatrixData } from '../widgets/matrix';
import { paint } from '../widgets/painting';
import type { Ramp } from '../widgets/ramp';
import { pool } from './pool';
import { turn } from './radios';
import type { Scene } from './scene';

/** The most cells that a small map shows each way; the sheet makes all of them equally large. */
const side = 56;

export function heads(scene: Scene): TemplateResult | typeof nothing {
  const { attention, at, chosen, t } = scene;
  if (attention.heads.length < 2) return nothing;
  return html`<div
    class="fan"
    role="radiogroup"
    aria-label=${t.heads}
    @keydown=${(event: KeyboardEvent) => turn(event, chosen.head, (head) => scene.choose({ head }))}
  >
    ${attention.heads.map(
      (_, head) => html`<button
        role="radio"
        aria-checked=${at.head === head}
        tabindex=${chosen.head === head ? 0 : -1}
        @click=${() => scene.choose({ head })}
      >
        <canvas data-head=${head} aria-hidden="true"></canvas>${t.head(head)}
      </button>`,
    )}
  </div>`;
}

// What each small map shows now, so that it is painted again only when that changes.
const painted = new WeakMap<HTMLCanvasElement, [MatrixData, Ramp['stops']]>();

/** Paints the small maps that are not up to date. */
export function paintHeads(root: ParentNode, { attention, colours: { ramp, scheme } }: Scene): void {
  for (const canvas of root.querySelectorAll<HTMLCanvasElement>('.fan canvas')) {
    const sheet = attention.heads[Number(canvas.dataset.head)];
    const [before, stops] = painted.get(canvas) ?? [];
    if (!sheet || (before === sheet && stops === ramp.stops)) continue;
    painted.set(canvas, [sheet, ramp.stops]);
    const { rows, cols, data } = pool(sheet, side);
    paint(canvas, {
      rows,
      cols,
      cellWidth: 1,
      cellHeight: 1,
      value: (row, col) => data[row * cols + col] ?? 0,
      holes: () => [],
      ramp,
      extent: 1,
      sideways: false,
      hue: 't',
      scheme,
    });
  }
}
