// The map as one thing a person holds: drag, wheel, pinch and keys move and zoom it, a click or a key chooses a pair.
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { watchSize } from '../../browser/observers';
import type { LargeWords } from '../../i18n/large';
import type { LongMap } from '../../model/large/map';
import type { Reduce } from '../../model/large/patches';
import type { Range } from '../../model/large/reading';
import { rowOf } from '../../model/large/row';
import { cellAt, type Tile, tilesOver } from '../../model/large/tiles';
import * as look from '../../model/large/viewport';
import { onScreenChange, px, unit } from '../../widgets/screen';
import { style } from '../../widgets/style';
import type { Colours } from './colours';
import { Hands } from './hands';
import { pairInInset } from './inset';
import { paintMap } from './painting';
import './map.css';

export interface At {
  query: number;
  key: number;
}

/** What is in sight, and the tiles that would show it best. */
export interface Sight {
  queries: Range;
  keys: Range;
  /** Pairs along one side of a cell. */
  cell: number;
  tiles: readonly Tile[];
}

export type PickEvent = CustomEvent<At>;
export type SightEvent = CustomEvent<Sight>;

const [step, bigStep] = [1.25, 2];

export class MapView extends LitElement {
  static override properties = {
    map: { attribute: false },
    version: { attribute: false },
    head: { attribute: false },
    reduce: { attribute: false },
    colours: { attribute: false },
    at: { attribute: false },
    t: { attribute: false },
  };

  declare map: LongMap;
  /** Changes when the map knows more than before. */
  declare version: number;
  declare head: number;
  declare reduce: Reduce;
  declare colours: Colours;
  declare at: At;
  declare t: LargeWords;
  #viewport: look.Viewport | undefined;
  #told = '';
  #drawing = 0;
  readonly #resizes = watchSize(() => this.requestUpdate());
  #forgetScreen: (() => void) | undefined;

  constructor() {
    super();
    new Hands(this, {
      zoom: (factor, point) => this.#move(look.zoom(this.#view, factor, this.#inMap(point), this.#frame)),
      pan: (by) => this.#move(look.pan(this.#view, by, this.#frame)),
      click: (point) => this.#click(point),
    });
    this.addEventListener('keydown', this.#onKey);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resizes.observe(this);
    this.#forgetScreen = onScreenChange(() => this.requestUpdate());
    this.setAttribute('role', 'application');
    this.tabIndex = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
    this.#forgetScreen?.();
    cancelAnimationFrame(this.#drawing);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  zoomBy(factor: number): void {
    const { side } = this.#frame;
    this.#move(look.zoom(this.#view, factor, [side / 2, side / 2], this.#frame));
  }

  closer(): void {
    this.zoomBy(bigStep);
  }

  away(): void {
    this.zoomBy(1 / bigStep);
  }

  showAll(): void {
    this.#move(look.whole(this.#frame));
  }

  /** As close to the selected pair as it goes. */
  toPair(): void {
    this.#move(look.centred(this.at.query, this.at.key, look.largestPair, this.#frame));
  }

  /** The weight of a pair, where it is drawn. */
  valueAt(query: number, key: number): number | undefined {
    return this.map.known(this.head, query, key);
  }

  /** In lengths of ours, as all that is drawn. */
  get #width(): number {
    return this.clientWidth / unit();
  }

  get #room() {
    const isNarrow = this.#width < 520;
    return isNarrow ? { left: 62, top: 64, right: 52 } : { left: 92, top: 72, right: 74 };
  }

  get #frame(): look.Frame {
    const { left, right } = this.#room;
    return { count: this.map.size, side: Math.max(120, this.#width - left - right) };
  }

  get #view(): look.Viewport {
    return look.clamp(this.#viewport ?? look.whole(this.#frame), this.#frame);
  }

  #inMap([x, y]: readonly [number, number]): readonly [number, number] {
    return [x - this.#room.left, y - this.#room.top];
  }

  #move(viewport: look.Viewport): void {
    this.#viewport = viewport;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('map')) {
      this.#told = '';
      const before = changed.get('map') as LongMap | undefined;
      if (before?.reading.tokens !== this.map.reading.tokens) this.#viewport = undefined;
    }
    if (!changed.has('at') || !this.#viewport || !this.isConnected) return;
    this.#viewport = look.reveal(this.#view, this.at.query, this.at.key, this.#frame);
  }

  protected override render(): TemplateResult {
    const frame = this.#frame;
    const { left, top, right } = this.#room;
    const isWhole = look.isWhole(this.#view, frame);
    const size = { width: px(left + frame.side + right), height: px(top + look.filled(frame) + 4) };
    // Where there is nothing to move, one finger scrolls the page.
    return html`<canvas aria-hidden="true" ${style({ ...size, 'touch-action': isWhole ? 'pan-y' : 'none' })}></canvas>`;
  }

  protected override updated(): void {
    cancelAnimationFrame(this.#drawing);
    this.#drawing = requestAnimationFrame(() => this.#draw());
    this.#tell();
  }

  #draw(): void {
    const canvas = this.querySelector('canvas');
    if (!canvas) return;
    const { map, head, reduce, colours, at, t } = this;
    const words = { queries: t.queries, keys: t.keys, entropy: t.entropyStrip };
    const [viewport, frame, room] = [this.#view, this.#frame, this.#room];
    paintMap(canvas, { map, head, reduce, colours, viewport, frame, room, at, words });
  }

  /** Says what is in sight, where that has changed. */
  #tell(): void {
    const [view, frame] = [this.#view, this.#frame];
    const [queries, keys] = [look.inSight(view.query, view, frame), look.inSight(view.key, view, frame)];
    const level = Math.min(look.levelFor(view), this.map.level);
    const tiles = level < this.map.level ? tilesOver(queries, keys, level) : [];
    const sight: Sight = { queries, keys, cell: cellAt(level), tiles };
    const told = JSON.stringify([sight, this.head, this.reduce]);
    if (told === this.#told) return;
    this.#told = told;
    this.dispatchEvent(new CustomEvent('sight', { detail: sight }));
  }

  #pick(at: At): void {
    this.dispatchEvent(new CustomEvent('pick', { detail: at }));
  }

  /** A pair smaller than a finger: the key this query reads most from among those under it. */
  #click(point: readonly [number, number]): void {
    const [view, frame] = [this.#view, this.#frame];
    const there = pairInInset(point, { room: this.#room, frame, viewport: view });
    if (there) {
      this.#move(look.centred(there.query, there.key, view.scale, frame));
      return;
    }
    const [x, y] = this.#inMap(point);
    const used = Math.min(frame.side, frame.count * view.scale);
    if (x < 0 || y < 0 || x > used || y > used) return;
    const { query, key } = look.pairAt(view, [x, y], frame);
    const reach = view.scale < 4 ? 4 / view.scale : 0;
    const rows = this.map.rows[this.head];
    const near = rows && rowOf(rows, query).listed.find((listed) => Math.abs(listed.key - key) <= reach);
    this.#pick({ query, key: near?.key ?? key });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || (event.ctrlKey && !['Home', 'End'].includes(event.key))) return;
    const act = this.#actions(event)[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  #actions({ shiftKey, ctrlKey }: KeyboardEvent): Record<string, () => void> {
    const { query, key } = this.at;
    const last = this.map.size - 1;
    const by = shiftKey ? Math.max(1, Math.round(this.#frame.side / this.#view.scale / 10)) : 1;
    const go = (toQuery: number, toKey: number) => () => {
      const inside = (index: number) => Math.max(0, Math.min(last, index));
      this.#viewport ??= this.#view; // from here on it follows the pair
      this.#pick({ query: inside(toQuery), key: inside(toKey) });
    };
    return {
      ArrowLeft: go(query, key - by),
      ArrowRight: go(query, key + by),
      ArrowUp: go(query - by, key),
      ArrowDown: go(query + by, key),
      Home: go(ctrlKey ? 0 : query, 0),
      End: go(ctrlKey ? last : query, last),
      '+': () => this.#zoomAtPair(step),
      '=': () => this.#zoomAtPair(step),
      '-': () => this.#zoomAtPair(1 / step),
      '0': () => this.showAll(),
      Enter: () => {
        this.toPair();
        this.#pick(this.at);
      },
    };
  }

  /** The selected pair stays where it is. */
  #zoomAtPair(factor: number): void {
    const view = look.reveal(this.#view, this.at.query, this.at.key, this.#frame);
    const point = [
      (this.at.key + 0.5 - view.key) * view.scale,
      (this.at.query + 0.5 - view.query) * view.scale,
    ] as const;
    this.#move(look.zoom(view, factor, point, this.#frame));
  }
}
