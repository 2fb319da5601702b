import './css/tokens.css';
import './css/base.css';
import { render } from 'lit';
import { load } from 'xattention';
import { App, initialModel, viewOf } from './app';
import { languageTags } from './i18n';
import { listenToKeys } from './keys';
import { fromHash, toHash } from './model/hash';
import { type Language, languages, type State, type Theme, themes } from './model/state';
import { keepForOffline } from './offline/register';
import { page } from './panels';
import { defineWidgets } from './widgets';

const remembered = {
  read(): { language: Language; theme: Theme } {
    const chosen = languages.find((language) => language === localStorage.getItem('language'));
    const language = chosen ?? (navigator.language.startsWith('zh') ? 'zh' : 'en');
    return { language, theme: themes.find((theme) => theme === localStorage.getItem('theme')) ?? 'auto' };
  },
  write({ language, theme }: State): void {
    localStorage.setItem('language', language);
    localStorage.setItem('theme', theme);
  },
};

function restored(): State {
  const { language, theme } = remembered.read();
  const state = fromHash(location.hash, language);
  return state.theme === 'auto' ? { ...state, theme } : state;
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const root = document.getElementById('page') as HTMLElement;
const app = new App(initialModel(restored(), innerWidth, prefersDark.matches));
const { store, actions } = app;

let drawing = 0;
function draw(): void {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(() => {
    const view = viewOf(store.value, actions);
    const { documentElement } = document;
    documentElement.lang = languageTags[view.state.language];
    documentElement.dataset.theme = view.scheme;
    documentElement.dataset.layout = view.wide ? 'wide' : 'narrow';
    document.title = view.t.title;
    render(page(view), root);
  });
}

store.subscribe((now, before) => {
  if (now.state !== before.state) {
    const hash = toHash(now.state);
    if (hash !== location.hash) history.replaceState(null, '', hash);
    if (now.state.language !== before.state.language || now.state.theme !== before.state.theme)
      remembered.write(now.state);
  }
  draw();
});
addEventListener('hashchange', () => app.restore(restored()));
addEventListener('resize', () => store.set({ width: innerWidth }));
prefersDark.addEventListener('change', ({ matches: dark }) => store.set({ dark }));
listenToKeys(root, store, actions);

defineWidgets();
draw();
void app.start(load()).then(keepForOffline);
