// §15: both ways of reading, measured on this machine, with the work they do.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { View } from '../../view';
import { type LessonCore, openLessonCore } from '../core';
import type { Reader } from '../core/messages';
import { segments } from './dials';
import './remark.css';
import './race.css';
import { raceWords } from './race-words';

const readers: readonly Reader[] = ['rnn', 'attention'];

interface Size {
  numSteps: number;
  numHiddens: number;
}

/** Products that are added up: of matrices alone, as the rest grows more slowly. */
const work: Record<Reader, (size: Size) => number> = {
  rnn: ({ numSteps: n, numHiddens: d }) => 2 * n * d * d,
  attention: ({ numSteps: n, numHiddens: d }) => 3 * n * d * d + 2 * n * n * d,
};

class Race extends LitElement {
  static override properties = {
    view: { attribute: false },
    numSteps: { state: true },
    numHiddens: { state: true },
    times: { state: true },
    running: { state: true },
    failure: { state: true },
  };

  declare view: View;
  declare numSteps: number;
  declare numHiddens: number;
  /** Milliseconds, as they come. */
  declare times: Partial<Record<Reader, number>>;
  declare running: Reader | null;
  declare failure: unknown;
  #core: LessonCore | undefined;

  constructor() {
    super();
    this.numSteps = 256;
    this.numHiddens = 64;
    this.#clear();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#clear();
  }

  readonly #clear = (): void => {
    this.#core?.close(); // whatever it is at
    this.#core = undefined;
    this.times = {};
    this.running = null;
    this.failure = null;
  };

  readonly #measure = async (): Promise<void> => {
    this.#clear();
    const core = openLessonCore();
    this.#core = core;
    try {
      for (const reader of readers) {
        this.running = reader;
        const time = await core.measure(reader, this.numSteps, this.numHiddens);
        if (core !== this.#core) return;
        this.times = { ...this.times, [reader]: time };
      }
    } catch (error) {
      if (core !== this.#core) return;
      this.failure = error;
    }
    this.running = null;
    core.close();
  };

  protected override render(): TemplateResult {
    const { numSteps, numHiddens, times, running, failure } = this;
    const t = raceWords[this.view.state.language];
    const size = (change: (value: number) => void) => (value: number) => {
      this.#clear();
      change(value);
    };
    return html`<div class="lab race">
      <div class="turn">
        <div class="dial"><span>${t.numSteps}</span>${segments(
          t.numSteps,
          [16, 64, 256, 1024, 4096].map((n) => [n, n] as const),
          numSteps,
          size((value) => {
            this.numSteps = value;
          }),
        )}</div>
        <div class="dial"><span>${t.numHiddens}</span>${segments(
          t.numHiddens,
          [16, 64, 256].map((d) => [d, d] as const),
          numHiddens,
          size((value) => {
            this.numHiddens = value;
          }),
        )}</div>
      </div>
      <div class="do">
        ${
          running
            ? html`<button class="act" @click=${this.#clear}>${t.cancel}</button>`
            : html`<button class="act" @click=${this.#measure}>${t.measure}</button>`
        }
        <p role="status">${running ? t.running[running] : failure === null ? nothing : html`<span class="problem">${t.failed(failure)}</span>`}</p>
      </div>
      <table>
        <thead>
          <tr><td></td>${t.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>${readers.map((reader) => this.#row(reader))}</tbody>
      </table>
      ${times.rnn !== undefined && times.attention !== undefined ? html`<p class="found">${t.found(times.rnn, times.attention)}</p>` : nothing}
      <p class="remark">${t.note}</p>
    </div>`;
  }

  #row(reader: Reader): TemplateResult {
    const t = raceWords[this.view.state.language];
    const time = this.times[reader];
    const products = work[reader](this);
    return html`<tr data-reader=${reader}>
      <th scope="row">${t.readers[reader]}</th>
      <td>${reader === 'rnn' ? this.numSteps : 1}</td>
      <td data-work=${products}>${t.count(products)}</td>
      <td data-time=${time ?? nothing}>${time === undefined ? '—' : html`${digits(time)} ms`}</td>
      <td>${time === undefined ? '—' : (products / time / 1e6).toFixed(1)}</td>
    </tr>`;
  }
}

/** Three digits that count. */
const digits = (value: number): string => value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(value))));

customElements.define('x-race', Race);

export const race = (view: View): TemplateResult => html`<x-race .view=${view}></x-race>`;
