import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { View } from '../view';
import './keys.css';

export function keys({ t, keysOpen, act }: View): TemplateResult | typeof nothing {
  if (!keysOpen) return nothing;
  return html`<section class="keys" aria-label=${t.keys} ${ref(intoSight)}>
    <dl>
      ${t.keyList.map(([key, does]) => html`<div><dt>${key}</dt><dd>${does}</dd></div>`)}
    </dl>
    <button class="plain" @click=${act.toggleKeys}>${t.close}</button>
  </section>`;
}

/** It is asked for from anywhere on the page. */
function intoSight(list?: Element): void {
  requestAnimationFrame(() => list?.scrollIntoView({ block: 'nearest' }));
}
