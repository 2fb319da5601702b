import './css/tokens.css';
import './css/base.css';
import './css/forced-colours.css';
import './css/print.css';
import { render } from 'lit';
import { load, loadWasm } from 'xattention';
import { App, initialModel, viewOf } from './app';
import { Address } from './browser/address';
import { recall, remember } from './browser/storage';
import { outliveTranslation } from './browser/translation';
import { languageTags } from './i18n';
import { listenToKeys } from './keys';
import { fromHash, toHash } from './model/hash';
import { type Language, languages, type State, type Theme, themes } from './model/state';
import { keepForOffline } from './offline/register';
import { page } from './panels';
import { defineWidgets } from './widgets';
import { onScreenChange, unit } from './widgets/screen';

const remembered = {
  read(): { language: Language; theme: Theme } {
    const chosen = languages.find((language) => language === recall('language'));
    const language = chosen ?? (navigator.language?.startsWith('zh') ? 'zh' : 'en');
    return { language, theme: themes.find((theme) => theme === recall('theme')) ?? 'auto' };
  },
  write({ language, theme }: State): void {
    remember('language', language);
    remember('theme', theme);
  },
};

function restored(): State {
  const { language, theme } = remembered.read();
  const state = fromHash(location.hash, language);
  return state.theme === 'auto' ? { ...state, theme } : state;
}

const prefersDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const root = document.getElementById('page') as HTMLElement;
const app = new App(initialModel(restored(), innerWidth / unit(), prefersDark?.matches ?? false), load, loadWasm);
const { store, actions } = app;

/** What is set at the root is looked at by every style: only what differs is set. */
function dress(attributes: Record<string, string>): void {
  const { documentElement: page } = document;
  for (const [name, value] of Object.entries(attributes))
    if (page.getAttribute(name) !== value) page.setAttribute(name, value);
}

let drawing = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;

// New numbers are mostly there within a frame: to draw without them first would only keep them waiting.
const patience = 30;

/** With the next frame, and before what was asked of that frame since: a drawing keeps its turn. */
function drawSoon(): void {
  drawing ||= requestAnimationFrame(draw);
}

function draw(): void {
  clearTimeout(waiting);
  cancelAnimationFrame(drawing);
  waiting = undefined;
  drawing = 0;
  const view = viewOf(store.value, actions);
  dress({
    lang: languageTags[view.state.language],
    'data-theme': view.scheme,
    'data-layout': view.wide ? 'wide' : 'narrow',
  });
  if (document.title !== view.t.title) document.title = view.t.title;
  render(page(view), root);
}

const address = new Address(
  () => toHash(store.value.state),
  () => app.restore(restored()),
);

store.subscribe((now, before) => {
  if (now.state === before.state) return;
  address.writeSoon();
  if (now.state.language !== before.state.language || now.state.theme !== before.state.theme)
    remembered.write(now.state);
});
store.subscribe((now, before) => {
  // Another example, or a person's own numbers, bring other fields: these are there with the next frame.
  const sameFields = now.state.example === before.state.example && now.state.given === before.state.given;
  const sameCell = now.state.at === before.state.at;
  if (now.picture !== before.picture) draw();
  else if (now.computing && sameFields && sameCell) waiting ??= setTimeout(drawSoon, patience);
  else drawSoon();
});
const measure = () => store.set({ width: innerWidth / unit() });
addEventListener('resize', measure);
onScreenChange(measure);
prefersDark?.addEventListener?.('change', ({ matches: dark }) => store.set({ dark }));
listenToKeys(root, store, actions, draw);
outliveTranslation(root);

/** Before paper is laid out, not with the next frame. */
function print(printing: boolean): void {
  store.set({ printing });
  draw();
}
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));

defineWidgets();
draw();
document.getElementById('unopened')?.remove(); // from here on the page speaks for itself
void app.start().then(keepForOffline);
