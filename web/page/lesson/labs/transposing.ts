// QKᵀ, and the same line without its transpose. The engine itself turns K; handing it keys that are turned already
// is the mistake, and the engine's own answer to it is what is shown.
import { html, nothing, type TemplateResult } from 'lit';
import type { AsyncEngine, Tensor } from 'xattention';
import { reasonIn } from '../../i18n/reasons';
import type { View } from '../../view';
import { slider } from './dials';
import { Lab } from './lab';
import { counted, numbered } from './readers';
import { sheet } from './sheet';
import './transposing.css';

interface Numbers {
  sizes: Sizes;
  scores: Tensor;
  /** Without the transpose: the product, or why there is none. */
  without: Tensor | Error;
}

interface Sizes {
  numQueries: number;
  numKvPairs: number;
  d: number;
}

const largest = 6;

const words = {
  en: {
    meet: (size: number) => html`the inner sizes meet: ${size} and ${size}`,
    clash: (left: number, right: number) => html`the inner sizes clash: d = ${left}, num_kv_pairs = ${right}`,
    transposed: 'with the transpose',
    forgotten: 'without it',
    refused: 'The engine, given the keys that way:',
    fits: (size: number) =>
      html`num_kv_pairs = d = ${size}, so it fits and <b>no error comes</b>. But the second table is not about pairs:
        its columns are numbers of the keys, not keys. Each number of a query has been multiplied with a whole key, as
        if the query were a row of shares. Softmax over it would still add up to 1, and mean nothing.`,
    query: 'query',
    key: 'key',
    number: 'number',
  },
  zh: {
    meet: (size: number) => html`内侧的维度相同：${size} 与 ${size}`,
    clash: (left: number, right: number) => html`内侧的维度冲突：d = ${left}，num_kv_pairs = ${right}`,
    transposed: '做了转置',
    forgotten: '忘了转置',
    refused: '把键这样交给引擎，它报错：',
    fits: (size: number) =>
      html`num_kv_pairs = d = ${size}，形状碰巧对得上，<b>不会报错</b>。但第二张表里的不是配对：它的列是键里的第几个数，而不是第几个键。查询的每个数去乘了一整个键，好像查询是一行份额。再做 softmax，加起来照样是 1，只是毫无意义。`,
    query: '查询',
    key: '键',
    number: '数',
  },
};

class Transposing extends Lab<Numbers> {
  static override properties = { sizes: { state: true } };

  declare sizes: Sizes;

  constructor() {
    super();
    this.sizes = { numQueries: 2, numKvPairs: 5, d: 4 };
  }

  protected question(): unknown {
    return this.sizes;
  }

  protected async ask(core: AsyncEngine): Promise<Numbers> {
    const { sizes } = this;
    const layer = await core.selfAttention({ numHiddens: largest, seed: 7, init: 'xavier' });
    const { W_q, W_k } = layer.parameters; // any numbers will do
    layer.dispose();
    const rows = ({ data }: Tensor, count: number) =>
      Array.from({ length: count }, (_, i) => [...data.subarray(i * largest, i * largest + sizes.d)]);
    const Q = [rows(W_q, sizes.numQueries)];
    const K = rows(W_k, sizes.numKvPairs);
    const turned = Array.from({ length: sizes.d }, (_, col) => K.map((row) => row[col] ?? 0));
    const { scores } = await core.trace(Q, [K], [K]);
    const without = await core.trace(Q, [turned], [turned]).then(
      (trace) => trace.scores,
      (error: Error) => error,
    );
    return { sizes, scores, without };
  }

  protected draw({ sizes, scores, without }: Numbers): TemplateResult {
    const { numQueries, numKvPairs, d } = sizes;
    const t = words[this.language];
    return html`<div class="lab transposing">
      <div class="turn">${(['numQueries', 'numKvPairs', 'd'] as const).map((name) => this.#dial(name))}</div>
      <p class="product" data-product="with">
        <span class="which">${t.transposed}</span>
        <span>
          <code translate="no">(1, ${numQueries}, <b>${d}</b>) @ (1, <b>${d}</b>, ${numKvPairs})</code>
          → <code translate="no">(1, ${numQueries}, ${numKvPairs})</code> ${t.meet(d)}
        </span>
      </p>
      <p class="product" data-product="without">
        <span class="which">${t.forgotten}</span>
        <span>
          <code translate="no">(1, ${numQueries}, <b>${d}</b>) @ (1, <b>${numKvPairs}</b>, ${d})</code>
          ${
            without instanceof Error
              ? html`<span class="problem">${t.clash(d, numKvPairs)}</span>`
              : html`→ <code translate="no">(1, ${numQueries}, ${d})</code> ${t.meet(d)}`
          }
        </span>
      </p>
      ${without instanceof Error ? html`<p>${t.refused} <q class="said">${reasonIn(this.language, without)}</q></p>` : nothing}
      <div class="sheets-line">
        ${this.#scores(t.transposed, scores, counted(t.query, numQueries), counted(t.key, numKvPairs))}
        ${without instanceof Error ? nothing : this.#scores(t.forgotten, without, counted(t.query, numQueries), counted(t.number, d))}
      </div>
      ${without instanceof Error ? nothing : html`<p class="aside">${t.fits(d)}</p>`}
    </div>`;
  }

  #dial(name: keyof Sizes): TemplateResult {
    const code = { numQueries: 'num_queries', numKvPairs: 'num_kv_pairs', d: 'd' }[name];
    return slider({
      name: html`<code translate="no">${code}</code>`,
      value: this.sizes[name],
      min: 1,
      max: largest,
      change: (value) => {
        this.sizes = { ...this.sizes, [name]: value };
      },
    });
  }

  #scores(name: string, data: Tensor, rows: string[], cols: string[]): TemplateResult {
    const caption = html`<span class="op">${name}</span><code translate="no" class="code">(${data.shape.join(', ')})</code>`;
    const across = numbered(cols.length);
    return html`<div>
      <p class="across" aria-hidden="true">${cols[0]?.split(' ')[0]}</p>
      ${sheet(this.view, { name, caption, look: 'pair', hue: 'x', rows, cols: across, data, abreast: 2 })}
    </div>`;
  }
}

customElements.define('x-transposing', Transposing);

export const transposing = (view: View): TemplateResult => html`<x-transposing .view=${view}></x-transposing>`;
