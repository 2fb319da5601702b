// The engine on the GPU: reads arguments as every engine does, and computes in WGSL. The core is beside it for what it
// alone knows: the words of a refusal, parameters drawn from a seed, positional encodings.

import { noteComputation } from '../computed-by.js';
import { AttentionError } from '../errors.js';
import { disposeSymbol } from '../lifetimes.js';
import { readAttentionOptions, readMaskOptions, readSummaryRequest, readTraceOptions } from '../options.js';
import * as requests from '../requests.js';
import { readMultiHeadAttentionSpec, readSelfAttentionSpec } from '../specs.js';
import { readTensor } from '../tensors.js';
import type * as api from '../types.js';
import type { CoreLayerSpec } from '../wasm/core.js';
import type { CoreHandle } from '../wasm/handle.js';
import type { LoadedCore } from '../wasm/load.js';
import { additiveAttention, additiveCall } from './additive.js';
import * as calls from './calls.js';
import type { Devices } from './devices.js';
import type { Gpu } from './gpu.js';
import { GpuLayer, type LayerKind } from './layer.js';
import * as onDevice from './on-device.js';
import { forTheCore, keeping, type Operand, operandReader } from './reading.js';
import { judged } from './refusals.js';
import { summaryPlan } from './summary.js';

export interface EngineParts {
  devices: Devices;
  core: LoadedCore;
}

// Every method is async even where it only passes a promise on: what reading the arguments throws must reject.
export class GpuEngine implements api.WebGpuEngine {
  readonly variants: readonly api.Variant[];
  readonly #devices: Devices;
  readonly #core: CoreHandle;
  readonly #coreInfo: api.Computation;
  readonly #read: (value: unknown, argument: string) => Operand;

  constructor({ devices, core: { handle, info, variants } }: EngineParts) {
    this.variants = variants;
    this.#devices = devices;
    this.#core = handle;
    this.#coreInfo = info;
    this.#read = operandReader(() => this.#gpu);
  }

  get info() {
    return this.#devices.latest.info;
  }

  get lost() {
    return this.#devices.latest.gpu.lost;
  }

  get counters(): api.WebGpuCounters {
    return { ...this.#devices.latest.gpu.counters };
  }

  async attention(
    Q: api.DeviceTensorLike,
    K: api.DeviceTensorLike,
    V: api.DeviceTensorLike,
    options?: api.AttentionOptions,
  ): Promise<api.Output> {
    const call = this.#attentionCall(Q, K, V, readAttentionOptions(options));
    return this.#computed(keeping(call.operands, () => calls.attention(this.#gpu, call)));
  }

  async trace(
    Q: api.DeviceTensorLike,
    K: api.DeviceTensorLike,
    V: api.DeviceTensorLike,
    options?: api.TraceOptions,
  ): Promise<api.AttentionTrace> {
    const call = this.#attentionCall(Q, K, V, readTraceOptions(options));
    return this.#computed(keeping(call.operands, () => calls.trace(this.#gpu, call)));
  }

  async maskedSoftmax(scores: api.TensorLike, options?: api.MaskOptions): Promise<api.Tensor> {
    const request = requests.maskedSoftmaxRequest(scores, options);
    const call = judged(
      () => calls.softmaxCall(request[1], readMaskOptions(options)),
      () => this.#core.call(...request),
    );
    return this.#computed(calls.maskedSoftmax(this.#gpu, call));
  }

  async summarize(
    Q: api.DeviceTensorLike,
    K: api.DeviceTensorLike,
    V: api.DeviceTensorLike,
    options?: api.AttentionOptions,
    request?: api.SummaryRequest,
  ): Promise<api.Summary> {
    this.#gpu.check();
    const [q, k, v] = [this.#read(Q, 'Q'), this.#read(K, 'K'), this.#read(V, 'V')];
    const [settings, wanted] = [readAttentionOptions(options), readSummaryRequest(request)];
    const { call, plan } = judged(
      () => {
        const call = calls.attentionCall(q, k, v, settings);
        return { call, plan: summaryPlan(wanted, call.fit.scores, call.fit.axes) };
      },
      () => this.#core.call('summarize', forTheCore(q), forTheCore(k), forTheCore(v), settings, wanted),
    );
    return this.#computed(keeping(call.operands, () => calls.summarize(this.#gpu, call, plan)));
  }

  async upload(tensor: api.TensorLike): Promise<api.DeviceTensor> {
    const read = readTensor(tensor, 'tensor');
    this.#gpu.check();
    const rank = read.shape.length;
    if (rank < 2) {
      const complaint = { argument: 'tensor', expected: 'rank 2, 3 or 4', got: `rank ${rank}` };
      throw new AttentionError('shape', complaint);
    }
    return onDevice.upload(this.#gpu, read);
  }

  async attentionOnDevice(
    Q: api.DeviceTensorLike,
    K: api.DeviceTensorLike,
    V: api.DeviceTensorLike,
    options?: api.AttentionOptions,
  ): Promise<{ output: api.DeviceTensor }> {
    const call = this.#attentionCall(Q, K, V, readAttentionOptions(options));
    return this.#computed(keeping(call.operands, () => onDevice.attention(this.#gpu, call)));
  }

  async traceOnDevice(
    Q: api.DeviceTensorLike,
    K: api.DeviceTensorLike,
    V: api.DeviceTensorLike,
    options?: api.TraceOptions,
  ): Promise<api.DeviceTrace> {
    const call = this.#attentionCall(Q, K, V, readTraceOptions(options));
    return this.#computed(keeping(call.operands, () => onDevice.trace(this.#gpu, call)));
  }

  async additiveAttention(
    queries: api.TensorLike,
    keys: api.TensorLike,
    values: api.TensorLike,
    options: api.AdditiveAttentionOptions,
  ): Promise<api.AdditiveAttentionTrace> {
    const request = requests.additiveAttentionRequest(queries, keys, values, options);
    this.#gpu.check();
    const [, inputs, parameters, settings] = request;
    const call = judged(
      () => additiveCall(inputs, parameters, settings),
      () => this.#core.call(...request),
    );
    return this.#computed(additiveAttention(this.#gpu, call));
  }

  async selfAttention(spec: api.SelfAttentionSpec): Promise<api.WebGpuLayer<api.SelfAttentionParameters>> {
    return this.#makeLayer('selfAttention', readSelfAttentionSpec(spec));
  }

  async multiHeadAttention(
    spec: api.MultiHeadAttentionSpec,
  ): Promise<api.WebGpuLayer<api.MultiHeadAttentionParameters>> {
    return this.#makeLayer('multiHeadAttention', readMultiHeadAttentionSpec(spec));
  }

  async positionalEncoding(numSteps: number, numHiddens: number): Promise<api.Tensor> {
    const encoding = this.#core.call(...requests.positionalEncodingRequest(numSteps, numHiddens));
    return noteComputation(encoding, this.#coreInfo);
  }

  dispose(): void {
    this.#devices.dispose();
    this.#core.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  #makeLayer<P extends object>(kind: LayerKind, spec: CoreLayerSpec): api.WebGpuLayer<P> {
    this.#gpu.check();
    return new GpuLayer<P>({ devices: this.#devices, core: this.#core, kind, spec, read: this.#read });
  }

  /** The device of now: a call asks for it, and has begun on it, before anything is waited for. */
  get #gpu(): Gpu {
    return this.#devices.live.gpu;
  }

  async #computed<T extends object>(result: Promise<T>): Promise<T> {
    return noteComputation(await result, this.info);
  }

  #attentionCall(
    Q: api.DeviceTensorLike,
    K: api.DeviceTensorLike,
    V: api.DeviceTensorLike,
    options: Parameters<typeof calls.attentionCall>[3],
  ): calls.AttentionCall {
    this.#gpu.check();
    const [q, k, v] = [this.#read(Q, 'Q'), this.#read(K, 'K'), this.#read(V, 'V')];
    return judged(
      () => calls.attentionCall(q, k, v, options),
      () => this.#core.call('trace', forTheCore(q), forTheCore(k), forTheCore(v), options),
    );
  }
}
