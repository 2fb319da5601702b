// How a field of one number behaves, wherever it stands: Enter takes what was written, and so does going elsewhere;
// Escape lets it go. What nobody changed is never taken: the field prints fewer digits than the number has.
import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

export interface NumberFieldSpec {
  /** What the number is of: when that becomes another, what was being written is let go. */
  of: string;
  /** The number as it is printed. */
  shown: string;
  /** What was written and could not be taken; it stays until it is mended or let go. */
  refused: string | null;
  /** Takes what is written; false where it cannot be. */
  take(field: HTMLInputElement): boolean;
  /** What was refused need not be remembered any longer. */
  letGo(): void;
}

class NumberField extends Directive {
  #field: HTMLInputElement | undefined;
  #spec: NumberFieldSpec | undefined;
  /** What stands in it without anybody writing. */
  #put = '';

  override render(_spec: NumberFieldSpec): symbol {
    return noChange;
  }

  override update({ element }: ElementPart, [spec]: [NumberFieldSpec]): symbol {
    const isAnother = spec.of !== this.#spec?.of;
    this.#spec = spec;
    this.#field ??= this.#listenTo(element as HTMLInputElement);
    if (isAnother || !this.#isWritten) this.#set(spec.refused ?? spec.shown);
    return noChange;
  }

  #listenTo(field: HTMLInputElement): HTMLInputElement {
    field.addEventListener('focus', () => field.select());
    field.addEventListener('keydown', this.#onKey);
    field.addEventListener('change', this.#onLeaving); // also of each step of a number, by arrow keys and by its buttons
    field.addEventListener('blur', this.#onLeaving);
    return field;
  }

  /** Whether somebody wrote in it. What is no number at all a browser may keep to itself. */
  get #isWritten(): boolean {
    const field = this.#field as HTMLInputElement;
    return field.value !== this.#put || (field.validity.badInput && this.#spec?.refused === null);
  }

  #set(text: string): void {
    const field = this.#field as HTMLInputElement;
    if (field.value !== text) field.value = text;
    this.#put = field.value;
  }

  #letGo(): void {
    const field = this.#field as HTMLInputElement;
    field.value = this.#spec?.shown ?? '';
    this.#put = field.value;
    this.#spec?.letGo();
  }

  #take(): boolean {
    const field = this.#field as HTMLInputElement;
    const taken = this.#spec?.take(field) ?? false;
    this.#put = field.value;
    return taken;
  }

  readonly #onLeaving = (): void => {
    if (this.#isWritten) this.#take();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const travels = (event.ctrlKey || event.metaKey) && ['y', 'z'].includes(event.key.toLowerCase());
    if (event.key === 'Escape' || travels) this.#letGo();
    if (event.key !== 'Enter') return;
    const isDue = this.#isWritten || this.#spec?.refused !== null;
    if (isDue && !this.#take()) event.stopPropagation(); // it is mended here, before anything goes on
  };
}

export const numberField = directive(NumberField);
