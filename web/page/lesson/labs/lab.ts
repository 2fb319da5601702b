// What an experiment of the lesson has in common: it asks the core a question, asks again when the question
// changes, and shows the last answer meanwhile. A lab says what it asks and how it draws the answer:
//
//   class Spread extends Lab<Numbers> {
//     question() { return [this.size]; }                            // compared as JSON
//     ask(core) { return core.trace(…); }
//     draw(numbers) { return html`…`; }                             // this.view, this.t at hand
//   }
//   customElements.define('x-spread', Spread);
//   export const spread = (view: View) => html`<x-spread .view=${view}></x-spread>`;
import { html, LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AsyncEngine } from 'xattention';
import { NotArrived } from '../../browser/arrivals';
import { type LessonWords, lessonWords } from '../../i18n/lesson';
import type { Language } from '../../model/state';
import { missing } from '../../panels/arrival';
import type { View } from '../../view';
import { drawnAnew } from '../drawn-from';
import './labs.css';

export abstract class Lab<Numbers> extends LitElement {
  static override properties: PropertyDeclarations = {
    view: { attribute: false, hasChanged: drawnAnew },
    numbers: { state: true },
    failure: { state: true },
  };

  declare view: View;
  declare numbers: Numbers | undefined;
  /** Why there is no answer. */
  declare failure: unknown;
  #asked: string | undefined;
  #ticket = 0;

  protected abstract question(): unknown;
  protected abstract ask(core: AsyncEngine): Promise<Numbers>;
  protected abstract draw(numbers: Numbers): TemplateResult;

  protected get language(): Language {
    return this.view.state.language;
  }

  protected get t(): LessonWords {
    return lessonWords[this.language];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const { core } = this.view;
    const question = core ? JSON.stringify(this.question()) : undefined;
    if (!core || question === this.#asked) return;
    this.#asked = question;
    void this.#compute(core);
  }

  async #compute(core: AsyncEngine): Promise<void> {
    this.#ticket += 1; // the last question wins
    const ticket = this.#ticket;
    try {
      const numbers = await this.ask(core);
      if (ticket !== this.#ticket) return;
      this.numbers = numbers;
      this.failure = undefined;
    } catch (error) {
      if (ticket === this.#ticket) this.failure = error;
    }
  }

  /** The same question, once more. */
  protected readonly again = (): void => {
    this.#asked = undefined;
    this.requestUpdate();
  };

  #failed(failure: unknown): TemplateResult {
    const { language, again } = this;
    return failure instanceof NotArrived
      ? html`<p>${missing(language, { error: failure, again })}</p>`
      : html`<p class="problem">${this.t.refused(failure)}</p>`;
  }

  protected override render(): TemplateResult {
    const { t, failure, numbers } = this;
    if (failure !== undefined) return this.#failed(failure);
    return numbers === undefined ? html`<p class="waiting">${t.waiting}</p>` : this.draw(numbers);
  }
}
