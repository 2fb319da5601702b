// A number to be written in a field of its own; what does not fit says so beside it, and stands as it was written.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { plainNumber } from '../files/written';
import type { Dictionary } from '../i18n';
import { numberField } from '../widgets/number-field';

export interface NumeralSpec {
  id: string;
  label: unknown;
  value: number | null;
  min: number;
  max: number;
  step: number | 'any';
  /** What stands in an empty field, where it may be empty. */
  placeholder?: string;
}

class Numeral extends LitElement {
  static override properties = {
    t: { attribute: false },
    spec: { attribute: false },
    change: { attribute: false },
    refused: { state: true },
  };

  declare t: Dictionary;
  declare spec: NumeralSpec;
  declare change: (value: number | null) => void;
  /** What was written and does not fit. */
  declare refused: string | null;

  constructor() {
    super();
    this.refused = null;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  readonly #take = (field: HTMLInputElement): boolean => {
    const { min, max, placeholder } = this.spec;
    const { value, validity } = field;
    const isNone = value === '' && placeholder !== undefined && !validity.badInput;
    const fits = isNone || (value !== '' && validity.valid && Number(value) >= min && Number(value) <= max);
    this.refused = fits ? null : value;
    if (fits) this.change(isNone ? null : Number(value));
    return fits;
  };

  protected override render(): TemplateResult {
    const { t, refused } = this;
    const { id, label, value, min, max, step, placeholder = '' } = this.spec;
    const written = numberField({
      of: id,
      shown: value === null ? '' : String(value),
      refused,
      take: this.#take,
      letGo: () => {
        this.refused = null;
      },
    });
    return html`<span class="numeral">
      <label for=${id}>${label}</label>
      <input id=${id} type="number" inputmode="decimal" min=${min} max=${max} step=${step} placeholder=${placeholder}
        aria-invalid=${refused !== null} aria-describedby="${id}-note" @beforeinput=${writePlainly} ${written} />
      <span id="${id}-note" class="problem" role="alert">${refused === null ? nothing : t.edit.outside(min, max, step !== 'any')}</span>
    </span>`;
  }
}

/** A field of a number takes none of the signs that other keyboards write: they are written as it knows them. */
function writePlainly(event: InputEvent): void {
  const text = event.data ?? event.dataTransfer?.getData('text') ?? '';
  const plain = plainNumber(text).replace(',', '.');
  if (text === '' || plain === text || !event.cancelable) return;
  event.preventDefault();
  document.execCommand('insertText', false, plain);
}

customElements.define('x-numeral', Numeral);

export const numeral = (t: Dictionary, spec: NumeralSpec, change: (value: number | null) => void): TemplateResult =>
  html`<x-numeral .t=${t} .spec=${spec} .change=${change}></x-numeral>`;
