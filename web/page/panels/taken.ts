// What the reader takes from every word, where nothing was learned that could be asked.
import { html, nothing, type TemplateResult } from 'lit';
import { readingOf } from '../model/picture';
import type { View } from '../view';
import { shareBar } from './share-bar';
import { keyTokenOf, named } from './token';

const listed = 3;

export function taken(view: View): TemplateResult {
  const { picture, at, state, t, act } = view;
  const shares = readingOf(picture, at);
  const order = Array.from(shares ?? [], (share, key) => ({ share, key }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || a.key - b.key)
    .slice(0, listed);
  return html`<div class="taken">
    <p>${t.readsMost(named(view, at.query, 'q'))}</p>
    ${shares && order.length === 0 ? html`<p>${t.nothingRead}</p>` : nothing}
    ${order.map(({ share, key }, rank) => shareBar(keyTokenOf(view, key, 8), share, { first: rank === 0 }))}
    <p class="ask">${t.askAhead}</p>
    <button class="act" @click=${() => act.change({ causal: !state.causal })}>${state.causal ? t.showAhead : t.hideAhead}</button>
  </div>`;
}
