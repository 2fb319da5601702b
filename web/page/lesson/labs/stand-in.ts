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
const standIns = [-10, -50, -1e6] as const;

const words = {
  en: {
    stands: 'What stands in for the mask',
    about: 'What it is tried on',
    cases: { ordinary: 'ordinary scores', empty: 'all padding', low: 'very low scores', broken: 'NaN in the padding' },
    scores: 'scaled',
    given: (standIn: string) => html`recipe: padding scores ${standIn}`,
    ours: 'here: padding is never read',
    uniform: html`<code translate="no">emptyRow: 'uniform'</code>`,
    key: (i: number) => `key ${i}`,
    pad: 'pad',
    together: 'padding gets',
    exactly: 'exactly 0',
    output: 'output',
    caption: 'One row of five keys, and the shares that two ways of masking give',
    says: {
      ordinary: (standIn: number) =>
        standIn === -1e6
          ? 'Both ways give exactly 0. The lesson’s “almost 0” would be e to the power of −1,000,000, far below 1.4 · 10⁻⁴⁵, the smallest positive number a float32 can hold: it underflows to 0. Here it is 0 because it was never added.'
          : standIn === -50
            ? 'e to the power of −50 is about 2 · 10⁻²²: too little to notice, and still not 0. This is what “almost 0” means.'
            : 'A stand-in that is not low enough leaks: padding keeps a visible share, and what it holds goes into the output.',
      empty: () =>
        'With no word to read, the recipe sees five equal scores and spreads its attention evenly over padding. Here an empty row has weights 0 and output 0; whoever needs the recipe’s answer asks for it by name.',
      low: (standIn: number) =>
        `Now the real scores are about ${exact(standIn)} themselves. A stand-in is a number like any other: it competes, and here it wins a share. A place that is never read cannot.`,
      broken: () =>
        'Padding can hold anything, even NaN. The recipe multiplies it by 0, and 0 · NaN is NaN: the output is lost. Here nothing is multiplied.',
    },
  },
  zh: {
    stands: '用什么数代替掩码',
    about: '在什么情形下比较',
    cases: { ordinary: '普通的分数', empty: '全是填充', low: '极小的分数', broken: '填充里有 NaN' },
    scores: 'scaled',
    given: (standIn: string) => html`课程的做法：填充处改为 ${standIn}`,
    ours: '本页：从不读取填充',
    uniform: html`<code translate="no">emptyRow: 'uniform'</code>`,
    key: (i: number) => `键 ${i}`,
    pad: '填充',
    together: '填充共得',
    exactly: '恰好是 0',
    output: 'output',
    caption: '一行五个键，两种屏蔽方式各给出的份额',
    says: {
      ordinary: (standIn: number) =>
        standIn === -1e6
          ? '两种做法都恰好得 0。课程说的“几乎为 0”本该是 e 的 −1000000 次方，远小于 float32 能表示的最小正数 1.4 · 10⁻⁴⁵，于是下溢成了 0。而本页的 0，是因为根本没有把它算进去。'
          : standIn === -50
            ? 'e 的 −50 次方约为 2 · 10⁻²²：小到看不出来，却仍不是 0。这才叫“几乎为 0”。'
            : '代替的数不够小就会泄漏：填充还留着看得见的份额，它的内容也就混进了输出。',
      empty: () =>
        '没有词可读时，课程的做法看到的是五个相等的分数，于是把注意力平均分给了填充。在本页，这样的空行权重是 0，输出也是 0；需要课程那种结果时，可以用这个选项指定。',
      low: (standIn: number) =>
        `这一回，真实的分数本身就在 ${exact(standIn)} 上下。代替的数也只是一个普通的数，会参与竞争，这里还分到了份额；从不读取的位置则不会。`,
      broken: () =>
        '填充里可能是任何东西，甚至是 NaN。课程的做法用 0 去乘它，而 0 · NaN 还是 NaN，输出就毁了。本页根本不去乘它。',
    },
  },
};

interface Row {
  weights: Float32Array;
  output: number;
}

interface Way {
  id: string;
  name: unknown;
  row: Row;
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
    const scores = [2, 1, 0, 0, 0].map((score) => (about === 'low' ? standIn + score : score));
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
          standIns.map((standIn) => [standIn, exact(standIn)] as const),
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

  /** Keys run downwards, so that a phone has room for every number. */
  #table({ about, standIn, validLen, scores, recipe, ours, uniform }: Numbers): TemplateResult {
    const t = words[this.language];
    const ways: Way[] = [
      { id: 'recipe', name: t.given(exact(standIn)), row: recipe },
      { id: 'ours', name: t.ours, row: ours },
      ...(about === 'empty' ? [{ id: 'uniform', name: t.uniform, row: uniform }] : []),
    ];
    const padding = ({ weights }: Row) => weights.subarray(validLen).reduce((sum, weight) => sum + weight, 0);
    return html`<table>
      <caption class="sr">${t.caption}</caption>
      <thead>
        <tr>
          <td></td>
          <th scope="col"><code translate="no">${t.scores}</code></th>
          ${ways.map(({ name }) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${scores.map(
          (score, key) => html`<tr>
            <th scope="row">${key < validLen ? t.key(key) : t.pad}</th>
            <td>${key < validLen ? exact(score) : ''}</td>
            ${ways.map(({ id, row }) => this.#share(row.weights[key] ?? 0, id === 'ours' && key >= validLen))}
          </tr>`,
        )}
        <tr class="sum">
          <th scope="row" colspan="2">${t.together}</th>
          ${ways.map(({ id, row }) => html`<td data-way=${id} data-padding=${padding(row)}>${padding(row) === 0 ? t.exactly : exact(padding(row))}</td>`)}
        </tr>
        <tr class="sum">
          <th scope="row" colspan="2"><code translate="no" class="v">${t.output}</code></th>
          ${ways.map(({ id, row }) => html`<td data-way=${id} data-output=${row.output}>${exact(row.output)}</td>`)}
        </tr>
      </tbody>
    </table>`;
  }

  #share(weight: number, hole: boolean): TemplateResult {
    if (hole) return html`<td class="hole" data-holes="padding"><b>0</b></td>`;
    const { background, text } = sequentialRamp(this.view.scheme).paint(weight);
    return html`<td ${style({ background, color: text })}>${exact(weight)}</td>`;
  }
}

/** Nothing is rounded to 0 here: what prints as 0 is exactly 0. */
function exact(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return short(value).replace('.00', '');
  if (Number.isInteger(value)) return value.toLocaleString('en').replace('-', '−');
  if (Math.abs(value) >= 0.0001) return fixed(value, 4);
  const [digits = '', power = ''] = value.toExponential(0).split('e');
  return `${digits}e${power.replace('-', '−')}`;
}

customElements.define('x-stand-in', StandIn);

export const standIn = (view: View): TemplateResult => html`<x-stand-in .view=${view}></x-stand-in>`;
