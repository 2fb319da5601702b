// Which layer of a model, and which sentence of a batch: a line for each, where there are several.
import { html, nothing, type TemplateResult } from 'lit';
import { turn } from './radios';
import type { Scene } from './scene';

export function places({ t, chosen, numLayers, batchSize, choose }: Scene): TemplateResult | typeof nothing {
  const names = (count: number, name: (i: number) => string) => Array.from({ length: count }, (_, i) => name(i));
  const layers = line(t.layers, names(numLayers, t.layer), chosen.layer, (layer) => choose({ layer }));
  const batch = line(t.sentences, names(batchSize, t.sentence), chosen.sentence, (sentence) => choose({ sentence }));
  return layers === nothing && batch === nothing ? nothing : html`<div class="places">${layers} ${batch}</div>`;
}

function line(
  label: string,
  names: readonly string[],
  now: number,
  choose: (i: number) => void,
): TemplateResult | typeof nothing {
  if (names.length < 2) return nothing;
  return html`<div
    class="place"
    role="radiogroup"
    aria-label=${label}
    @keydown=${(event: KeyboardEvent) => turn(event, now, choose)}
  >
    ${names.map(
      (name, i) => html`<button
        role="radio"
        aria-checked=${now === i}
        tabindex=${now === i ? 0 : -1}
        @click=${() => choose(i)}
      >${name}</button>`,
    )}
  </div>`;
}
