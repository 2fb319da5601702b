// On request: the numbers on screen, computed again by every variant of the engine.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { load } from 'xattention';
import { arrival } from '../../browser/arrivals';
import { proofWords } from '../../i18n/proof';
import type { Picture } from '../../model/picture';
import type { Entry } from '../../model/proof';
import { recipeOf } from '../../model/recipe';
import type { View } from '../../view';
import '../deep.css';
import './proof.css';

/** An element, because a proof belongs to one picture and goes when that does. */
class Proof extends LitElement {
  static override properties = {
    view: { attribute: false },
    entries: { state: true },
    running: { state: true },
    failure: { state: true },
  };

  declare view: View;
  declare entries: readonly Entry[];
  declare running: boolean;
  declare failure: unknown;
  #picture: Picture | undefined;
  #ticket = 0;
  /** Comes with the first check. */
  #table: typeof import('./table').table | undefined;

  constructor() {
    super();
    this.#clear();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(_changed: PropertyValues): void {
    if (this.view.picture === this.#picture) return;
    this.#picture = this.view.picture;
    this.#clear();
  }

  readonly #clear = (): void => {
    this.#ticket += 1; // what still runs is not listened to any more
    this.entries = [];
    this.running = false;
    this.failure = null;
  };

  readonly #check = async (): Promise<void> => {
    const recipe = recipeOf(this.view.picture);
    if (!recipe) return;
    this.#clear();
    const ticket = this.#ticket;
    this.running = true;
    try {
      const [{ prove }, { table }] = await arrival(() => Promise.all([import('../../model/proof'), import('./table')]));
      this.#table = table;
      for await (const entry of prove(recipe, load)) {
        if (ticket !== this.#ticket) return;
        this.entries = [...this.entries, entry];
      }
    } catch (error) {
      if (ticket === this.#ticket) this.failure = error;
    }
    if (ticket === this.#ticket) this.running = false;
  };

  protected override render(): TemplateResult {
    const { view, entries, running, failure } = this;
    const t = proofWords[view.state.language];
    const possible = recipeOf(view.picture) !== undefined;
    const last = entries.at(-1);
    return html`<section id="proof" class="deep proof" aria-labelledby="proof-title">
      <h2 id="proof-title">${t.title}</h2>
      <p class="sub">${t.say}</p>
      <div class="do">
        ${
          running
            ? html`<button class="act" @click=${this.#clear}>${t.cancel}</button>`
            : html`<button class="act" ?disabled=${!possible} @click=${this.#check}>${last || failure !== null ? t.again : t.check}</button>`
        }
        <p role="status">
          ${running ? t.running : !possible ? t.empty : failure === null ? nothing : html`<span class="problem">${t.failed(failure)}</span>`}
        </p>
      </div>
      ${this.#table && last ? this.#table(view, t, entries) : nothing}
    </section>`;
  }
}

customElements.define('x-proof', Proof);

export const proof = (view: View): TemplateResult => html`<x-proof .view=${view}></x-proof>`;
