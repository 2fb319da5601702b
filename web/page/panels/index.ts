import { html, type nothing, type TemplateResult } from 'lit';
import { report } from '../browser/report';
import { noticeWords } from '../i18n/notices';
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
import { notices } from './notices';
import { proof } from './proof';
import { sentence } from './sentence';
import { signs } from './signs';
import { stepper } from './stepper';
import { takeaway } from './takeaway';

/** The stops stay in sight as far as what they are stops of. */
const workshop: Panel = (view) =>
  html`<div class="workshop">
    <div class="stuck">${stepper(view)} ${borrowed(view)}</div>
    ${[keys, figure, code].map((panel) => panel(view))}
  </div>`;

/** What the page consists of, from top to bottom. A further panel is one file and one line here. */
const panels: readonly Panel[] = [
  notices,
  sentence,
  examples,
  controls,
  workshop,
  lesson,
  large,
  proof,
  takeaway,
  bring,
  signs,
];

/** A part that cannot be drawn leaves the others as they are. */
function drawn(panel: Panel, view: View): TemplateResult | typeof nothing {
  try {
    return panel(view);
  } catch (error) {
    report(error);
    const reason = error instanceof Error ? error.message : String(error);
    return html`<p class="problem">${noticeWords[view.state.language].panel(reason)}</p>`;
  }
}

export const page = (view: View): TemplateResult => html`
  <a class="skip" href="#figure" @click=${toFigure}>${view.t.skip}</a>
  ${header(view)}
  <main>${panels.map((panel) => drawn(panel, view))}</main>
  ${footer(view)}
  <div class="sr" aria-live="polite">${view.announcement}</div>
`;

function toFigure(event: Event): void {
  event.preventDefault(); // the address holds the state
  document.querySelector<HTMLElement>('x-matrix .c[tabindex]')?.focus();
}
