// The same sentence read twice: through trained projections, and with X itself as Q, K and V.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine, LayerTrace, Tensor } from 'xattention';
import { readoutOf } from '../../examples/readout';
import { askOf } from '../../model/prepared';
import { shareBar } from '../../panels/share-bar';
import type { View } from '../../view';
import { short } from '../../widgets/number';
import { Lab } from './lab';
import { firstId, namesOf } from './readers';
import { sheet } from './sheet';
import { exampleNamed, masksOf, rowOf, traceExample } from './traced';

interface Reading {
  trace: LayerTrace;
  /** The probability of each answer, (1, num_steps, answers). */
  probabilities: Tensor;
}

interface Numbers {
  id: string;
  trained: Reading;
  itself: Reading;
}

const words = {
  en: {
    trained: 'trained projections',
    itself: 'X itself',
    says: 'what the box answers',
    twoWays: (a: string, b: string) => html`<code translate="no">scores</code>[${a}, ${b}] and [${b}, ${a}]`,
  },
  zh: {
    trained: '训练好的投影',
    itself: 'X 本身',
    says: '空格的回答',
    twoWays: (a: string, b: string) => html`<code translate="no">scores</code>[${a}, ${b}] 与 [${b}, ${a}]`,
  },
};

class Unprojected extends Lab<Numbers> {
  protected question(): unknown {
    return this.language;
  }

  protected async ask(core: AsyncEngine): Promise<Numbers> {
    const id = firstId[this.language];
    const { X, trace, model, example } = await traceExample(core, id);
    const size = model.numHiddens;
    const one = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)));
    const layer = await core.selfAttention({ numHiddens: size, parameters: { W_q: one, W_k: one, W_v: one } });
    try {
      const reading = async (trace: LayerTrace): Promise<Reading> => {
        const { probabilities } = await readoutOf(core, model.readout ?? [], trace.output);
        return { trace, probabilities };
      };
      const plain = await layer.trace(X, masksOf(example));
      return { id, trained: await reading(trace), itself: await reading(plain) };
    } finally {
      layer.dispose();
    }
  }

  protected draw({ id, trained, itself }: Numbers): TemplateResult {
    const { language, view } = this;
    const t = words[language];
    return html`<div class="lab two-abreast">
      ${this.#reading(view, id, t.trained, trained)} ${this.#reading(view, id, t.itself, itself)}
    </div>`;
  }

  #reading(view: View, id: string, name: string, { trace, probabilities }: Reading): TemplateResult {
    const t = words[this.language];
    const example = exampleNamed(id);
    const names = namesOf(id);
    const { query = 0, keys: [key = 0] = [] } = askOf(example, 0) ?? {};
    const length = example.validLens?.[0] ?? names.length;
    const holes = names.flatMap(() => names.map((_, col) => (col < length ? [] : ['padding'])));
    const said = rowOf(probabilities, 0, query);
    const largest = Math.max(...said);
    const score = (row: number, col: number) => short(rowOf(trace.scores, 0, row)[col] ?? Number.NaN);
    return html`<div>
      ${sheet(view, { name: 'attention_weights', caption: html`<span class="op">${name}</span><code translate="no" class="code">attention_weights</code>`, look: 'share', hue: 't', rows: names, cols: names, data: trace.attentionWeights, holes, row: query, abreast: 2 })}
      <p class="says">${t.says}</p>
      <div class="answers">
        ${example.answers.map((answer, i) => shareBar(answer, said[i] ?? 0, { first: said[i] === largest }))}
      </div>
      <p class="aside" data-two-ways>
        ${t.twoWays(names[query] ?? '', names[key] ?? '')}: <b>${score(query, key)}</b>, <b>${score(key, query)}</b>
      </p>
    </div>`;
  }
}

customElements.define('x-unprojected', Unprojected);

export const unprojected = (view: View): TemplateResult => html`<x-unprojected .view=${view}></x-unprojected>`;
