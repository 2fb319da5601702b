// Where cells are too narrow for a finger, a touch in the matrix chooses the row; its numbers stand here, large enough
// to be touched one by one.
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { cellOf, pick } from '../model/selection';
import { sheetOf } from '../model/sheets';
import { axisSize, type Stage } from '../model/stages';
import type { View } from '../view';
import { fingertip } from '../widgets/matrix';
import { keepInSight, scrollHint } from '../widgets/scroll-hint';
import { fitNarrow } from './figure/fit';
import { printedAt } from './printed';
import { keyTokenOf } from './token';

export function rowStrip(view: View, stage: Stage): TemplateResult | typeof nothing {
  const { picture, at, selected, act, t } = view;
  const sheet = sheetOf(picture, stage, at.head);
  const width = fitNarrow(Math.min(720, view.width) - 32, picture)[stage.name].width;
  if (view.wide || !sheet || width >= fingertip) return nothing;
  const { row, col: now } = cellOf(at, stage, picture);
  return html`<div class="row-strip" role="group" aria-label=${t.row} data-more="" ${scrollHint()}>
    ${Array.from({ length: axisSize(stage.cols, picture) }, (_, col) => {
      const isNow = col === now;
      const choose = () => act.select(pick(selected, stage, { row, col }, picture));
      return html`<button aria-pressed=${isNow} ${isNow ? ref(keepInSight) : nothing} @click=${choose}>
        <small>${stage.cols === 'key' ? keyTokenOf(view, col, 4) : col}</small>${printedAt(picture, stage, sheet, row, col)}
      </button>`;
    })}
  </div>`;
}
