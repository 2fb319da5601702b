// Heads: a stack of sheets, the chosen one on top; or fanned out, all their weights side by side.
import { html, nothing, type TemplateResult } from 'lit';
import type { View } from '../../view';
import type { Look } from './fit';
import { matrix } from './parts';

export function heads(view: View): TemplateResult | typeof nothing {
  const { t, picture, at, act, fanned } = view;
  if (picture.numHeads === 1) return nothing;
  const each = Array.from({ length: picture.numHeads }, (_, head) => head);
  return html`<div class="sheets" role="group" aria-label=${t.heads}>
      ${each.map(
        (head) =>
          html`<button aria-pressed=${head === at.head} @click=${() => act.setHead(head)}>${t.head(head)}</button>`,
      )}
      <button class="plain" aria-expanded=${fanned} @click=${act.toggleFan}>${fanned ? t.stack : t.fanOut}</button>
    </div>
    ${fanned ? html`<div class="fan">${each.map((head) => sheet(view, head))}</div>` : nothing}`;
}

/** The weights of one head, small; a cell of it chooses the head too. */
function sheet(view: View, head: number): TemplateResult {
  const { t, picture, at, selected } = view;
  const size = Math.max(2, Math.min(14, 120 / Math.max(picture.numSteps, picture.numKvPairs)));
  const look: Look = { width: size, height: size, digits: 0 };
  const own: View = { ...view, at: { ...at, head }, selected: { ...selected, head } };
  return html`<figure class=${head === at.head ? 'now' : ''}>
    ${matrix(own, 'attentionWeights', look)}
    <figcaption>${t.head(head)}</figcaption>
  </figure>`;
}
