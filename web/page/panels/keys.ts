import { html, nothing, type TemplateResult } from 'lit';
import type { View } from '../view';
import './keys.css';

export function keys({ t, keysOpen, act }: View): TemplateResult | typeof nothing {
  if (!keysOpen) return nothing;
  return html`<section class="keys" aria-label=${t.keys}>
    <dl>
      ${t.keyList.map(([key, does]) => html`<div><dt>${key}</dt><dd>${does}</dd></div>`)}
    </dl>
    <button class="plain" @click=${act.toggleKeys}>${t.close}</button>
  </section>`;
}
