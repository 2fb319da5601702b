// A layer on the GPU: projections and attention in one submission, its parameters uploaded once.

import { isRecord, reading } from '../checks.js';
import { noteComputation } from '../computed-by.js';
import { readGroup, required } from '../groups.js';
import { disposeSymbol } from '../lifetimes.js';
import { readLayerOptions, readLayerTraceOptions, readSummaryRequest } from '../options.js';
import type * as api from '../types.js';
import type { CoreInputs, CoreLayerSpec, CoreOptions, CoreStages, CoreSummaryRequest } from '../wasm/core.js';
import type { CoreHandle } from '../wasm/handle.js';
import { disposedError } from '../wasm/handle.js';
import type { Devices } from './devices.js';
import type { Gpu } from './gpu.js';
import { HandleOnDevice } from './handles.js';
import { type LayerCall, type LayerInputs, layerCall } from './layer-call.js';
import * as calls from './layer-calls.js';
import * as pieces from './layer-pieces.js';
import { fitsInBuffers } from './layer-pieces.js';
import * as onDevice from './on-device.js';
import { type DeviceParameters, type LayerSizes, type Upload, uploadParameters } from './parameters.js';
import { forTheCore, type Operand } from './reading.js';
import { judged } from './refusals.js';
import { Held } from './run.js';
import { summaryPlan } from './summary.js';

type LayerMethod = 'forward' | 'traceLayer' | 'summarizeLayer';

export type LayerKind = 'selfAttention' | 'multiHeadAttention';

export interface LayerParts {
  devices: Devices;
  core: CoreHandle;
  kind: LayerKind;
  spec: CoreLayerSpec;
  read: (value: unknown, argument: string) => Operand;
}

/** Frees the parameters of layers that were forgotten. */
const forgotten = new FinalizationRegistry<Held>((held) => held.release());

export class GpuLayer<P extends object> implements api.WebGpuLayer<P> {
  readonly #devices: Devices;
  readonly #core: CoreHandle;
  readonly #kind: LayerKind;
  readonly #spec: CoreLayerSpec;
  readonly #sizes: LayerSizes;
  readonly #parameters: CoreStages;
  readonly #read: (value: unknown, argument: string) => Operand;
  readonly #held: Held;
  /** Uploaded with the first call that needs them, and again with the first on another device. */
  #upload: (Upload & { gpu: Gpu }) | undefined;
  #isDisposed = false;
  /** Calls under way, which still need the parameters. */
  #calls = 0;

  /** The core draws the parameters, or judges those given. */
  constructor({ devices, core, kind, spec, read }: LayerParts) {
    const id = core.makeLayer(kind, spec);
    try {
      this.#parameters = core.parametersOf(id);
    } finally {
      core.releaseLayer(id);
    }
    this.#devices = devices;
    this.#core = core;
    this.#kind = kind;
    this.#spec = spec;
    this.#sizes = sizesOf(kind, spec);
    this.#read = read;
    this.#held = new Held(devices.latest.gpu);
    forgotten.register(this, this.#held, this);
  }

  async forward(X: api.DeviceLayerInput, options?: api.LayerOptions): Promise<api.Output> {
    const { call } = this.#call(X, readLayerOptions(options), 'forward');
    const output = await this.#withParameters((parameters) => this.#wayOf(call).forward(this.#gpu, call, parameters));
    return noteComputation(output, this.#devices.latest.info);
  }

  async trace(X: api.DeviceLayerInput, options?: api.LayerTraceOptions): Promise<api.LayerTrace> {
    const { call } = this.#call(X, readLayerTraceOptions(options), 'traceLayer');
    const { inputs, ...stages } = await this.#withParameters((onDevice) =>
      this.#wayOf(call).trace(this.#gpu, call, onDevice),
    );
    const trace = { ...inputs, ...structuredClone(this.#parameters), ...stages };
    return noteComputation(trace, this.#devices.latest.info) as unknown as api.LayerTrace;
  }

  async forwardOnDevice(X: api.DeviceLayerInput, options?: api.LayerOptions): Promise<{ output: api.DeviceTensor }> {
    const { call } = this.#call(X, readLayerOptions(options), 'forward');
    const output = await this.#withParameters((parameters) => onDevice.layerForward(this.#gpu, call, parameters));
    return noteComputation(output, this.#devices.latest.info);
  }

  async traceOnDevice(X: api.DeviceLayerInput, options?: api.LayerTraceOptions): Promise<api.DeviceTrace> {
    const { call } = this.#call(X, readLayerTraceOptions(options), 'traceLayer');
    const trace = await this.#withParameters((parameters) => onDevice.layerTrace(this.#gpu, call, parameters));
    return noteComputation(trace, this.#devices.latest.info);
  }

  async summarize(
    X: api.DeviceLayerInput,
    options?: api.LayerOptions,
    request?: api.SummaryRequest,
  ): Promise<api.Summary> {
    const wanted = readSummaryRequest(request);
    const { call, plan } = this.#call(X, readLayerOptions(options), 'summarizeLayer', wanted);
    const summary = await this.#withParameters((onDevice) =>
      this.#wayOf(call).summarize(this.#gpu, call, onDevice, plan),
    );
    return noteComputation(summary, this.#devices.latest.info);
  }

  get parameters(): P {
    this.#check();
    return structuredClone(this.#parameters) as unknown as P;
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    forgotten.unregister(this);
    this.#releaseUnused();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  /** The device of now: a call asks for it, and has begun on it, before anything is waited for. */
  get #gpu(): Gpu {
    return this.#devices.live.gpu;
  }

  #check(): void {
    this.#gpu.check();
    if (this.#isDisposed) throw disposedError('layer');
  }

  /** All on the GPU, or where that has no such buffers, piece by piece. */
  #wayOf(call: LayerCall): Pick<typeof calls, 'forward' | 'trace' | 'summarize'> {
    return fitsInBuffers(call, this.#gpu) ? calls : pieces;
  }

  /** Starts at once, so that no argument has to be kept: what was just uploaded is there by the time it is needed. */
  async #withParameters<T>(work: (parameters: DeviceParameters) => Promise<T>): Promise<T> {
    const upload = this.#uploaded();
    const { parameters, accepted } = upload;
    this.#calls++;
    try {
      const result = parameters ? work(parameters) : undefined;
      const [arrival, outcome] = await Promise.allSettled([accepted, result]);
      if (arrival.status === 'rejected') {
        this.#forget(upload);
        throw arrival.reason;
      }
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value as T;
    } finally {
      this.#calls--;
      this.#releaseUnused();
    }
  }

  #uploaded(): Upload {
    const gpu = this.#gpu;
    if (this.#upload?.gpu === gpu) return this.#upload;
    this.#held.moveTo(gpu);
    this.#upload = { gpu, ...uploadParameters(gpu, this.#held, this.#parameters, this.#sizes) };
    return this.#upload;
  }

  /** The next call may find room. */
  #forget(upload: Upload): void {
    if (this.#upload !== upload) return;
    this.#upload = undefined;
    this.#held.release();
  }

  #releaseUnused(): void {
    if (this.#isDisposed && this.#calls === 0) this.#held.release();
  }

  /** @param request - what a summary is to say, of which a plan comes with the call */
  #call(X: unknown, options: CoreOptions, method: LayerMethod, request: CoreSummaryRequest = { reduce: 'max' }) {
    this.#check();
    const inputs = readInputs(X, this.#read);
    return judged(
      () => {
        const call = layerCall(inputs, this.#sizes, this.#parameters, options);
        return { call, plan: summaryPlan(request, call.fit.scores, call.fit.axes) };
      },
      () => this.#refuse(inputs, options, method, request),
    );
  }

  /** The same layer in the core, for as long as it takes to say no. */
  #refuse(inputs: LayerInputs, options: CoreOptions, method: LayerMethod, request: CoreSummaryRequest): void {
    const { numHiddens, numHeads, numKvHeads, querySize, keySize, valueSize, bias } = this.#spec;
    const sizes = { numHiddens, numHeads, numKvHeads, querySize, keySize, valueSize, bias };
    const spec = { ...(sizes as CoreLayerSpec), parameters: this.#parameters };
    const id = this.#core.makeLayer(this.#kind, spec);
    try {
      const given = Object.fromEntries(Object.entries(inputs).map(([name, operand]) => [name, forTheCore(operand)]));
      if (method === 'summarizeLayer') this.#core.summarizeLayer(id, given as CoreInputs, options, request);
      else this.#core[method](id, given as CoreInputs, options);
    } finally {
      this.#core.releaseLayer(id);
    }
  }
}

function sizesOf(kind: LayerKind, { numHiddens, numHeads = 1, numKvHeads = numHeads }: CoreLayerSpec): LayerSizes {
  const hasHeads = kind === 'multiHeadAttention';
  return { numHiddens, numHeads, numKvHeads, hasHeads, headSize: numHiddens / numHeads };
}

/** One sequence X, or queries, keys and values; any of them may be on the GPU. */
function readInputs(given: unknown, read: (value: unknown, argument: string) => Operand): LayerInputs {
  const isOne = reading(
    'X',
    () => given instanceof HandleOnDevice || !isRecord(given) || 'data' in given || 'shape' in given,
  );
  if (isOne) return { X: read(given, 'X') };
  const { queries, keys, values } = readGroup(given, { queries: read, keys: read, values: read }, 'X');
  return {
    queries: required(queries, 'queries', 'a tensor'),
    keys: required(keys, 'keys', 'a tensor'),
    values: required(values, 'values', 'a tensor'),
  };
}
