// A person's own numbers: into the figure, or to look at. The panel says so; how it is done comes when it is opened.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { bringWords } from '../../i18n/bring';
import type { View } from '../../view';
import '../deep.css';
import type { Brought } from './brought';
import type { Desk } from './desk';

/** An element, because what is brought concerns nothing else on the page before it is put into the figure. */
class Bring extends LitElement {
  static override properties = {
    view: { attribute: false },
    desk: { state: true },
    brought: { state: true },
  };

  declare view: View;
  declare desk: Desk | undefined;
  declare brought: Brought | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  readonly #open = async (): Promise<Desk> => {
    this.desk ??= await import('./desk');
    this.brought ??= this.desk.nothingBrought;
    return this.desk;
  };

  readonly #toggle = async (): Promise<void> => {
    if (this.desk) this.desk = undefined;
    else await this.#open();
  };

  /** Files that are dropped anywhere on the panel. */
  readonly #drop = async (event: DragEvent): Promise<void> => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    await this.#open();
    await this.#add(files);
  };

  readonly #add = async (files: readonly File[]): Promise<void> => {
    if (!this.desk || !this.brought) return;
    this.brought = await this.desk.withFiles(this.brought, files, this.view.state.language);
  };

  protected override render(): TemplateResult {
    const { view, desk, brought } = this;
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
        <button class="act" aria-expanded=${desk !== undefined} @click=${this.#toggle}>${desk ? t.close : t.open}</button>
      </div>
      ${
        desk && brought
          ? desk.desk({
              view,
              t,
              brought,
              set: (now) => {
                this.brought = now;
              },
              add: this.#add,
            })
          : nothing
      }
    </section>`;
  }
}

customElements.define('x-bring', Bring);

export const bring = (view: View): TemplateResult => html`<x-bring .view=${view}></x-bring>`;
