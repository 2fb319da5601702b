// What a lab can be turned by: a slider, a switch, a row of buttons of which one is chosen.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import './labs.css';

interface Range {
  name: unknown;
  value: number;
  min: number;
  max: number;
  /** What is printed beside it; the value when left out. */
  shown?: string;
  change: (value: number) => void;
}

export function slider({ name, value, min, max, shown = String(value), change }: Range): TemplateResult {
  const onInput = (event: Event) => change(Number((event.target as HTMLInputElement).value));
  return html`<label class="dial">
    <span>${name}</span>
    <span class="range">
      <input type="range" min=${min} max=${max} step="1" aria-valuetext=${shown} .value=${live(String(value))} @input=${onInput} />
      <output translate="no" aria-hidden="true">${shown}</output>
    </span>
  </label>`;
}

export const toggle = (name: unknown, on: boolean, change: (on: boolean) => void): TemplateResult => html`<label
  class="dial toggle"
  ><input type="checkbox" role="switch" .checked=${live(on)} @change=${() => change(!on)} /><span>${name}</span></label
>`;

/** @param label - what is chosen, for readers of the screen */
export function segments<T>(
  label: string,
  options: readonly (readonly [value: T, name: unknown])[],
  chosen: T,
  choose: (value: T) => void,
): TemplateResult {
  return html`<div class="segments" role="group" aria-label=${label}>
    ${options.map(([value, name]) => html`<button aria-pressed=${value === chosen} @click=${() => choose(value)}>${name}</button>`)}
  </div>`;
}
