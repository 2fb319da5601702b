// What `xattention/inspector` is to those who use it.

/** Numbers, row by row, with their shape. */
export interface AttentionWeights {
  data: ArrayLike<number>;
  /** (num_queries, num_kv_pairs), (num_heads, num_queries, num_kv_pairs), or that with a batch of 1 in front. */
  shape: readonly number[];
}

type Matrix = readonly (readonly number[])[];

/** One weight: what, in this head, this query takes from this key. */
export interface InspectorSelection {
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
 * As attributes `tokens`, `keys` and `attention-weights` are JSON. A child `<script type="application/json">` may hold
 * `{ "tokens": …, "keys": …, "attentionWeights": … }` instead.
 */
export declare class AttentionInspector extends HTMLElement {
  /** Who reads: one for each row. */
  tokens: readonly string[] | undefined;
  /** Who is read: one for each column. Without it, the tokens read themselves. */
  keys: readonly string[] | undefined;
  /** Nested arrays or `{ data, shape }`. They are copied: to show others, assign anew. */
  attentionWeights: AttentionWeights | Matrix | readonly Matrix[] | readonly (readonly Matrix[])[] | undefined;
  /** What is selected; beyond the ends it is the last there is. */
  head: number;
  query: number;
  key: number;
  /** By default that of the nearest `lang` attribute: Chinese for `zh…`, else English. */
  language: 'en' | 'zh' | undefined;
  /** By default 'auto', as the system is. */
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
