// What the reader takes from every word, where nothing was learned that could be asked.
import { html, nothing, type TemplateResult } from 'lit';
import { forbiddenBy, readingOf } from '../model/picture';
import type { View } from '../view';
import { shareBar } from './share-bar';
import './taken.css';
import { keyTokenOf, named } from './token';

const listed = 3;

export function taken(view: View): TemplateResult {
  const { picture, at, state, t, act } = view;
  const shares = readingOf(picture, at);
  const were = picture.before && readingOf(picture.before, at);
  const order = Array.from(shares ?? [], (share, key) => ({ share, key, was: were?.[key] }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || a.key - b.key)
    .slice(0, listed);
  const reader = named(view, at.query, 'q');
  return html`<div class="taken">
    <p>${t.readsMost(reader)}</p>
    ${shares && order.length === 0 ? html`<p>${t.nothingRead}</p>` : nothing}
    ${order.map(({ share, key, was }, rank) => shareBar(keyTokenOf(view, key, 8), share, { first: rank === 0, was }))}
    <p class="ask">${t.askAhead} ${shares && state.causal && !looksAhead(view) ? html`<b class="outcome">${t.sameAhead(reader)}</b>` : nothing}</p>
    <button class="act" @click=${() => act.change({ causal: !state.causal })}>${state.causal ? t.showAhead : t.hideAhead}</button>
  </div>`;
}

/** Whether the reader would read on if it might: some key is forbidden to it by nothing but looking ahead. */
const looksAhead = ({ picture, at }: View): boolean =>
  picture.inputs.keyTokens.some((_, key) => {
    const masks = forbiddenBy(picture, at.query, key);
    return masks.length === 1 && masks[0] === 'causal';
  });
