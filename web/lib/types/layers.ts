/// <reference lib="esnext.disposable" preserve="true" />
// Layers: what they are made from, what they take and give.

import type { LayerOptions, LayerTraceOptions, SummaryRequest } from './options.js';
import type { AttentionTrace, Output, Summary } from './results.js';
import type { Tensor, TensorLike } from './tensors.js';

/** A layer's parameters; projections are (in, out): `Q = X W_q`. `nn.Linear.weight` of PyTorch is (out, in): transpose it. */
export interface SelfAttentionParameters {
  W_q: Tensor;
  W_k: Tensor;
  W_v: Tensor;
}

/** Biases are there all four or not at all. */
export interface MultiHeadAttentionParameters extends SelfAttentionParameters {
  W_o: Tensor;
  b_q?: Tensor;
  b_k?: Tensor;
  b_v?: Tensor;
  b_o?: Tensor;
}

/** The inputs and parameters of a layer, then every stage, in the order of the formula. */
export interface LayerTrace extends AttentionTrace {
  X?: Tensor;
  queries?: Tensor;
  keys?: Tensor;
  values?: Tensor;
  W_q: Tensor;
  W_k: Tensor;
  W_v: Tensor;
  W_o?: Tensor;
  b_q?: Tensor;
  b_k?: Tensor;
  b_v?: Tensor;
  b_o?: Tensor;
  Q: Tensor;
  K: Tensor;
  V: Tensor;
  /** Per head, (B, H, L, head_size); multi-head layers only. */
  heads?: Tensor;
  /** Heads side by side, (B, L, num_hiddens); multi-head layers only. */
  concat?: Tensor;
}

type Likes<T> = { [K in keyof T]: TensorLike };

/** How parameters are drawn. */
export type Init = 'linear' | 'xavier';

/** What a self-attention layer is made from. */
export interface SelfAttentionSpec {
  /** Size of X, Q, K, V and the output. */
  numHiddens: number;
  /** Default 0. Excludes `parameters`. */
  seed?: number | undefined;
  /** Each (numHiddens, numHiddens). */
  parameters?: Likes<SelfAttentionParameters> | undefined;
  /**
   * 'linear' (default): U(±1/√fan_in), as PyTorch's nn.Linear. 'xavier': U(±√(6/(fan_in + fan_out))), biases 0.
   * Excludes `parameters`.
   */
  init?: Init | undefined;
}

/** What a multi-head layer is made from. */
export interface MultiHeadAttentionSpec {
  /** Size of all heads together and of the output: a multiple of numHeads. */
  numHiddens: number;
  numHeads: number;
  /** Heads of K and V, of which numHeads is a multiple; numHeads when left out. */
  numKvHeads?: number | undefined;
  /** Sizes of queries, keys and values; numHiddens when left out. */
  querySize?: number | undefined;
  keySize?: number | undefined;
  valueSize?: number | undefined;
  /** Whether each projection adds a bias; whether `parameters` has biases when left out. */
  bias?: boolean | undefined;
  /** Default 0. Excludes `parameters`. */
  seed?: number | undefined;
  /** W_q (querySize, numHiddens), W_k and W_v (keySize or valueSize, numKvHeads · head size), W_o (numHiddens, numHiddens). */
  parameters?: Likes<MultiHeadAttentionParameters> | undefined;
  /** As in SelfAttentionSpec. */
  init?: Init | undefined;
}

/** One sequence attending to itself, or queries attending to keys and values. */
export type LayerInput =
  | TensorLike
  | { readonly queries: TensorLike; readonly keys: TensorLike; readonly values: TensorLike };

/**
 * Projections and attention with parameters of its own. It takes (steps, size) and (batch_size, steps, size), throws like
 * the engine, and frees its memory when it is disposed of or forgotten.
 */
export interface Layer<P = SelfAttentionParameters> {
  /** @returns output (B, L, num_hiddens) */
  forward(X: LayerInput, options?: LayerOptions): Output;
  /** `forward`, with the inputs, the parameters and every stage. */
  trace(X: LayerInput, options?: LayerTraceOptions): LayerTrace;
  /**
   * What can be said of the attention weights of `trace` without ever storing L × S of them. A long X can be asked about
   * some rows at a time: those as `queries`, X as `keys` and `values`, `queryOffset` where the rows begin.
   */
  summarize(X: LayerInput, options?: LayerOptions, request?: SummaryRequest): Summary;
  /** Copies of the parameters. */
  readonly parameters: P;
  /** Frees the layer's memory; a second call does nothing, any other use then throws code 'disposed'. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** The same layer behind promises; `parameters` and `dispose` stay synchronous. */
export interface AsyncLayer<P = SelfAttentionParameters> {
  forward(X: LayerInput, options?: LayerOptions): Promise<Output>;
  trace(X: LayerInput, options?: LayerTraceOptions): Promise<LayerTrace>;
  summarize(X: LayerInput, options?: LayerOptions, request?: SummaryRequest): Promise<Summary>;
  readonly parameters: P;
  dispose(): void;
  [Symbol.dispose](): void;
}
