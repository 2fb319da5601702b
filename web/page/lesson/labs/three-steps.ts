// The three steps on numbers small enough for a piece of paper; one share and one output are left to the reader.
import { html, nothing, type TemplateResult } from 'lit';
import type { AsyncEngine, AttentionTrace } from 'xattention';
import type { View } from '../../view';
import { fixed } from '../../widgets/number';
import { exercise, type Question, type Verdict } from './exercise';
import { Lab } from './lab';
import { sheet } from './sheet';

const tokens = { en: ['I', 'like', 'tea'], zh: ['我', '爱', '茶'] };
const Q = [
  [1, 0, 1, 0],
  [0, 2, 0, 2],
  [1, 1, 0, 0],
];
const K = [
  [0, 1, 1, 0],
  [2, 0, 1, 1],
  [0, 1, 0, 2],
];
const V = [
  [4, 0],
  [0, 2],
  [1, 1],
];
/** The row that is asked about, and the share of it that is missing. */
const reader = 1;
const missing = 2;

class ThreeSteps extends Lab<AttentionTrace> {
  static override properties = { reached: { state: true } };

  /** How many of the steps are done. */
  declare reached: number;

  constructor() {
    super();
    this.reached = 1;
  }

  protected question(): unknown {
    return 'always the same';
  }

  protected ask(core: AsyncEngine): Promise<AttentionTrace> {
    return core.trace(Q, K, V);
  }

  protected draw({ scores, attentionWeights, output }: AttentionTrace): TemplateResult {
    const { view, language, reached } = this;
    const names = tokens[language];
    const weights = [...attentionWeights.data.subarray(reader * 3, reader * 3 + 3)];
    const values = { data: new Float32Array(V.flat()) };
    const pairs = { rows: names, cols: names, row: reader };
    const answered = (step: number) => (event: CustomEvent<Verdict>) => {
      if (event.detail.right) this.reached = Math.max(reached, step);
    };
    return html`<div class="lab">
      <div class="sheets-line">
        ${sheet(view, { ...pairs, name: 'scores', caption: step(1, 'scores', html`<i class="q">Q</i><i class="k">K</i><sup class="k">⊤</sup>`), look: 'pair', hue: 'x', data: scores })}
        ${
          reached > 1
            ? sheet(view, {
                ...pairs,
                name: 'attention_weights',
                caption: step(2, 'attention_weights', 'softmax(scores ÷ √4)'),
                look: 'share',
                hue: 't',
                data: attentionWeights,
              })
            : nothing
        }
      </div>
      <div @answered=${answered(2)}>${exercise(view, missingShare(names, weights))}</div>
      ${
        reached > 1
          ? html`<div class="sheets-line">
                ${sheet(view, { name: 'V', look: 'vector', hue: 'v', rows: names, cols: ['0', '1'], data: values })}
                ${
                  reached > 2
                    ? sheet(view, {
                        name: 'output',
                        caption: step(3, 'output', html`attention_weights · <i class="v">V</i>`),
                        look: 'vector',
                        hue: 'v',
                        rows: names,
                        cols: ['0', '1'],
                        row: reader,
                        data: output,
                      })
                    : nothing
                }
              </div>
              <div @answered=${answered(3)}>${exercise(view, missingOutput(names, weights, output.data[reader * 2] ?? 0))}</div>`
          : nothing
      }
    </div>`;
  }
}

const step = (number: number, code: string, operation: unknown): TemplateResult =>
  html`<span class="op">${number}. ${operation}</span><code translate="no" class="code">${code}</code>`;

function missingShare(names: string[], weights: number[]): Question {
  const [first = 0, second = 0] = weights;
  const right = weights[missing] ?? 0;
  const [a, b] = [fixed(first, 2), fixed(second, 2)];
  const number = (given: number): Verdict => {
    // Two printed shares are each off by up to 0.005, and so may be what is written.
    if (Math.abs(given - right) <= 0.0151)
      return {
        right: true,
        reason: {
          en: `The engine has ${fixed(right, 4)}. A row of shares adds up to 1, so the last one is what the others leave. The largest score got the largest share.`,
          zh: `引擎算得 ${fixed(right, 4)}。一行份额加起来是 1，减去其余两个就是最后一个；分数最大的，份额也最大。`,
        },
      };
    return {
      right: false,
      reason: {
        en: `Softmax makes each row add up to 1, and ${a} + ${b} are taken already.`,
        zh: `softmax 让每一行加起来等于 1，而 ${a} 和 ${b} 已经分出去了。`,
      },
    };
  };
  return {
    question: {
      en: html`Step 2 turned the row <b class="q">${names[reader]}</b> into shares: ${a} for ${names[0]}, ${b} for
        ${names[1]}. What is left for <b class="k">${names[missing]}</b>?`,
      zh: html`第 2 步把 <b class="q">${names[reader]}</b> 这一行变成份额：给“${names[0]}” ${a}，给“${names[1]}” ${b}。留给
        <b class="k">${names[missing]}</b> 的是多少？`,
    },
    number,
  };
}

function missingOutput(names: string[], weights: number[], right: number): Question {
  const column = V.map(([first]) => first ?? 0);
  const sum = weights.map((weight, i) => `${fixed(weight, 2)} · ${column[i]}`).join(' + ');
  // Each printed share is off by up to 0.005; the answer may be rounded to one place.
  const tolerance = column.reduce((error, value) => error + 0.005 * Math.abs(value), 0.05);
  const number = (given: number): Verdict => {
    if (Math.abs(given - right) <= tolerance)
      return {
        right: true,
        reason: {
          en: `${sum} = ${fixed(right, 4)} in the engine. That is all: scores, shares, a weighted sum.`,
          zh: `${sum}，引擎算得 ${fixed(right, 4)}。整件事就是这三步：分数、份额、加权和。`,
        },
      };
    return {
      right: false,
      reason: {
        en: `Weigh the first column of V: ${sum}.`,
        zh: `用份额给 V 的第 0 列加权求和：${sum}。`,
      },
    };
  };
  return {
    question: {
      en: html`Step 3: the first column of <i class="v">V</i> holds ${column.join(', ')}. What does
        <b class="q">${names[reader]}</b> collect from it?`,
      zh: html`第 3 步：<i class="v">V</i> 的第 0 列是 ${column.join('、')}。<b class="q">${names[reader]}</b> 从这一列取到多少？`,
    },
    number,
  };
}

customElements.define('x-three-steps', ThreeSteps);

export const threeSteps = (view: View): TemplateResult => html`<x-three-steps .view=${view}></x-three-steps>`;
