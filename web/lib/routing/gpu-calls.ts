// What is asked of a handle of the core, done by the engine on the GPU. Loaded with the first call that is large enough.

import type { Method } from '../async/channel.js';
import type { AttentionError } from '../errors.js';
import type { LoadWasmOptions, WebGpuEngine, WebGpuLayer } from '../types.js';
import type { CoreInputs, CoreInts, CoreLayerSpec, CoreOptions, CoreStages, CoreSummaryRequest } from '../wasm/core.js';
import type { DeviceSource } from '../webgpu/device.js';
import { openWebGpu } from '../webgpu/open.js';
import { measureThreshold, type Rival } from './speeds.js';
import type { Kind } from './work.js';

/** A layer as the core made it. */
export interface MadeLayer {
  kind: 'selfAttention' | 'multiHeadAttention';
  spec: CoreLayerSpec;
  parameters: CoreStages;
}

export async function openGpuCalls(source: DeviceSource, wasm: LoadWasmOptions): Promise<GpuCalls> {
  return new GpuCalls(await openWebGpu({ source, wasm }));
}

/** Thresholds measured so far: they are those of the device, whoever asks. */
const measured = new Map<string, Promise<number>>();

export class GpuCalls {
  readonly #engine: WebGpuEngine;
  readonly #layers = new Map<number, Promise<WebGpuLayer<object>>>();

  constructor(engine: WebGpuEngine) {
    this.#engine = engine;
  }

  get adapter(): string {
    return this.#engine.info.adapter;
  }

  get lost(): Promise<AttentionError> {
    return this.#engine.lost;
  }

  /** @param layer - of the calls of a layer, whose number comes first */
  async perform(method: Method, args: readonly unknown[], layer: MadeLayer | undefined): Promise<unknown> {
    if (method === 'call') return this.#call(args);
    const [id, inputs, options, request] = args as [number, CoreInputs, CoreOptions, CoreSummaryRequest];
    const there = await this.#layer(id, layer as MadeLayer);
    const input = 'X' in inputs ? inputs.X : inputs;
    if (method === 'forward') return there.forward(input, given(options));
    if (method === 'traceLayer') return there.trace(input, given(options));
    return there.summarize(input, given(options), givenRequest(request));
  }

  releaseLayer(id: number): void {
    const layer = this.#layers.get(id);
    this.#layers.delete(id);
    layer?.then((there) => there.dispose()).catch(() => {});
  }

  threshold(kind: Kind, wasm: Rival): Promise<number> {
    const name = `${kind}: ${this.adapter} against ${wasm.name}`;
    let threshold = measured.get(name);
    if (!threshold) {
      threshold = measureThreshold(kind, wasm, (_, args) => this.#call(args));
      measured.set(name, threshold);
      threshold.catch(() => measured.delete(name));
    }
    return threshold;
  }

  dispose(): void {
    this.#engine.dispose();
  }

  async #call([name, ...args]: readonly unknown[]): Promise<unknown> {
    const [Q, K, V, options, request] = args as [never, never, never, CoreOptions, CoreSummaryRequest];
    switch (name) {
      case 'attention':
        return this.#engine.attention(Q, K, V, given(options));
      case 'trace':
        return this.#engine.trace(Q, K, V, given(options));
      case 'summarize':
        return this.#engine.summarize(Q, K, V, given(options), givenRequest(request));
      default: {
        const [{ queries, keys, values }, parameters, rest] = args as [Record<string, never>, object, CoreOptions];
        return this.#engine.additiveAttention(queries as never, keys as never, values as never, {
          ...(parameters as { W_q: never; W_k: never; w_v: never }),
          ...given(rest),
        });
      }
    }
  }

  #layer(id: number, { kind, spec, parameters }: MadeLayer): Promise<WebGpuLayer<object>> {
    let layer = this.#layers.get(id);
    if (!layer) {
      const { seed: _, init: __, ...sizes } = spec;
      layer = this.#engine[kind]({ ...sizes, parameters } as never) as Promise<WebGpuLayer<object>>;
      this.#layers.set(id, layer);
      layer.catch(() => this.#layers.delete(id));
    }
    return layer;
  }
}

/** Options as they were read, as they are given. */
function given({ window, queryOffset, ...options }: CoreOptions): object {
  return {
    ...options,
    ...(window && { window: Array.from(window.data) }),
    ...(queryOffset !== undefined && { queryOffset: givenOffset(queryOffset) }),
  };
}

function givenOffset(offset: string | CoreInts): string | number | Int32Array {
  if (typeof offset === 'string') return offset;
  return offset.shape.length === 0 ? (offset.data[0] as number) : offset.data;
}

function givenRequest({ mapKeys, ...request }: CoreSummaryRequest): object {
  return { ...request, ...(mapKeys && { mapKeys: Array.from(mapKeys.data) }) };
}
