import { html, type TemplateResult } from 'lit';
import type { View } from '../view';

export function footer({ t, core, act }: View): TemplateResult {
  return html`<footer>
    <p>${core ? t.computedBy(core.info.variant, core.info.threads) : t.loading}</p>
    <button class="plain" @click=${act.toggleKeys}>${t.keysHint}</button>
  </footer>`;
}
