// Each call to where it is answered sooner: the core in WebAssembly, or the GPU where the call is large. What the GPU
// cannot do, or does not bring to an end, the core does.

import type { Channel, Method } from '../async/channel.js';
import { ownCopies } from '../async/messages.js';
import type { CoreLayerSpec, CoreStages } from '../wasm/core.js';
import { disposedError } from '../wasm/handle.js';
import type { Accelerator } from './accelerator.js';
import type { GpuCalls, MadeLayer } from './gpu-calls.js';
import { turn } from './idle.js';
import { workOf } from './work.js';

/** A layer of the core, for as long as somebody needs it. */
interface RoutedLayer extends MadeLayer {
  /** Calls under way that may still come to the core. */
  calls: number;
  isReleased: boolean;
}

export class RoutingChannel implements Channel {
  readonly #wasm: Channel;
  readonly #gpu: Accelerator;
  readonly #layers = new Map<number, RoutedLayer>();
  #isClosed = false;

  constructor(wasm: Channel, gpu: Accelerator) {
    this.#wasm = wasm;
    this.#gpu = gpu;
  }

  async send(method: Method, args: readonly unknown[]): Promise<unknown> {
    if (method === 'makeLayer') return this.#makeLayer(args as [MadeLayer['kind'], CoreLayerSpec]);
    if (method === 'parametersOf') return this.#parametersOf(args as [number]);
    if (method === 'releaseLayer') return this.#releaseLayer(...(args as [number]));
    const layer = method === 'call' ? undefined : this.#layers.get(args[0] as number);
    const work = workOf(method, args, layer?.spec);
    const gpu = work && this.#gpu.take(work);
    if (!gpu) return this.#compute(method, args);
    // Not the caller's any more: they may be needed again when it has changed them.
    const kept = ownCopies(args) as unknown[];
    if (!layer) return this.#accelerate(gpu, method, kept);
    layer.calls++;
    try {
      return await this.#accelerate(gpu, method, kept, layer);
    } finally {
      layer.calls--;
      if (layer.isReleased) this.#free(args[0] as number, layer);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#gpu.close();
    this.#wasm.close();
  }

  /** In the core, which is never too busy for what is found out of a GPU meanwhile: in this thread it would be. */
  async #compute(method: Method, args: readonly unknown[]): Promise<unknown> {
    const result = await this.#wasm.send(method, args);
    if (this.#gpu.isTrying) await turn();
    if (this.#isClosed) throw disposedError('engine');
    return result;
  }

  async #accelerate(gpu: GpuCalls, method: Method, args: readonly unknown[], layer?: RoutedLayer): Promise<unknown> {
    try {
      return await gpu.perform(method, args, layer);
    } catch (error) {
      this.#gpu.failed(gpu, error);
    }
    return this.#wasm.send(method, args);
  }

  async #makeLayer(args: [MadeLayer['kind'], CoreLayerSpec]): Promise<unknown> {
    const [kind, { parameters: _, ...spec }] = args;
    const id = (await this.#wasm.send('makeLayer', args)) as number;
    this.#layers.set(id, { kind, spec, parameters: {}, calls: 0, isReleased: false });
    return id;
  }

  async #parametersOf(args: [number]): Promise<unknown> {
    const parameters = (await this.#wasm.send('parametersOf', args)) as CoreStages;
    const layer = this.#layers.get(args[0]);
    if (layer) layer.parameters = parameters;
    return parameters;
  }

  async #releaseLayer(id: number): Promise<unknown> {
    const layer = this.#layers.get(id);
    if (!layer) return this.#wasm.send('releaseLayer', [id]);
    layer.isReleased = true;
    return this.#free(id, layer);
  }

  #free(id: number, { calls }: RoutedLayer): Promise<unknown> | undefined {
    if (calls > 0) return undefined;
    this.#layers.delete(id);
    this.#gpu.releaseLayer(id);
    const released = this.#wasm.send('releaseLayer', [id]);
    released.catch(() => {});
    return released;
  }
}
