// A question with a checked answer: choices, or a field to write in. Any section may use it:
//
//   exercise(view, { question: { en: …, zh: … }, choices: [{ text, right, reason }, …] })
//   exercise(view, { question, check: (text) => ({ right, reason }) })     // may be async, e.g. to ask the engine
//
// It fires 'answered' (detail: the Verdict), so that an experiment can show what was hidden until then.
// readNumber and readShape of reading.ts read what people write.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { lessonWords } from '../../i18n/lesson';
import type { Language } from '../../model/state';
import type { View } from '../../view';
import './labs.css';

/** In both languages: a string or a template. */
export type Words = Readonly<Record<Language, unknown>>;

export interface Verdict {
  right: boolean;
  /** Why it is right, or what is wrong with it. */
  reason: Words;
}

export interface Choice extends Verdict {
  text: Words;
}

export type Question = { question: Words } & (
  | { choices: readonly Choice[] }
  | { check: (text: string) => Verdict | Promise<Verdict> }
);

class Exercise extends LitElement {
  static override properties = {
    language: { attribute: false },
    exercise: { attribute: false },
    about: { attribute: false },
    chosen: { state: true },
    verdict: { state: true },
  };

  declare language: Language;
  declare exercise: Question;
  declare about: unknown;
  declare chosen: number | null;
  declare verdict: Verdict | null;

  constructor() {
    super();
    this.chosen = null;
    this.verdict = null;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('about') || changed.get('about') === undefined) return;
    this.chosen = null;
    this.verdict = null;
  }

  #answer(verdict: Verdict): void {
    this.verdict = verdict;
    this.dispatchEvent(new CustomEvent('answered', { detail: verdict, bubbles: true }));
  }

  #choose(choice: Choice, index: number): void {
    this.chosen = index;
    this.#answer(choice);
  }

  readonly #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!('check' in this.exercise)) return;
    const field = (event.target as HTMLFormElement).elements.namedItem('answer') as HTMLInputElement;
    this.#answer(await this.exercise.check(field.value));
  };

  protected override render(): TemplateResult {
    const { language, exercise, verdict } = this;
    const t = lessonWords[language];
    return html`<div class="exercise" role="group" aria-label=${t.answer}>
      <p class="question">${exercise.question[language]}</p>
      ${'choices' in exercise ? this.#choices(exercise.choices) : this.#field()}
      <p class="verdict" role="status">
        ${verdict ? html`<b class=${verdict.right ? 'right' : 'wrong'}>${verdict.right ? t.right : t.wrong}</b> ${verdict.reason[language]}` : nothing}
      </p>
    </div>`;
  }

  #choices(choices: readonly Choice[]): TemplateResult {
    return html`<div class="options">
      ${choices.map(
        (choice, i) =>
          html`<button aria-pressed=${i === this.chosen} @click=${() => this.#choose(choice, i)}>${choice.text[this.language]}</button>`,
      )}
    </div>`;
  }

  #field(): TemplateResult {
    const t = lessonWords[this.language];
    return html`<form @submit=${this.#submit}>
      <input name="answer" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" aria-label=${t.answer} />
      <button class="act">${t.check}</button>
    </form>`;
  }
}

customElements.define('x-exercise', Exercise);

/** @param about - what the question is about: when it becomes another, the last answer is forgotten */
export const exercise = (view: View, question: Question, about: unknown = 0): TemplateResult =>
  html`<x-exercise .language=${view.state.language} .exercise=${question} .about=${about}></x-exercise>`;
