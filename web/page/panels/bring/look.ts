// Attention weights alone, in the element that other sites have.
import { html, type TemplateResult } from 'lit';
import type { BringWords } from '../../i18n/bring';
import type { Look } from '../../model/import/assemble';
import type { View } from '../../view';
import { need } from '../arrival';

/** It comes with the first weights that are looked at. */
const bring = (): Promise<unknown> => import('../../component');

export function look(
  { scheme, state }: View,
  t: BringWords,
  { tokens, keys, attentionWeights, layered }: Look,
): TemplateResult {
  return html`<div class="look">
    <p>${t.look}</p>
    <attention-inspector
      .tokens=${tokens}
      .keys=${keys}
      .attentionWeights=${layered ? undefined : attentionWeights}
      .layers=${layered ? attentionWeights : undefined}
      .theme=${scheme}
      .language=${state.language}
    ></attention-inspector>
    ${need(bring, state.language)}
  </div>`;
}
