// One section: its title, which is also its anchor; then prose, and beside it something to do.
import { html, nothing, type TemplateResult } from 'lit';
import { lessonWords } from '../../i18n/lesson';
import type { Section } from '../../lesson/section';
import { titles } from '../../lesson/titles';
import type { View } from '../../view';
import { reveal } from '../figure/reveal';

interface Content {
  section: Section | undefined;
  /** Near the screen: its experiment is there too. */
  near: boolean;
}

export function body(view: View, number: number, { section, near }: Content): TemplateResult {
  const { language } = view.state;
  return html`<section id="s${number}" class="section" aria-labelledby="s${number}-title">
    <h3 id="s${number}-title" tabindex="-1">
      <a class="anchor" href="#s${number}"><span class="number">§${number}</span> ${titles[number - 1]?.[language]}</a>
    </h3>
    ${
      section
        ? html`<div class="prose">${section.prose[language]}${tryIt(view, section)}</div>
          <div class="experiment">${near && section.experiment ? section.experiment(view) : nothing}</div>`
        : nothing
    }
  </section>`;
}

function tryIt({ state: { language }, act }: View, { number, loads }: Section): TemplateResult | typeof nothing {
  if (!loads) return nothing;
  const load = async () => {
    await act.load(number, loads(language));
    requestAnimationFrame(show); // after the next drawing, when the strip and the numbers are there
  };
  return html`<p class="try"><button class="act" @click=${load}>${lessonWords[language].tryIt}</button></p>`;
}

function show(): void {
  const strip = document.querySelector<HTMLElement>('.borrowed');
  strip?.focus({ preventScroll: true });
  reveal();
}
