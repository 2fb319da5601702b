// The ways through the lesson: a tape of ticks at the left edge of a wide page, a list to unfold on a narrow one.
import { html, type TemplateResult } from 'lit';
import { lessonWords } from '../../i18n/lesson';
import { titles } from '../../lesson/titles';
import type { View } from '../../view';
import './contents.css';

/** @param now - the section that is being read */
export function contents({ state: { language }, wide }: View, now: number | null): TemplateResult {
  const t = lessonWords[language];
  const list = html`<ol>
    ${titles.map(
      (title, i) => html`<li>
        <a href="#s${i + 1}" aria-label=${t.tick(i + 1, title[language])} aria-current=${now === i + 1 ? 'location' : 'false'}
          ><i class="tick"></i><span class="n">${i + 1}</span><span class="name">${title[language]}</span></a
        >
      </li>`,
    )}
  </ol>`;
  return html`<nav class=${wide ? 'tape' : 'contents'} aria-label=${t.contents}>
    ${wide ? list : html`<details><summary>${t.contentsNow(now)}</summary>${list}</details>`}
  </nav>`;
}
