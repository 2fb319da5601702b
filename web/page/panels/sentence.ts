// The first view: a sentence, who reads, and what it takes from every word.
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { forbiddenBy, type Picture, readingOf } from '../model/picture';
import { directionOf } from '../model/signs';
import { pad } from '../model/tokens';
import type { View } from '../view';
import { fixed } from '../widgets/number';
import { scrollHint } from '../widgets/scroll-hint';
import { answer } from './answer';
import { marked } from './marked';
import './sentence.css';
import { taken } from './taken';
import { keyTokenOf, tokenOf } from './token';

export function sentence(view: View): TemplateResult {
  const { t, example, state, picture } = view;
  const aside = example?.facts.trained ? answer(view, example) : taken(view);
  return html`<section class="hero">
    <div class="words">
      <h1>${t.heading}</h1>
      <p class="lede">${
        example ? t.asks(marked(example.question[state.language]), marked(example.task[state.language])) : t.lede
      }</p>
    </div>
    ${picture.numSteps === 0 ? html`<p class="empty">${t.empty}</p>` : html`<div class="sentence">${reading(view)}${aside}</div>`}
  </section>`;
}

function reading(view: View): TemplateResult {
  const { picture, at } = view;
  const version = JSON.stringify([picture.inputs.tokens, picture.inputs.keyTokens, view.width]);
  const shares = readingOf(picture, at);
  const chosen = `${version} ${view.selected.query}`;
  if (picture.inputs.sources === null) {
    const ribbons = html`<x-ribbons .shares=${shares ?? []} .reader=${at.query} .version=${version}></x-ribbons>`;
    return html`<div class="scroller" data-more="" ${scrollHint(chosen)}><div class="line">${headNames(view)}${readers(view, ribbons)}</div></div>`;
  }
  return html`<div class="scroller" data-more="" ${scrollHint(chosen)}>
    <div class="lines">
      <div class="line">${headNames(view)}${read(view)}</div>
      <x-crossing .shares=${shares ?? []} .reader=${at.query} .version=${version}></x-crossing>
      ${readers(view, nothing)}
    </div>
  </div>`;
}

const isPad = (token: string): boolean => token === pad;
const sizeOf = ({ numSteps, numKvPairs }: Picture): string => (Math.max(numSteps, numKvPairs) > 12 ? 'long' : '');

/** Who asks; a sentence that reads itself also says what is taken from each. */
function readers(view: View, behind: TemplateResult | typeof nothing): TemplateResult {
  const { picture, at, t, example } = view;
  const itself = picture.inputs.sources === null;
  return html`<div
    class="reading ${sizeOf(picture)}"
    dir=${directionOf(picture.inputs.tokens, isPad)}
    role="radiogroup"
    aria-label=${t.reader}
    @keydown=${(event: KeyboardEvent) => turn(event, view)}
  >
    ${behind}
    ${picture.inputs.tokens.map(
      (_, i) => html`<button
        role="radio"
        data-item
        aria-checked=${at.query === i}
        tabindex=${at.query === i ? 0 : -1}
        class=${classMap({ word: true, key: itself && i === at.key && i !== at.query })}
        @click=${() => choose(view, i)}
      >
        <span class="w">${tokenOf(view, i)}</span>${itself ? sharesOf(view, i) : nothing}${example || !itself ? nothing : sourceOf(view, i)}
      </button>`,
    )}
  </div>`;
}

/** Who answers, and what is taken from each. */
function read(view: View): TemplateResult {
  const { picture, at, selected, act, t } = view;
  return html`<div class="reading read ${sizeOf(picture)}" dir=${directionOf(picture.inputs.keyTokens, isPad)} role="group" aria-label=${t.edit.read}>
    ${picture.inputs.keyTokens.map(
      (_, i) => html`<button
        data-key
        aria-pressed=${i === at.key}
        class=${classMap({ word: true, key: i === at.key })}
        @click=${() => act.select({ ...selected, key: i })}
      >
        <span class="w">${keyTokenOf(view, i)}</span>${sharesOf(view, i)}
      </button>`,
    )}
  </div>`;
}

/** As many heads as fit under a word each have a line of their own; of more only the chosen one. */
const mostHeads = 4;

const headsShown = ({ picture: { numHeads }, at }: View): number[] =>
  numHeads <= mostHeads ? Array.from({ length: numHeads }, (_, head) => head) : [at.head];

function sharesOf(view: View, key: number): TemplateResult[] {
  const heads = headsShown(view);
  return heads.map((head) => {
    const own = { ...view, at: { ...view.at, head } };
    const shares = readingOf(view.picture, own.at);
    const most = shares !== undefined && key === shares.indexOf(Math.max(...shares));
    const looks = { share: true, most, now: head === view.at.head && heads.length > 1 };
    return html`<span class=${classMap(looks)}>${shares ? shareText(own, key) : nothing}</span>`;
  });
}

/** Which line of shares is which head’s; the ribbons are of the one that is chosen. Sighted help: the figure has the buttons. */
function headNames(view: View): TemplateResult | typeof nothing {
  const { picture, at, act, t } = view;
  if (picture.numHeads === 1) return nothing;
  return html`<div class="head-names" aria-hidden="true">
    ${headsShown(view).map(
      (head) =>
        html`<span class=${head === at.head ? 'now' : ''} @click=${() => act.setHead(head)}>${t.head(head)}</span>`,
    )}
  </div>`;
}

/** Whose vector the word has. */
function sourceOf({ picture, t }: View, token: number): TemplateResult | typeof nothing {
  const found = picture.answers?.sources[picture.sentence]?.[token];
  return found ? html`<small class="source ${found.source}">${t.source(found)}</small>` : nothing;
}

/** A structural zero is `0`, a small share `0.00`; where masks changed it, what it was stands before it. */
function shareText(view: View, key: number): TemplateResult {
  const now = printed(view, view.picture, key);
  const then = view.picture.before ? printed(view, view.picture.before, key) : now;
  return html`${then === now ? nothing : html`<s>${then}</s> `}${now}`;
}

function printed({ at }: View, picture: Picture, key: number): string {
  const forbidden = forbiddenBy(picture, at.query, key).length > 0;
  return forbidden ? '0' : fixed(readingOf(picture, at)?.[key] ?? 0, 2);
}

/** Another reader: the same stage, another row. */
function choose({ selected, act }: View, query: number): void {
  act.select({ ...selected, query, step: query });
}

function turn(event: KeyboardEvent, view: View): void {
  const last = view.picture.numSteps - 1;
  const { query } = view.selected;
  const onward = directionOf(view.picture.inputs.tokens, isPad) === 'rtl' ? -1 : 1;
  const to = {
    ArrowLeft: query - onward,
    ArrowRight: query + onward,
    ArrowUp: query - 1,
    ArrowDown: query + 1,
    Home: 0,
    End: last,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const index = Math.max(0, Math.min(to, last));
  choose(view, index);
  (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[data-item]')[index]?.focus();
}
