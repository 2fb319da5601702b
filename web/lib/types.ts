/// <reference lib="esnext.disposable" preserve="true" />
// Every public type of the package, in the vocabulary of the formula softmax(QKᵀ/√d)V.
// Shapes are written (batch_size, num_heads, num_queries, num_kv_pairs) = (B, H, L, S).

/** A row-major tensor. Results always own their data: nothing handed out is a view of WebAssembly memory. */
export interface Tensor {
  data: Float32Array;
  shape: number[];
}

/** Element types rounded to float32 on the way in; 64-bit integers are refused. */
export type NumberArray =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | readonly number[];

/** Nested arrays of equal length at each depth, e.g. `[[1, 0], [0, 1]]`. */
export type Nested<T> = readonly T[] | readonly Nested<T>[];

/** Anything accepted where a tensor is expected. Size 0 needs `{ data, shape }`. */
export type TensorLike = { readonly data: NumberArray; readonly shape: readonly number[] } | Nested<number>;

/** Booleans, or exactly 0 and 1, broadcast right-aligned to the shape of `scores`. */
export type MaskLike =
  | { readonly data: NumberArray | readonly boolean[]; readonly shape: readonly number[] }
  | Nested<boolean>
  | Nested<number>;

/** Integers of shape (batch_size) or (batch_size, num_queries). */
export type LengthsLike =
  | { readonly data: NumberArray; readonly shape: readonly number[] }
  | NumberArray
  | Nested<number>;

/** The position of the first query among the keys: 0, num_kv_pairs − num_queries, a number, or one per batch. */
export type QueryOffset = 'top-left' | 'bottom-right' | number | NumberArray;

/** Which positions a query may attend to. Every part intersects with every other. */
export interface MaskOptions {
  /** `true` needs `queryOffset` when num_queries ≠ num_kv_pairs; a string says both at once. */
  causal?: boolean | 'top-left' | 'bottom-right' | null | undefined;
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

export type TraceOptions = AttentionOptions & { replace?: Replace | null | undefined };
export type LayerTraceOptions = LayerOptions & { replace?: Replace | null | undefined };

export interface Output {
  /** (B, L, value size) or the rank that came in. */
  output: Tensor;
}

/** Every stage from scores to output; an absent stage is an absent key. */
export interface AttentionTrace {
  /** Q Kᵀ before anything else, (B, H, L, S). */
  scores: Tensor;
  /** scores × scale, then softcap. */
  scaled: Tensor;
  /** scaled + attentionBias, forbidden positions −Infinity. */
  masked: Tensor;
  /** Softmax of masked over the last axis. */
  attentionWeights: Tensor;
  /** attentionWeights after dropout; only when dropout is on. */
  dropped?: Tensor;
  output: Tensor;
}

/** A layer's parameters; projections are (in, out): `Q = X W_q`. `nn.Linear.weight` of PyTorch is (out, in): transpose it. */
export interface SelfAttentionParameters {
  W_q: Tensor;
  W_k: Tensor;
  W_v: Tensor;
}

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

export type Init = 'linear' | 'xavier';

export interface SelfAttentionSpec {
  numHiddens: number;
  /** Default 0. Excludes `parameters`. */
  seed?: number | undefined;
  parameters?: Likes<SelfAttentionParameters> | undefined;
  /** 'linear' (default): U(±1/√fan_in), as PyTorch's nn.Linear. 'xavier': U(±√(6/(fan_in + fan_out))), biases 0. */
  init?: Init | undefined;
}

export interface MultiHeadAttentionSpec {
  numHiddens: number;
  numHeads: number;
  numKvHeads?: number | undefined;
  querySize?: number | undefined;
  keySize?: number | undefined;
  valueSize?: number | undefined;
  bias?: boolean | undefined;
  seed?: number | undefined;
  parameters?: Likes<MultiHeadAttentionParameters> | undefined;
  init?: Init | undefined;
}

/** One sequence attending to itself, or queries attending to keys and values. */
export type LayerInput =
  | TensorLike
  | { readonly queries: TensorLike; readonly keys: TensorLike; readonly values: TensorLike };

export interface Layer<P = SelfAttentionParameters> {
  forward(X: LayerInput, options?: LayerOptions): Output;
  trace(X: LayerInput, options?: LayerTraceOptions): LayerTrace;
  /** Copies of the parameters. */
  readonly parameters: P;
  /** Frees the layer's memory; a second call does nothing, any other use then throws code 'disposed'. */
  dispose(): void;
  [Symbol.dispose](): void;
}

export interface AdditiveAttentionOptions extends MaskOptions {
  /** (query_size, num_hiddens) */
  W_q: TensorLike;
  /** (key_size, num_hiddens) */
  W_k: TensorLike;
  /** (num_hiddens) */
  w_v: TensorLike;
  dropout?: DropoutOptions | null | undefined;
}

/** scores = w_vᵀ tanh(W_q q + W_k k); no scale. */
export type AdditiveAttentionTrace = Omit<AttentionTrace, 'scaled'>;

export interface SummaryRequest {
  /** How many keys to list per query, at most num_kv_pairs are found; default 8. */
  topK?: number | undefined;
  /** Size of the downsampled map; default at most 64 each, never more than L and S. */
  mapRows?: number | undefined;
  mapCols?: number | undefined;
  /** What a cell of the map says of the attention weights it covers; default 'max'. */
  reduce?: 'max' | 'mean' | undefined;
}

/** What can be said of attentionWeights without storing them. */
export interface Summary {
  /** Largest weight of each query, (B, H, L). */
  rowMax: Tensor;
  /** −Σ w ln w of each query, in nats, (B, H, L). */
  entropy: Tensor;
  /** (B, H, L, topK), largest first; index −1 with weight 0 past the last allowed key. */
  topK: { indices: { data: Int32Array; shape: number[] }; attentionWeights: Tensor };
  /** (B, H, mapRows, mapCols). */
  map: Tensor;
}

export interface EngineInfo {
  backend: 'wasm' | 'webgpu';
  /** The kernel variant in use: 'relaxed', 'simd' or 'reference'. */
  variant: string;
  threads: number;
  /** One sentence: what was chosen and why. */
  reason: string;
}

/** One way of computing; all agree within the stated accuracy. */
export interface Variant {
  name: 'relaxed' | 'simd' | 'reference';
  description: string;
}

/** The synchronous engine, as `loadWasm` resolves to. */
export interface Engine {
  readonly info: EngineInfo;
  /** What `loadWasm({ variant })` can load here, fastest first. */
  readonly variants: readonly Variant[];
  attention(Q: TensorLike, K: TensorLike, V: TensorLike, options?: AttentionOptions): Output;
  trace(Q: TensorLike, K: TensorLike, V: TensorLike, options?: TraceOptions): AttentionTrace;
  maskedSoftmax(scores: TensorLike, options?: MaskOptions): Tensor;
  summarize(Q: TensorLike, K: TensorLike, V: TensorLike, options?: AttentionOptions, request?: SummaryRequest): Summary;
  additiveAttention(
    queries: TensorLike,
    keys: TensorLike,
    values: TensorLike,
    options: AdditiveAttentionOptions,
  ): AdditiveAttentionTrace;
  selfAttention(spec: SelfAttentionSpec): Layer<SelfAttentionParameters>;
  multiHeadAttention(spec: MultiHeadAttentionSpec): Layer<MultiHeadAttentionParameters>;
  positionalEncoding(numSteps: number, numHiddens: number): Tensor;
  dispose(): void;
  [Symbol.dispose](): void;
}

/** The same layer behind promises; `parameters` and `dispose` stay synchronous. */
export interface AsyncLayer<P = SelfAttentionParameters> {
  forward(X: LayerInput, options?: LayerOptions): Promise<Output>;
  trace(X: LayerInput, options?: LayerTraceOptions): Promise<LayerTrace>;
  readonly parameters: P;
  dispose(): void;
  [Symbol.dispose](): void;
}

/** The same engine behind promises, as `load` resolves to. Methods reject, they never throw. */
export interface AsyncEngine {
  readonly info: EngineInfo;
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

/** WebAssembly.Module where TypeScript knows of it: with the types of browsers, not with those of Node alone. */
type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : never;

export interface LoadWasmOptions {
  /** 'relaxed', 'simd' or 'reference'; left out, the fastest this engine can run. */
  variant?: Variant['name'] | undefined;
  /** Where the .wasm file of the chosen build lies; left out, beside this module. */
  wasmUrl?: string | URL | undefined;
  /** The bytes, or a compiled module, of the chosen build. */
  wasmBinary?: ArrayBuffer | ArrayBufferView | CompiledModule | undefined;
  /** At most this many threads; `info.threads` says how many there are. */
  threads?: number | undefined;
}

export interface LoadOptions extends LoadWasmOptions {
  /** In a browser the engine computes in a module worker; `false` opts out. */
  worker?: boolean | undefined;
}
