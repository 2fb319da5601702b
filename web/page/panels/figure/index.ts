// The drawing itself, with what is said about the stage that is being looked at.
import { html, type TemplateResult } from 'lit';
import type { View } from '../../view';
import './figure.css';
import './narrow.css';
import './wide.css';
import { heading } from './heading';
import { heads } from './heads';
import { narrow } from './narrow';
import { wide } from './wide';

export function figure(view: View): TemplateResult {
  return html`<section id="figure" class="figure" aria-label=${view.t.figure} @pointerleave=${() => view.act.peek(null)}>
    ${view.wide ? html`${heading(view, view.step)}${heads(view)}${wide(view)}` : html`${heads(view)}${narrow(view)}`}
  </section>`;
}
