// What the site around the element says: its language, and whether it is dark. Both may change while it is looked at.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { viewOf } from '../browser/view';
import type { Scheme } from '../widgets/ramp';

export class Site implements ReactiveController {
  /** That of the nearest `lang` attribute. */
  language = '';
  scheme: Scheme = 'light';

  readonly #host: ReactiveControllerHost & HTMLElement;
  #stop: (() => void)[] = [];

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    const { ownerDocument: document } = this.#host;
    const view = viewOf(this.#host);
    const all = [...around(this.#host)];
    if (view?.MutationObserver) {
      const changes = new view.MutationObserver(this.#look);
      for (const element of all) changes.observe(element, { attributes: true });
      if (document.head)
        changes.observe(document.head, { subtree: true, childList: true, characterData: true, attributes: true });
      this.#stop.push(() => changes.disconnect());
    }
    const prefers = view?.matchMedia?.(prefersDark);
    this.#listen(prefers, 'change', this.#look);
    // Style sheets that arrive, and colours that have turned slowly.
    this.#listen(document, 'load', ({ target }) => (target as Element).localName === 'link' && this.#look());
    this.#listen(document, 'transitionend', ({ target }) => all.includes(target as Element) && this.#look());
    this.#look();
  }

  hostDisconnected(): void {
    for (const stop of this.#stop.splice(0)) stop();
  }

  #listen(to: EventTarget | undefined, type: string, heard: (event: Event) => void): void {
    to?.addEventListener?.(type, heard, true);
    this.#stop.push(() => to?.removeEventListener?.(type, heard, true));
  }

  readonly #look = (): void => {
    const [scheme, language] = [schemeOf(this.#host), languageOf(this.#host)];
    if (scheme === this.scheme && language === this.language) return;
    Object.assign(this, { scheme, language });
    this.#host.requestUpdate();
  };
}

const prefersDark = '(prefers-color-scheme: dark)';

/** The element, and what it is in, out of every shadow root. */
function* around(element: Element): Generator<Element> {
  for (let at: Element | null | undefined = element; at; at = outside(at)) yield at;
}

const outside = (element: Element): Element | null | undefined =>
  element.assignedSlot ?? element.parentElement ?? (element.parentNode as Partial<ShadowRoot> | null)?.host;

function languageOf(host: Element): string {
  for (const element of around(host)) {
    const language = element.getAttribute('lang');
    if (language) return language;
  }
  return '';
}

/** As the site says by `color-scheme`, else by the colour it has behind the element, else as the system is. */
function schemeOf(host: Element): Scheme {
  const view = viewOf(host);
  const meta = host.ownerDocument.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content ?? '';
  const set = view?.getComputedStyle?.(host).colorScheme ?? '';
  const said = set === 'normal' || set === '' ? meta : set;
  const [dark, light] = [/\bdark\b/.test(said), /\blight\b/.test(said)];
  if (dark !== light) return dark ? 'dark' : 'light';
  for (const element of around(host)) {
    const lightness = lightnessOf(view?.getComputedStyle?.(element).backgroundColor ?? '');
    if (lightness !== undefined) return lightness < 0.5 ? 'dark' : 'light';
  }
  return view?.matchMedia?.(prefersDark)?.matches ? 'dark' : 'light';
}

/** 0 to 1, of a colour as browsers compute it; undefined where it lets through what is behind it. */
function lightnessOf(colour: string): number | undefined {
  const [, kind = '', inside = ''] = /^([a-z]+)\((.*)\)$/.exec(colour) ?? [];
  const [first = 0, second = 0, third = 0, alpha = 1] = inside
    .replace(/^[a-z][\w-]*/, '') // color() names its space first
    .split(/[\s,/]+/)
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('%') ? Number.parseFloat(part) / 100 : Number.parseFloat(part) || 0));
  if (kind === '' || alpha < 0.5) return undefined;
  if (kind.startsWith('ok')) return first;
  if (kind.startsWith('l')) return first / 100;
  return (0.299 * first + 0.587 * second + 0.114 * third) / (kind.startsWith('rgb') ? 255 : 1);
}
