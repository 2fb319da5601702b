// A long text on request: what it takes comes when it is opened.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { largeWords } from '../../i18n/large';
import type { View } from '../../view';
import { Arrival } from '../arrival';
import '../deep.css';

/** An element, because a long text and its map concern nothing else on the page. */
class Large extends LitElement {
  static override properties = { view: { attribute: false }, open: { state: true } };

  declare view: View;
  declare open: boolean;
  /** Comes with the first opening, and stays: what is written there is not lost when it is closed. */
  readonly #desk = new Arrival(this, () => import('./desk'));

  constructor() {
    super();
    this.open = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  readonly #toggle = (): void => {
    this.open = !this.open;
    if (this.open) void this.#desk.ask();
  };

  protected override render(): TemplateResult {
    const { view, open } = this;
    const desk = this.#desk.value?.desk;
    const t = largeWords[view.state.language];
    return html`<section id="large" class="deep large" aria-labelledby="large-title">
      <h2 id="large-title">${t.title}</h2>
      <p class="sub">${t.say}</p>
      <div class="do">
        <button class="act" aria-expanded=${open} @click=${this.#toggle}>${open ? t.close : t.open}</button>
      </div>
      ${desk ? desk(view, open) : open ? this.#desk.complaint(view.state.language) : nothing}
    </section>`;
  }
}

customElements.define('x-large', Large);

export const large = (view: View): TemplateResult => html`<x-large .view=${view}></x-large>`;
