// How scores become attention weights: scale, masks, dropout; and what a call is told besides.

import type { LengthsLike, MaskLike, NumberArray, TensorLike } from './tensors.js';

/** The position of the first query among the keys: 0, num_kv_pairs − num_queries, a number, or one per batch. */
export type QueryOffset = 'top-left' | 'bottom-right' | number | NumberArray;

/** Which positions a query may attend to. Every part intersects with every other. */
export interface MaskOptions {
  /** `true` needs `queryOffset` when num_queries ≠ num_kv_pairs; a string says both at once. */
  causal?: boolean | 'top-left' | 'bottom-right' | null | undefined;
  /** With `causal`, query i may attend to the keys up to i + queryOffset. */
  queryOffset?: QueryOffset | null | undefined;
  /** `[left, right]` positions around the query's own; −1 is unbounded on that side. */
  window?: readonly [number, number] | null | undefined;
  /** Number of valid keys, 0 … num_kv_pairs, of shape (batch_size) or (batch_size, num_queries). */
  validLens?: LengthsLike | null | undefined;
  /** true or 1: may attend. */
  keep?: MaskLike | null | undefined;
  /** true or 1: must not attend. */
  drop?: MaskLike | null | undefined;
  /** Added to `scaled`; −Infinity forbids, any finite number is arithmetic. */
  attentionBias?: TensorLike | null | undefined;
  /** A row with no allowed key: weights 0 (default), or 1/num_kv_pairs over every key. */
  emptyRow?: 'zero' | 'uniform' | null | undefined;
}

/** Counter-based: element i is kept or dropped by Philox4×32-10 of (seed, i), alike on every platform. */
export interface DropoutOptions {
  /** Probability of dropping, 0 … 1; the rest is multiplied by 1/(1 − p). */
  p: number;
  /** An integer, 0 … 2⁵³ − 1; 0 when left out. */
  seed?: number | undefined;
}

/** How `scores` become `attentionWeights`. */
export interface LayerOptions extends MaskOptions {
  /** Default 1/√head_size; 0 and negative numbers are honoured. */
  scale?: number | null | undefined;
  /** scaled = softcap · tanh(scale · scores / softcap); 0 is none. */
  softcap?: number | null | undefined;
  dropout?: DropoutOptions | null | undefined;
}

/** What `attention` takes. */
export interface AttentionOptions extends LayerOptions {
  /** Splits 3-D Q into heads; stages are then 4-D and the output 3-D. */
  numHeads?: number | null | undefined;
  /** Heads of K and V, of which numHeads is a multiple; numHeads when left out. */
  numKvHeads?: number | null | undefined;
}

/** Stages to continue from instead of computing them: what was edited. */
export interface Replace {
  scores?: TensorLike | undefined;
  masked?: TensorLike | undefined;
  attentionWeights?: TensorLike | undefined;
}

/** What `trace` takes. */
export type TraceOptions = AttentionOptions & { replace?: Replace | null | undefined };
/** What a layer's `trace` takes. */
export type LayerTraceOptions = LayerOptions & { replace?: Replace | null | undefined };

/** Parameters and options of additive attention. */
export interface AdditiveAttentionOptions extends MaskOptions {
  /** (query_size, num_hiddens) */
  W_q: TensorLike;
  /** (key_size, num_hiddens) */
  W_k: TensorLike;
  /** (num_hiddens) */
  w_v: TensorLike;
  dropout?: DropoutOptions | null | undefined;
}

/** How much a summary is to say. */
export interface SummaryRequest {
  /** How many keys to list per query, at most num_kv_pairs are found; default 8. */
  topK?: number | undefined;
  /** Size of the downsampled map; default at most 64 each, never more than L and the keys it covers. */
  mapRows?: number | undefined;
  mapCols?: number | undefined;
  /** What a cell of the map says of the attention weights it covers; default 'max'. */
  reduce?: 'max' | 'mean' | undefined;
  /**
   * `[from, to]`: the map covers the keys from … to − 1, 0 ≤ from < to ≤ num_kv_pairs; default all. Weights are shares
   * of all keys even then, and so is everything else in the summary.
   */
  mapKeys?: readonly [number, number] | undefined;
}
