// Sets CSS properties through the object model, never as a style attribute,
// so that the page works under a policy without 'unsafe-inline'.
import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

export type Properties = Readonly<Record<string, string | number | null>>;

class StyleDirective extends Directive {
  #set: string[] = [];

  override render(_properties: Properties): symbol {
    return noChange;
  }

  override update(part: ElementPart, [properties]: [Properties]): symbol {
    const { style } = part.element as HTMLElement;
    for (const name of this.#set) if (!(name in properties)) style.removeProperty(name);
    for (const [name, value] of Object.entries(properties)) {
      if (value === null) style.removeProperty(name);
      else style.setProperty(name, String(value));
    }
    this.#set = Object.keys(properties);
    return noChange;
  }
}

/** `<i ${style({ '--m': 0.5, left: '3px' })}></i>` */
export const style = directive(StyleDirective);
