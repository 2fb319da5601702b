// §19: the heads of a trained example, one at a time or fanned out.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine } from 'xattention';
import { tokenNames } from '../../model/tokens';
import type { View } from '../../view';
import { segments } from './dials';
import { Lab } from './lab';
import { shapeText } from './reading';
import './remark.css';
import { sheet } from './sheet';
import { type Traced, traceExample } from './traced';

/** The example with two heads that were trained. */
const id = 'tense';

const words = {
  en: {
    title: 'Many heads',
    shown: 'Which heads are shown',
    fan: 'Fanned out',
    head: (head: number) => `head ${head}`,
    heads: ['head 0 looks for the noun', 'head 1 looks for the time'],
    shapes: (scores: string, concat: string) =>
      html`attention_weights ${scores}: a matrix for each head. Side by side the heads’ outputs are
        <code translate="no">concat</code> ${concat}; W_o mixes them.`,
  },
  zh: {
    title: '多头',
    shown: '显示哪些头',
    fan: '展开',
    head: (head: number) => `头 ${head}`,
    heads: ['头 0 找名词', '头 1 找时间'],
    shapes: (scores: string, concat: string) =>
      html`attention_weights ${scores}：每个头一个矩阵。各头的输出并排拼接，得到 <code translate="no">concat</code> ${concat}，再由 W_o 混合。`,
  },
};

class TwoHeads extends Lab<Traced> {
  static override properties = { ...Lab.properties, head: { state: true } };

  /** null: all of them. */
  declare head: number | null;

  constructor() {
    super();
    this.head = null;
  }

  protected override question(): unknown {
    return id;
  }

  protected override ask(core: AsyncEngine): Promise<Traced> {
    return traceExample(core, id);
  }

  protected override draw({ example, trace }: Traced): TemplateResult {
    const t = words[this.language];
    const { head } = this;
    const shown = head === null ? t.heads.map((_, i) => i) : [head];
    return html`<div class="lab">
      <h4>${t.title}</h4>
      ${segments<number | null>(
        t.shown,
        [[null, t.fan], ...t.heads.map((_, i) => [i, t.head(i)] as const)],
        head,
        (chosen) => {
          this.head = chosen;
        },
      )}
      <div class="sheets-line">
        ${shown.map((one) => this.#head(example.sentences[0] ?? [], trace.attentionWeights, one, shown.length))}
      </div>
      <p class="remark">${t.shapes(shapeText(trace.attentionWeights.shape), shapeText(trace.concat?.shape ?? []))}</p>
    </div>`;
  }

  #head(tokens: readonly string[], data: { data: Float32Array }, head: number, abreast: number): TemplateResult {
    const names = tokenNames(tokens);
    return sheet(this.view, {
      name: `attention_weights, ${words[this.language].head(head)}`,
      caption: words[this.language].heads[head],
      look: 'share',
      hue: 't',
      rows: names,
      cols: names,
      data,
      at: head,
      row: tokens.length - 1,
      abreast: this.view.wide ? abreast : 1,
    });
  }
}

customElements.define('x-two-heads', TwoHeads);

export const twoHeads = (view: View): TemplateResult => html`<x-two-heads .view=${view}></x-two-heads>`;
