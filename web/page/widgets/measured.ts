// What a drawing over other elements has in common with others: where they lie is measured, in the page itself.
import { LitElement, type PropertyValues } from 'lit';
import { watchSize } from '../browser/observers';
import { beforeFrame } from '../browser/view';
import { unit } from './screen';

export abstract class Measured extends LitElement {
  /** Changes whenever what is measured may have moved; only then is it measured again. */
  declare version: string;

  readonly #resizes = watchSize(() => this.measure());

  /** Asks where things lie, and keeps it for the next drawing. */
  protected abstract measure(): void;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.parentElement) this.#resizes.observe(this.parentElement);
    void this.ownerDocument.fonts?.ready.then(() => this.measure());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
  }

  /** Who writes sees what it does at once; only what changes between the same words may ease. */
  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('version')) this.toggleAttribute('data-still', true);
    else if (changed.has('shares')) this.toggleAttribute('data-still', false);
  }

  protected override updated(changed: PropertyValues): void {
    // All is laid out by the next frame; to ask before would have it done twice.
    if (changed.has('version')) beforeFrame(this, () => this.measure());
  }

  /** Tells of elements where they lie from this element's corner, in lengths of ours; a drawing is enlarged as a whole. */
  protected ruler(): (element: Element) => Pick<DOMRect, 'left' | 'top' | 'width' | 'height'> {
    const corner = this.getBoundingClientRect();
    const size = unit();
    return (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return {
        left: (left - corner.left) / size,
        top: (top - corner.top) / size,
        width: width / size,
        height: height / size,
      };
    };
  }

  /** The middles of the parent's elements, from this element's left edge. */
  protected centres(of: string): number[] {
    const boxOf = this.ruler();
    return [...(this.parentElement?.querySelectorAll(of) ?? [])].map((item) => {
      const { left, width } = boxOf(item);
      return left + width / 2;
    });
  }
}
