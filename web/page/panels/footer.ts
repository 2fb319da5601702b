import { html, type TemplateResult } from 'lit';
import type { View } from '../view';

export function footer({ t, engine, act }: View): TemplateResult {
  return html`<footer>
    <p>${engine ? t.computedBy(engine.variant, engine.threads) : t.loading}</p>
    <button class="plain" @click=${act.toggleKeys}>${t.keysHint}</button>
  </footer>`;
}
