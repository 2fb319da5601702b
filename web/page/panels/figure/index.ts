// The drawing itself, with what is said about the stage that is being looked at.
import { html, nothing, type TemplateResult } from 'lit';
import type { View } from '../../view';
import './figure.css';
import './narrow.css';
import './wide.css';
import { heading } from './heading';
import { narrow } from './narrow';
import { wide } from './wide';

export function figure(view: View): TemplateResult {
  return html`<section id="figure" class="figure" aria-label=${view.t.figure} @pointerleave=${() => view.act.peek(null)}>
    ${view.wide ? html`${heading(view, view.step)}${headTabs(view)}${wide(view)}` : html`${headTabs(view)}${narrow(view)}`}
  </section>`;
}

/** A stack of sheets: the chosen head lies on top. */
function headTabs({ t, picture, at, act }: View): TemplateResult | typeof nothing {
  if (picture.numHeads === 1) return nothing;
  return html`<div class="sheets" role="group" aria-label=${t.heads}>
    ${Array.from(
      { length: picture.numHeads },
      (_, head) =>
        html`<button aria-pressed=${head === at.head} @click=${() => act.setHead(head)}>${t.head(head)}</button>`,
    )}
  </div>`;
}
