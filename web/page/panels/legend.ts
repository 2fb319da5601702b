// How the picture is read, with the scales it uses now.
import { html, svg, type TemplateResult } from 'lit';
import { maskKinds } from '../model/masks';
import type { View } from '../view';
import { divergingRamp, type Ramp } from '../widgets/ramp';
import { style } from '../widgets/style';
import { extentOf, shareRamp, stageNamed } from './figure/parts';
import './legend.css';

export function legend(view: View): TemplateResult {
  const { t, scheme, state, act } = view;
  const extent = extentOf(view, stageNamed(view, 'scores'));
  return html`<div class="legend">
    <h3>${t.legend}</h3>
    <dl>
      <dt><svg width="3.875rem" height="1.375rem" viewBox="0 0 62 22" aria-hidden="true" class="q">${bars}</svg></dt><dd>${t.legendBars}</dd>
      <dt>${scale(divergingRamp(scheme, extent), [`−${extent}`, '0', String(extent)])}</dt><dd>${t.legendPair}</dd>
      <dt class="pm">±${extent}</dt><dd>${t.legendScale(extent)}</dd>
      <dt>${scale(shareRamp(view), state.log ? ['10⁻⁴', '10⁻²', '1'] : ['0', '1'])}</dt>
      <dd>${t.legendShare}
        <button class="plain" aria-pressed=${state.log} @click=${() => act.change({ log: !state.log })}>${t.legendLog}</button>
      </dd>
      ${maskKinds.map(
        (name) =>
          html`<dt><span class="hole swatch" data-holes=${name}></span></dt><dd>${t.legendHole(t.masks[name])}</dd>`,
      )}
    </dl>
  </div>`;
}

const bars = svg`<line x1="0" x2="62" y1="11" y2="11" class="base" />
  <path d="M3 3h11v8H3zM18 11h11v5H18zM33 5h11v6H33zM48 11h11v9H48z" fill="currentColor" />`;

function scale({ stops }: Ramp, ticks: string[]): TemplateResult {
  return html`<span class="scale" ${style({ background: `linear-gradient(to right in oklab, ${stops.join(', ')})` })}></span
    ><span class="ticks">${ticks.map((tick) => html`<span>${tick}</span>`)}</span>`;
}
