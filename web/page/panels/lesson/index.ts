// The lesson: 21 titles from the start, and what stands under them when somebody comes to read it.
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { type Sighting, seesSight, type Watch, watchSight } from '../../browser/observers';
import { lessonWords } from '../../i18n/lesson';
import { drawnFrom } from '../../lesson/drawn-from';
import type { Section } from '../../lesson/section';
import { titles } from '../../lesson/titles';
import type { View } from '../../view';
import { Arrival } from '../arrival';
import { body } from './body';
import { contents } from './contents';
import './lesson.css';

/** How far outside the screen a section is made. */
const reach = '400px 0px';
/** The section across this line is the one being read. */
const line = '-25% 0px -74% 0px';

/** An element, because it fetches its sections, and knows which are near. */
class Lesson extends LitElement {
  static override properties = {
    view: { attribute: false },
    near: { state: true },
    reading: { state: true },
  };

  declare view: View;
  /** The sections whose experiments are made. */
  declare near: ReadonlySet<number>;
  /** The section on screen. */
  declare reading: number | null;
  readonly #sections = new Arrival(this, () => import('../../lesson/sections'));
  /** A section to go to as soon as it is there. */
  #goal: number | null = null;
  #watching: Watch[] = [];

  constructor() {
    super();
    this.near = new Set();
    this.reading = null;
    this.addEventListener('click', this.#follow);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#aim();
    addEventListener('hashchange', this.#aim);
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      addEventListener(type, this.#letGo, { passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#aim);
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) removeEventListener(type, this.#letGo);
    for (const watch of this.#watching) watch.disconnect();
    this.#watching = [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Puts a section into the address and goes there. */
  go(section: number): void {
    this.view.act.readSection(section);
    this.#goal = section;
    this.requestUpdate();
  }

  /** The address asks for a section. */
  readonly #aim = (): void => {
    this.#goal = Number(/^#s(\d+)/.exec(location.hash)?.[1] ?? 0) || null;
  };

  /** Whoever scrolls away while things are still arriving is not brought back. */
  readonly #letGo = (): void => {
    this.#goal = null;
  };

  readonly #follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a[href^="#s"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); // the address holds the state
    this.go(Number(link.getAttribute('href')?.slice(2)));
    this.querySelector<HTMLDetailsElement>('.contents details')?.removeAttribute('open');
  };

  get #settled(): boolean {
    const { picture, problem } = this.view;
    return picture.stages.output !== undefined || picture.numSteps === 0 || problem !== null;
  }

  get sections(): readonly Section[] | undefined {
    return this.#sections.value?.sections;
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const goal = this.#goal;
    if (goal !== null && this.sections && !this.near.has(goal)) this.#approach([goal - 1, goal, goal + 1]);
  }

  #approach(sections: readonly number[]): void {
    this.near = new Set([...this.near, ...sections]);
  }

  protected override render(): TemplateResult {
    const { view, sections, near } = this;
    const t = lessonWords[view.state.language];
    const now = this.reading ?? view.state.section;
    return html`<section class="sections" aria-labelledby="lesson-title">
      <h2 id="lesson-title">${t.title}</h2>
      <p class="sub">${t.say}</p>
      ${guard([view.state.language, view.wide, now], () => contents(view, now))}
      <p>${this.#sections.complaint(view.state.language)}</p>
      ${guard([...drawnFrom(view), sections, near], () =>
        titles.map((_, i) => {
          const section = sections?.find(({ number }) => number === i + 1);
          return body(view, i + 1, { section, near: near.has(i + 1) });
        }),
      )}
    </section>`;
  }

  protected override updated(_changed: PropertyValues): void {
    if (!this.sections && !this.#sections.failed) {
      if (this.#goal !== null) void this.#sections.ask();
      else if (this.#settled) whenIdle(this.#sections.ask);
    }
    if (this.sections && this.#watching.length === 0) this.#watch();
    if (this.#goal !== null) this.#scrollTo(this.#goal);
  }

  #scrollTo(section: number): void {
    const title = this.querySelector<HTMLElement>(`#s${section} h3`);
    title?.focus({ preventScroll: true });
    title?.parentElement?.scrollIntoView();
    if (!title || (this.sections && this.#settled)) this.#goal = null;
  }

  #watch(): void {
    const number = ({ target }: Sighting) => Number(target.id.slice(1));
    const nearing = watchSight((sightings) => {
      const come = sightings.filter(({ isIntersecting }) => isIntersecting).map(number);
      if (come.some((section) => !this.near.has(section))) this.#approach(come);
    }, reach);
    const reading = watchSight((sightings) => {
      const left = sightings.some((one) => !one.isIntersecting && number(one) === this.reading);
      const come = sightings.filter(({ isIntersecting }) => isIntersecting).map(number);
      this.reading = come.at(-1) ?? (left ? null : this.reading);
    }, line);
    this.#watching = seesSight() ? [nearing, reading] : [nearing];
    for (const section of this.querySelectorAll('.section')) for (const watch of this.#watching) watch.observe(section);
  }
}

customElements.define('x-lesson', Lesson);

/** Safari has no idle callbacks. */
const whenIdle = (run: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200);

export const lesson = (view: View): TemplateResult => html`<x-lesson .view=${view}></x-lesson>`;

/** From anywhere on the page to a section. */
export const goToSection = (section: number): void => document.querySelector<Lesson>('x-lesson')?.go(section);
