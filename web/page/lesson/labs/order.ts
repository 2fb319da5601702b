// §19: what positions add. Tokens are shuffled, with positions and without: does any token's output change?
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine, LayerTrace, Tensor } from 'xattention';
import { loadModel, type Model } from '../../examples';
import { inputOf } from '../../examples/inputs';
import type { Language } from '../../model/state';
import { tokenNames } from '../../model/tokens';
import type { View } from '../../view';
import { fixed } from '../../widgets/number';
import { toggle } from './dials';
import { Lab } from './lab';
import './remark.css';
import { sheet } from './sheet';
import { exampleNamed, rowOf, withLayer } from './traced';

const exampleIn: Record<Language, string> = { en: 'stressed', zh: 'everyone' };

const words = {
  en: {
    title: 'Positions',
    positions: 'Add positions to X',
    shuffle: 'Shuffle the tokens',
    sort: 'Put them back in order',
    encoding: 'positional encoding: a row for each place',
    reads: 'who reads whom, in this order',
    ordered: 'In order. Shuffle, and see whether any token’s output row changes.',
    moved: (far: string) =>
      html`Shuffled. The output row of some token moved by <b>${far}</b>: what it reads depends on where it stands.`,
    same: html`Shuffled. Every token’s output row is what it was, to the last digits of rounding: without positions a
      sentence is a bag of words.`,
  },
  zh: {
    title: '位置编码',
    positions: '给 X 加上位置编码',
    shuffle: '打乱词元',
    sort: '恢复原来的顺序',
    encoding: '位置编码：每个位置一行',
    reads: '按现在的顺序，谁读了谁',
    ordered: '现在是原来的顺序。打乱以后看看，有没有哪个词元的输出变了。',
    moved: (far: string) =>
      html`已打乱。变化最大的那个词元，输出移动了 <b>${far}</b>：它读到什么，取决于它在什么位置。`,
    same: html`已打乱。每个词元的输出都还是原来那一行，只有末几位的舍入不同：没有位置信息，句子就只是一袋词。`,
  },
};

interface Numbers {
  shuffles: boolean;
  tokens: string[];
  trace: LayerTrace;
  encoding: Tensor;
  /** How far the output row of the token that moved most is from where it was. */
  moved: number;
}

/** Neighbouring places get far apart: every `stride`-th, stride and count without a common factor. */
function shuffled(count: number): number[] {
  const stride = count % 3 === 0 ? 5 : 3;
  return Array.from({ length: count }, (_, i) => (i * stride + 1) % count);
}

const read = async (core: AsyncEngine, model: Model, tokens: string[]): Promise<LayerTrace> => {
  const X = await inputOf(core, model, [tokens]);
  return withLayer(core, model, (layer) => layer.trace(X));
};

class Order extends Lab<Numbers> {
  static override properties = { ...Lab.properties, positions: { state: true }, shuffles: { state: true } };

  declare positions: boolean;
  declare shuffles: boolean;

  constructor() {
    super();
    this.positions = true;
    this.shuffles = false;
  }

  protected override question(): unknown {
    return [exampleIn[this.language], this.positions, this.shuffles];
  }

  protected override async ask(core: AsyncEngine): Promise<Numbers> {
    const example = exampleNamed(exampleIn[this.language]);
    const { positions, ...unordered } = await loadModel(example);
    const model: Model = this.positions && positions ? { ...unordered, positions } : unordered;
    const [inOrder = []] = example.sentences;
    const { shuffles } = this;
    const order = shuffles ? shuffled(inOrder.length) : [...inOrder.keys()];
    const tokens = order.map((from) => inOrder[from] ?? '');
    const [trace, before, encoding] = await Promise.all([
      read(core, model, tokens),
      read(core, model, inOrder),
      core.positionalEncoding(tokens.length, model.numHiddens),
    ]);
    const distances = order.map((from, to) =>
      Math.hypot(...rowOf(trace.output, 0, to).map((value, i) => value - (rowOf(before.output, 0, from)[i] ?? 0))),
    );
    return { shuffles, tokens, trace, encoding, moved: Math.max(...distances) };
  }

  protected override draw({ shuffles, tokens, trace, encoding, moved }: Numbers): TemplateResult {
    const t = words[this.language];
    const names = tokenNames(tokens);
    // Sums in another order round differently: 1e-5 is far above that and far below what a position moves.
    const said = !shuffles ? t.ordered : moved < 1e-5 ? t.same : t.moved(fixed(moved, 2));
    return html`<div class="lab" data-moved=${moved}>
      <h4>${t.title}</h4>
      <div class="turn">
        ${toggle(t.positions, this.positions, (positions) => {
          this.positions = positions;
        })}
        <button class="act" @click=${() => {
          this.shuffles = !this.shuffles;
        }}>${this.shuffles ? t.sort : t.shuffle}</button>
      </div>
      <p role="status">${said}</p>
      ${sheet(this.view, { name: 'attention_weights', caption: t.reads, look: 'share', hue: 't', rows: names, cols: names, data: trace.attentionWeights })}
      ${sheet(this.view, {
        name: 'positional encoding',
        caption: t.encoding,
        look: 'parameter',
        hue: 'x',
        rows: tokens.map((_, i) => String(i)),
        cols: Array.from({ length: encoding.shape[1] ?? 0 }, (_, i) => String(i)),
        data: encoding,
        extent: 1,
      })}
    </div>`;
  }
}

customElements.define('x-order', Order);

export const order = (view: View): TemplateResult => html`<x-order .view=${view}></x-order>`;
