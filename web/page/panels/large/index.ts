// A long text on request: what it takes comes when it is opened.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { largeWords } from '../../i18n/large';
import type { View } from '../../view';
import '../deep.css';

/** An element, because a long text and its map concern nothing else on the page. */
class Large extends LitElement {
  static override properties = { view: { attribute: false }, desk: { state: true }, open: { state: true } };

  declare view: View;
  declare open: boolean;
  /** Comes with the first opening, and stays: what is written there is not lost when it is closed. */
  declare desk: typeof import('./desk').desk | undefined;

  constructor() {
    super();
    this.open = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  readonly #toggle = async (): Promise<void> => {
    this.open = !this.open;
    this.desk ??= (await import('./desk')).desk;
  };

  protected override render(): TemplateResult {
    const { view, desk, open } = this;
    const t = largeWords[view.state.language];
    return html`<section id="large" class="deep large" aria-labelledby="large-title">
      <h2 id="large-title">${t.title}</h2>
      <p class="sub">${t.say}</p>
      <div class="do">
        <button class="act" aria-expanded=${open} @click=${this.#toggle}>${open ? t.close : t.open}</button>
      </div>
      ${desk ? desk(view, open) : nothing}
    </section>`;
  }
}

customElements.define('x-large', Large);

export const large = (view: View): TemplateResult => html`<x-large .view=${view}></x-large>`;
