// The eight signs the figure is written in.
import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import type { Dictionary } from '../i18n';
import type { View } from '../view';
import './signs.css';

type Sign = keyof Dictionary['sign'];

const bars = (x: number, y: number) =>
  svg`<path d="M${x} ${y}h44" class="base" /><path d="M${x + 2} ${y - 9}h9v9h-9zM${x + 13} ${y}h9v6h-9zM${x + 24} ${y - 6}h9v6h-9zM${x + 35} ${y}h9v9h-9z" fill="currentColor" />`;
const bracketed = (x: number, y: number, width: number, height: number) =>
  svg`<path d="M${x + 5} ${y}h-5v${height}h5M${x + width - 5} ${y}h5v${height}h-5" class="outline" />`;

const drawings: Record<Sign, SVGTemplateResult> = {
  scalar: svg`<rect x="2" y="12" width="34" height="34" class="mid" /><text x="19" y="33" class="on-mid">2.80</text>`,
  vector: svg`<g class="q">${bars(2, 29)}</g>`,
  matrix: svg`<g class="q">${bars(8, 14)}${bars(8, 32)}${bars(8, 50)}${bracketed(2, 2, 56, 58)}</g>`,
  head: svg`<g class="t"><path d="M20 4h44v36M13 10h44v36" class="outline" /><rect x="4" y="16" width="46" height="42" class="sheet" /><rect x="9" y="21" width="17" height="15" class="mid" /><rect x="28" y="38" width="17" height="15" class="mid" /></g>`,
  mask: svg`<rect x="2" y="12" width="34" height="34" class="pale" /><rect x="36" y="12" width="34" height="34" class="hatched" /><path d="M36 24l12-12M36 35l23-23M36 46l34-34M48 46l22-22M59 46l11-11" class="hatching" />`,
  selection: svg`<rect x="2" y="20" width="76" height="20" class="band" /><path d="M2 20h76M2 40h76" class="rule-q" /><path d="M30 6v50M52 6v50" class="rule-k" /><rect x="30" y="20" width="22" height="20" class="ring" />`,
  flow: svg`<g class="k"><path d="M8 6c0 26 18 26 18 52M16 6c0 26 22 26 22 52M32 6c0 26 30 26 30 52" class="thread" /><path d="M24 6c0 26 26 26 26 52" class="thread lit" /></g>`,
  change: svg`<rect x="2" y="12" width="34" height="34" class="mid" /><path d="M2 12h14l-14 14z" class="was" /><path d="M48 46V22h14v24" class="ghost" /><path d="M48 46V34h14v12z" class="v" fill="currentColor" />`,
};

export function signs({ t }: View): TemplateResult {
  return html`<section class="signs">
    <h2>${t.signs}</h2>
    <ul>
      ${(Object.keys(drawings) as Sign[]).map(
        (sign) =>
          html`<li><svg width="5.25rem" height="3.875rem" viewBox="0 0 84 62" aria-hidden="true">${drawings[sign]}</svg>${t.sign[sign]}</li>`,
      )}
    </ul>
  </section>`;
}
