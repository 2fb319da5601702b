// A part of the page that comes when it is wanted, and in place of one that did not arrive: why, and another try.
import {
  html,
  LitElement,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { arrival } from '../browser/arrivals';
import { arrivalWords } from '../i18n/arrivals';
import { reasonIn } from '../i18n/reasons';
import type { Language } from '../model/state';
import './arrival.css';

/** What did not arrive, and what is to be done about it: its host may have another version by now. */
export function missing(
  language: Language,
  { what = 'part', error, again }: { what?: 'part' | 'model' | 'vectors'; error: unknown; again: () => void },
): TemplateResult {
  const t = arrivalWords[language];
  return html`<span class="missing" role="alert">
    <span class="problem">${t[what](reasonIn(language, error))}</span>
    <button class="plain" @click=${again}>${t.again}</button>
    <button class="plain" @click=${() => location.reload()}>${t.reload}</button>
  </span>`;
}

/** For elements: the part as soon as it is there; until then why it is not. */
export class Arrival<T> implements ReactiveController {
  value: T | undefined;
  #error: unknown;
  #coming: Promise<T | undefined> | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #bring: () => Promise<T>;

  constructor(host: ReactiveControllerHost, bring: () => Promise<T>) {
    this.#host = host;
    this.#bring = bring;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Asked for once at a time; undefined where it did not arrive. */
  readonly ask = (): Promise<T | undefined> => {
    this.#coming ??= this.#get();
    return this.#coming;
  };

  async #get(): Promise<T | undefined> {
    try {
      this.value = await arrival(this.#bring);
      this.#error = undefined;
    } catch (error) {
      this.#error = error;
      this.#coming = undefined;
    }
    this.#host.requestUpdate();
    return this.value;
  }

  get failed(): boolean {
    return this.#error !== undefined;
  }

  complaint(language: Language): TemplateResult | typeof nothing {
    return this.#error === undefined ? nothing : missing(language, { error: this.#error, again: this.ask });
  }
}

/** Brings something that is needed where it stands, and shows nothing once it is there. */
class Need extends LitElement {
  static override properties = { bring: { attribute: false }, language: { attribute: false } };

  declare bring: () => Promise<unknown>;
  declare language: Language;
  readonly #arrival = new Arrival(this, () => this.bring());

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    void this.#arrival.ask();
  }

  protected override render(): TemplateResult | typeof nothing {
    return this.#arrival.complaint(this.language);
  }
}

customElements.define('x-need', Need);

export const need = (bring: () => Promise<unknown>, language: Language): TemplateResult =>
  html`<x-need .bring=${bring} .language=${language}></x-need>`;
