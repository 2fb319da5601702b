// What the variants found, a column each; stages run downwards as in the formula.
import { html, nothing, type TemplateResult } from 'lit';
import type { ProofWords } from '../../i18n/proof';
import type { Entry, Finding } from '../../model/proof';
import { stagesOf } from '../../model/stages';
import type { View } from '../../view';
import { style } from '../../widgets/style';

type Line = [name: unknown, cell: (finding: Finding, entry: Entry) => unknown];

export function table(view: View, t: ProofWords, entries: readonly Entry[]): TemplateResult {
  const computed = entries.filter(({ finding }) => finding);
  const reached = new Set(entries.flatMap(({ finding }) => [...(finding?.differences.keys() ?? [])]));
  const stages = [...stagesOf(view.picture).values()].filter(({ name }) => reached.has(name));
  const differences = stages.map(
    ({ name, code }): Line => [
      html`<code translate="no">${breaking(code)}</code>`,
      ({ differences: found }) => (found.has(name) ? difference(t, found.get(name) as number) : '—'),
    ],
  );
  const rest: Line[] = [
    [
      t.rowSums,
      ({ rowSums }) => (rowSums ? html`${rowSums[0].toFixed(8)} –<br />${rowSums[1].toFixed(8)}` : t.noRowSums),
    ],
    [t.emptyRows, ({ emptyRows }) => emptyRows],
    [t.time, ({ milliseconds }) => html`${milliseconds.toFixed(2)} ms`],
  ];
  const body = (lines: Line[]) => html`<tbody>${lines.map((line) => row(computed, line))}</tbody>`;

  return html`
    <div class="wide" tabindex="0" role="region" aria-label=${t.caption}>
      <table>
        <caption>${t.caption}</caption>
        <thead>
          <tr><th scope="col">${t.stage}</th>${computed.map(({ variant }) => html`<th scope="col">${variant.name}${note(view, t, variant.name)}</th>`)}</tr>
        </thead>
        ${body(differences)} ${body(rest)}
      </table>
    </div>
    <dl>
      ${entries.map(
        ({ variant: { name, description }, failure }) => html`<div>
          <dt><code translate="no">${name}</code></dt>
          <dd>${t.variants[name] ?? description}${failure === undefined ? nothing : html`<br /><span class="problem">${t.missing(name, failure)}</span>`}</dd>
        </div>`,
      )}
    </dl>
    <p class="aside">${t.note}</p>
  `;
}

function note({ core }: View, t: ProofWords, variant: string): TemplateResult | typeof nothing {
  const said = variant === 'reference' ? t.isReference : variant === core?.info.variant ? t.inUse : undefined;
  return said === undefined ? nothing : html`<small>${said}</small>`;
}

function row(entries: readonly Entry[], [name, cell]: Line): TemplateResult {
  return html`<tr>
    <th scope="row">${name}</th>
    ${entries.map((entry) => html`<td>${entry.finding ? cell(entry.finding, entry) : nothing}</td>`)}
  </tr>`;
}

/** A long name may go on in a second line after an underscore. */
const breaking = (code: string) => code.split(/(?<=_)/).map((part, i) => (i === 0 ? part : html`<wbr />${part}`));

/** The bar is logarithmic, from 10⁻⁹ to 1: what rounding leaves is short, what an error leaves is long. */
function difference(t: ProofWords, value: number): TemplateResult {
  if (value === 0) return html`<span data-difference="0">${t.identical}</span>`;
  const share = Math.max(0, Math.min(1, (Math.log10(value) + 9) / 9));
  return html`<span data-difference=${value}>${power(value)}</span
    ><i class="size" aria-hidden="true" ${style({ '--share': share.toFixed(3) })}></i>`;
}

/** 6.0 · 10⁻⁸ */
function power(value: number): TemplateResult {
  if (!Number.isFinite(value)) return html`∞`;
  const [digits, exponent] = value.toExponential(1).split('e');
  return html`${digits} · 10<sup>${exponent?.replace('-', '−').replace('+', '')}</sup>`;
}
