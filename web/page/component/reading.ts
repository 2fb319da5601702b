// The chosen weight in words, what its query reads most, what does not add up, and how to read the colours.
import { html, nothing, type TemplateResult } from 'lit';
import { shareBar } from '../panels/share-bar';
import { fixed } from '../widgets/number';
import { style } from '../widgets/style';
import { addsUp, hued, printed, rowOf, type Scene, sumsOf, tokenIn, weightAt } from './scene';

const listed = 5;

export function reading(scene: Scene): TemplateResult {
  const { sheet, at, t, readers, read } = scene;
  const weight = weightAt(sheet, at.query, at.key);
  return html`<div class="aside">
    <p class="takes">
      ${t.takes(hued(readers, at.query, 'q'), hued(read, at.key, 'k'))}
      <b class="weight">${printed(weight, 4)}</b>
    </p>
    ${most(scene)} ${remarks(scene)} ${legend(scene)}
  </div>`;
}

function most({ sheet, at, t, readers, read }: Scene): TemplateResult {
  const row = rowOf(sheet, at.query);
  const order = Array.from(row, (weight, key) => ({ weight, key }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.key - b.key);
  if (order.length === 0) return html`<p>${t.nothingRead(hued(readers, at.query, 'q'))}</p>`;
  const shown = order.length === listed + 1 ? order : order.slice(0, listed);
  const rest = order.slice(shown.length);
  const together = rest.reduce((sum, { weight }) => sum + weight, 0);
  return html`<p>${t.most(hued(readers, at.query, 'q'))}</p>
    ${shown.map(({ weight, key }, rank) => shareBar(tokenIn(read, key, 10), weight, { first: rank === 0 }))}
    ${rest.length > 0 ? html`<p class="others">${t.others(rest.length, fixed(together, 4))}</p>` : nothing}`;
}

/** A row that does not add up to 1 is drawn as it is, and said. An empty row is no fault. */
function remarks({ sheet, at, t, readers }: Scene): TemplateResult {
  const sums = sumsOf(sheet);
  const off = sums.filter((sum) => sum !== 0 && !addsUp(sum)).length;
  const mine = sums[at.query] ?? 1;
  return html`${off > 0 && mine !== 0 && !addsUp(mine) ? html`<p class="off">${t.sum(hued(readers, at.query, 'q'), fixed(mine, 4))}</p>` : nothing}
  ${off > 0 ? html`<p class="off">${t.sums(off, sheet.rows)}</p>` : nothing}`;
}

function legend({ colours, setLog, t }: Scene): TemplateResult {
  const { stops, domain } = colours.ramp;
  const scale = (name: string, log: boolean) =>
    html`<button aria-pressed=${colours.log === log} @click=${() => setLog(log)}>${name}</button>`;
  return html`<div class="legend"><dl>
    <dt>
      <span class="scale" ${style({ background: `linear-gradient(to right in oklab, ${stops.join(', ')})` })}></span>
      <span class="ticks"><span>${domain[0] === 0 ? '0' : html`10<sup>−4</sup>`}</span><span>1</span></span>
    </dt>
    <dd>${t.share}
      <span class="scales" role="group" aria-label=${t.scale}>${scale(t.linear, false)}${scale(t.log, true)}</span>
    </dd>
    <dt><span class="hole swatch" data-holes="padding"></span></dt><dd>${t.zero}</dd>
  </dl></div>`;
}
