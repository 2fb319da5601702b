// A token as it is shown anywhere: isolated from its neighbours' writing direction, always text, never markup.
import { html, type TemplateResult } from 'lit';
import { visible } from '../model/signs';
import { pad, shorten } from '../model/tokens';
import type { View } from '../view';

export function tokenAt(
  tokens: readonly string[],
  names: readonly string[],
  position: number,
  size?: number,
): TemplateResult {
  const token = tokens[position] ?? '';
  const shown = visible(token);
  const repeated = names[position]?.endsWith(` #${position}`) ?? false;
  return html`<bdi class=${token === pad ? 'pad' : 'token'} title=${shown} translate="no">${shorten(shown, size)}</bdi>${
    repeated ? html`<span class="nth">${position}</span>` : ''
  }`;
}

/** One that asks. */
export const tokenOf = ({ picture, names }: View, position: number, size?: number): TemplateResult =>
  tokenAt(picture.inputs.tokens, names, position, size);

/** One that answers; in self-attention the same. */
export const keyTokenOf = ({ picture, keyNames }: View, position: number, size?: number): TemplateResult =>
  tokenAt(picture.inputs.keyTokens, keyNames, position, size);

/** In a sentence, coloured by the part it plays. */
export const named = ({ names, keyNames }: View, position: number, hue: 'q' | 'k' | 'v'): TemplateResult =>
  html`<b class=${hue}><bdi translate="no">${(hue === 'q' ? names : keyNames)[position] ?? ''}</bdi></b>`;
