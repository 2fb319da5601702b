// What can be taken away. The panel says so; what it offers comes when it is opened.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { type TakeawayWords, takeawayWords } from '../../i18n/takeaway';
import { recipeOf } from '../../model/recipe';
import type { View } from '../../view';
import { Arrival } from '../arrival';
import '../deep.css';
import type { Choice } from './offer';
import './takeaway.css';

/** An element, because what is chosen here concerns nothing else on the page. */
class Takeaway extends LitElement {
  static override properties = { view: { attribute: false }, open: { state: true }, choice: { state: true } };

  declare view: View;
  declare open: boolean;
  declare choice: Choice;
  readonly #offer = new Arrival(this, () => import('./offer'));

  constructor() {
    super();
    this.open = false;
    this.choice = { stage: null, program: 'pytorch', said: nothing };
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  readonly #toggle = (): void => {
    this.open = !this.open;
    if (this.open) void this.#offer.ask();
  };

  readonly #choose = (patch: Partial<Choice>): void => {
    this.choice = { ...this.choice, said: nothing, ...patch };
  };

  protected override render(): TemplateResult {
    const { view, open } = this;
    const t = takeawayWords[view.state.language];
    return html`<section id="takeaway" class="deep takeaway" aria-labelledby="takeaway-title">
      <h2 id="takeaway-title">${t.title}</h2>
      <p class="sub">${t.say}</p>
      <div class="do">
        <button class="act" aria-expanded=${open} @click=${this.#toggle}>${open ? t.close : t.open}</button>
      </div>
      ${open ? this.#offered(t) : nothing}
    </section>`;
  }

  #offered(t: TakeawayWords): TemplateResult | typeof nothing {
    const { view, choice } = this;
    const recipe = recipeOf(view.picture);
    if (!recipe) return html`<p class="sub">${t.empty}</p>`;
    const offer = this.#offer.value?.offer;
    return offer
      ? offer({ view, t, recipe, choice, choose: this.#choose })
      : this.#offer.complaint(view.state.language);
  }
}

customElements.define('x-takeaway', Takeaway);

export const takeaway = (view: View): TemplateResult => html`<x-takeaway .view=${view}></x-takeaway>`;
