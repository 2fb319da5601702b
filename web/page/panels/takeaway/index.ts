// What can be taken away. The panel says so; what it offers comes when it is opened.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { takeawayWords } from '../../i18n/takeaway';
import { recipeOf } from '../../model/recipe';
import type { View } from '../../view';
import '../deep.css';
import type { Choice, Offer } from './offer';
import './takeaway.css';

/** An element, because what is chosen here concerns nothing else on the page. */
class Takeaway extends LitElement {
  static override properties = { view: { attribute: false }, offer: { state: true }, choice: { state: true } };

  declare view: View;
  declare offer: Offer | undefined;
  declare choice: Choice;

  constructor() {
    super();
    this.choice = { stage: null, program: 'pytorch', said: nothing };
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  readonly #toggle = async (): Promise<void> => {
    this.offer = this.offer ? undefined : (await import('./offer')).offer;
  };

  readonly #choose = (patch: Partial<Choice>): void => {
    this.choice = { ...this.choice, said: nothing, ...patch };
  };

  protected override render(): TemplateResult {
    const { view, offer, choice } = this;
    const t = takeawayWords[view.state.language];
    const recipe = recipeOf(view.picture);
    return html`<section id="takeaway" class="deep takeaway" aria-labelledby="takeaway-title">
      <h2 id="takeaway-title">${t.title}</h2>
      <p class="sub">${t.say}</p>
      <div class="do">
        <button class="act" aria-expanded=${offer !== undefined} @click=${this.#toggle}>${offer ? t.close : t.open}</button>
      </div>
      ${offer ? (recipe ? offer({ view, t, recipe, choice, choose: this.#choose }) : html`<p class="sub">${t.empty}</p>`) : nothing}
    </section>`;
  }
}

customElements.define('x-takeaway', Takeaway);

export const takeaway = (view: View): TemplateResult => html`<x-takeaway .view=${view}></x-takeaway>`;
