// A sum of products. Up to four terms lie in columns over a waterfall of the running sum; more become a list.
import { html, mathml, nothing, svg, type TemplateResult } from 'lit';
import type { Explanation, Line, Product } from '../model/explain';
import type { View } from '../view';
import { factor, precise, short } from '../widgets/number';
import { divergingRamp, niceExtent, type Ramp } from '../widgets/ramp';
import { style } from '../widgets/style';
import { keyTokenOf, tokenOf } from './token';

type Sum = Extract<Explanation, { kind: 'products' }>;
type Term = Product & { index: number };

const columnsUpTo = 4;
const listedUpTo = 12;
const largest = 8;

const digits = ({ wide }: View): 3 | 4 => (wide ? 4 : 3);

export function products(view: View, sum: Sum): TemplateResult {
  const all = sum.terms.map((term, index) => ({ ...term, index }));
  const shown = all.length <= listedUpTo ? all : largestOf(all);
  const rest = all.filter((term) => !shown.includes(term));
  const others = rest.length > 0 ? rest.reduce((total, { product }) => total + product, 0) : null;
  const ramp = divergingRamp(view.scheme, niceExtent(sum.terms.map(({ product }) => product)));
  return html`${all.length <= columnsUpTo ? columns(view, sum, all, ramp) : list(view, sum, shown, rest.length, others, ramp)}
  ${formula(sum, shown, others)}`;
}

/** In their own order. */
function largestOf(terms: Term[]): Term[] {
  const bySize = [...terms].sort((a, b) => Math.abs(b.product) - Math.abs(a.product)).slice(0, largest);
  return bySize.sort((a, b) => a.index - b.index);
}

/** “Q was”: the operand's letter and whose it is. */
function operand(view: View, line: Line): TemplateResult {
  const whose =
    line.token === undefined
      ? html`<sub>${line.index}</sub>`
      : html` ${(line.side === 'key' ? keyTokenOf : tokenOf)(view, line.token, view.wide ? 6 : 3)}`;
  return html`<i>${line.code}</i>${whose}`;
}

function columns(view: View, { left, right, over, total }: Sum, terms: Term[], ramp: Ramp): TemplateResult {
  const places = digits(view);
  return html`<div class="products" ${style({ '--n': terms.length })}>
    <span></span>${terms.map(({ index }) => html`<span class="h">${over === 'token' ? keyTokenOf(view, index, 5) : index}</span>`)}<span></span>
    <span class="l ${left.hue}">${operand(view, left)}</span>
    ${terms.map((term) => html`<span class=${left.hue} data-left=${term.left}>${leftOf(term, places)}</span>`)}<span></span>
    <span class="l ${right.hue}">× ${operand(view, right)}</span>
    ${terms.map((term) => html`<span class=${right.hue} data-right=${term.right}>${rightOf(view, term, places)}</span>`)}<span></span>
    <span class="l">=</span>
    ${terms.map((term) => html`<span class="chip" data-product=${term.product} ${paintOf(ramp, term.product)}>${productOf(term, places)}</span>`)}<span></span>
    <span class="l small">${view.t.runningSum}</span>
    <span class="fall">${waterfall(terms, total)}</span><span class="total" data-total=${total}>= ${precise(total, places)}</span>
  </div>`;
}

// What was never read has no value to show, and its product is exactly 0.
const leftOf = ({ left, unread }: Term, places: 3 | 4): string => (unread ? '0' : precise(left, places));
const productOf = ({ product, unread }: Term, places: 3 | 4): string => (unread ? '0' : precise(product, places));
const rightOf = ({ t }: View, { right, unread }: Term, places: 3 | 4): TemplateResult | string =>
  unread ? html`<span class="unread">${t.unread}</span>` : precise(right, places);

const paintOf = (ramp: Ramp, value: number) => {
  const { background, text } = ramp.paint(value);
  return style({ background, color: text });
};

/** Each bar starts where the last one ended. */
function waterfall(terms: Term[], total: number): TemplateResult | typeof nothing {
  if (!Number.isFinite(total)) return nothing;
  const ends = [0, ...terms.map(({ sum }) => sum)];
  const high = Math.max(...ends);
  const low = Math.min(...ends);
  const height = 44;
  const y = (value: number) => ((high - value) / (high - low || 1)) * (height - 4) + 2;
  return html`<svg aria-hidden="true" viewBox="0 0 ${terms.length * 100} ${height}" preserveAspectRatio="none">
    <line x1="0" x2=${terms.length * 100} y1=${y(0)} y2=${y(0)} class="base" />
    ${terms.map(({ product, sum }, i) => {
      const [from, to] = [y(sum - product), y(sum)];
      const step =
        i + 1 < terms.length
          ? svg`<line x1=${i * 100 + 88} x2=${i * 100 + 112} y1=${to} y2=${to} class="step" />`
          : nothing;
      return svg`<rect x=${i * 100 + 12} width="76" y=${Math.min(from, to)} height=${Math.max(1.5, Math.abs(to - from))} class=${product < 0 ? 'down' : 'up'} />${step}`;
    })}
  </svg>`;
}

function list(view: View, sum: Sum, terms: Term[], count: number, others: number | null, ramp: Ramp): TemplateResult {
  const { left, right, over, total } = sum;
  const places = digits(view);
  return html`<table class="list">
    <thead><tr>
      <th><span class="sr">${over === 'token' ? view.t.columns.key : view.t.columns.term}</span></th><th class=${left.hue}>${operand(view, left)}</th><th class=${right.hue}>× ${operand(view, right)}</th><th>=</th><th>${view.t.runningSum}</th>
    </tr></thead>
    <tbody>
      ${terms.map(
        (term) => html`<tr>
          <th>${over === 'token' ? keyTokenOf(view, term.index, view.wide ? 10 : 5) : term.index}</th>
          <td class=${left.hue} data-left=${term.left}>${leftOf(term, places)}</td>
          <td class=${right.hue} data-right=${term.right}>${rightOf(view, term, places)}</td>
          <td><span class="chip" data-product=${term.product} ${paintOf(ramp, term.product)}>${productOf(term, places)}</span></td>
          <td>${others === null ? precise(term.sum, places) : nothing}</td>
        </tr>`,
      )}
      ${others === null ? nothing : html`<tr><th colspan="5" class="others">${view.t.others(count, precise(others, places))}</th></tr>`}
    </tbody>
    <tfoot><tr><td colspan="4">${view.t.total}</td><td data-total=${total}>${precise(total, places)}</td></tr></tfoot>
  </table>`;
}

// At the beginning of a piece it would be taken for a sign, and stand too near.
const plus = mathml`<mo form="infix">+</mo>`;

const product = ({ left, right, unread }: Term) =>
  unread ? mathml`<mn>0</mn>` : mathml`<mn>${factor(short(left))}</mn><mo>·</mo><mn>${factor(short(right))}</mn>`;

/** One formula in pieces, so that it wraps between terms. */
function formula({ value, total }: Sum, terms: Term[], others: number | null): TemplateResult {
  const end = short(value);
  return html`<p class="eq">
    ${terms.map((term, i) => html`<math translate="no">${i > 0 ? plus : nothing}${product(term)}</math> `)}
    ${others === null ? nothing : html`<math translate="no">${plus}<mn>${factor(short(others))}</mn></math> `}
    <math translate="no"><mo>${end === short(total) ? '=' : '≈'}</mo><mn>${end}</mn></math>
  </p>`;
}
