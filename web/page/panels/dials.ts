// The kinds of controls there are: a slider, a switch, a number, a choice.
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
    <label for=${code}><code>${code}</code> ${name}</label>
    <span class="range">
      <input id=${code} type="range" min=${min} max=${max} step=${step} .value=${live(String(value))} @input=${onInput} ?disabled=${min === max} />
      <output for=${code}>${value}</output>
    </span>
  </div>`;
}

export function toggle(id: string, name: string, on: boolean, change: (on: boolean) => void): TemplateResult {
  return html`<label class="dial toggle" for=${id}>
    <input id=${id} type="checkbox" role="switch" .checked=${live(on)} @change=${() => change(!on)} />
    <span>${name}</span>
  </label>`;
}

interface Numeral {
  id: string;
  label: unknown;
  value: number | null;
  min: number;
  max: number;
  step: number | 'any';
  /** What stands in an empty field, where it may be empty. */
  placeholder?: string;
}

/** What does not fit goes back to what was there. */
export function numeral(
  { id, label, value, min, max, step, placeholder }: Numeral,
  change: (value: number | null) => void,
): TemplateResult {
  const shown = value === null ? '' : String(value);
  const onChange = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const number = Number(input.value);
    if (input.value === '' && placeholder !== undefined && input.validity.valid) change(null);
    else if (input.value !== '' && input.validity.valid && number >= min && number <= max) change(number);
    else input.value = shown;
  };
  return html`<span class="numeral">
    <label for=${id}>${label}</label>
    <input id=${id} type="number" inputmode="decimal" min=${min} max=${max} step=${step} placeholder=${placeholder ?? ''} .value=${live(shown)} @change=${onChange} />
  </span>`;
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
