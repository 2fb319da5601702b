// A person's own numbers: into the figure, or to look at. The panel says so; how it is done comes when it is opened.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { bringWords } from '../../i18n/bring';
import type { View } from '../../view';
import { Arrival } from '../arrival';
import '../deep.css';
import type { Brought } from './brought';

/** An element, because what is brought concerns nothing else on the page before it is put into the figure. */
class Bring extends LitElement {
  static override properties = {
    view: { attribute: false },
    open: { state: true },
    brought: { state: true },
  };

  declare view: View;
  declare open: boolean;
  declare brought: Brought | undefined;

  readonly #desk = new Arrival(this, () => import('./desk'));

  constructor() {
    super();
    this.open = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  async #unfold(): Promise<void> {
    this.open = true;
    const desk = await this.#desk.ask();
    this.brought ??= desk?.nothingBrought;
  }

  readonly #toggle = (): void => {
    if (this.open) this.open = false;
    else void this.#unfold();
  };

  /** Files that are dropped anywhere on the panel. */
  readonly #drop = async (event: DragEvent): Promise<void> => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    await this.#unfold();
    await this.#add(files);
  };

  readonly #add = async (files: readonly File[]): Promise<void> => {
    const desk = this.#desk.value;
    if (!desk || !this.brought) return;
    this.brought = await desk.withFiles(this.brought, files, this.view.state.language);
  };

  protected override render(): TemplateResult {
    const { view, open, brought } = this;
    const desk = this.#desk.value;
    const t = bringWords[view.state.language];
    return html`<section
      id="bring"
      class="deep bring"
      aria-labelledby="bring-title"
      @dragover=${(event: DragEvent) => event.preventDefault()}
      @drop=${this.#drop}
    >
      <h2 id="bring-title">${t.title}</h2>
      <p class="sub">${t.say}</p>
      <div class="do">
        <button class="act" aria-expanded=${open} @click=${this.#toggle}>${open ? t.close : t.open}</button>
      </div>
      ${
        open && desk
          ? desk.desk({
              view,
              t,
              brought: brought ?? desk.nothingBrought,
              set: (now) => {
                this.brought = now;
              },
              add: this.#add,
            })
          : open
            ? this.#desk.complaint(view.state.language)
            : nothing
      }
    </section>`;
  }
}

customElements.define('x-bring', Bring);

export const bring = (view: View): TemplateResult => html`<x-bring .view=${view}></x-bring>`;
