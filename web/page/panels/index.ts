import { html, type TemplateResult } from 'lit';
import type { Panel, View } from '../view';
import { borrowed } from './borrowed';
import { bring } from './bring';
import { code } from './code';
import { controls } from './controls';
import { examples } from './examples';
import { figure } from './figure';
import { footer } from './footer';
import { header } from './header';
import { keys } from './keys';
import { large } from './large';
import { lesson } from './lesson';
import { proof } from './proof';
import { sentence } from './sentence';
import { signs } from './signs';
import { stepper } from './stepper';
import { takeaway } from './takeaway';

/** The stops stay in sight as far as what they are stops of. */
const workshop: Panel = (view) =>
  html`<div class="workshop">${[stepper, keys, figure, code].map((panel) => panel(view))}</div>`;

/** What the page consists of, from top to bottom. A further panel is one file and one line here. */
const panels: readonly Panel[] = [
  sentence,
  examples,
  controls,
  borrowed,
  workshop,
  lesson,
  large,
  proof,
  takeaway,
  bring,
  signs,
];

export const page = (view: View): TemplateResult => html`
  <a class="skip" href="#figure" @click=${toFigure}>${view.t.skip}</a>
  ${header(view)}
  <main>${panels.map((panel) => panel(view))}</main>
  ${footer(view)}
  <div class="sr" aria-live="polite">${view.announcement}</div>
`;

function toFigure(event: Event): void {
  event.preventDefault(); // the address holds the state
  document.querySelector<HTMLElement>('x-matrix .c[tabindex]')?.focus();
}
