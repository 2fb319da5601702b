// The queries of a long text by how focused they are: whose attention has the least entropy, whose the most.
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { LargeWords } from '../../i18n/large';
import type { LongMap, Rows } from '../../model/large/map';
import { effectiveKeys, type Order, ranked, rowOf } from '../../model/large/row';
import { fixed } from '../../widgets/number';
import type { Desk } from './desk';
import { group } from './field';
import { few, name, share } from './row';

const listed = 10;
const orders: readonly Order[] = ['focused', 'spread'];

export function ranking(desk: Desk, map: LongMap, t: LargeWords): TemplateResult {
  const { choices, at } = desk;
  const { head, order } = choices;
  return html`<section class="ranking" aria-labelledby="large-ranking">
    <h3 id="large-ranking">${t.ranking}</h3>
    ${group(
      t.ranking,
      orders.map((one) => [t.orders[one], one === order, () => desk.choose({ order: one })]),
    )}
    <table>
      <caption class="sr">${t.rankingCaption}</caption>
      <thead>
        <tr><th scope="col">${t.columns.query}</th><th scope="col">${t.columns.entropy}</th><th scope="col">${t.columns.effective}</th><th scope="col">${t.columns.most}</th></tr>
      </thead>
      <tbody>
        ${guard([map, head, order, t, at], () => ranked(map, head, order, listed).map((query) => line(desk, map, query)))}
      </tbody>
    </table>
  </section>`;
}

function line(desk: Desk, map: LongMap, query: number): TemplateResult {
  const { tokens } = map.reading;
  const found = rowOf(map.rows[desk.choices.head] as Rows, query);
  const first = found.listed[0];
  return html`<tr data-query=${query} data-entropy=${found.entropy} class=${query === desk.at.query ? 'mine' : ''}>
    <th scope="row">
      <button class="plain" @click=${() => desk.pick({ query, key: first?.key ?? query })}>
        <bdi translate="no">${name(tokens, query)}</bdi><span class="nth">${query}</span>
      </button>
    </th>
    <td>${fixed(found.entropy, 2)}</td>
    <td>${few(effectiveKeys(found))}</td>
    <td>${first ? html`<bdi translate="no">${name(tokens, first.key)}</bdi><span class="nth">${first.key}</span> ${share(first.weight)}` : ''}</td>
  </tr>`;
}
