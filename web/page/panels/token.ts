// A token as it is shown anywhere: isolated from its neighbours' writing direction, always text, never markup.
import { html, type TemplateResult } from 'lit';
import { pad, shorten } from '../model/tokens';
import type { View } from '../view';

export const tokenOf = ({ picture, names }: View, position: number, size?: number): TemplateResult =>
  tokenAt(picture.inputs.tokens, names, position, size);

export function tokenAt(
  tokens: readonly string[],
  names: readonly string[],
  position: number,
  size?: number,
): TemplateResult {
  const token = tokens[position] ?? '';
  const repeated = names[position]?.endsWith(` #${position}`) ?? false;
  return html`<bdi class=${token === pad ? 'pad' : 'token'} title=${token}>${shorten(token, size)}</bdi>${
    repeated ? html`<span class="nth">${position}</span>` : ''
  }`;
}

/** In a sentence, coloured by the part it plays. */
export const named = ({ names }: View, position: number, hue: 'q' | 'k' | 'v'): TemplateResult =>
  html`<b class=${hue}><bdi>${names[position] ?? ''}</bdi></b>`;
