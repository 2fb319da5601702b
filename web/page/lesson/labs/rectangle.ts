// §13: how many ask and how many answer. Every shape shown is that of a tensor the core returned.
import { html, nothing, type TemplateResult } from 'lit';
import type { AsyncEngine, AttentionTrace, Tensor } from 'xattention';
import type { View } from '../../view';
import { both } from './both';
import { choices } from './choices';
import { segments, slider } from './dials';
import { exercise, type Verdict } from './exercise';
import { Lab } from './lab';
import { shapeText } from './reading';
import './remark.css';
import './shapes.css';
import { sheet } from './sheet';

const size = 4;

interface Numbers {
  Q: Tensor;
  K: Tensor;
  V: Tensor;
  trace: AttentionTrace;
}

const words = {
  en: {
    kind: 'Who is read',
    self: 'itself',
    cross: 'another sequence',
    steps: 'num_steps',
    queries: 'num_queries',
    pairs: 'num_kv_pairs',
    asker: (i: number) => `query ${i}`,
    answerer: (i: number) => `key ${i}`,
    note: 'Only sizes matter here: the rows of Q, K and V are taken from the core’s positional encoding.',
    question: html`Three queries read seven keys, with vectors of size 4 and batch_size = 1. What is the shape of the
      scores?`,
    right: 'One row for each query, one column for each key. The core returned the same shape.',
    turned: 'That is the transpose: rows are those who ask.',
    wrong: 'One matrix for the batch, a row for each query, a column for each key. The 4 has been summed away.',
  },
  zh: {
    kind: '读哪个序列',
    self: '读自己',
    cross: '读另一个序列',
    steps: 'num_steps',
    queries: 'num_queries',
    pairs: 'num_kv_pairs',
    asker: (i: number) => `查询 ${i}`,
    answerer: (i: number) => `键 ${i}`,
    note: '这里只看形状：Q、K、V 的各行取自内核的位置编码。',
    question: html`3 个查询读 7 个键，向量长度为 4，batch_size = 1。分数的形状是什么？`,
    right: '每个查询一行，每个键一列。内核返回的形状与此相同。',
    turned: '这是转置后的形状：行应当是提问的一方。',
    wrong: '批量里有一个矩阵，每个查询一行，每个键一列；4 在求和时消去了。',
  },
};

const pairs = {
  en: {
    question: html`num_queries and num_kv_pairs may differ. Why must there be as many values as keys?`,
    choices: [
      [
        'Each value is handed out by the weight that its key got',
        'The weights have a column for each key, and V a row for each value: the sum runs over both together.',
      ],
      [
        'Because both come from the same sequence',
        'They usually do, but that is not the reason: a value without a key could never be weighed.',
      ],
      [
        'They need not be equal',
        'Then weights (…, num_kv_pairs) and V would not fit: the product has nothing to sum over.',
      ],
    ],
  },
  zh: {
    question: html`num_queries 与 num_kv_pairs 可以不同。值的个数为什么必须与键相同？`,
    choices: [
      ['每个值交出多少，由它的键得到的权重决定', '权重中每个键一列，V 中每个值一行，求和时两者一一对应。'],
      ['因为两者出自同一个序列', '通常如此，但这不是原因：一个没有键的值，根本得不到权重。'],
      ['不必相同', '那样权重 (…, num_kv_pairs) 与 V 就对不上，乘法没有可以求和的维度。'],
    ],
  },
} as const;

/** Rows of numbers to attend with, as one batch. */
async function rows(core: AsyncEngine, count: number): Promise<Tensor> {
  const { data, shape } = await core.positionalEncoding(count, size);
  return { data, shape: [1, ...shape] };
}

async function attend(core: AsyncEngine, numQueries: number, numKvPairs: number): Promise<Numbers> {
  const [Q, K] = await Promise.all([rows(core, numQueries), rows(core, numKvPairs)]);
  return { Q, K, V: K, trace: await core.trace(Q, K, K) };
}

class Rectangle extends Lab<Numbers> {
  static override properties = {
    ...Lab.properties,
    self: { state: true },
    numQueries: { state: true },
    numKvPairs: { state: true },
  };

  declare self: boolean;
  declare numQueries: number;
  declare numKvPairs: number;

  constructor() {
    super();
    this.self = false;
    this.numQueries = 3;
    this.numKvPairs = 5;
  }

  protected override question(): unknown {
    return [this.numQueries, this.numKvPairs];
  }

  protected override ask(core: AsyncEngine): Promise<Numbers> {
    return attend(core, this.numQueries, this.numKvPairs);
  }

  protected override draw({ Q, K, V, trace }: Numbers): TemplateResult {
    const t = words[this.language];
    const [, numQueries = 0, numKvPairs = 0] = trace.attentionWeights.shape;
    const names = (count: number, say: (i: number) => string) => Array.from({ length: count }, (_, i) => say(i));
    const shown = { Q, K, V, scores: trace.scores, attention_weights: trace.attentionWeights, output: trace.output };
    return html`<div class="lab">
      <div class="turn">
        ${segments(
          t.kind,
          [
            [true, t.self],
            [false, t.cross],
          ],
          this.self,
          (self) => {
            this.self = self;
            if (self) this.numKvPairs = this.numQueries;
          },
        )}
        ${this.#count(this.self ? t.steps : t.queries, this.numQueries, (count) => {
          this.numQueries = count;
          if (this.self) this.numKvPairs = count;
        })}
        ${
          this.self
            ? ''
            : this.#count(t.pairs, this.numKvPairs, (count) => {
                this.numKvPairs = count;
              })
        }
      </div>
      <dl class="shapes">
        ${Object.entries(shown).map(
          ([name, { shape }]) =>
            html`<div data-shape-of=${name}><dt><code translate="no">${name}</code></dt><dd>${shapeText(shape)}</dd></div>`,
        )}
      </dl>
      ${sheet(this.view, {
        name: 'attention_weights',
        look: 'share',
        hue: 't',
        rows: names(numQueries, t.asker),
        cols: names(numKvPairs, String),
        data: trace.attentionWeights,
        rowSums: true,
      })}
      <p class="remark">${t.note}</p>
    </div>`;
  }

  #count(name: string, value: number, change: (value: number) => void): TemplateResult {
    return slider({ name: html`<code translate="no">${name}</code>`, value, min: 1, max: 8, change });
  }
}

customElements.define('x-rectangle', Rectangle);

function shapeQuestion(view: View, core: AsyncEngine): TemplateResult {
  const shape = async (answer: number[]): Promise<Verdict> => {
    const { trace } = await attend(core, 3, 7);
    const is = (shape: readonly number[]) => shapeText(answer) === shapeText(shape);
    const [batch = 0, queries = 0, keys = 0] = trace.scores.shape;
    if (is(trace.scores.shape)) return { right: true, reason: both(words, (t) => t.right) };
    return { right: false, reason: both(words, (t) => (is([batch, keys, queries]) ? t.turned : t.wrong)) };
  };
  return exercise(view, { question: both(words, (t) => t.question), shape });
}

export const rectangle = (view: View): TemplateResult =>
  html`<x-rectangle .view=${view}></x-rectangle>${view.core ? shapeQuestion(view, view.core) : nothing}${choices(view, pairs, 0)}`;
