// §15: the same sequence, read step by step and at one stroke. Drawn finished; played when asked for.
import { html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { View } from '../../view';
import { style } from '../../widgets/style';
import './chain.css';
import { slider } from './dials';

const words = {
  en: {
    tokens: 'tokens',
    play: 'Play both',
    rnn: 'RNN',
    attention: 'self-attention',
    steps: (count: number) => html`<b>${count}</b> ${count === 1 ? 'step' : 'steps, one after the other'}`,
    path: (count: number) => html`from first to last: <b>${count}</b> ${count === 1 ? 'hand-over' : 'hand-overs'}`,
    atOnce: html`<b>1</b> step for all of them, whatever their number`,
    picture: (count: number) =>
      `Above, ${count} states in a chain, each waiting for the one before. Below, ${count} positions, each joined to every other at once.`,
  },
  zh: {
    tokens: '词元数',
    play: '同时播放',
    rnn: 'RNN',
    attention: '自注意力',
    steps: (count: number) => html`先后 <b>${count}</b> 步`,
    path: (count: number) => html`从第一个传到最后一个：转手 <b>${count}</b> 次`,
    atOnce: html`所有词元同时进行，只要 <b>1</b> 步，与个数无关`,
    picture: (count: number) =>
      `上面是 ${count} 个状态连成的链，每个都在等前一个；下面是 ${count} 个位置，同时与所有位置相连。`,
  },
};

const width = 520;
const radius = 9;

class Chain extends LitElement {
  static override properties = { view: { attribute: false }, count: { state: true }, playing: { state: true } };

  declare view: View;
  declare count: number;
  /** How often it has been played; each time is drawn anew. */
  declare playing: number;

  constructor() {
    super();
    this.count = 8;
    this.playing = 0;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { count, playing } = this;
    const t = words[this.view.state.language];
    return html`<div class="lab chain">
      <div class="turn">
        ${slider({
          name: t.tokens,
          value: count,
          min: 2,
          max: 16,
          change: (value) => {
            this.count = value;
          },
        })}
        <button class="act" @click=${() => {
          this.playing += 1;
        }}>${t.play}</button>
      </div>
      ${keyed(
        `${count} ${playing}`,
        html`<div class=${playing ? 'played' : nothing} role="img" aria-label=${t.picture(count)}>
          ${this.#row(t.rnn, recurrent(count), 40)}
          ${this.#row(t.attention, attention(count), 108)}
        </div>`,
      )}
      <dl class="counts">
        <div><dt>${t.rnn}</dt><dd data-steps=${count}>${t.steps(count)}</dd><dd>${t.path(count - 1)}</dd></div>
        <div><dt>${t.attention}</dt><dd data-steps="1">${t.atOnce}</dd><dd>${t.path(1)}</dd></div>
      </dl>
    </div>`;
  }

  #row(name: string, drawing: unknown, height: number): TemplateResult {
    return html`<p class="name" aria-hidden="true">${name}</p>
      <svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${drawing}</svg>`;
  }
}

/** Where position i of so many stands. */
const at = (i: number, count: number): number => ((i + 0.5) * width) / count;

const dot = (i: number, count: number, y: number, step: number) =>
  svg`<circle class="dot" cx=${at(i, count)} cy=${y} r=${radius} ${style({ '--step': step })} />`;

function recurrent(count: number) {
  return Array.from({ length: count }, (_, i) => [
    i > 0
      ? svg`<path class="link" d="M${at(i - 1, count) + radius} 20H${at(i, count) - radius}" ${style({ '--step': i })} />`
      : nothing,
    dot(i, count, 20, i),
  ]);
}

function attention(count: number) {
  const above = 20;
  const below = 90;
  const pairs = Array.from({ length: count * count }, (_, pair) => [Math.floor(pair / count), pair % count] as const);
  return [
    pairs.map(
      ([query, key]) =>
        svg`<path class="thread" d="M${at(key, count)} ${above}C${at(key, count)} 44 ${at(query, count)} 66 ${at(query, count)} ${below}" />`,
    ),
    Array.from({ length: count }, (_, i) => [
      svg`<circle class="read" cx=${at(i, count)} cy=${above} r=${radius * 0.6} />`,
      dot(i, count, below, 0),
    ]),
  ];
}

customElements.define('x-reading-chain', Chain);

export const chain = (view: View): TemplateResult => html`<x-reading-chain .view=${view}></x-reading-chain>`;
