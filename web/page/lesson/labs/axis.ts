// Softmax along the axis of the keys, or along that of the queries. Sums of both kinds stand beside it.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine, Tensor } from 'xattention';
import { askOf } from '../../model/prepared';
import type { Language } from '../../model/state';
import type { View } from '../../view';
import { fixed } from '../../widgets/number';
import { segments } from './dials';
import { Lab } from './lab';
import { namesOf } from './readers';
import { sheet } from './sheet';
import { exampleNamed, traceExample } from './traced';

/** Without padding, so that nothing but the axis differs. */
const ids: Record<Language, string> = { en: 'dog', zh: 'bird' };

type Axis = 'keys' | 'queries';

const words = {
  en: {
    along: 'Softmax along',
    axes: { keys: 'the keys, dim −1', queries: 'the queries, dim −2' },
    keys: (reader: string) =>
      html`Each row adds up to 1: <b class="q">${reader}</b> has one share to hand out, and hands out all of it. A column
        may add up to anything: some words are read by many.`,
    queries: (reader: string, sum: string) =>
      html`Now each column adds up to 1: every key is divided among those who ask. The row
        <b class="q">${reader}</b> adds up to ${sum}, so its output is no weighted average of values any more, and what one word
        reads depends on what all the others ask.`,
  },
  zh: {
    along: 'softmax 沿哪个维度',
    axes: { keys: '沿键，dim −1', queries: '沿查询，dim −2' },
    keys: (reader: string) =>
      html`每一行加起来是 1：<b class="q">${reader}</b> 有一整份注意力可分，也恰好分完。一列加起来是多少都可以：有的词被很多词读。`,
    queries: (reader: string, sum: string) =>
      html`现在是每一列加起来等于 1：每个键被来提问的词瓜分。<b class="q">${reader}</b> 这一行加起来是
        ${sum}，所以它的输出不再是值的加权平均；一个词能读到什么，还要看其他词在问什么。`,
  },
};

class AxisOfSoftmax extends Lab<{ id: string; axis: Axis; weights: Tensor }> {
  static override properties = { axis: { state: true } };

  declare axis: Axis;

  constructor() {
    super();
    this.axis = 'keys';
  }

  protected question(): unknown {
    return [this.language, this.axis];
  }

  protected async ask(core: AsyncEngine) {
    const { axis } = this;
    const id = ids[this.language];
    const { scaled } = (await traceExample(core, id)).trace;
    const size = namesOf(id).length;
    const turned = Float32Array.from(scaled.data, (_, i) => scaled.data[(i % size) * size + Math.floor(i / size)] ?? 0);
    const weights = await core.maskedSoftmax(axis === 'keys' ? scaled : { ...scaled, data: turned });
    return { id, axis, weights };
  }

  protected draw({ id, axis, weights }: { id: string; axis: Axis; weights: Tensor }): TemplateResult {
    const { view, language } = this;
    const t = words[language];
    const names = namesOf(id);
    const size = names.length;
    const query = askOf(exampleNamed(id), 0)?.query ?? 0;
    const turned = axis === 'queries';
    const at = (col: number) => weights.data[turned ? col * size + query : query * size + col] ?? 0;
    const sum = names.reduce((total, _, col) => total + at(col), 0);
    return html`<div class="lab" data-axis=${axis}>
      <div class="dial"><span>${t.along}</span>${segments(
        t.along,
        [
          ['keys', t.axes.keys],
          ['queries', t.axes.queries],
        ] as const,
        this.axis,
        (chosen) => {
          this.axis = chosen;
        },
      )}</div>
      ${sheet(view, { name: 'attention_weights', look: 'share', hue: 't', rows: names, cols: names, data: weights, turned, row: query, rowSums: true, columnSums: true })}
      <p>${turned ? t.queries(names[query] ?? '', fixed(sum, 2)) : t.keys(names[query] ?? '')}</p>
    </div>`;
  }
}

customElements.define('x-axis', AxisOfSoftmax);

export const axisOfSoftmax = (view: View): TemplateResult => html`<x-axis .view=${view}></x-axis>`;
