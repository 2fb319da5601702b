// §20: the chain taken apart, to be put together again.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { View } from '../../view';
import './assemble.css';

/** In the right order; offered in another. */
const chain = ['X', 'Q, K, V', 'scores = Q Kᵀ', 'scaled = scores / √d', 'masked', 'softmax', '· V', 'output'] as const;
const offered = [4, 6, 1, 7, 2, 0, 5, 3] as const;

const words = {
  en: {
    say: 'And from memory: choose the links in the order in which the numbers pass through them.',
    chain: 'The chain so far',
    begin: 'Nothing chosen yet.',
    wrong: (link: string, before: string) => `${link} needs something first that comes after ${before}.`,
    wrongFirst: (link: string) => `${link} is made of something: begin with what goes in.`,
    done: 'That is the whole chain. Eight links, three kinds of matrix product, one softmax.',
    again: 'Take it apart again',
  },
  zh: {
    say: '现在凭记忆来：按照计算的先后，依次选出各个环节。',
    chain: '已经接好的链',
    begin: '还没有选。',
    wrong: (link: string, before: string) => `${before} 之后还不能是 ${link}，中间还缺一环。`,
    wrongFirst: (link: string) => `${link} 也是由别的东西算出来的：请从输入开始。`,
    done: '整条链接好了：八个环节，三种矩阵乘法，一次 softmax。',
    again: '拆开重来',
  },
};

class Assemble extends LitElement {
  static override properties = { view: { attribute: false }, count: { state: true }, refused: { state: true } };

  declare view: View;
  /** Links in place. */
  declare count: number;
  /** A link that does not come next. */
  declare refused: number | null;

  constructor() {
    super();
    this.#begin();
  }

  readonly #begin = (): void => {
    this.count = 0;
    this.refused = null;
  };

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  #choose(link: number): void {
    const next = link === this.count;
    if (next) this.count += 1;
    this.refused = next ? null : link;
  }

  protected override render(): TemplateResult {
    const t = words[this.view.state.language];
    const { count } = this;
    const done = count === chain.length;
    return html`<div class="lab assemble">
      <p>${t.say}</p>
      <div class="links">
        ${offered.map((link) => html`<button ?disabled=${link < count} @click=${() => this.#choose(link)}>${chain[link]}</button>`)}
      </div>
      <p class="placed" aria-label=${t.chain}>${count === 0 ? t.begin : chain.slice(0, count).join(' → ')}</p>
      <p role="status" class=${done ? 'right' : 'wrong'}>${this.#said()}</p>
      ${done ? html`<div><button class="act" @click=${this.#begin}>${t.again}</button></div>` : nothing}
    </div>`;
  }

  #said(): string {
    const t = words[this.view.state.language];
    const { count, refused } = this;
    if (count === chain.length) return t.done;
    if (refused === null) return '';
    const link = chain[refused] ?? '';
    return count === 0 ? t.wrongFirst(link) : t.wrong(link, chain[count - 1] ?? '');
  }
}

customElements.define('x-assemble', Assemble);

export const assemble = (view: View): TemplateResult => html`<x-assemble .view=${view}></x-assemble>`;
