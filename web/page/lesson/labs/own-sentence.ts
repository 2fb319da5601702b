// §21: the reader's own sentence. A guess first, then the weights.
import { html, nothing, type TemplateResult } from 'lit';
import type { AsyncEngine } from 'xattention';
import { embedWords } from '../../model/embedding';
import type { Language } from '../../model/state';
import { tokenize, tokenNames } from '../../model/tokens';
import { missing } from '../../panels/arrival';
import { shareBar } from '../../panels/share-bar';
import type { View } from '../../view';
import { segments } from './dials';
import { Lab } from './lab';
import './own-sentence.css';
import './remark.css';
import { rowOf } from './traced';

const numHiddens = 32;
const most = 12;

export const sentences: Record<Language, string> = {
  en: 'kings and queens rode their horses to the river',
  zh: '国王和王后骑着马去河边喝水',
};

const words = {
  en: {
    field: 'A sentence to look at',
    reader: 'Who reads?',
    guess: (reader: string) => html`Besides itself, whom will <i>${reader}</i> read most?`,
    guessed: 'Your guess',
    show: 'Show what it reads',
    limit: `Two to ${most} tokens, please: the sentence above is the last one that fitted.`,
    right: (guess: string) => html`<b class="right">As you guessed:</b> <i>${guess}</i>.`,
    wrong: (guess: string, best: string) =>
      html`<b class="wrong">You guessed</b> <i>${guess}</i>; it is <i>${best}</i>.`,
    note: 'X is made of word vectors learned from how words are used, with identity projections: nobody taught this layer your sentence. Words of a kind have rows that point the same way, so they read each other.',
  },
  zh: {
    field: '要看的句子',
    reader: '哪个词来读？',
    guess: (reader: string) => html`除了自己，“${reader}”读得最多的会是哪个词？`,
    guessed: '你猜的词',
    show: '看它读了什么',
    limit: `请写 2 到 ${most} 个词元：下面用的仍是上一句符合要求的话。`,
    right: (guess: string) => html`<b class="right">猜对了：</b>是“${guess}”。`,
    wrong: (guess: string, best: string) => html`<b class="wrong">你猜的是</b>“${guess}”，其实是“${best}”。`,
    note: 'X 由词向量组成，词向量是从词的用法里学来的，投影是恒等投影：没有人教过这一层你的句子。同类的词，向量方向相近，所以会互相读。',
  },
};

interface Numbers {
  tokens: string[];
  /** (num_steps, num_steps) of them. */
  weights: { data: Float32Array; shape: number[] };
  /** Why no word has its real vector. */
  unfetched: Error | undefined;
}

class OwnSentence extends Lab<Numbers> {
  static override properties = {
    ...Lab.properties,
    text: { state: true },
    reader: { state: true },
    guess: { state: true },
    shown: { state: true },
    tooLong: { state: true },
  };

  /** null: the one that is offered. */
  declare text: string | null;
  declare reader: number;
  declare guess: number | null;
  declare shown: boolean;
  declare tooLong: boolean;

  constructor() {
    super();
    this.text = null;
    this.tooLong = false;
    this.#choose(0);
  }

  #choose(reader: number): void {
    this.reader = reader;
    this.guess = null;
    this.shown = false;
  }

  protected override question(): unknown {
    return this.text ?? sentences[this.language];
  }

  protected override async ask(core: AsyncEngine): Promise<Numbers> {
    const tokens = tokenize(this.text ?? sentences[this.language], 'word');
    const { X, unfetched } = await embedWords(core, [tokens], numHiddens, false);
    const { attentionWeights } = await core.trace(X, X, X); // identity projections hand every row on
    return { tokens, weights: attentionWeights, unfetched };
  }

  #write(text: string): void {
    const count = tokenize(text, 'word').length;
    this.tooLong = count < 2 || count > most;
    if (this.tooLong) return;
    this.text = text;
    this.#choose(0);
  }

  protected override draw({ tokens, weights, unfetched }: Numbers): TemplateResult {
    const t = words[this.language];
    const names = tokenNames(tokens);
    const { guess, shown } = this;
    const reader = Math.min(this.reader, tokens.length - 1);
    return html`<div class="lab own-sentence">
      <label
        >${t.field}<input
          type="text"
          .value=${this.text ?? sentences[this.language]}
          @input=${(event: Event) => this.#write((event.target as HTMLInputElement).value)}
      /></label>
      ${unfetched === undefined ? nothing : html`<p>${missing(this.language, { what: 'vectors', error: unfetched, again: this.again })}</p>`}
      <p role="status">${this.tooLong ? html`<span class="problem">${t.limit}</span>` : nothing}</p>
      <div>
        <p>${t.reader}</p>
        ${segments(
          t.reader,
          names.map((name, i) => [i, html`<bdi translate="no">${name}</bdi>`] as const),
          reader,
          (chosen) => this.#choose(chosen),
        )}
      </div>
      <div>
        <p>${t.guess(names[reader] ?? '')}</p>
        ${segments<number | null>(
          t.guessed,
          names.map((name, i) => [i, html`<bdi translate="no">${name}</bdi>`] as const).filter(([i]) => i !== reader),
          guess,
          (chosen) => {
            this.guess = chosen;
            this.shown = false;
          },
        )}
      </div>
      <div><button class="act" ?disabled=${guess === null} @click=${() => {
        this.shown = true;
      }}>${t.show}</button></div>
      ${shown && guess !== null ? this.#reading(names, rowOf(weights, 0, reader), reader, guess) : nothing}
      <p class="remark">${t.note}</p>
    </div>`;
  }

  #reading(names: string[], row: Float32Array, reader: number, guess: number): TemplateResult {
    const t = words[this.language];
    const order = [...row.keys()].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));
    const best = order.find((key) => key !== reader) ?? reader;
    const said = best === guess ? t.right(names[guess] ?? '') : t.wrong(names[guess] ?? '', names[best] ?? '');
    return html`<p role="status" data-best=${best}>${said}</p>
      <div class="taken">${order.map((key) => shareBar(html`<bdi translate="no">${names[key]}</bdi>`, row[key] ?? 0, { first: key === best }))}</div>`;
  }
}

customElements.define('x-own-sentence', OwnSentence);

export const ownSentence = (view: View): TemplateResult => html`<x-own-sentence .view=${view}></x-own-sentence>`;
