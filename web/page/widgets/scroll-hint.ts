// Says of a line that scrolls sideways on which side it goes on, for the style sheet to show it: data-more="left right".
import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

class ScrollHint extends Directive {
  #line: Element | undefined;
  #content: Element | null = null;
  readonly #mark = (): void => mark(this.#line as HTMLElement);
  readonly #sizes = 'ResizeObserver' in globalThis ? new ResizeObserver(this.#mark) : undefined;

  #chosen: string | undefined;

  override render(_chosen?: string): symbol {
    return noChange;
  }

  override update({ element }: ElementPart, [chosen]: [chosen?: string]): symbol {
    if (!this.#line) {
      this.#line = element;
      element.addEventListener('scroll', this.#mark, { passive: true });
      this.#sizes?.observe(element);
      queueMicrotask(() => this.#watchContent()); // what is in it is drawn after it
    } else this.#watchContent();
    if (chosen !== this.#chosen) queueMicrotask(() => keepInSight(element.querySelector('[aria-checked="true"]')));
    this.#chosen = chosen;
    return noChange;
  }

  #watchContent(): void {
    const content = this.#line?.firstElementChild ?? null;
    if (content === this.#content) return;
    if (this.#content) this.#sizes?.unobserve(this.#content);
    if (content) this.#sizes?.observe(content);
    this.#content = content;
  }
}

function mark(line: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = line;
  const sides = [...(scrollLeft > 1 ? ['left'] : []), ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['right'] : [])];
  const more = sides.join(' ');
  if (line.dataset.more !== more) line.dataset.more = more;
}

/** `<div ${scrollHint()}>`; with a name of what is chosen in it, that comes into sight whenever it is another. */
export const scrollHint = directive(ScrollHint);

/** Moves an item of such a line to its middle, and nothing else on the page. */
export function keepInSight(item?: Element | null): void {
  requestAnimationFrame(() => {
    const line = item?.closest('[data-more]');
    if (!item || !line) return;
    const [inner, outer] = [item.getBoundingClientRect(), line.getBoundingClientRect()];
    line.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  });
}
