// What the WebAssembly module offers to TypeScript: src/bindings/embind.cpp, seen from this side.
// Everything crossing is already normalised: float32 data, byte masks, int32 lengths, plain numbers.

export interface CoreTensor {
  data: Float32Array;
  shape: number[];
}
export interface CoreMask {
  data: Uint8Array;
  shape: number[];
}
export interface CoreInts {
  data: Int32Array;
  shape: number[];
}

/** Absent keys are options left out; without any, undefined stands for all. */
export interface CoreOptions {
  scale?: number;
  softcap?: number;
  causal?: boolean;
  /** 'top-left', 'bottom-right', or one integer, or one per batch. */
  queryOffset?: 'top-left' | 'bottom-right' | CoreInts;
  window?: CoreInts;
  validLens?: CoreInts;
  keep?: CoreMask;
  drop?: CoreMask;
  attentionBias?: CoreTensor;
  emptyRow?: 'zero' | 'uniform';
  dropout?: { p: number; seed: number };
  numHeads?: number;
  numKvHeads?: number;
  replace?: { scores?: CoreTensor; masked?: CoreTensor; attentionWeights?: CoreTensor };
}

/** A failed call returns this instead of its result; names are C++'s (`valid_lens`). */
export interface CoreFailure {
  error: { code: 'shape' | 'option' | 'out-of-memory' | 'internal'; argument: string; expected: string; got: string };
}

export type CoreResult<T> = T | CoreFailure;
export type CoreInputs = { X: CoreTensor } | { queries: CoreTensor; keys: CoreTensor; values: CoreTensor };
export type CoreStages = Record<string, CoreTensor>;

/** Parameters given, or drawn from seed. */
export interface CoreLayerSpec {
  numHiddens: number;
  numHeads?: number;
  numKvHeads?: number;
  querySize?: number;
  keySize?: number;
  valueSize?: number;
  bias?: boolean;
  seed?: number;
  init?: 'linear' | 'xavier';
  parameters?: Record<string, CoreTensor>;
}

export interface CoreSummaryRequest {
  topK?: number;
  mapRows?: number;
  mapCols?: number;
  reduce: 'max' | 'mean';
  /** [from, to]. */
  mapKeys?: CoreInts;
}

export interface CoreLayer {
  forward(inputs: CoreInputs, options: CoreOptions | undefined): CoreResult<{ output: CoreTensor }>;
  trace(inputs: CoreInputs, options: CoreOptions | undefined): CoreResult<CoreStages>;
  summarize(inputs: CoreInputs, options: CoreOptions | undefined, request: CoreSummaryRequest): CoreResult<CoreSummary>;
  parameters(): CoreResult<Record<string, CoreTensor>>;
  delete(): void;
}

export interface CoreSummary {
  rowMax: CoreTensor;
  entropy: CoreTensor;
  topK: { indices: CoreInts; attentionWeights: CoreTensor };
  map: CoreTensor;
}

/** The one handle: kernels chosen by variant name, every method of the engine. */
export interface Core {
  attention(
    Q: CoreTensor,
    K: CoreTensor,
    V: CoreTensor,
    options: CoreOptions | undefined,
  ): CoreResult<{ output: CoreTensor }>;
  trace(Q: CoreTensor, K: CoreTensor, V: CoreTensor, options: CoreOptions | undefined): CoreResult<CoreStages>;
  maskedSoftmax(scores: CoreTensor, options: CoreOptions | undefined): CoreResult<CoreTensor>;
  summarize(
    Q: CoreTensor,
    K: CoreTensor,
    V: CoreTensor,
    options: CoreOptions | undefined,
    request: CoreSummaryRequest,
  ): CoreResult<CoreSummary>;
  additiveAttention(
    inputs: { queries: CoreTensor; keys: CoreTensor; values: CoreTensor },
    parameters: { W_q: CoreTensor; W_k: CoreTensor; w_v: CoreTensor },
    options: CoreOptions | undefined,
  ): CoreResult<CoreStages>;
  selfAttention(spec: CoreLayerSpec): CoreLayer | CoreFailure;
  multiHeadAttention(spec: CoreLayerSpec): CoreLayer | CoreFailure;
  positionalEncoding(numSteps: number, numHiddens: number): CoreResult<CoreTensor>;
  delete(): void;
}

/** Threads that share the work of calls. */
export interface CoreThreads {
  /** For each but the first: where in the table of functions it begins, and what it is given there. */
  starts(): { entry: number; args: number[] }[];
}

export interface CoreModule {
  /** Kernel variants of this build, best first. */
  variants(): { name: string; description: string }[];
  /** So many threads, the calling one included; only those that are started take part. */
  Threads: new (
    count: number,
  ) => CoreThreads;
  /** The handle, or null for an unknown variant name. */
  createCore(variant: string, threads: CoreThreads): Core | null;
  /** Bytes of the heap in use, and of the whole memory: for tests of leaks. */
  heapInUse(): number;
}
