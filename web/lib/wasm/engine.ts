// The synchronous engine: reads arguments, calls the core, hands on what it returns.

import { noteComputation } from '../computed-by.js';
import { readLayerInputs } from '../inputs.js';
import { disposeSymbol, Lifetimes } from '../lifetimes.js';
import { readLayerOptions, readLayerTraceOptions, readSummaryRequest } from '../options.js';
import * as requests from '../requests.js';
import { readMultiHeadAttentionSpec, readSelfAttentionSpec } from '../specs.js';
import type * as api from '../types.js';
import { type CoreHandle, disposedError } from './handle.js';
import type { LoadedCore } from './load.js';

export class WasmEngine implements api.Engine {
  readonly info: api.EngineInfo;
  readonly variants: readonly api.Variant<api.WasmVariantName>[];
  readonly #handle: CoreHandle;
  readonly #lifetimes: Lifetimes;

  constructor({ handle, info, variants }: LoadedCore) {
    this.info = info;
    this.variants = variants;
    this.#handle = handle;
    this.#lifetimes = new Lifetimes((id) => handle.releaseLayer(id));
  }

  attention(Q: api.TensorLike, K: api.TensorLike, V: api.TensorLike, options?: api.AttentionOptions): api.Output {
    return this.#computed(this.#handle.call(...requests.attentionRequest(Q, K, V, options)));
  }

  trace(Q: api.TensorLike, K: api.TensorLike, V: api.TensorLike, options?: api.TraceOptions): api.AttentionTrace {
    const stages = this.#handle.call(...requests.traceRequest(Q, K, V, options));
    return this.#computed(stages) as unknown as api.AttentionTrace;
  }

  maskedSoftmax(scores: api.TensorLike, options?: api.MaskOptions): api.Tensor {
    return this.#computed(this.#handle.call(...requests.maskedSoftmaxRequest(scores, options)));
  }

  summarize(
    Q: api.TensorLike,
    K: api.TensorLike,
    V: api.TensorLike,
    options?: api.AttentionOptions,
    request?: api.SummaryRequest,
  ): api.Summary {
    return this.#computed(this.#handle.call(...requests.summarizeRequest(Q, K, V, options, request)));
  }

  additiveAttention(
    queries: api.TensorLike,
    keys: api.TensorLike,
    values: api.TensorLike,
    options: api.AdditiveAttentionOptions,
  ): api.AdditiveAttentionTrace {
    const request = requests.additiveAttentionRequest(queries, keys, values, options);
    return this.#computed(this.#handle.call(...request)) as unknown as api.AdditiveAttentionTrace;
  }

  selfAttention(spec: api.SelfAttentionSpec): api.Layer<api.SelfAttentionParameters> {
    return this.#layer(this.#handle.makeLayer('selfAttention', readSelfAttentionSpec(spec)));
  }

  multiHeadAttention(spec: api.MultiHeadAttentionSpec): api.Layer<api.MultiHeadAttentionParameters> {
    return this.#layer(this.#handle.makeLayer('multiHeadAttention', readMultiHeadAttentionSpec(spec)));
  }

  positionalEncoding(numSteps: number, numHiddens: number): api.Tensor {
    return this.#computed(this.#handle.call(...requests.positionalEncodingRequest(numSteps, numHiddens)));
  }

  dispose(): void {
    this.#handle.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  #computed<T extends object>(result: T): T {
    return noteComputation(result, this.info);
  }

  #layer<P>(id: number): WasmLayer<P> {
    return new WasmLayer(this.#handle, this.#lifetimes, id, this.info);
  }
}

class WasmLayer<P> implements api.Layer<P> {
  readonly #handle: CoreHandle;
  readonly #lifetimes: Lifetimes;
  /** Undefined once disposed of. */
  #id: number | undefined;
  readonly #info: api.EngineInfo;

  constructor(handle: CoreHandle, lifetimes: Lifetimes, id: number, info: api.EngineInfo) {
    this.#handle = handle;
    this.#info = info;
    this.#lifetimes = lifetimes;
    this.#id = id;
    lifetimes.begin(this, id);
  }

  forward(X: api.LayerInput, options?: api.LayerOptions): api.Output {
    const output = this.#handle.forward(this.#liveId(), readLayerInputs(X), readLayerOptions(options));
    return noteComputation(output, this.#info);
  }

  trace(X: api.LayerInput, options?: api.LayerTraceOptions): api.LayerTrace {
    const stages = this.#handle.traceLayer(this.#liveId(), readLayerInputs(X), readLayerTraceOptions(options));
    return noteComputation(stages, this.#info) as unknown as api.LayerTrace;
  }

  summarize(X: api.LayerInput, options?: api.LayerOptions, request?: api.SummaryRequest): api.Summary {
    const args = [readLayerInputs(X), readLayerOptions(options), readSummaryRequest(request)] as const;
    return noteComputation(this.#handle.summarizeLayer(this.#liveId(), ...args), this.#info);
  }

  get parameters(): P {
    return this.#handle.parametersOf(this.#liveId()) as unknown as P;
  }

  dispose(): void {
    if (this.#id === undefined) return;
    this.#lifetimes.end(this, this.#id);
    this.#id = undefined;
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  #liveId(): number {
    if (this.#id === undefined) throw disposedError('layer');
    return this.#id;
  }
}
