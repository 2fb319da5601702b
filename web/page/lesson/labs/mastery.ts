// §18: five questions, and how many have been answered right; that is remembered.
import { html, LitElement, type TemplateResult } from 'lit';
import { recall, remember } from '../../browser/storage';
import type { View } from '../../view';
import { choices } from './choices';
import type { Verdict } from './exercise';
import './mastery.css';
import { masteryQuestions } from './mastery-questions';

const words = {
  en: (count: number, of: number) =>
    count === of ? 'All five: this lesson is yours.' : `${count} of ${of} answered right so far.`,
  zh: (count: number, of: number) =>
    count === of ? '五题全对：这一课你已经掌握了。' : `${of} 题里已经答对 ${count} 题。`,
};

const key = 'mastered';

function remembered(): Set<number> {
  const numbers = (recall(key) ?? '').split(',').map(Number);
  return new Set(numbers.filter((i) => i >= 1 && i <= masteryQuestions.length));
}

class Mastery extends LitElement {
  static override properties = { view: { attribute: false }, mastered: { state: true } };

  declare view: View;
  /** Numbers of the questions answered right, from 1. */
  declare mastered: ReadonlySet<number>;

  constructor() {
    super();
    this.mastered = remembered();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  #answered(number: number, { right }: Verdict): void {
    if (!right) return;
    this.mastered = new Set([...this.mastered, number]);
    remember(key, [...this.mastered].join(','));
  }

  protected override render(): TemplateResult {
    const { view, mastered } = this;
    return html`<div class="mastery">
      <p class="progress" role="status">
        <span class="marks" aria-hidden="true">${masteryQuestions.map((_, i) => html`<i class=${mastered.has(i + 1) ? 'done' : ''}></i>`)}</span>
        ${words[view.state.language](mastered.size, masteryQuestions.length)}
      </p>
      <ol>
        ${masteryQuestions.map(
          ({ words, right }, i) => html`<li
            @answered=${(event: CustomEvent<Verdict>) => this.#answered(i + 1, event.detail)}
          >
            ${choices(view, words, right)}
          </li>`,
        )}
      </ol>
    </div>`;
  }
}

customElements.define('x-mastery', Mastery);

export const mastery = (view: View): TemplateResult => html`<x-mastery .view=${view}></x-mastery>`;
