/// <reference lib="esnext.disposable" preserve="true" />
// The engine on the GPU: that of load(), and tensors that stay where they were computed.

import type { AttentionError } from '../errors.js';
import type { AsyncEngine, EngineInfo } from './engines.js';
import type {
  AsyncLayer,
  LayerInput,
  LayerTrace,
  MultiHeadAttentionParameters,
  MultiHeadAttentionSpec,
  SelfAttentionParameters,
  SelfAttentionSpec,
} from './layers.js';
import type { UrlLike } from './loading.js';
import type { AttentionOptions, LayerOptions, LayerTraceOptions, SummaryRequest, TraceOptions } from './options.js';
import type { AttentionTrace, Output, Summary } from './results.js';
import type { Tensor, TensorLike } from './tensors.js';

/** GPU and GPUDevice where TypeScript knows of them: with the types of WebGPU alone. */
type ApplicationGPU = typeof globalThis extends { GPU: { prototype: infer T } } ? T : unknown;
type ApplicationDevice = typeof globalThis extends { GPUDevice: { prototype: infer T } } ? T : unknown;

/** What `loadWebGpu` takes. */
export interface LoadWebGpuOptions {
  /** A GPU of the application's, as npm's webgpu gives in Node; left out, `navigator.gpu`. */
  gpu?: ApplicationGPU | undefined;
  /** A GPUDevice of the application's, which outlives the engine; once lost, it cannot be replaced. Excludes `gpu`. */
  device?: ApplicationDevice | undefined;
  /** Lower limits than the device has: work then comes in smaller pieces, and takes less memory at a time. */
  limits?: Partial<WebGpuLimits> | undefined;
  /** Left out, the first of them that this device has and whose numbers are right. */
  variant?: WebGpuVariantName | undefined;
  /** Where the .wasm file of the core lies, and its bytes: as in LoadWasmOptions. */
  filesUrl?: UrlLike | undefined;
  wasmUrl?: UrlLike | undefined;
  wasmBinary?: ArrayBuffer | ArrayBufferView | undefined;
}

/**
 * Kernels on the GPU, by the optional features of the device that they use. With `subgroups`, the fused attention passes
 * maxima and sums from register to register. With `shader-f16`, a layer keeps parameters in 16 bits where that changes
 * none of them; all arithmetic is float32, so the accuracy is that of every variant.
 */
export type WebGpuVariantName = 'subgroups+f16' | 'subgroups' | 'f16' | 'baseline';

/** The limits by which work is split. */
export interface WebGpuLimits {
  maxStorageBufferBindingSize: number;
  maxBufferSize: number;
  maxComputeWorkgroupsPerDimension: number;
}

/** What the GPU was asked to do, and what it holds. */
export interface WebGpuCounters {
  /** Dispatches and submissions so far. */
  dispatches: number;
  submissions: number;
  /** Bytes copied to the GPU and back from it so far. */
  bytesUploaded: number;
  bytesReadBack: number;
  /** Buffers there are now, in use or waiting to be used again, and their bytes. */
  liveBuffers: number;
  liveBytes: number;
  /** Of these, the buffers in use. */
  buffersInUse: number;
}

/** What computes, and on what. */
export interface WebGpuInfo extends EngineInfo {
  backend: 'webgpu';
  variant: WebGpuVariantName;
  /** What the adapter calls itself. */
  adapter: string;
  limits: WebGpuLimits;
  /** The optional features of the device. */
  features: string[];
}

/** A tensor on the GPU. It can be given wherever this engine takes a tensor, and is gone with its device. */
export interface DeviceTensor {
  readonly shape: readonly number[];
  /** A copy of all of it. */
  read(): Promise<Tensor>;
  /** Rows and columns first … last − 1, of every head of every batch. */
  readTile(rows: readonly [number, number], columns: readonly [number, number]): Promise<Tensor>;
  /** One row, (size). */
  readRow(query: number, of?: { head?: number; batch?: number }): Promise<Tensor>;
  /** Frees its memory; a second call does nothing. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** What is accepted where a tensor is expected. */
export type DeviceTensorLike = TensorLike | DeviceTensor;

export type DeviceLayerInput =
  | LayerInput
  | DeviceTensor
  | { readonly queries: DeviceTensorLike; readonly keys: DeviceTensorLike; readonly values: DeviceTensorLike };

/** The stages of a trace, on the GPU; an absent stage is an absent key. */
export interface DeviceTrace {
  scores: DeviceTensor;
  scaled: DeviceTensor;
  masked: DeviceTensor;
  attentionWeights: DeviceTensor;
  dropped?: DeviceTensor;
  output: DeviceTensor;
  /** What can be said of attentionWeights, computed where they are. */
  summarize(request?: SummaryRequest): Promise<Summary>;
  /** Disposes of every stage. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** A layer whose results may stay on the GPU. */
export interface WebGpuLayer<P = SelfAttentionParameters> extends AsyncLayer<P> {
  forward(X: DeviceLayerInput, options?: LayerOptions): Promise<Output>;
  trace(X: DeviceLayerInput, options?: LayerTraceOptions): Promise<LayerTrace>;
  summarize(X: DeviceLayerInput, options?: LayerOptions, request?: SummaryRequest): Promise<Summary>;
  forwardOnDevice(X: DeviceLayerInput, options?: LayerOptions): Promise<{ output: DeviceTensor }>;
  traceOnDevice(X: DeviceLayerInput, options?: LayerTraceOptions): Promise<DeviceTrace>;
}

/**
 * The engine that `loadWebGpu` resolves to. A device that is lost it replaces after a pause, of 2.5 s, then 10 s, 40 s … by
 * the losses of the last hour. Until then calls reject with code `device-lost`, saying when another is tried. Layers go on
 * with the next device, which they upload their parameters to; a tensor that was on the lost one rejects for good.
 */
export interface WebGpuEngine extends AsyncEngine {
  /** Of the device in use, as is what follows. */
  readonly info: WebGpuInfo;
  /** Resolves once the device is lost, with what calls reject with; never where it was disposed of. */
  readonly lost: Promise<AttentionError>;
  /** What the GPU was asked to do so far, and what it holds. */
  readonly counters: Readonly<WebGpuCounters>;
  attention(Q: DeviceTensorLike, K: DeviceTensorLike, V: DeviceTensorLike, options?: AttentionOptions): Promise<Output>;
  trace(Q: DeviceTensorLike, K: DeviceTensorLike, V: DeviceTensorLike, options?: TraceOptions): Promise<AttentionTrace>;
  summarize(
    Q: DeviceTensorLike,
    K: DeviceTensorLike,
    V: DeviceTensorLike,
    options?: AttentionOptions,
    request?: SummaryRequest,
  ): Promise<Summary>;
  /** Uploads a tensor once, to be given to many calls. */
  upload(tensor: TensorLike): Promise<DeviceTensor>;
  attentionOnDevice(
    Q: DeviceTensorLike,
    K: DeviceTensorLike,
    V: DeviceTensorLike,
    options?: AttentionOptions,
  ): Promise<{ output: DeviceTensor }>;
  traceOnDevice(
    Q: DeviceTensorLike,
    K: DeviceTensorLike,
    V: DeviceTensorLike,
    options?: TraceOptions,
  ): Promise<DeviceTrace>;
  selfAttention(spec: SelfAttentionSpec): Promise<WebGpuLayer<SelfAttentionParameters>>;
  multiHeadAttention(spec: MultiHeadAttentionSpec): Promise<WebGpuLayer<MultiHeadAttentionParameters>>;
}
