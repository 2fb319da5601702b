// While a section of the lesson has its example in the figure: whose it is, and the way back to one's own.
import { html, nothing, type TemplateResult } from 'lit';
import { lessonWords } from '../i18n/lesson';
import type { View } from '../view';
import './borrowed.css';
import { goToSection } from './lesson';

export function borrowed({ state: { language }, yours, showing, act }: View): TemplateResult | typeof nothing {
  if (!yours || showing === null) return nothing;
  const t = lessonWords[language];
  const toSection = (event: Event) => {
    event.preventDefault(); // the address holds the state
    goToSection(showing);
  };
  return html`<div class="borrowed" role="group" aria-label=${t.showing(showing)} tabindex="-1">
    <a href="#s${showing}" @click=${toSection}>${t.showing(showing)}</a>
    <button class="plain" @click=${act.back}>${t.back}</button>
  </div>`;
}
