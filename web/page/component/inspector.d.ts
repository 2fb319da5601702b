/// <reference path="./inspector-jsx.d.ts" />
// What `xattention/inspector` is to those who use it.

/** Numbers, row by row, with their shape. */
export interface AttentionWeights {
  data: ArrayLike<number>;
  /** (num_layers, batch_size, num_heads, num_queries, num_kv_pairs), or the last four, three or two of them. */
  shape: readonly number[];
}

type Matrix = readonly (readonly number[])[];
type Heads = readonly Matrix[];
type Batch = readonly Heads[];
type Layers = readonly Batch[];

/** One weight: what, in this head, this query takes from this key. */
export interface InspectorSelection {
  /** Where there are several. */
  layer?: number;
  /** Of a batch, where there are several. */
  sentence?: number;
  head: number;
  query: number;
  key: number;
  /** As float32. */
  weight: number;
}

/**
 * `<attention-inspector>` shows attention weights that were computed elsewhere: the sentence with ribbons, every head as
 * a map, the numbers. Importing the module defines it. What cannot be drawn is said in its place, and the last picture
 * stays; it throws nothing.
 *
 * As attributes `tokens`, `keys`, `attention-weights` and `layers` are JSON. A child `<script type="application/json">` may
 * hold `{ "tokens": …, "keys": …, "attentionWeights": … }` instead.
 */
export declare class AttentionInspector extends HTMLElement {
  /** Who reads: one for each row, or a list of them for each sentence of a batch. Without it, they are numbered. */
  tokens: readonly string[] | readonly (readonly string[])[] | undefined;
  /** Who is read: one for each column. Without it, the tokens read themselves. */
  keys: readonly string[] | readonly (readonly string[])[] | undefined;
  /** Nested arrays, `{ data, shape }`, or a list of those, one for each layer. They are copied: to show others, assign anew. */
  attentionWeights: AttentionWeights | readonly AttentionWeights[] | Matrix | Heads | Batch | Layers | undefined;
  /** The same, where of four axes the first is the layers of a model and not the sentences of a batch. */
  layers: AttentionInspector['attentionWeights'];
  /** What is selected; beyond the ends it is the last there is. */
  layer: number;
  sentence: number;
  head: number;
  query: number;
  key: number;
  /** By default that of the nearest `lang` attribute: Chinese for `zh…`, else English. */
  language: 'en' | 'zh' | undefined;
  /** By default 'auto': as the site is, by its `color-scheme` or the colour behind the element, else as the system is. */
  theme: 'auto' | 'light' | 'dark';

  /** `select`: somebody chose another head, query or key. */
  addEventListener(
    type: 'select',
    listener: (this: AttentionInspector, event: CustomEvent<InspectorSelection>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'attention-inspector': AttentionInspector;
  }
}
