// What stands over the map: how to look at it, what is in sight, and what runs.
import { html, nothing, type TemplateResult } from 'lit';
import type { LargeWords } from '../../i18n/large';
import { reductions } from '../../model/large/patches';
import { style } from '../../widgets/style';
import { type Colours, scales } from './colours';
import type { Desk, Running } from './desk';
import { group } from './field';

export function mapTools(desk: Desk, t: LargeWords): TemplateResult {
  const { choices, map, sight, mapView: view } = desk;
  const heads = map?.rows.length ?? 1;
  const go = (name: string, act: () => void) => html`<button class="act" @click=${act}>${name}</button>`;
  return html`<div class="do tools">
      ${group(
        t.reduce,
        reductions.map((reduce) => [t.reductions[reduce], reduce === choices.reduce, () => desk.choose({ reduce })]),
      )}
      ${group(
        t.scale,
        scales.map((scale) => [t.scales[scale], scale === choices.scale, () => desk.choose({ scale })]),
      )}
      ${
        heads === 1
          ? nothing
          : group(
              t.head,
              Array.from({ length: heads }, (_, head) => [
                String(head),
                head === choices.head,
                () => desk.choose({ head }),
              ]),
            )
      }
    </div>
    <div class="do tools">
      ${go(t.closer, () => view?.closer())} ${go(t.away, () => view?.away())} ${go(t.all, () => view?.showAll())}
      ${go(t.toPair, () => view?.toPair())}
    </div>
    <div class="seen">
      <p>
        ${
          sight
            ? t.sight([sight.queries.from, sight.queries.to - 1], [sight.keys.from, sight.keys.to - 1], sight.cell)
            : nothing
        }
      </p>
      ${legend(desk.colours, t)}
    </div>`;
}

function legend({ stops, ticks }: Colours, t: LargeWords): TemplateResult {
  return html`<div class="scale-of">
    <span class="ramp" ${style({ background: `linear-gradient(to right in oklab, ${stops.join(', ')})` })}></span>
    <span class="ticks">${ticks.map((tick) => html`<span>${tick}</span>`)}</span>
    <span class="none"><span class="hole swatch" data-holes="padding"></span> ${t.zero}</span>
  </div>`;
}

/** A hairline as long as what is done. */
export function running(t: LargeWords, { task, share }: Running, cancel: () => void): TemplateResult {
  return html`<div class="running">
    <span
      class="hairline"
      role="progressbar"
      aria-label=${t.running[task]}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.round(share * 100)}
      ><i ${style({ width: `${(share * 100).toFixed(1)}%` })}></i
    ></span>
    <span>${t.running[task]}</span>
    <button class="act" @click=${cancel}>${t.cancel}</button>
  </div>`;
}
