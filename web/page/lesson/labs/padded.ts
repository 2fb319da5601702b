// A batch of two sentences under lengths of one's own choosing.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine, Tensor } from 'xattention';
import type { Language } from '../../model/state';
import type { View } from '../../view';
import { slider } from './dials';
import { Lab } from './lab';
import { namesOf } from './readers';
import { sheet } from './sheet';
import { exampleNamed, traceExample } from './traced';

export const batchId: Record<Language, string> = { en: 'two-sentences', zh: 'two-counts' };

const words = {
  en: { sentence: (i: number) => `sentence ${i + 1}` },
  zh: { sentence: (i: number) => `第 ${i + 1} 句` },
};

interface Numbers {
  id: string;
  validLens: readonly number[];
  weights: Tensor;
}

class Padded extends Lab<Numbers> {
  static override properties = { validLens: { state: true } };

  /** null: as long as the sentences are. */
  declare validLens: readonly number[] | null;

  constructor() {
    super();
    this.validLens = null;
  }

  get #lengths(): readonly number[] {
    return this.validLens ?? exampleNamed(batchId[this.language]).validLens ?? [];
  }

  protected question(): unknown {
    return [this.language, this.#lengths];
  }

  protected async ask(core: AsyncEngine): Promise<Numbers> {
    const id = batchId[this.language];
    const validLens = this.#lengths;
    const { scaled } = (await traceExample(core, id)).trace;
    return { id, validLens, weights: await core.maskedSoftmax(scaled, { validLens }) };
  }

  protected draw({ id, validLens, weights }: Numbers): TemplateResult {
    return html`<div class="lab padded">
      <div class="turn">${validLens.map((_, i) => this.#dial(i, namesOf(id, i).length))}</div>
      <div class="two-abreast">${validLens.map((length, i) => this.#sentence(id, i, length, weights))}</div>
    </div>`;
  }

  #dial(sentence: number, most: number): TemplateResult {
    return slider({
      name: html`<code translate="no">valid_lens[${sentence}]</code>`,
      value: this.#lengths[sentence] ?? most,
      min: 0,
      max: most,
      change: (value) => {
        this.validLens = this.#lengths.map((length, i) => (i === sentence ? value : length));
      },
    });
  }

  #sentence(id: string, at: number, length: number, data: Tensor): TemplateResult {
    const names = namesOf(id, at);
    const holes = names.flatMap(() => names.map((_, col) => (col < length ? [] : ['padding'])));
    const caption = html`<span class="op">${words[this.language].sentence(at)}</span><code translate="no" class="code">attention_weights[${at}]</code>`;
    return sheet(this.view, {
      name: `attention_weights[${at}]`,
      caption,
      look: 'share',
      hue: 't',
      rows: names,
      cols: names,
      data,
      at,
      holes,
      abreast: 2,
    });
  }
}

customElements.define('x-padded', Padded);

export const padded = (view: View): TemplateResult => html`<x-padded .view=${view}></x-padded>`;
