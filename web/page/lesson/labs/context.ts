// §12: one word in two sentences, before attention and after it.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine, Tensor } from 'xattention';
import type { Language } from '../../model/state';
import type { View } from '../../view';
import { fixed } from '../../widgets/number';
import { niceExtent } from '../../widgets/ramp';
import { both } from './both';
import './context.css';
import { segments } from './dials';
import { exercise } from './exercise';
import { Lab } from './lab';
import { sheet } from './sheet';
import { exampleNamed, rowOf, type Traced, traceExample } from './traced';

const exampleIn: Record<Language, string> = { en: 'bank', zh: 'apple' };

/** A word that both sentences have, and where; one that occurs twice is followed from its first place. */
interface Shared {
  word: string;
  places: [number, number];
}

function sharedWords(id: string): Shared[] {
  const [one = [], two = []] = exampleNamed(id).sentences;
  const words = [...new Set(one)].filter((word) => word !== '<pad>' && two.includes(word));
  return words.map((word) => ({ word, places: [one.indexOf(word), two.indexOf(word)] }));
}

/** √Σ(a − b)² over the cells of two rows. */
const distance = (a: Float32Array, b: Float32Array): number => Math.hypot(...a.map((value, i) => value - (b[i] ?? 0)));

const words = {
  en: {
    choose: 'A word that both sentences have',
    sentence: (number: number) => (number === 1 ? '1st' : '2nd'),
    before: (word: string) => html`X: what goes in for <i>${word}</i>`,
    after: (word: string) => html`output: what comes out for <i>${word}</i>`,
    apart: (far: string) => html`<b>${far}</b> apart`,
    same: 'the same row: exactly 0 apart',
    question: (word: string) => html`And <i>${word}</i>, which decides nothing: does it come out the same twice?`,
    yes: 'Yes, it goes in the same',
    no: 'No, not quite the same',
    reasonNo: (word: string) => html`Its output is a mixture of everybody’s values too. Choose <i>${word}</i> above.`,
    reasonYes: 'What goes in is the same; what is mixed in is not. Choose it above and look at the distance.',
  },
  zh: {
    choose: '两句都有的词',
    sentence: (number: number) => `第 ${number} 句`,
    before: (word: string) => html`X：“${word}”输入的那一行`,
    after: (word: string) => html`output：“${word}”输出的那一行`,
    apart: (far: string) => html`相距 <b>${far}</b>`,
    same: '同一行：距离恰好是 0',
    question: (word: string) => html`“${word}”并不起决定作用，它在两句里的输出相同吗？`,
    yes: '相同，因为输入相同',
    no: '不完全相同',
    reasonNo: (word: string) => html`它的输出里同样混进了所有词的值。在上面选“${word}”看看。`,
    reasonYes: '输入相同，混进来的却不同。在上面选它，看看距离。',
  },
};

class Context extends Lab<Traced> {
  static override properties = { ...Lab.properties, word: { state: true } };

  declare word: string | null;

  constructor() {
    super();
    this.word = null;
  }

  protected override question(): unknown {
    return exampleIn[this.language];
  }

  protected override ask(core: AsyncEngine): Promise<Traced> {
    return traceExample(core, exampleIn[this.language]);
  }

  protected override draw({ example, X, trace }: Traced): TemplateResult {
    const t = words[this.language];
    const shared = sharedWords(example.id);
    // What the example asks about; its embedding is what the sentences have in common.
    const asked = example.sentences[0]?.[example.asks[0]?.query ?? 0];
    const chosen = shared.find(({ word }) => word === (this.word ?? asked)) ?? (shared.at(-1) as Shared);
    const extent = niceExtent([...X.data, ...trace.output.data]);
    return html`<div class="lab context">
      ${example.sentences.map((tokens, i) => this.#sentence(tokens, chosen.places[i] ?? 0))}
      ${segments(
        t.choose,
        shared.map(({ word }) => [word, html`<bdi translate="no">${word}</bdi>`] as const),
        chosen.word,
        (word) => {
          this.word = word;
        },
      )}
      <div class="sheets-line">
        ${this.#rows('X', t.before(chosen.word), 'x', X, chosen, extent)}
        ${this.#rows('output', t.after(chosen.word), 'v', trace.output, chosen, extent)}
      </div>
    </div>`;
  }

  #sentence(tokens: readonly string[], place: number): TemplateResult {
    const words = tokens.map((token, i) =>
      i === place
        ? html`<b class="q"><bdi translate="no">${token}</bdi></b>`
        : html`<bdi translate="no" class=${token === '<pad>' ? 'pad' : ''}>${token}</bdi>`,
    );
    return html`<p class="said">${words.map((word) => html`${word} `)}</p>`;
  }

  #rows(
    name: string,
    caption: unknown,
    hue: 'x' | 'v',
    stage: Tensor,
    { places }: Shared,
    extent: number,
  ): TemplateResult {
    const t = words[this.language];
    const [one, two] = [rowOf(stage, 0, places[0]), rowOf(stage, 1, places[1])];
    const far = distance(one, two);
    return html`<div class="two" data-distance=${far}>
      ${sheet(this.view, {
        name,
        caption,
        look: 'vector',
        hue,
        rows: [t.sentence(1), t.sentence(2)],
        cols: [...one.keys()].map(String),
        data: { data: Float32Array.from([...one, ...two]) },
        extent,
        abreast: this.view.wide ? 2 : 1,
      })}
      <p class="far">${far === 0 ? t.same : t.apart(fixed(far, 3))}</p>
    </div>`;
  }
}

customElements.define('x-context', Context);

function bystander(view: View): TemplateResult {
  const id = exampleIn[view.state.language];
  const word = sharedWords(id)[0]?.word ?? '';
  const choices = [
    { text: both(words, (t) => t.yes), right: false, reason: both(words, (t) => t.reasonYes) },
    { text: both(words, (t) => t.no), right: true, reason: both(words, (t) => t.reasonNo(word)) },
  ];
  return exercise(view, { question: both(words, (t) => t.question(word)), choices }, id);
}

export const context = (view: View): TemplateResult => html`<x-context .view=${view}></x-context>${bystander(view)}`;
