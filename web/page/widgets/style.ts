// Sets CSS properties through the object model, never as a style attribute,
// so that the page works under a policy without 'unsafe-inline'.
import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

export type Properties = Readonly<Record<string, string | number | null>>;

class StyleDirective extends Directive {
  /** What is set: most of it stays from one drawing to the next. */
  #set: Properties = {};

  override render(_properties: Properties): symbol {
    return noChange;
  }

  override update(part: ElementPart, [properties]: [Properties]): symbol {
    const { style } = part.element as HTMLElement;
    for (const name in this.#set) if (!(name in properties)) style.removeProperty(name);
    for (const name in properties) {
      const value = properties[name] ?? null;
      if (value === (this.#set[name] ?? null)) continue;
      if (value === null) style.removeProperty(name);
      else style.setProperty(name, String(value));
    }
    this.#set = properties;
    return noChange;
  }
}

/** `<i ${style({ '--m': 0.5, left: '3px' })}></i>` */
export const style = directive(StyleDirective);
