// The selected query of a long text: in its place, in three numbers, and what it reads most from.
import { html, nothing, type TemplateResult } from 'lit';
import type { LargeWords } from '../../i18n/large';
import type { LongMap, Rows } from '../../model/large/map';
import { effectiveKeys, type Listed, rowOf } from '../../model/large/row';
import { pad, shorten } from '../../model/tokens';
import { fixed, precise } from '../../widgets/number';
import { style } from '../../widgets/style';
import type { Desk } from './desk';

export function row(desk: Desk, map: LongMap, t: LargeWords): TemplateResult {
  const { at, weight, choices } = desk;
  const { tokens, sources } = map.reading;
  const source = sources[at.query];
  const found = rowOf(map.rows[choices.head] as Rows, at.query);
  const { listed, rowMax, entropy } = found;
  const heaviest = listed[0]?.weight ?? 0;
  const sum = listed.reduce((total, { weight: one }) => total + one, 0);
  return html`<section class="row-of" aria-labelledby="large-row">
    <h3 id="large-row">${t.row}</h3>
    <p class="context">${around(tokens, at.query, 9, 'q')}</p>
    <p class="remark">${t.queryAt(at.query)}${source ? html` · ${desk.view.t.source(source)}` : nothing}</p>
    <dl data-query=${at.query}>
      <dt>${t.pair}</dt>
      <dd data-weight=${weight ?? nothing}>
        <code translate="no">[<bdi translate="no" class="q">${name(tokens, at.query)}</bdi>, <bdi translate="no" class="k">${name(tokens, at.key)}</bdi>]</code>
        ${weight === null ? nothing : html`<b>${share(weight)}</b>`}
      </dd>
      <dt>${t.rowMax}</dt>
      <dd data-max=${rowMax}>${share(rowMax)}</dd>
      <dt>${t.entropy}</dt>
      <dd data-entropy=${entropy}>${t.nats(fixed(entropy, 2), fixed(Math.log(map.size), 2))}</dd>
      ${
        listed.length === 0
          ? nothing
          : html`<dt>${t.effective}</dt>
            <dd>${t.effectiveSay(few(effectiveKeys(found)))}</dd>`
      }
    </dl>
    ${
      listed.length === 0
        ? html`<p class="remark">${t.empty}</p>`
        : html`<h4>${t.listed}</h4>
          <ol class="listed">${listed.map((one) => line(desk, map, one, heaviest))}</ol>
          <p class="remark">${t.together(listed.length, share(sum))}</p>`
    }
  </section>`;
}

function line(desk: Desk, { reading: { tokens } }: LongMap, { key, weight }: Listed, heaviest: number): TemplateResult {
  const { at } = desk;
  return html`<li>
    <button
      data-key=${key}
      data-weight=${weight}
      aria-current=${key === at.key}
      @click=${() => desk.pick({ query: at.query, key })}
    >
      <span class="context">${around(tokens, key, 2, 'k')}</span>
      <span class="nth">${desk.view.state.language === 'zh' ? key : key.toLocaleString('en')}</span>
      <span class="share">${share(weight)}</span>
      <i class="bar" aria-hidden="true" ${style({ width: `${heaviest > 0 ? (weight / heaviest) * 100 : 0}%` })}></i>
    </button>
  </li>`;
}

/** A share of attention; what is exactly 0 says so. */
export const share = (value: number): string => {
  if (value === 0) return '0';
  return value >= 0.0001 ? precise(value) : value.toExponential(1).replace('-', '−');
};

/** A number of keys: whole where it is large. */
export const few = (count: number): string => (count < 99.95 ? fixed(count, 1) : String(Math.round(count)));

export const name = (tokens: readonly string[], position: number): TemplateResult => {
  const token = tokens[position] ?? '';
  return html`<span class=${token === pad ? 'pad' : 'token'} title=${token}>${shorten(token, 16)}</span>`;
};

/** A token among those beside it, as it would be written. */
function around(tokens: readonly string[], position: number, reach: number, hue: 'q' | 'k'): TemplateResult {
  const from = Math.max(0, position - reach);
  const to = Math.min(tokens.length, position + reach + 1);
  const written = (start: number, end: number) =>
    Array.from(
      { length: end - start },
      (_, i) => `${gap(tokens, start + i)}${shorten(tokens[start + i] ?? '', 16)}`,
    ).join('');
  const [before, after] = [written(from, position), written(position + 1, to)];
  return html`<bdi translate="no"
    >${from > 0 ? '… ' : ''}${before.trimStart()}${gap(tokens, position)}<mark class=${hue}>${shorten(tokens[position] ?? '', 16)}</mark>${after}${to < tokens.length ? ' …' : ''}</bdi
  >`;
}

/** A space between words that are written with one. */
function gap(tokens: readonly string[], position: number): string {
  const [before = '', after = ''] = [tokens[position - 1], tokens[position]];
  const isTight =
    /[\p{Script=Han}\p{Ps}\p{Pi}，。、；：？！—’'-]$/u.test(before) ||
    /^[\p{Script=Han}\p{Pe}\p{Pf}.,;:!?%，。、；：？！—’'-]/u.test(after);
  return position === 0 || isTight ? '' : ' ';
}
