// How a field of text behaves, wherever it stands: what an input method composes is told when it is done, as one change.
import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

type Field = HTMLTextAreaElement | HTMLInputElement;
type Write = (text: string) => void;

class TextField extends Directive {
  #field: Field | undefined;
  #write: Write | undefined;
  #isComposing = false;

  override render(_text: string, _write: Write): symbol {
    return noChange;
  }

  override update({ element }: ElementPart, [text, write]: [string, Write]): symbol {
    this.#write = write;
    this.#field ??= this.#listenTo(element as Field);
    // To set it in the middle would end the composition.
    if (!this.#isComposing && this.#field.value !== text) this.#field.value = text;
    return noChange;
  }

  #listenTo(field: Field): Field {
    field.addEventListener('compositionstart', () => {
      this.#isComposing = true;
    });
    // Some input methods end without a last `input`, some without an end.
    for (const type of ['compositionend', 'blur', 'input']) field.addEventListener(type, this.#tell);
    return field;
  }

  readonly #tell = (event: Event): void => {
    if (event.type === 'input') {
      if (!this.#isComposing) this.#write?.(this.#field?.value ?? '');
    } else if (this.#isComposing) {
      this.#isComposing = false;
      this.#write?.(this.#field?.value ?? '');
    }
  };
}

/** `<textarea ${textField(text, write)}></textarea>` */
export const textField = directive(TextField);
