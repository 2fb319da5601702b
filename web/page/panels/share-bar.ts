// One share as a bar: of attention, or of the probability of an answer.
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { fixed } from '../widgets/number';
import { style } from '../widgets/style';

interface Looks {
  first: boolean;
  /** What it was before something was changed. */
  was?: number | undefined;
}

export function shareBar(name: unknown, share: number, { first, was }: Looks): TemplateResult {
  const percent = (value: number) => `${fixed(value * 100, 1)} %`;
  const former = was !== undefined && percent(was) !== percent(share) ? html`<s>${percent(was)}</s> ` : nothing;
  return html`<div class=${classMap({ take: true, first })} data-share=${share}>
    <span class="who">${name}</span>
    <span class="bar"><i ${style({ width: `${share * 100}%` })}></i></span>
    <span class="n">${former}${percent(share)}</span>
  </div>`;
}
