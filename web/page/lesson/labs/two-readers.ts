// §17: the same tokens and the same parameters, once reading another sequence, once reading themselves.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine, LayerTrace } from 'xattention';
import { loadModel } from '../../examples';
import { inputOf } from '../../examples/inputs';
import type { View } from '../../view';
import { choices } from './choices';
import { segments } from './dials';
import { Lab } from './lab';
import { shapeText } from './reading';
import './two-readers.css';
import './remark.css';
import './shapes.css';
import { sheet } from './sheet';
import { exampleNamed, withLayer } from './traced';

/** Seven words read six: a rectangle, in either language of the page. */
const id = 'siblings';

const words = {
  en: {
    who: 'Who is read',
    cross: 'reads the translation',
    self: 'reads itself',
    call: { cross: 'layer.trace({ queries, keys: sources, values: sources })', self: 'layer.trace(queries)' },
    note: {
      cross:
        'Training asked two of these words, brother and sister: each finds its own in the translation, wherever it stands. Nothing was asked of the others, and they read everything alike.',
      self: 'The same parameters, which were trained to read a translation: here the weights mean little, and everything else holds.',
    },
    axes: 'rows ask, columns answer',
  },
  zh: {
    who: '读哪个序列',
    cross: '读译文',
    self: '读自己',
    call: { cross: 'layer.trace({ queries, keys: sources, values: sources })', self: 'layer.trace(queries)' },
    note: {
      cross:
        '训练时只问了其中两个词，brother 和 sister：它们各自在译文里找到了对应的词，不论那个词在什么位置。其余的词没有被问到，对各个键读得几乎一样多。',
      self: '参数没有换，它们是为读译文训练的，所以权重在这里没有多少意义；其余的一切照旧。',
    },
    axes: '行提问，列回答',
  },
};

const question = {
  en: {
    question: 'Turning the one into the other, which line of the module has to change?',
    choices: [
      [
        'The softmax, as there are other keys now',
        'It still runs over the keys of each query, however many there are.',
      ],
      [
        'None: only what is handed in',
        'Queries from one sequence, keys and values from another, or all three from one: scores, softmax and sum do not ask.',
      ],
      ['The weighted sum, as the output gets another length', 'The output has a row for each query in both cases.'],
    ],
  },
  zh: {
    question: '把一种改成另一种，模块里哪一行要改？',
    choices: [
      ['softmax，因为键换了', '它照样在每个查询的所有键之间进行，有多少个都一样。'],
      [
        '一行也不用改，只是传入的不同',
        '查询来自一个序列、键和值来自另一个，或者三者都来自同一个：对分数、softmax、求和来说都一样。',
      ],
      ['加权和，因为输出的长度变了', '两种情形下，输出都是每个查询一行。'],
    ],
  },
} as const;

type Kind = 'cross' | 'self';

interface Numbers {
  kind: Kind;
  queries: readonly string[];
  keys: readonly string[];
  trace: LayerTrace;
}

class TwoReaders extends Lab<Numbers> {
  static override properties = { ...Lab.properties, kind: { state: true } };

  declare kind: Kind;

  constructor() {
    super();
    this.kind = 'cross';
  }

  protected override question(): unknown {
    return [id, this.kind];
  }

  protected override async ask(core: AsyncEngine): Promise<Numbers> {
    const { sentences, sources = [], ...example } = exampleNamed(id);
    const model = await loadModel(example);
    const { kind } = this;
    const read = kind === 'cross' ? sources : sentences;
    const [X, Y] = await Promise.all([inputOf(core, model, sentences), inputOf(core, model, read)]);
    const trace = await withLayer(core, model, (layer) =>
      kind === 'cross' ? layer.trace({ queries: X, keys: Y, values: Y }) : layer.trace(X),
    );
    return { kind, queries: sentences[0] ?? [], keys: read[0] ?? [], trace };
  }

  protected override draw({ kind, queries, keys, trace }: Numbers): TemplateResult {
    const t = words[this.language];
    const { Q, K, V, scores, attentionWeights, output } = trace;
    const shapes = { Q, K, V, scores, attention_weights: attentionWeights, output };
    return html`<div class="lab two-readers">
      ${segments<Kind>(
        t.who,
        [
          ['cross', t.cross],
          ['self', t.self],
        ],
        this.kind,
        (chosen) => {
          this.kind = chosen;
        },
      )}
      <p class="call"><code translate="no">${t.call[kind]}</code></p>
      ${sheet(this.view, {
        name: 'attention_weights',
        caption: html`<code translate="no" class="code">attention_weights</code> <span class="measure">${t.axes}</span>`,
        look: 'share',
        hue: 't',
        rows: queries,
        cols: keys,
        data: attentionWeights,
        rowSums: true,
      })}
      <p class="remark">${t.note[kind]}</p>
      <dl class="shapes">
        ${Object.entries(shapes).map(
          ([name, { shape }]) =>
            html`<div data-shape-of=${name}><dt><code translate="no">${name}</code></dt><dd>${shapeText(shape)}</dd></div>`,
        )}
      </dl>
    </div>`;
  }
}

customElements.define('x-two-readers', TwoReaders);

export const twoReaders = (view: View): TemplateResult =>
  html`<x-two-readers .view=${view}></x-two-readers>${choices(view, question, 1)}`;
