// The asynchronous engine: reads arguments here, so that nothing of the caller's is kept, and computes over a channel.

import { isRecord } from '../checks.js';
import { noteComputation } from '../computed-by.js';
import { readLayerInputs } from '../inputs.js';
import { disposeSymbol, Lifetimes } from '../lifetimes.js';
import { readLayerOptions, readLayerTraceOptions, readSummaryRequest } from '../options.js';
import * as requests from '../requests.js';
import { readMultiHeadAttentionSpec, readSelfAttentionSpec } from '../specs.js';
import type * as api from '../types.js';
import { disposedError } from '../wasm/handle.js';
import type { Channel } from './channel.js';
import type { Loaded } from './messages.js';

// Every method is async even where it only passes a promise on: what reading the arguments throws must reject.
export class ChannelEngine implements api.AsyncEngine {
  readonly variants: Loaded['variants'];
  readonly #loaded: Loaded;
  readonly #channel: Channel;
  readonly #lifetimes: Lifetimes;

  constructor(plainChannel: Channel, loaded: Loaded) {
    const channel = noting(plainChannel, loaded);
    this.variants = loaded.variants;
    this.#loaded = loaded;
    this.#channel = channel;
    this.#lifetimes = new Lifetimes((id) => releaseLayer(channel, id));
  }

  get info() {
    return this.#loaded.info;
  }

  async attention(Q: api.TensorLike, K: api.TensorLike, V: api.TensorLike, options?: api.AttentionOptions) {
    return this.#call<api.Output>(requests.attentionRequest(Q, K, V, options));
  }

  async trace(Q: api.TensorLike, K: api.TensorLike, V: api.TensorLike, options?: api.TraceOptions) {
    return this.#call<api.AttentionTrace>(requests.traceRequest(Q, K, V, options));
  }

  async maskedSoftmax(scores: api.TensorLike, options?: api.MaskOptions) {
    return this.#call<api.Tensor>(requests.maskedSoftmaxRequest(scores, options));
  }

  async summarize(
    Q: api.TensorLike,
    K: api.TensorLike,
    V: api.TensorLike,
    options?: api.AttentionOptions,
    request?: api.SummaryRequest,
  ) {
    return this.#call<api.Summary>(requests.summarizeRequest(Q, K, V, options, request));
  }

  async additiveAttention(
    queries: api.TensorLike,
    keys: api.TensorLike,
    values: api.TensorLike,
    options: api.AdditiveAttentionOptions,
  ) {
    const request = requests.additiveAttentionRequest(queries, keys, values, options);
    return this.#call<api.AdditiveAttentionTrace>(request);
  }

  async selfAttention(spec: api.SelfAttentionSpec) {
    return this.#makeLayer<api.SelfAttentionParameters>('selfAttention', readSelfAttentionSpec(spec));
  }

  async multiHeadAttention(spec: api.MultiHeadAttentionSpec) {
    return this.#makeLayer<api.MultiHeadAttentionParameters>('multiHeadAttention', readMultiHeadAttentionSpec(spec));
  }

  async positionalEncoding(numSteps: number, numHiddens: number) {
    return this.#call<api.Tensor>(requests.positionalEncodingRequest(numSteps, numHiddens));
  }

  dispose(): void {
    this.#channel.close();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  async #call<T>(request: readonly unknown[]): Promise<T> {
    return (await this.#channel.send('call', request)) as T;
  }

  async #makeLayer<P extends object>(kind: string, spec: unknown): Promise<api.AsyncLayer<P>> {
    const id = (await this.#channel.send('makeLayer', [kind, spec])) as number;
    try {
      const parameters = (await this.#channel.send('parametersOf', [id])) as P;
      return new ChannelLayer(this.#channel, this.#lifetimes, id, parameters);
    } catch (error) {
      releaseLayer(this.#channel, id);
      throw error;
    }
  }
}

class ChannelLayer<P extends object> implements api.AsyncLayer<P> {
  readonly #channel: Channel;
  readonly #lifetimes: Lifetimes;
  /** Fetched once, as the getter is synchronous. */
  readonly #parameters: P;
  /** Undefined once disposed of. */
  #id: number | undefined;

  constructor(channel: Channel, lifetimes: Lifetimes, id: number, parameters: P) {
    this.#channel = channel;
    this.#lifetimes = lifetimes;
    this.#parameters = parameters;
    this.#id = id;
    lifetimes.begin(this, id);
  }

  async forward(X: api.LayerInput, options?: api.LayerOptions) {
    const args = [this.#liveId(), readLayerInputs(X), readLayerOptions(options)];
    return (await this.#channel.send('forward', args)) as api.Output;
  }

  async trace(X: api.LayerInput, options?: api.LayerTraceOptions) {
    const args = [this.#liveId(), readLayerInputs(X), readLayerTraceOptions(options)];
    return (await this.#channel.send('traceLayer', args)) as api.LayerTrace;
  }

  async summarize(X: api.LayerInput, options?: api.LayerOptions, request?: api.SummaryRequest) {
    const args = [this.#liveId(), readLayerInputs(X), readLayerOptions(options), readSummaryRequest(request)];
    return (await this.#channel.send('summarizeLayer', args)) as api.Summary;
  }

  get parameters(): P {
    this.#liveId();
    return structuredClone(this.#parameters);
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

/** A channel whose answers are known to be computed by what was loaded, where they do not come from elsewhere. */
function noting(channel: Channel, { info: { backend, variant, threads } }: Loaded): Channel {
  return {
    send: async (method, args) => {
      const answer = await channel.send(method, args);
      return isRecord(answer) ? noteComputation(answer, { backend, variant, threads }) : answer;
    },
    close: () => channel.close(),
  };
}

function releaseLayer(channel: Channel, id: number): void {
  // No one waits for this, and it fails only where the engine, and all its memory with it, is gone already.
  channel.send('releaseLayer', [id]).catch(() => {});
}
