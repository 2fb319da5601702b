// §14: every shape of the chain, asked for, then compared with a trace of just these sizes.
import { html, nothing, type TemplateResult } from 'lit';
import type { AsyncEngine, LayerTrace } from 'xattention';
import type { View } from '../../view';
import './chain-shapes.css';
import { segments } from './dials';
import { Lab } from './lab';
import { readShape, shapeText } from './reading';

const sizes = [
  [2, 4, 8],
  [3, 5, 6],
  [1, 7, 16],
] as const;
const stages = ['Q', 'K', 'V', 'scores', 'attentionWeights', 'output'] as const;
type StageName = (typeof stages)[number];

const codes: Record<StageName, string> = {
  Q: 'Q',
  K: 'K',
  V: 'V',
  scores: 'scores',
  attentionWeights: 'attention_weights',
  output: 'output',
};

const words = {
  en: {
    given: 'Shape of X',
    say: html`Fill in what follows. Brackets are not needed: <i>2 4 8</i> will do.`,
    field: (code: string) => `Shape of ${code}`,
    check: 'Check with the core',
    result: (right: number, unread: number) =>
      right === stages.length
        ? 'All six are right: the core returned these shapes.'
        : `${right} of 6 are right${unread > 0 ? `; ${unread} still to be written` : ''}.`,
    expects: 'write three whole numbers here',
    why: {
      Q: 'W_q maps a row of num_hiddens numbers to a row of as many: the shape of X stays.',
      K: 'W_k maps a row of num_hiddens numbers to a row of as many: the shape of X stays.',
      V: 'W_v maps a row of num_hiddens numbers to a row of as many: the shape of X stays.',
      scores: 'each position meets each position of its own sentence; num_hiddens is summed away.',
      attentionWeights: 'softmax changes the numbers, not how many there are: the shape of the scores stays.',
      output: 'a row for each position again, as long as a row of V.',
    },
  },
  zh: {
    given: 'X 的形状',
    say: html`把后面各处的形状填上。括号可以不写，写 <i>2 4 8</i> 就行。`,
    field: (code: string) => `${code} 的形状`,
    check: '与内核核对',
    result: (right: number, unread: number) =>
      right === stages.length
        ? '六个全对：内核返回的正是这些形状。'
        : `六个里对了 ${right} 个${unread > 0 ? `，还有 ${unread} 个没填好` : ''}。`,
    expects: '请在这里写三个整数',
    why: {
      Q: 'W_q 把一行 num_hiddens 个数变成同样长的一行，形状与 X 相同。',
      K: 'W_k 把一行 num_hiddens 个数变成同样长的一行，形状与 X 相同。',
      V: 'W_v 把一行 num_hiddens 个数变成同样长的一行，形状与 X 相同。',
      scores: '每个位置与同一句里的每个位置相遇；num_hiddens 在求和时消去了。',
      attentionWeights: 'softmax 改变的是数值，不是个数，形状与分数相同。',
      output: '又是每个位置一行，长度与 V 的一行相同。',
    },
  },
};

type Answers = Record<StageName, string>;

class ChainShapes extends Lab<LayerTrace> {
  static override properties = { ...Lab.properties, size: { state: true }, answers: { state: true } };

  declare size: number;
  /** As they were when they were checked. */
  declare answers: Answers | null;

  constructor() {
    super();
    this.size = 0;
    this.answers = null;
  }

  protected override question(): unknown {
    return this.size;
  }

  protected override async ask(core: AsyncEngine): Promise<LayerTrace> {
    const [batchSize, numSteps, numHiddens] = sizes[this.size] ?? sizes[0];
    const { data } = await core.positionalEncoding(batchSize * numSteps, numHiddens);
    const layer = await core.selfAttention({ numHiddens });
    try {
      return await layer.trace({ data, shape: [batchSize, numSteps, numHiddens] });
    } finally {
      layer.dispose();
    }
  }

  readonly #check = (event: SubmitEvent): void => {
    event.preventDefault();
    const written = new FormData(event.target as HTMLFormElement);
    this.answers = Object.fromEntries(stages.map((name) => [name, String(written.get(name))])) as Answers;
  };

  protected override draw(trace: LayerTrace): TemplateResult {
    const t = words[this.language];
    const { answers } = this;
    const right = stages.filter((name) => answers && isShape(answers[name], trace[name].shape)).length;
    const unread = stages.filter((name) => answers && !readShape(answers[name])).length;
    return html`<div class="lab chain-shapes">
      ${segments(
        t.given,
        sizes.map((shape, i) => [i, html`X ${shapeText(shape)}`] as const),
        this.size,
        (size) => {
          this.size = size;
          this.answers = null;
          this.querySelector('form')?.reset();
        },
      )}
      <p>${t.say}</p>
      <form @submit=${this.#check}>
        ${stages.map((name) => this.#line(name, trace[name].shape))}
        <div class="do">
          <button class="act">${t.check}</button>
          <p role="status">${answers ? t.result(right, unread) : nothing}</p>
        </div>
      </form>
    </div>`;
  }

  #line(name: StageName, shape: readonly number[]): TemplateResult {
    const t = words[this.language];
    const written = this.answers?.[name];
    const unread = written === undefined || !readShape(written);
    const right = !unread && isShape(written, shape);
    const verdict = unread ? t.expects : right ? html`<b class="right">${shapeText(shape)}</b>` : t.why[name];
    return html`<div class="line" data-right=${unread ? nothing : right}>
      <label><code translate="no">${codes[name]}</code><input name=${name} autocomplete="off" spellcheck="false" aria-label=${t.field(codes[name])} /></label>
      <p>${written === undefined ? nothing : verdict}</p>
    </div>`;
  }
}

const isShape = (text: string, shape: readonly number[]): boolean => {
  const read = readShape(text);
  return read !== null && shapeText(read) === shapeText(shape);
};

customElements.define('x-chain-shapes', ChainShapes);

export const chainShapes = (view: View): TemplateResult => html`<x-chain-shapes .view=${view}></x-chain-shapes>`;
