// <attention-inspector>: attention weights that somebody computed, to be looked at and walked through, on any page.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { isRecord } from '../../lib/checks';
import { AttentionError } from '../../lib/errors';
import { watchSize } from '../browser/observers';
import { tell, viewOf } from '../browser/view';
import { parseJson } from '../files/json';
import { languageTags } from '../i18n';
import { faultIn } from '../i18n/faults';
import { inspectorWords } from '../i18n/inspector';
import type { Language, Theme } from '../model/state';
import type { Scheme } from '../widgets/ramp';
import { unit } from '../widgets/screen';
import { type Attention, readAttention, type Stack } from './attention';
import { coloursOf } from './colours';
import { dress } from './dress';
import { heads, paintHeads } from './heads';
import { map } from './map';
import { places } from './places';
import { reading } from './reading';
import { type Line, lineOf, type Place, printed, type Scene, weightAt } from './scene';
import { sentence } from './sentence';
import { Site } from './site';
import { styles } from './styles';

/** What is no JSON stays text, and is complained of as such where it is read. */
const json = {
  fromAttribute(text: string | null): unknown {
    try {
      return text === null ? undefined : parseJson(text);
    } catch {
      return text;
    }
  },
};

/** Among more keys than this, most weights are too small for a linear scale. */
const manyKeys = 64;

/** What is read anew when one of them changes. */
const given = ['tokens', 'keys', 'attentionWeights', 'layers', 'child'] as const;

export class AttentionInspector extends LitElement {
  static override properties = {
    tokens: { converter: json },
    keys: { converter: json },
    attentionWeights: { attribute: 'attention-weights', converter: json },
    layers: { converter: json },
    layer: { type: Number },
    sentence: { type: Number },
    head: { type: Number },
    query: { type: Number },
    key: { type: Number },
    language: {},
    theme: {},
    child: { state: true },
    hover: { state: true },
    width: { state: true },
    log: { state: true },
    said: { state: true },
  };

  declare tokens: unknown;
  declare keys: unknown;
  declare attentionWeights: unknown;
  declare layers: unknown;
  declare layer: number;
  declare sentence: number;
  declare head: number;
  declare query: number;
  declare key: number;
  declare language: Language | undefined;
  declare theme: Theme;

  /** What a JSON child holds. */
  declare child: Record<string, unknown>;
  declare hover: Place | null;
  declare width: number;
  /** Colours by decades; undefined: where there are many keys. */
  declare log: boolean | undefined;
  declare said: string;

  /** The last that could be drawn, and why what came after it could not be. */
  #stack: Stack | undefined;
  #problem: AttentionError | undefined;
  #lines: { of: Attention; readers: Line; read: Line } | undefined;

  readonly #site = new Site(this);
  #stopReading: (() => void) | undefined;
  /** What is hidden has no width, and keeps the last it had. */
  readonly #resizes = watchSize((frame) => {
    this.width = frame?.width ? frame.width / unit() : this.width;
  });

  constructor() {
    super();
    this.layer = 0;
    this.sentence = 0;
    this.head = 0;
    this.query = 0;
    this.key = 0;
    this.theme = 'auto';
    this.child = {};
    this.hover = null;
    this.width = 720;
    this.said = '';
  }

  protected override createRenderRoot(): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    dress(root, styles);
    return root;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { MutationObserver } = viewOf(this) ?? {};
    if (MutationObserver) {
      const children = new MutationObserver(() => this.#readChild());
      children.observe(this, { childList: true, subtree: true, characterData: true });
      this.#stopReading = () => children.disconnect();
    }
    this.#readChild();
    if (this.hasUpdated) this.#watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopReading?.();
    this.#resizes.disconnect();
  }

  /** In another document the sheet made for the one before does not hold. */
  adoptedCallback(): void {
    if (this.shadowRoot) dress(this.shadowRoot, styles);
  }

  /** `<script type="application/json">` with the properties by name. */
  #readChild(): void {
    const text = this.querySelector('script[type="application/json"]')?.textContent ?? '';
    const value = text.trim() === '' ? {} : json.fromAttribute(text);
    this.child = isRecord(value) ? { ...value } : { attentionWeights: value };
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!given.some((name) => changed.has(name))) return;
    const { child } = this;
    const came = {
      tokens: this.tokens ?? child.tokens,
      keys: this.keys ?? child.keys,
      attentionWeights: this.attentionWeights ?? child.attentionWeights ?? child.attention_weights,
      layers: this.layers ?? child.layers ?? child.attentions,
    };
    this.#problem = undefined;
    if (Object.values(came).every((value) => value === undefined || value === null)) {
      this.#stack = undefined;
      return;
    }
    try {
      this.#stack = readAttention(came);
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.#problem = error;
    }
  }

  #scene(stack: Stack): Scene {
    const chosen = within(stack, this);
    const { layer, sentence } = chosen;
    const attention = stack.at(layer, sentence);
    const at = this.hover ? within(stack, { ...this.hover, layer, sentence }) : chosen;
    return {
      attention,
      numLayers: stack.numLayers,
      batchSize: stack.batchSize,
      ...this.#linesOf(attention),
      at,
      chosen,
      sheet: attention.heads[at.head] as Scene['sheet'],
      t: inspectorWords[this.#language],
      colours: coloursOf(this.#scheme, this.log ?? attention.keys.length > manyKeys),
      width: this.width,
      setLog: (log) => {
        this.log = log;
      },
      choose: (place) => this.#choose(stack, { ...chosen, ...place }),
      peek: (place) => {
        this.hover = place && { ...chosen, ...place };
      },
    };
  }

  #linesOf(attention: Attention): Pick<Scene, 'readers' | 'read'> {
    if (this.#lines?.of === attention) return this.#lines;
    const readers = lineOf(attention.tokens);
    const read = attention.keys === attention.tokens ? readers : lineOf(attention.keys);
    this.#lines = { of: attention, readers, read };
    return this.#lines;
  }

  get #language(): Language {
    const tag = this.language ?? this.#site.language;
    return tag.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  }

  get #scheme(): Scheme {
    return this.theme === 'light' || this.theme === 'dark' ? this.theme : this.#site.scheme;
  }

  /** What a person chose; a page hears of it, and so does a person who does not look. */
  #choose(stack: Stack, place: Place): void {
    const now = within(stack, place);
    const same = chosenParts.every((part) => now[part] === this[part]);
    Object.assign(this, now, { hover: null });
    if (same) return;
    const { sheet, t, readers, read, attention } = this.#scene(stack);
    const { layer, sentence, head, query, key } = now;
    const weight = weightAt(sheet, query, key);
    const which = [
      ...(stack.numLayers > 1 ? [t.layer(layer)] : []),
      ...(stack.batchSize > 1 ? [t.sentence(sentence)] : []),
      ...(attention.heads.length > 1 ? [t.head(head)] : []),
    ].map((name) => `${name}, `);
    this.said = t.announce(which.join(''), readers.names[query] ?? '', read.names[key] ?? '', printed(weight, 4));
    const detail = {
      ...(stack.numLayers > 1 && { layer }),
      ...(stack.batchSize > 1 && { sentence }),
      ...{ head, query, key, weight },
    };
    tell(this, 'select', detail, { composed: true });
  }

  /** `,` and `.` turn to the head before and after, from anywhere inside. */
  #onKey(event: KeyboardEvent, { attention, chosen, choose }: Scene): void {
    const by = { ',': -1, '.': 1 }[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const head = chosen.head + by;
    if (head >= 0 && head < attention.heads.length) choose({ head });
  }

  protected override render(): TemplateResult {
    const language = this.#language;
    const scene = this.#stack && this.#scene(this.#stack);
    return html`<div
      class="frame"
      lang=${languageTags[language]}
      data-theme=${this.#scheme}
      data-layout=${this.width < 720 ? 'narrow' : 'wide'}
      @keydown=${(event: KeyboardEvent) => scene && this.#onKey(event, scene)}
    >
      ${this.#complaint(language, scene !== undefined)} ${scene ? this.#picture(scene) : nothing}
      <div class="sr" aria-live="polite">${this.said}</div>
    </div>`;
  }

  #complaint(language: Language, isDrawn: boolean): TemplateResult | typeof nothing {
    const t = inspectorWords[language];
    const problem = this.#problem;
    if (problem) {
      const { argument: where, expected, got } = problem;
      const fault = faultIn(language, { where, expected, got });
      return html`<p class="problem" role="alert">${fault} ${isDrawn ? t.stays : nothing}</p>`;
    }
    return isDrawn ? nothing : html`<p class="empty">${t.empty}</p>`;
  }

  #picture(scene: Scene): TemplateResult {
    const { rows, cols } = scene.sheet;
    if (rows === 0 || cols === 0) return html`<p class="empty">${scene.t.noTokens}</p>`;
    return html`${places(scene)} ${sentence(scene)} ${heads(scene)}
      <div class="body"><div class="scroller">${map(scene)}</div>${reading(scene)}</div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.#stack) return;
    paintHeads(this.renderRoot, this.#scene(this.#stack));
    if (['query', 'key', 'width'].some((name) => changed.has(name as 'query'))) follow(this.renderRoot);
  }

  protected override firstUpdated(_changed: PropertyValues<this>): void {
    this.#watch();
  }

  #watch(): void {
    const frame = this.renderRoot.querySelector('.frame');
    if (frame) this.#resizes.observe(frame);
  }
}

/** Keeps the reader in sight inside its line; the page around stays where it is. */
function follow(root: ParentNode): void {
  for (const scroller of root.querySelectorAll(':is(.scroller, .paragraph)')) {
    const reader = scroller.querySelector('.word[tabindex="0"]');
    if (!reader) continue;
    const [inner, outer] = [reader.getBoundingClientRect(), scroller.getBoundingClientRect()];
    scroller.scrollLeft += overhang(inner.left, inner.right, outer.left, outer.right);
    scroller.scrollTop += overhang(inner.top, inner.bottom, outer.top, outer.bottom);
  }
}

/** How far to scroll for what runs from `start` to `end` to lie between `from` and `to`, with a margin. */
const overhang = (start: number, end: number, from: number, to: number): number =>
  start < from ? start - from - 16 : end > to ? end - to + 16 : 0;

const chosenParts = ['layer', 'sentence', 'head', 'query', 'key'] as const;

/** The nearest place there is. */
function within(stack: Stack, { layer, sentence, head, query, key }: Place): Place {
  const clamp = (index: number, count: number) => Math.max(0, Math.min(Math.trunc(index) || 0, count - 1));
  const [atLayer, atSentence] = [clamp(layer, stack.numLayers), clamp(sentence, stack.batchSize)];
  const { heads: all, tokens, keys } = stack.at(atLayer, atSentence);
  return {
    layer: atLayer,
    sentence: atSentence,
    head: clamp(head, all.length),
    query: clamp(query, tokens.length),
    key: clamp(key, keys.length),
  };
}
