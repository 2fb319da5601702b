// A long text, and everything done with it: counted as it is written, read on request, looked at piece by piece. What
// takes longer than a moment runs in blocks in the core, says how far it is, and can be given up.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { textIn } from '../../files/text';
import { type LargeWords, largeWords } from '../../i18n/large';
import type { Source } from '../../model/embedding';
import { LongMap } from '../../model/large/map';
import type { Reduce } from '../../model/large/patches';
import { canReadAbove, planOf, type Reader, type Sharpening } from '../../model/large/plan';
import { openReading, type Work } from '../../model/large/reading';
import { beginning, type Order } from '../../model/large/row';
import { type Excess, excessOf, tokenizeLong } from '../../model/large/text';
import type { Split } from '../../model/tokens';
import type { View } from '../../view';
import { precise } from '../../widgets/number';
import { missing } from '../arrival';
import { type Colours, coloursOf, domainOf, type Scale } from './colours';
import { field } from './field';
import { type At, MapView, type PickEvent, type Sight, type SightEvent } from './map';
import { ranking } from './ranking';
import { row } from './row';
import { mapTools, running } from './tools';
import './large.css';

export type Task = 'read' | 'reduce' | 'fetch';

/** What runs, and how much of it is done. */
export interface Running {
  task: Task;
  share: number;
}

/** What is known of the text in the field. */
export interface Text {
  text: string;
  split: Split;
  /** null while they are being counted, or where the text is not taken. */
  tokens: readonly string[] | null;
  excess: Excess | null;
  /** A file that is none of text. */
  notText: string | null;
}

/** What is chosen of how to look. */
export interface Choices {
  reader: Reader;
  sharpening: Sharpening;
  reduce: Reduce;
  scale: Scale;
  head: number;
  order: Order;
}

export class Desk extends LitElement {
  static override properties = {
    view: { attribute: false },
    open: { attribute: false },
    text: { state: true },
    choices: { state: true },
    map: { state: true },
    version: { state: true },
    at: { state: true },
    weight: { state: true },
    sight: { state: true },
    working: { state: true },
    fetching: { state: true },
    said: { state: true },
    announcement: { state: true },
  };

  declare view: View;
  /** While it is closed nothing is read again. */
  declare open: boolean;
  declare text: Text;
  declare choices: Choices;
  /** The last text that was read to its end. */
  declare map: LongMap | null;
  declare version: number;
  declare at: At;
  /** Of the selected pair; null while it is on its way. */
  declare weight: number | null;
  declare sight: Sight | null;
  /** Over the whole text, and over the tiles in sight. */
  declare working: Running | null;
  declare fetching: Running | null;
  declare said: string;
  declare announcement: string;

  /** What the map was read with; a change in the page's state reads again. */
  #readWith = '';
  #read: readonly string[] = [];
  #counting = new AbortController();
  readonly #stops = { working: new AbortController(), fetching: new AbortController() };
  #colours: { key: string; colours: Colours } | undefined;

  constructor() {
    super();
    this.text = { text: '', split: 'word', tokens: [], excess: null, notText: null };
    this.choices = { reader: 'identity', sharpening: 3, reduce: 'max', scale: 'log', head: 0, order: 'focused' };
    this.map = null;
    this.version = 0;
    this.at = { query: 0, key: 0 };
    this.weight = null;
    this.sight = null;
    this.open = true;
    this.working = null;
    this.fetching = null;
    this.said = '';
    this.announcement = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of [this.#counting, this.#stops.working, this.#stops.fetching]) stop.abort();
    this.map?.dispose();
    this.map = null;
  }

  protected override willUpdate(_changed: PropertyValues): void {
    if (this.open && this.map && this.#withNow(this.#read) !== this.#readWith) void this.read(this.#read);
  }

  get #t() {
    return largeWords[this.view.state.language];
  }

  #planOf(tokens: readonly string[]) {
    const { reader, sharpening } = this.choices;
    return planOf(this.view.state, reader, sharpening, tokens);
  }

  #withNow(tokens: readonly string[]): string {
    return JSON.stringify(this.#planOf(tokens));
  }

  readonly write = (text: string): void => {
    void this.#count({ ...this.text, text });
  };

  readonly splitBy = (split: Split): void => {
    void this.#count({ ...this.text, split });
  };

  readonly take = async (file: File): Promise<void> => {
    const excess = excessOf('bytes', file.size);
    if (excess) {
      this.text = { ...this.text, excess, notText: null };
      return;
    }
    const text = textIn(new Uint8Array(await file.arrayBuffer()));
    if (text === undefined) this.text = { ...this.text, excess: null, notText: file.name };
    else await this.#count({ ...this.text, text });
  };

  async #count(next: Pick<Text, 'text' | 'split'>): Promise<void> {
    this.#counting.abort();
    this.#counting = new AbortController();
    const { signal } = this.#counting;
    const { text, split } = next;
    const tooLong = excessOf('characters', text.length);
    this.text = { text, split, tokens: null, excess: tooLong, notText: null };
    if (tooLong) return;
    try {
      const tokens = await tokenizeLong(text, split, signal);
      const excess = excessOf('tokens', tokens.length);
      this.text = { ...this.text, tokens: excess ? null : tokens, excess };
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  readonly choose = (patch: Partial<Choices>): void => {
    const { reduce, head } = this.choices;
    this.choices = { ...this.choices, ...patch };
    if (this.choices.head !== head) this.pick({ ...this.at }, false);
    if (this.choices.reduce !== reduce) void this.#reduceBy(reduce);
  };

  /** Reads a text; a newer request takes the place of an older one. */
  async read(tokens: readonly string[]): Promise<void> {
    const { core } = this.view;
    if (!core || tokens.length === 0) return;
    const plan = this.#planOf(tokens);
    const { reduce } = this.choices;
    this.#readWith = JSON.stringify(plan);
    this.#read = tokens;
    await this.#work('working', 'read', async (work) => {
      // Vectors first, which takes no time to speak of where all words are known.
      const reading = await openReading(core, tokens, plan, {
        ...work,
        progress: (share) => work.progress(share / 10),
      });
      const map = new LongMap(reading);
      try {
        await map.read(reduce, { ...work, progress: (share) => work.progress(0.1 + share * 0.9) });
      } catch (error) {
        map.dispose();
        throw error;
      }
      this.#show(map);
    });
    void this.#reduceBy(reduce); // where another was chosen meanwhile
  }

  #show(map: LongMap): void {
    const { map: before } = this;
    this.#stops.fetching.abort();
    this.fetching = null;
    this.map = map;
    this.version += 1;
    this.choices = { ...this.choices, head: Math.min(this.choices.head, map.rows.length - 1) };
    this.pick(before?.reading.tokens === map.reading.tokens ? this.at : beginning(map, this.choices.head), false);
    before?.dispose();
  }

  /** Has the overview reduced as is chosen, once it is read; where that is not done, what was chosen before holds again. */
  async #reduceBy(before: Reduce): Promise<void> {
    const { map, choices } = this;
    const { reduce } = choices;
    if (!map || map.has(reduce) || this.working?.task === 'read') return;
    await this.#work('working', 'reduce', (work) => map.reduceBy(reduce, work));
    this.version += 1;
    if (this.map === map && this.choices.reduce === reduce && !map.has(reduce))
      this.choices = { ...this.choices, reduce: before };
  }

  async #work(place: 'working' | 'fetching', task: Task, run: (work: Work) => Promise<void>): Promise<void> {
    this.#stops[place].abort();
    const stop = new AbortController();
    this.#stops[place] = stop;
    const { signal } = stop;
    this[place] = { task, share: 0 };
    this.said = '';
    const progress = (share: number) => {
      if (!signal.aborted) this[place] = { task, share };
    };
    try {
      await run({ signal, progress });
      if (!signal.aborted) this[place] = null;
    } catch (error) {
      if (signal.aborted) return;
      this[place] = null;
      this.#settle();
      this.said = this.#t.failed(error);
    }
  }

  /** What the map shows is again what is asked for. */
  #settle(): void {
    if (!this.map) return;
    this.#read = this.map.reading.tokens;
    this.#readWith = this.#withNow(this.#read);
  }

  readonly #cancel = (): void => {
    this.querySelector<HTMLElement>('.start')?.focus(); // the button that had the focus goes
    if (this.working) {
      this.#stops.working.abort();
      this.working = null;
      this.#settle();
      this.said = this.map ? this.#t.cancelled : this.#t.cancelledFirst;
    } else {
      this.#stops.fetching.abort();
      this.fetching = null;
      this.said = this.#t.coarse;
    }
  };

  readonly #onSight = ({ detail: sight }: SightEvent): void => {
    this.sight = sight;
    const { map } = this;
    this.#stops.fetching.abort();
    this.fetching = null;
    if (!map) return;
    const { head } = this.choices;
    const reduce = map.shown(this.choices.reduce);
    if (sight.tiles.every((tile) => map.tile(tile, head, reduce))) return;
    void this.#work('fetching', 'fetch', async (work) => {
      await map.fetch(sight.tiles, head, reduce, {
        ...work,
        progress: (share) => {
          this.version += 1;
          work.progress(share);
        },
      });
      this.version += 1;
    });
  };

  /** Chooses a pair, and asks for its weight; `speak` when it was chosen on the map. */
  readonly pick = (at: At, speak = true): void => {
    this.at = at;
    this.weight = null;
    void this.#weigh(at, speak);
  };

  async #weigh(at: At, speak: boolean): Promise<void> {
    const { map } = this;
    const { head } = this.choices;
    if (!map) return;
    try {
      const weight = map.known(head, at.query, at.key) ?? (await map.weight(head, at.query, at.key));
      if (this.at !== at || this.map !== map) return; // another was chosen meanwhile
      this.weight = weight;
      if (speak) this.announcement = this.#t.announce(this.#named(at.query), this.#named(at.key), precise(weight));
    } catch (error) {
      if (this.map === map) this.said = this.#t.failed(error);
    }
  }

  #named(position: number): string {
    return `${this.map?.reading.tokens[position] ?? ''} ${this.#t.number(position)}`;
  }

  get mapView(): MapView | null {
    return this.querySelector('x-long-map');
  }

  get colours(): Colours {
    const { map, choices, view } = this;
    const rows = map?.rows[choices.head];
    const largest = rows ? rows.rowMax.reduce((a, b) => Math.max(a, b), 0) : 1;
    const domain = domainOf(choices.scale, map?.size ?? 1, largest);
    const key = JSON.stringify([view.scheme, domain]);
    if (this.#colours?.key !== key) this.#colours = { key, colours: coloursOf(view.scheme, domain) };
    return this.#colours.colours;
  }

  protected override render(): TemplateResult {
    const t = this.#t;
    const { map, said } = this;
    const runs = this.working ?? this.fetching;
    return html`
      ${field(this, t)}
      <div class="status">
        ${runs ? running(t, runs, this.#cancel) : nothing}
        <p role="status">${said ? html`<span class="problem">${said}</span>` : nothing}</p>
      </div>
      ${map ? this.#picture(map) : nothing}
      <div class="sr" aria-live="polite">${this.announcement}</div>
    `;
  }

  #picture(map: LongMap): TemplateResult {
    const t = this.#t;
    const { at, version, choices } = this;
    const { head, reduce } = choices;
    return html`<div class="picture">
      <div class="mapped">
        ${mapTools(this, t)}
        <x-long-map
          aria-label=${t.map}
          aria-roledescription=${t.role}
          aria-describedby="large-keys"
          .map=${map}
          .version=${version}
          .head=${head}
          .reduce=${map.shown(reduce)}
          .colours=${this.colours}
          .at=${at}
          .t=${t}
          @pick=${({ detail }: PickEvent) => this.pick(detail)}
          @sight=${this.#onSight}
        ></x-long-map>
        <p class="remark">${vectors(map, t)} ${this.#unfetched(map)}</p>
        <p id="large-keys" class="remark">${t.keysHint} ${t.hands}</p>
      </div>
      <div class="told">${row(this, map, t)} ${ranking(this, map, t)}</div>
    </div>`;
  }

  #unfetched({ reading: { unfetched, tokens } }: LongMap): TemplateResult | typeof nothing {
    if (unfetched === undefined) return nothing;
    const again = () => void this.read(tokens);
    return missing(this.view.state.language, { what: 'vectors', error: unfetched, again });
  }

  get readers(): readonly Reader[] {
    return canReadAbove(this.view.state) ? ['identity', 'above'] : ['identity'];
  }
}

/** Whose vectors the tokens have. */
function vectors({ reading: { sources } }: LongMap, t: LargeWords): string {
  const having = (source: Source['source']) => sources.filter((one) => one.source === source).length;
  return t.vectors(having('word'), having('translation'), having('random') + having('particle') + having('measure'));
}

customElements.define('x-long-map', MapView);
customElements.define('x-large-desk', Desk);

export const desk = (view: View, open: boolean): TemplateResult =>
  html`<x-large-desk .view=${view} .open=${open} ?hidden=${!open}></x-large-desk>`;
