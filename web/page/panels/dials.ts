// The kinds of controls there are: a slider, a switch, a choice; a number has a file of its own.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

interface Range {
  code: string;
  name: unknown;
  value: number;
  min: number;
  max: number;
  step?: number;
}

export function slider(
  { code, name, value, min, max, step = 1 }: Range,
  change: (value: number) => void,
): TemplateResult {
  const onInput = (event: Event) => change(Number((event.target as HTMLInputElement).value));
  return html`<div class="dial">
    <label for=${code}><code translate="no">${code}</code> ${name}</label>
    <span class="range">
      <input id=${code} type="range" min=${min} max=${max} step=${step} .value=${live(String(value))} @input=${onInput} ?disabled=${min === max} />
      <output translate="no" for=${code}>${value}</output>
    </span>
  </div>`;
}

export function toggle(id: string, name: string, on: boolean, change: (on: boolean) => void): TemplateResult {
  return html`<label class="dial toggle" for=${id}>
    <input id=${id} type="checkbox" role="switch" .checked=${live(on)} @change=${() => change(!on)} />
    <span>${name}</span>
  </label>`;
}

export function choices<T extends string>(
  label: string,
  names: Record<T, string>,
  now: T,
  change: (choice: T) => void,
): TemplateResult {
  return html`<div class="choices" role="group" aria-label=${label}>
    ${(Object.entries(names) as [T, string][]).map(
      ([choice, name]) => html`<button aria-pressed=${choice === now} @click=${() => change(choice)}>${name}</button>`,
    )}
  </div>`;
}
