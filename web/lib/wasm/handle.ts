// The one owner of the WebAssembly side: the core and the layers made with it. Everything behind it is C++.

import { isRecord } from '../checks.js';
import { AttentionError, type AttentionErrorCode } from '../errors.js';
import type {
  Core,
  CoreFailure,
  CoreInputs,
  CoreLayer,
  CoreLayerSpec,
  CoreOptions,
  CoreResult,
  CoreStages,
  CoreSummary,
  CoreSummaryRequest,
  CoreTensor,
} from './core.js';

type LayerKind = 'selfAttention' | 'multiHeadAttention';
/** The calls that hold nothing between them. */
export type CoreCalls = Omit<Core, LayerKind | 'delete'>;
export type Succeeded<T> = Exclude<T, CoreFailure>;

/** A handle that nobody has any more leaves no threads behind. */
const threadsOfForgotten = /* @__PURE__ */ new FinalizationRegistry((end: () => void) => end());

export class CoreHandle {
  readonly #layers = new Map<number, CoreLayer>();
  readonly #endThreads: () => void;
  #core: Core | undefined;
  #nextId = 0;
  /** What stopped the module, after which its memory can no longer be trusted. */
  #fault: AttentionError | undefined;

  /** `endThreads`: ends those that share the work of the core. */
  constructor(core: Core, endThreads: () => void = () => {}) {
    this.#core = core;
    this.#endThreads = endThreads;
    threadsOfForgotten.register(this, endThreads, this);
  }

  call<M extends keyof CoreCalls>(method: M, ...args: Parameters<CoreCalls[M]>): Succeeded<ReturnType<CoreCalls[M]>> {
    return this.#run((core) => {
      const callable = core[method] as (...args: unknown[]) => CoreResult<Succeeded<ReturnType<CoreCalls[M]>>>;
      return callable.apply(core, args.map(unlessEmpty));
    });
  }

  /** The number under which the layer is kept here until it is released. */
  makeLayer(kind: LayerKind, spec: CoreLayerSpec): number {
    const layer = this.#run((core) => core[kind](spec));
    const id = this.#nextId++;
    this.#layers.set(id, layer);
    return id;
  }

  parametersOf(id: number): CoreStages {
    return this.#run(() => this.#layer(id).parameters());
  }

  forward(id: number, inputs: CoreInputs, options: CoreOptions): { output: CoreTensor } {
    return this.#run(() => this.#layer(id).forward(inputs, unlessEmpty(options)));
  }

  traceLayer(id: number, inputs: CoreInputs, options: CoreOptions): CoreStages {
    return this.#run(() => this.#layer(id).trace(inputs, unlessEmpty(options)));
  }

  summarizeLayer(id: number, inputs: CoreInputs, options: CoreOptions, request: CoreSummaryRequest): CoreSummary {
    return this.#run(() => this.#layer(id).summarize(inputs, unlessEmpty(options), request));
  }

  /** Frees a layer; one that is gone already is fine. */
  releaseLayer(id: number): void {
    const layer = this.#layers.get(id);
    this.#layers.delete(id);
    if (!this.#fault) layer?.delete();
  }

  dispose(): void {
    for (const id of this.#layers.keys()) this.releaseLayer(id);
    if (!this.#fault) this.#core?.delete();
    this.#core = undefined;
    threadsOfForgotten.unregister(this);
    this.#endThreads();
  }

  #layer(id: number): CoreLayer {
    const layer = this.#layers.get(id);
    if (layer) return layer;
    throw disposedError('layer');
  }

  #run<T>(call: (core: Core) => CoreResult<T>): T {
    if (!this.#core) throw disposedError('engine');
    if (this.#fault) throw this.#fault;
    let result: CoreResult<T>;
    try {
      result = call(this.#core);
    } catch (cause) {
      throw this.#uncaught(cause);
    }
    if (isFailure(result)) throw errorOf(result.error);
    return result;
  }

  /** C++ exceptions come back as results; what is thrown here is JavaScript running out of memory, or a trap. */
  #uncaught(cause: unknown): AttentionError {
    if (cause instanceof AttentionError) return cause;
    const got = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof RangeError && !/call stack/i.test(got)) {
      return new AttentionError(
        'out-of-memory',
        { argument: 'memory', expected: 'room for the result', got },
        { cause },
      );
    }
    const complaint = { argument: 'engine', expected: 'a call that returns (load a new engine)', got };
    this.#fault = new AttentionError('internal', complaint, { cause });
    return this.#fault;
  }
}

/** The core does not look for one option after the other where none is set. */
function unlessEmpty<T>(options: T): T | undefined {
  return isRecord(options) && Object.keys(options).length === 0 ? undefined : options;
}

export function disposedError(what: 'engine' | 'layer'): AttentionError {
  return new AttentionError('disposed', { argument: what, expected: `a live ${what}`, got: 'a disposed one' });
}

function isFailure(result: unknown): result is CoreFailure {
  return typeof result === 'object' && result !== null && 'error' in result;
}

function errorOf({ code, argument, expected, got }: CoreFailure['error']): AttentionError {
  return new AttentionError(code satisfies AttentionErrorCode, {
    argument: inCamelCase(argument),
    expected: inCamelCase(expected),
    got: inCamelCase(got),
  });
}

/** C++'s `valid_lens` is `validLens` here; symbols as `W_q` are spelt alike everywhere. */
function inCamelCase(text: string): string {
  return text.replace(/\b[a-z]{2,}(?:_[a-z]+)+\b/g, (name) =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}
