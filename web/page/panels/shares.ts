// A row of softmax: masked, minus the largest, exponentiated, divided by the sum.
import { html, nothing, type TemplateResult } from 'lit';
import type { Explanation, Share } from '../model/explain';
import type { View } from '../view';
import { fixed, inFormula, precise, short } from '../widgets/number';
import { style } from '../widgets/style';
import { keyTokenOf } from './token';

type Shares = Extract<Explanation, { kind: 'shares' }>;

const listedUpTo = 12;
const largest = 8;

export function shares(view: View, { shares: all, sum, value }: Shares): TemplateResult {
  const { t, at } = view;
  const shown = all.length <= listedUpTo ? all : largestOf(all, at.key);
  const rest = all.filter((share) => !shown.includes(share));
  const mine = all[at.key];
  return html`<table class="list shares">
      <thead><tr>
        <th>${t.columns.key}</th><th>${t.columns.masked}</th><th>${t.columns.shifted}</th><th>${t.columns.exp}</th><th>${t.columns.share}</th><th><span class="sr">${t.columns.bar}</span></th>
      </tr></thead>
      <tbody>
        ${shown.map((share) => line(view, share))}
        ${rest.length === 0 ? nothing : html`<tr><th colspan="6" class="others">${t.others(rest.length, fixed(total(rest), 4))}</th></tr>`}
      </tbody>
      <tfoot><tr><td colspan="3">${t.total}</td><td>${fixed(sum, 4)}</td><td>${fixed(total(all), 4)}</td><td></td></tr></tfoot>
    </table>
    ${
      mine && !mine.forbidden && sum > 0
        ? html`<p class="eq">
          <math translate="no"><msup><mi>e</mi><mn>${short(mine.shifted)}</mn></msup><mo>÷</mo><mn>${fixed(sum, 4)}</mn></math>
          <math translate="no"><mo>=</mo><mn>${inFormula(mine.exp)}</mn><mo>÷</mo><mn>${fixed(sum, 4)}</mn></math>
          <math translate="no"><mo>=</mo><mn>${inFormula(value)}</mn></math>
        </p>`
        : nothing
    }`;
}

const total = (list: Share[]): number => list.reduce((sum, { share }) => sum + share, 0);

/** In the order of the sentence; the asked-for key is always among them. */
function largestOf(all: Share[], key: number): Share[] {
  const bySize = [...all].sort((a, b) => Number(b.key === key) - Number(a.key === key) || b.share - a.share);
  return bySize.slice(0, largest).sort((a, b) => a.key - b.key);
}

function line(view: View, { key, masked, shifted, exp, share, forbidden }: Share): TemplateResult {
  return html`<tr class=${key === view.at.key ? 'mine' : ''} data-key=${key}>
    <th>${keyTokenOf(view, key, view.wide ? 10 : 6)}</th>
    <td>${forbidden ? '−∞' : precise(masked)}</td>
    <td>${forbidden ? '' : precise(shifted)}</td>
    <td>${forbidden ? '0' : fixed(exp, 4)}</td>
    <td data-share=${share}>${forbidden ? '0' : fixed(share, 4)}</td>
    <td class="bar"><i ${style({ width: `${share * 100}%` })}></i></td>
  </tr>`;
}
