// A very low score standing in for "forbidden", beside a place that is never read: where the two part ways.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine } from 'xattention';
import type { View } from '../../view';
import { fixed, short } from '../../widgets/number';
import { sequentialRamp } from '../../widgets/ramp';
import { style } from '../../widgets/style';
import { segments } from './dials';
import { Lab } from './lab';
import './stand-in.css';

const cases = ['ordinary', 'empty', 'low', 'broken'] as const;
type Case = (typeof cases)[number];
const standIns = [-10, -100, -1e6] as const;

const words = {
  en: {
    stands: 'What stands in for the mask',
    about: 'What it is tried on',
    cases: { ordinary: 'ordinary scores', empty: 'all padding', low: 'very low scores', broken: 'NaN in the padding' },
    scores: 'scaled',
    given: (standIn: string) => html`recipe: padding scores ${standIn}`,
    ours: 'here: padding is never read',
    uniform: html`<code>emptyRow: 'uniform'</code>`,
    key: (i: number) => `key ${i}`,
    pad: 'pad',
    together: 'padding gets',
    exactly: 'exactly 0',
    output: 'output',
    caption: 'One row of five keys, and the shares that two ways of masking give',
    says: {
      ordinary: (standIn: number) =>
        standIn === -1e6
          ? 'Both ways give exactly 0. The recipe’s “almost 0” would be e to the power of −1,000,000, far below 1.4 · 10⁻⁴⁵, the smallest number a float32 can hold: it underflows to 0. Here it is 0 because it was never added.'
          : standIn === -100
            ? 'e to the power of −100 is about 4 · 10⁻⁴⁴: not 0, and among the last numbers a float32 can hold. This is “almost 0”.'
            : 'A stand-in that is not low enough leaks: padding keeps a visible share, and what it holds goes into the output.',
      empty: () =>
        'With no word to read, the recipe sees five equal scores and spreads its attention evenly over padding. Here an empty row has weights 0 and output 0; whoever needs the recipe’s answer asks for it by name.',
      low: (standIn: number) =>
        `Now the real scores are about ${short(standIn)} themselves. A stand-in is a number like any other: it competes, and here it wins a share. A place that is never read cannot.`,
      broken: () =>
        'Padding can hold anything, even NaN. The recipe multiplies it by 0, and 0 · NaN is NaN: the output is lost. Here nothing is multiplied.',
    },
  },
  zh: {
    stands: '用什么数顶替遮罩',
    about: '用在什么情形',
    cases: { ordinary: '平常的分数', empty: '全是填充', low: '极低的分数', broken: '填充里有 NaN' },
    scores: 'scaled',
    given: (standIn: string) => html`书中做法：填充记 ${standIn} 分`,
    ours: '这里：从不读取填充',
    uniform: html`<code>emptyRow: 'uniform'</code>`,
    key: (i: number) => `键 ${i}`,
    pad: '填充',
    together: '填充共得',
    exactly: '恰好 0',
    output: 'output',
    caption: '一行五个键，两种遮法各给出的份额',
    says: {
      ordinary: (standIn: number) =>
        standIn === -1e6
          ? '两种做法都恰好得 0。书里的“几乎为 0”本该是 e 的 −1000000 次方，远小于 float32 能表示的最小数 1.4 · 10⁻⁴⁵，于是下溢成了 0。而这里的 0，是因为从来没有把它算进去。'
          : standIn === -100
            ? 'e 的 −100 次方约为 4 · 10⁻⁴⁴：不是 0，已是 float32 能表示的最小的一批数。这才叫“几乎为 0”。'
            : '顶替的数不够低就会漏：填充还留着看得见的份额，它装的东西也就混进了输出。',
      empty: () =>
        '没有词可读时，书中做法看到的是五个相等的分数，于是把注意力平均撒在填充上。这里的空行，权重是 0，输出也是 0；需要书里那种结果的，可以点名要它。',
      low: (standIn: number) =>
        `这回真实的分数自己就在 ${short(standIn)} 上下。顶替的数也只是一个数，它会参与竞争，还抢到了份额；从不读取的位置则不会。`,
      broken: () =>
        '填充里可能是任何东西，包括 NaN。书中做法用 0 去乘它，而 0 · NaN 还是 NaN，输出就毁了。这里根本不去乘。',
    },
  },
};

interface Row {
  weights: Float32Array;
  output: number;
}

interface Numbers {
  about: Case;
  standIn: number;
  validLen: number;
  scores: number[];
  recipe: Row;
  ours: Row;
  uniform: Row;
}

class StandIn extends Lab<Numbers> {
  static override properties = { about: { state: true }, standIn: { state: true } };

  declare about: Case;
  declare standIn: number;

  constructor() {
    super();
    this.about = 'ordinary';
    this.standIn = -1e6;
  }

  protected question(): unknown {
    return [this.about, this.standIn];
  }

  protected async ask(core: AsyncEngine): Promise<Numbers> {
    const { about, standIn } = this;
    const validLen = about === 'empty' ? 0 : 3;
    const scores = [2, 1, 0.5, -1, 0.5].map((score) => (about === 'low' ? standIn + score : score));
    const values = [1, 2, 3, 4, 5].map((value, key) => [about === 'broken' && key >= validLen ? Number.NaN : value]);
    const row = async (numbers: number[], options: object): Promise<Row> => {
      const empty = numbers.map(() => [0]); // the scores are given, so no query or key is looked at
      const replace = { scores: [numbers] };
      const { attentionWeights, output } = await core.trace([[0]], empty, values, { scale: 1, replace, ...options });
      return { weights: attentionWeights.data, output: output.data[0] ?? Number.NaN };
    };
    const [recipe, ours, uniform] = await Promise.all([
      row(
        scores.map((score, key) => (key < validLen ? score : standIn)),
        {},
      ),
      row(scores, { validLens: [validLen] }),
      row(scores, { validLens: [validLen], emptyRow: 'uniform' }),
    ]);
    return { about, standIn, validLen, scores, recipe, ours, uniform };
  }

  protected draw(numbers: Numbers): TemplateResult {
    const t = words[this.language];
    return html`<div class="lab stand-in">
      <div class="dial">
        <span>${t.about}</span>
        ${segments(
          t.about,
          cases.map((name) => [name, t.cases[name]] as const),
          this.about,
          (about) => {
            this.about = about;
          },
        )}
      </div>
      <div class="dial">
        <span>${t.stands}</span>
        ${segments(
          t.stands,
          standIns.map((standIn) => [standIn, short(standIn)] as const),
          this.standIn,
          (standIn) => {
            this.standIn = standIn;
          },
        )}
      </div>
      ${this.#table(numbers)}
      <p>${t.says[numbers.about](numbers.standIn)}</p>
    </div>`;
  }

  #table({ about, standIn, validLen, scores, recipe, ours, uniform }: Numbers): TemplateResult {
    const t = words[this.language];
    const keys = scores.map((_, key) => (key < validLen ? t.key(key) : t.pad));
    return html`<table>
      <caption class="sr">${t.caption}</caption>
      <thead>
        <tr>
          <td></td>
          ${keys.map((key) => html`<th scope="col">${key}</th>`)}
          <th scope="col">${t.together}</th>
          <th scope="col"><code class="v">${t.output}</code></th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row"><code>${t.scores}</code></th>
          ${scores.map((score, key) => html`<td>${key < validLen ? exact(score) : '·'}</td>`)}
          <td></td>
          <td></td>
        </tr>
        ${this.#row('recipe', t.given(exact(standIn)), recipe, validLen, false)}
        ${this.#row('ours', t.ours, ours, validLen, true)}
        ${about === 'empty' ? this.#row('uniform', t.uniform, uniform, validLen, false) : ''}
      </tbody>
    </table>`;
  }

  #row(id: string, name: unknown, { weights, output }: Row, validLen: number, holes: boolean): TemplateResult {
    const t = words[this.language];
    const ramp = sequentialRamp(this.view.scheme);
    const padding = weights.subarray(validLen).reduce((sum, weight) => sum + weight, 0);
    const share = (weight: number, key: number) => {
      if (holes && key >= validLen) return html`<td class="hole" data-holes="padding"><b>0</b></td>`;
      const { background, text } = ramp.paint(weight);
      return html`<td ${style({ background, color: text })}>${exact(weight)}</td>`;
    };
    return html`<tr data-way=${id}>
      <th scope="row">${name}</th>
      ${Array.from(weights, share)}
      <td data-padding=${padding}>${padding === 0 ? t.exactly : exact(padding)}</td>
      <td data-output=${output}>${short(output)}</td>
    </tr>`;
  }
}

/** Nothing is rounded to 0 here: 0 is exactly 0. */
function exact(value: number): string {
  if (value === 0) return '0';
  if (Math.abs(value) >= 1000) return value.toLocaleString('en').replace('-', '−');
  if (Math.abs(value) >= 0.0001)
    return Number.isInteger(value) ? short(value).replace('.00', '') : fixed(value, Math.abs(value) >= 1 ? 1 : 4);
  const [digits = '', power = ''] = value.toExponential(0).split('e');
  return `${digits}e${power.replace('-', '−')}`;
}

customElements.define('x-stand-in', StandIn);

export const standIn = (view: View): TemplateResult => html`<x-stand-in .view=${view}></x-stand-in>`;
