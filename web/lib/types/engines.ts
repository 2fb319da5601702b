/// <reference lib="esnext.disposable" preserve="true" />
// Engines: what computes, behind plain methods or behind promises.

import type {
  AsyncLayer,
  Layer,
  MultiHeadAttentionParameters,
  MultiHeadAttentionSpec,
  SelfAttentionParameters,
  SelfAttentionSpec,
} from './layers.js';
import type {
  AdditiveAttentionOptions,
  AttentionOptions,
  MaskOptions,
  SummaryRequest,
  TraceOptions,
} from './options.js';
import type { AdditiveAttentionTrace, AttentionTrace, Output, Summary } from './results.js';
import type { Tensor, TensorLike } from './tensors.js';

/** What computes. */
export interface EngineInfo {
  /** With `load`, what computes the calls that are not large. */
  backend: 'wasm' | 'webgpu';
  /** The kernel variant: of the core 'relaxed', 'simd' or 'reference', on the GPU 'subgroups' or 'baseline'. */
  variant: string;
  threads: number;
  /** One sentence: what was chosen and why. With `load` it grows with what is found out of the GPU. */
  reason: string;
}

/** What computed one result, as `computedBy` says of it. */
export type Computation = Pick<EngineInfo, 'backend' | 'variant' | 'threads'>;

/** Kernels in WebAssembly. */
export type WasmVariantName = 'relaxed' | 'simd' | 'reference';

/** One way of computing; all agree within the stated accuracy. */
export interface Variant<Name extends string = WasmVariantName | 'webgpu'> {
  name: Name;
  description: string;
}

/**
 * The synchronous engine, as `loadWasm` resolves to.
 *
 * Tensors of rank 2, 3 and 4 are (steps, size), (batch_size, steps, size) and (batch_size, num_heads, steps, size); a
 * result has the rank of what came in. Arguments are only read. Every method throws an AttentionError that names the
 * argument: code `shape` where sizes do not fit, `type` and `option` for what they say, `out-of-memory` where a result
 * has no room, `disposed` after `dispose()`; the next call works.
 */
export interface Engine {
  readonly info: EngineInfo;
  /** What `loadWasm({ variant })` can load here, fastest first. */
  readonly variants: readonly Variant<WasmVariantName>[];

  /**
   * softmax(QKᵀ · scale) V, storing nothing else.
   *
   * @param Q - (B, H, L, head_size), or (B, L, H · head_size) with `numHeads`
   * @param K - (B, num_kv_heads, S, head_size)
   * @param V - (B, num_kv_heads, S, value size)
   * @returns output (B, H, L, value size), or (B, L, H · value size) with `numHeads`
   */
  attention(Q: TensorLike, K: TensorLike, V: TensorLike, options?: AttentionOptions): Output;

  /** `attention`, with every stage on the way; `replace` continues from an edited one. */
  trace(Q: TensorLike, K: TensorLike, V: TensorLike, options?: TraceOptions): AttentionTrace;

  /**
   * The softmax of each row over the keys that the options allow.
   *
   * @param scores - (B, H, L, S), scaled already
   * @returns attentionWeights of the same shape
   */
  maskedSoftmax(scores: TensorLike, options?: MaskOptions): Tensor;

  /** What can be said of the attention weights without ever storing L × S of them. */
  summarize(Q: TensorLike, K: TensorLike, V: TensorLike, options?: AttentionOptions, request?: SummaryRequest): Summary;

  /**
   * Additive attention: scores = w_vᵀ tanh(W_q q + W_k k).
   *
   * @param queries - (B, L, query_size)
   * @param keys - (B, S, key_size)
   * @param values - (B, S, value size)
   */
  additiveAttention(
    queries: TensorLike,
    keys: TensorLike,
    values: TensorLike,
    options: AdditiveAttentionOptions,
  ): AdditiveAttentionTrace;

  /** A layer of one head, without biases and without W_o. */
  selfAttention(spec: SelfAttentionSpec): Layer<SelfAttentionParameters>;

  /** A layer of `numHeads` heads with W_o, its biases optional, its key and value heads shared where `numKvHeads` says. */
  multiHeadAttention(spec: MultiHeadAttentionSpec): Layer<MultiHeadAttentionParameters>;

  /**
   * Sines in the even columns, cosines in the odd ones: sin(i / 10000^(2k / numHiddens)) in row i and column 2k.
   *
   * @returns (numSteps, numHiddens)
   */
  positionalEncoding(numSteps: number, numHiddens: number): Tensor;

  /** Frees all memory, that of layers too; a second call does nothing. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** The same engine behind promises, as `load` resolves to. Methods reject, they never throw. */
export interface AsyncEngine {
  readonly info: EngineInfo;
  /**
   * What `load({ variant })` can be asked for here. 'webgpu' is among them where there is an adapter; without a `variant`
   * none is asked for before a call is large, and there may prove to be none.
   */
  readonly variants: readonly Variant[];
  attention(Q: TensorLike, K: TensorLike, V: TensorLike, options?: AttentionOptions): Promise<Output>;
  trace(Q: TensorLike, K: TensorLike, V: TensorLike, options?: TraceOptions): Promise<AttentionTrace>;
  maskedSoftmax(scores: TensorLike, options?: MaskOptions): Promise<Tensor>;
  summarize(
    Q: TensorLike,
    K: TensorLike,
    V: TensorLike,
    options?: AttentionOptions,
    request?: SummaryRequest,
  ): Promise<Summary>;
  additiveAttention(
    queries: TensorLike,
    keys: TensorLike,
    values: TensorLike,
    options: AdditiveAttentionOptions,
  ): Promise<AdditiveAttentionTrace>;
  selfAttention(spec: SelfAttentionSpec): Promise<AsyncLayer<SelfAttentionParameters>>;
  multiHeadAttention(spec: MultiHeadAttentionSpec): Promise<AsyncLayer<MultiHeadAttentionParameters>>;
  positionalEncoding(numSteps: number, numHiddens: number): Promise<Tensor>;
  dispose(): void;
  [Symbol.dispose](): void;
}
