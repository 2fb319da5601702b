// How scores, softmax, its entropy and its gradient go with d, divided by √d and not.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine, Tensor } from 'xattention';
import type { View } from '../../view';
import { fixed } from '../../widgets/number';
import { bars, histogram, lines } from './charts';
import { slider } from './dials';
import { Lab } from './lab';
import './spread.css';

/** Queries and keys; and d = 1, 2, 4 … 512. */
const count = 32;
const sizes = Array.from({ length: 10 }, (_, power) => 2 ** power);
const largest = 512;
/** Scores are drawn from −72 to 72, three deviations at the largest d. */
const extent = 72;
const bins = 145;

/** What is measured of one way of doing it, at one d. */
interface Measured {
  scores: Float32Array;
  /** The weights of one query. */
  weights: Float32Array;
  deviation: number;
  /** Means over the queries: the largest weight p, the entropy, and p(1 − p). */
  largest: number;
  entropy: number;
  gradient: number;
}

interface Pair {
  plain: Measured;
  scaled: Measured;
}

const words = {
  en: {
    names: { plain: 'without √d', scaled: 'divided by √d' },
    scores: (name: string) => `Distribution of ${count * count} scores, ${name}`,
    weights: (name: string) => `The ${count} attention weights of one query, ${name}`,
    spread: 'Scores, from −72 to 72',
    softmax: `The ${count} shares of one query`,
    measure: 'Measured',
    deviation: 'standard deviation of the scores',
    largest: 'largest share p, on average',
    entropy: `entropy, at most ln ${count} = ${fixed(Math.log(count), 2)}`,
    gradient: 'gradient p(1 − p), at most 0.25',
    overD: (what: string) => `${what}, d from 1 to ${largest}`,
    drawn: html`${count} queries and ${count} keys, drawn by the engine from a seed. A layer draws U(±1/√fan_in); here
      every number is stretched by √(3·fan_in), so that its variance is 1.`,
  },
  zh: {
    names: { plain: '不除以 √d', scaled: '除以 √d' },
    scores: (name: string) => `${count * count} 个分数的分布，${name}`,
    weights: (name: string) => `一个查询的 ${count} 个注意力权重，${name}`,
    spread: '分数，从 −72 到 72',
    softmax: `一个查询的 ${count} 个份额`,
    measure: '实测',
    deviation: '分数的标准差',
    largest: '最大份额 p 的平均值',
    entropy: `熵，最大 ln ${count} = ${fixed(Math.log(count), 2)}`,
    gradient: '梯度 p(1 − p)，最大 0.25',
    overD: (what: string) => `${what}，d 从 1 到 ${largest}`,
    drawn: html`${count} 个查询、${count} 个键，由引擎从种子生成。层的初始化按
      U(±1/√fan_in) 取值；这里再把每个数乘以 √(3·fan_in)，使方差为 1。`,
  },
};

class Spread extends Lab<Pair[]> {
  static override properties = { power: { state: true } };

  declare power: number;

  constructor() {
    super();
    this.power = 6;
  }

  protected question(): unknown {
    return 'every d at once';
  }

  protected async ask(core: AsyncEngine): Promise<Pair[]> {
    const heads = { numHeads: 1, querySize: count, keySize: count, valueSize: 1 };
    const layer = await core.multiHeadAttention({ numHiddens: largest, ...heads, seed: 9 });
    const { W_q, W_k } = layer.parameters;
    layer.dispose();
    return Promise.all(sizes.map((d) => measurePair(core, unitRows(W_q, d), unitRows(W_k, d))));
  }

  protected draw(pairs: Pair[]): TemplateResult {
    const { power } = this;
    const t = words[this.language];
    const { plain, scaled } = pairs[power] as Pair;
    const d = sizes[power] as number;
    const ways = [
      ['down', t.names.plain, plain],
      ['up', t.names.scaled, scaled],
    ] as const;
    return html`<div class="lab spread">
      ${slider({
        name: html`<code translate="no">d</code>`,
        value: power,
        min: 0,
        max: sizes.length - 1,
        shown: String(d),
        change: (value) => {
          this.power = value;
        },
      })}
      <div class="pictures">
        <p class="head">${t.spread}</p>
        <p class="head">${t.softmax}</p>
        ${ways.map(
          ([hue, name, { scores, weights }]) => html`<div class="way">
              <p class=${hue}>${name}</p>
              ${histogram(t.scores(name), hue, scores, extent, bins)}
            </div>
            <div class="way"><p class=${hue}>${name}</p>${bars(t.weights(name), hue, [...weights])}</div>`,
        )}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">${t.measure}</th>
            ${ways.map(([hue, name]) => html`<th scope="col" class=${hue}>${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${(['deviation', 'largest', 'entropy', 'gradient'] as const).map(
            (measure) => html`<tr data-measure=${measure}>
              <th scope="row">${t[measure]}</th>
              ${ways.map(([, , measured]) => html`<td data-value=${measured[measure]}>${fixed(measured[measure], measure === 'gradient' ? 3 : 2)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
      <div class="pictures">
        ${(['entropy', 'gradient'] as const).map((measure) => this.#course(pairs, measure))}
      </div>
      <p class="drawn">${t.drawn}</p>
    </div>`;
  }

  #course(pairs: Pair[], measure: 'entropy' | 'gradient'): TemplateResult {
    const t = words[this.language];
    const name = t.overD(t[measure]);
    const top = measure === 'entropy' ? Math.log(count) : 0.25;
    const series = [
      { hue: 'down', values: pairs.map(({ plain }) => plain[measure]) },
      { hue: 'up', values: pairs.map(({ scaled }) => scaled[measure]) },
    ];
    return html`<div><p class="head">${name}</p>${lines(name, series, top, this.power)}</div>`;
  }
}

/** The first d columns, every number stretched to variance 1: U(±1/√count) has variance 1/(3·count). */
const unitRows = ({ data }: Tensor, d: number): number[][] =>
  Array.from({ length: count }, (_, row) =>
    Array.from(data.subarray(row * largest, row * largest + d), (value) => value * Math.sqrt(3 * count)),
  );

async function measurePair(core: AsyncEngine, Q: number[][], K: number[][]): Promise<Pair> {
  const measured = async (scale: number | null): Promise<Measured> => {
    const [trace, { rowMax, entropy }] = await Promise.all([
      core.trace(Q, K, K, { scale }),
      core.summarize(Q, K, K, { scale }),
    ]);
    const scores = trace.scaled.data;
    return {
      scores,
      weights: trace.attentionWeights.data.subarray(0, count),
      deviation: Math.sqrt(mean(scores.map((score) => score * score))),
      largest: mean(rowMax.data),
      entropy: mean(entropy.data),
      gradient: mean(rowMax.data.map((p) => p * (1 - p))),
    };
  };
  const [plain, scaled] = await Promise.all([measured(1), measured(null)]);
  return { plain, scaled };
}

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

customElements.define('x-spread', Spread);

export const spread = (view: View): TemplateResult => html`<x-spread .view=${view}></x-spread>`;
