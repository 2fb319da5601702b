// A question with a checked answer: choices, or a field to write in. Any section may use it:
//
//   exercise(view, { question: { en: …, zh: … }, choices: [{ text, right, reason }, …] })
//   exercise(view, { question, number: (given) => ({ right, reason }) })   // may be async, e.g. to ask the engine
//   exercise(view, { question, shape: (given) => ({ right, reason }) })
//
// What is no number, or no shape, is asked for again: that is no wrong answer.
// It fires 'answered' (detail: the Verdict), so that an experiment can show what was hidden until then.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { lessonWords } from '../../i18n/lesson';
import type { Language } from '../../model/state';
import type { View } from '../../view';
import './labs.css';
import { readNumber, readShape } from './reading';

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
  | { number: (given: number) => Verdict | Promise<Verdict> }
  | { shape: (given: number[]) => Verdict | Promise<Verdict> }
);

/** null: what is written cannot be read as an answer to this question. */
export function judged(question: Question, written: string): Verdict | Promise<Verdict> | null {
  if ('number' in question) {
    const given = readNumber(written);
    return given === null ? null : question.number(given);
  }
  if ('shape' in question) {
    const given = readShape(written);
    return given === null ? null : question.shape(given);
  }
  return null;
}

class Exercise extends LitElement {
  static override properties = {
    language: { attribute: false },
    exercise: { attribute: false },
    about: { attribute: false },
    chosen: { state: true },
    verdict: { state: true },
    unread: { state: true },
  };

  declare language: Language;
  declare exercise: Question;
  declare about: unknown;
  declare chosen: number | null;
  declare verdict: Verdict | null;
  /** What was written last is no answer of this kind. */
  declare unread: boolean;

  constructor() {
    super();
    this.#forget();
  }

  #forget(): void {
    this.chosen = null;
    this.verdict = null;
    this.unread = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('about') || changed.get('about') === undefined) return;
    this.#forget();
  }

  #answer(verdict: Verdict): void {
    this.verdict = verdict;
    this.unread = false;
    this.dispatchEvent(new CustomEvent('answered', { detail: verdict, bubbles: true }));
  }

  #choose(choice: Choice, index: number): void {
    this.chosen = index;
    this.#answer(choice);
  }

  readonly #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem('answer') as HTMLInputElement;
    const verdict = await judged(this.exercise, field.value);
    if (verdict) return this.#answer(verdict);
    this.verdict = null;
    this.unread = true;
    field.select();
  };

  protected override render(): TemplateResult {
    const { language, exercise } = this;
    const t = lessonWords[language];
    return html`<div class="exercise" role="group" aria-label=${t.answer}>
      <p class="question">${exercise.question[language]}</p>
      ${'choices' in exercise ? this.#choices(exercise.choices) : this.#field()}
      <p class="verdict" role="status">
        ${this.#said()}
      </p>
    </div>`;
  }

  #said(): unknown {
    const { language, exercise, verdict, unread } = this;
    const t = lessonWords[language];
    if (unread) return 'shape' in exercise ? t.writeShape : t.writeNumber;
    if (!verdict) return nothing;
    return html`<b class=${verdict.right ? 'right' : 'wrong'}>${verdict.right ? t.right : t.wrong}</b> ${verdict.reason[language]}`;
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
