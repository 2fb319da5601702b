import { html, svg, type TemplateResult } from 'lit';
import { type Dictionary, languageNames, languageTags } from '../i18n';
import { languages } from '../model/state';
import type { View } from '../view';
import { scrollHint } from '../widgets/scroll-hint';
import './header.css';

const mark = svg`<path d="M6 2H2v20h4M18 2h4v20h-4" fill="none" stroke="currentColor" stroke-width="2" />
  <rect x="5" y="10" width="14" height="4" class="fill-q" /><rect x="10" y="5" width="4" height="14" class="fill-k" />
  <rect x="10" y="10" width="4" height="4" fill="currentColor" />`;

const half = svg`<circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" stroke-width="1.6" />
  <path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor" />`;

/** Where things are; buttons, as the address holds the state. */
function places(t: Dictionary): TemplateResult {
  const go = (id: string) => {
    const place = document.getElementById(id);
    place?.scrollIntoView();
    // The next Tab goes on from there.
    place?.setAttribute('tabindex', '-1');
    place?.focus({ preventScroll: true });
  };
  return html`<nav class="places" aria-label=${t.placesName} data-more="" ${scrollHint()}>
    ${Object.entries(t.places).map(([id, name]) => html`<button @click=${() => go(id)}>${name}</button>`)}
  </nav>`;
}

export function header({ t, state, scheme, act }: View): TemplateResult {
  return html`<header class="top">
    <span class="mark"><svg width="1.5rem" height="1.5rem" viewBox="0 0 24 24" aria-hidden="true">${mark}</svg>${t.title}</span>
    ${places(t)}
    <div class="switches">
      <div role="group" aria-label=${t.language}>
        ${languages.map(
          (language) => html`<button
            lang=${languageTags[language]}
            aria-pressed=${state.language === language}
            @click=${() => act.setLanguage(language)}
          >
            ${languageNames[language]}
          </button>`,
        )}
      </div>
      <button
        class="theme"
        aria-label=${t.theme[state.theme]}
        title=${t.theme[state.theme]}
        @click=${() => act.setTheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        <svg width="1.25rem" height="1.25rem" viewBox="0 0 20 20" aria-hidden="true">${half}</svg>
      </button>
    </div>
  </header>`;
}
