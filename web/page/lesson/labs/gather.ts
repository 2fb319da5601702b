// §11: one output row as a sum of weighed rows of V. The weights are moved by hand; the core gathers with them.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { AsyncEngine, LayerTrace, Tensor } from 'xattention';
import type { Language } from '../../model/state';
import { tokenNames } from '../../model/tokens';
import type { View } from '../../view';
import { fixed } from '../../widgets/number';
import { niceExtent } from '../../widgets/ramp';
import { px } from '../../widgets/screen';
import { style } from '../../widgets/style';
import { both } from './both';
import { segments } from './dials';
import { exercise, type Verdict } from './exercise';
import './gather.css';
import { Lab } from './lab';
import { reweighed } from './reweighing';
import { sheet } from './sheet';
import { exampleNamed, rowOf, traceExample, withLayer } from './traced';

const exampleIn: Record<Language, string> = { en: 'dog', zh: 'bird' };

interface Gathered {
  names: string[];
  /** Who reads, and what it should read. */
  query: number;
  key: number;
  /** As trained, and with the weights set by hand. */
  trained: LayerTrace;
  now: LayerTrace;
}

const words = {
  en: {
    weight: (token: string) => `Weight of ${token}`,
    shown: 'What the rows show',
    values: 'V',
    products: 'weight · V',
    trained: 'As trained',
    equal: 'All equal',
    all: (token: string) => html`Everything from <i>${token}</i>`,
    output: (token: string) => html`output of ${token}: their sum`,
    question: (a: string, b: string) =>
      html`Give <i>${a}</i> and <i>${b}</i> half each, everything else 0. What is the first number of the output?`,
    sum: (term: string, total: string) => `${term} = ${total}, says the core as well.`,
    other: (a: string, b: string) => `Add the first numbers of the V rows of ${a} and ${b}, half of each.`,
  },
  zh: {
    weight: (token: string) => `${token} 的权重`,
    shown: '每一行显示什么',
    values: 'V',
    products: '权重 · V',
    trained: '训练得到的',
    equal: '全部相等',
    all: (token: string) => html`全部取自“${token}”`,
    output: (token: string) => html`${token} 的输出：以上各行之和`,
    question: (a: string, b: string) => html`让“${a}”和“${b}”各占一半，其余都是 0。输出的第一个数是多少？`,
    sum: (term: string, total: string) => `${term} = ${total}，内核算出来的也是这个数。`,
    other: (a: string, b: string) => `把 V 中“${a}”和“${b}”两行的第一个数各取一半，再相加。`,
  },
};

/** The example's weights, but one row. */
function withRow(trained: Tensor, query: number, row: readonly number[]): Tensor {
  const data = trained.data.slice();
  data.set(row, query * row.length);
  return { data, shape: trained.shape };
}

async function gathered(core: AsyncEngine, id: string, row: readonly number[] | null): Promise<Gathered> {
  const { X, model, trace: trained, example } = await traceExample(core, id);
  const { query, key } = askOf(id);
  const now = row
    ? await withLayer(core, model, (layer) =>
        layer.trace(X, { replace: { attentionWeights: withRow(trained.attentionWeights, query, row) } }),
      )
    : trained;
  return { names: tokenNames(example.sentences[0] ?? []), query, key, trained, now };
}

function askOf(id: string): { query: number; key: number } {
  const [ask] = exampleNamed(id).asks;
  return { query: ask?.query ?? 0, key: ask?.keys[0] ?? 0 };
}

class Gather extends Lab<Gathered> {
  static override properties = { ...Lab.properties, row: { state: true }, products: { state: true } };

  declare row: number[] | null;
  declare products: boolean;

  constructor() {
    super();
    this.row = null;
    this.products = true;
  }

  get #id(): string {
    return exampleIn[this.language];
  }

  protected override question(): unknown {
    return [this.#id, this.row];
  }

  protected override ask(core: AsyncEngine): Promise<Gathered> {
    const row = this.row?.length === exampleNamed(this.#id).sentences[0]?.length ? this.row : null;
    return gathered(core, this.#id, row);
  }

  protected override draw({ names, query, key, trained, now }: Gathered): TemplateResult {
    const t = words[this.language];
    const weights = [...rowOf(now.attentionWeights, 0, query)];
    const columns = [...rowOf(now.V, 0, 0).keys()].map(String);
    const { V } = now;
    const products = V.data.map((value, i) => value * (weights[Math.floor(i / columns.length)] ?? 0));
    const extent = niceExtent(V.data);
    const reader = names[query] ?? '';
    const asked = names[key] ?? '';
    return html`<div class="lab gather">
      <div class="do">
        <button class="act" @click=${() => this.#set(null)}>${t.trained}</button>
        <button class="act" @click=${() => this.#set(names.map(() => 1 / names.length))}>${t.equal}</button>
        <button class="act" @click=${() => this.#set(names.map((_, i) => (i === key ? 1 : 0)))}>${t.all(asked)}</button>
      </div>
      ${segments(
        t.shown,
        [
          [true, t.products],
          [false, t.values],
        ],
        this.products,
        (products) => {
          this.products = products;
        },
      )}
      <div class="weighed">
        <div class="weights" ${style({ '--h': px(this.view.wide ? 32 : 30) })}>
          ${weights.map((weight, i) => this.#weight(names[i] ?? '', weight, i, weights))}
        </div>
        <div>
        ${sheet(this.view, {
          name: this.products ? 'attention_weights · V' : 'V',
          caption: this.products ? t.products : t.values,
          look: 'vector',
          hue: 'v',
          rows: names,
          cols: columns,
          data: this.products ? { data: products } : V,
          extent,
          columnSums: this.products,
        })}
        ${sheet(this.view, {
          name: 'output',
          caption: t.output(reader),
          look: 'vector',
          hue: 'v',
          rows: [reader],
          cols: columns,
          data: { data: rowOf(now.output, 0, query) },
          was: { data: rowOf(trained.output, 0, query) },
          extent,
        })}
        </div>
      </div>
    </div>`;
  }

  #set(row: number[] | null): void {
    this.row = row;
  }

  #weight(token: string, weight: number, index: number, weights: number[]): TemplateResult {
    const shown = fixed(weight, 2);
    const onInput = (event: Event) =>
      this.#set(reweighed(weights, index, Number((event.target as HTMLInputElement).value) / 100));
    return html`<label class="weight range" data-weight=${weight}>
      <input
        type="range"
        min="0"
        max="100"
        aria-label=${words[this.language].weight(token)}
        aria-valuetext=${shown}
        .value=${live(String(Math.round(weight * 100)))}
        @input=${onInput}
      /><output translate="no">${shown}</output>
    </label>`;
  }
}

customElements.define('x-gather', Gather);

/** Half of the word that is read, half of the last but one. */
async function halves(core: AsyncEngine, id: string): Promise<{ output: number; values: [number, number] }> {
  const [a, b] = pair(id);
  const { sentences } = exampleNamed(id);
  const row = (sentences[0] ?? []).map((_, i) => (i === a || i === b ? 0.5 : 0));
  const { now, query } = await gathered(core, id, row);
  const first = (step: number) => rowOf(now.V, 0, step)[0] ?? Number.NaN;
  return { output: rowOf(now.output, 0, query)[0] ?? Number.NaN, values: [first(a), first(b)] };
}

function pair(id: string): [number, number] {
  const { key } = askOf(id);
  const last = (exampleNamed(id).sentences[0]?.length ?? 0) - 2;
  return [key, last === key ? last - 2 : last];
}

function halvesQuestion(view: View, core: AsyncEngine): TemplateResult {
  const id = exampleIn[view.state.language];
  const [a, b] = pair(id).map((step) => exampleNamed(id).sentences[0]?.[step] ?? '') as [string, string];
  const number = async (answer: number): Promise<Verdict> => {
    const { output, values } = await halves(core, id);
    // Cells print two decimals: half a unit of each, halved and added, and half a unit of what is written.
    const right = Math.abs(answer - output) <= 0.0101;
    const term = values.map((value) => `½ · ${value < 0 ? `(${fixed(value, 3)})` : fixed(value, 3)}`).join(' + ');
    return { right, reason: both(words, (t) => (right ? t.sum(term, fixed(output, 3)) : t.other(a, b))) };
  };
  return exercise(view, { question: both(words, (t) => t.question(a, b)), number }, id);
}

export const gather = (view: View): TemplateResult =>
  html`<x-gather .view=${view}></x-gather>${view.core ? halvesQuestion(view, view.core) : nothing}`;
