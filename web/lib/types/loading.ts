// What an engine is loaded with.

import type { Variant, WasmVariantName } from './engines.js';
import type { LoadWebGpuOptions } from './webgpu.js';

/** WebAssembly.Module where TypeScript knows of it: with the types of browsers, not with those of Node alone. */
type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : never;

/** An address: a string, or a URL. In a page a string may be relative to it. */
export type UrlLike = string | { readonly href: string };

/** What `loadWasm` takes. */
export interface LoadWasmOptions {
  /** 'relaxed', 'simd' or 'reference'; left out, the fastest this engine can run. */
  variant?: WasmVariantName | undefined;
  /**
   * Where a copy of the package's folder dist/lib is served, or a CDN has it: every file that is loaded when it is needed
   * comes from there (.wasm, worker.js, thread.js). Left out, from beside this module, where bundlers that know the way
   * (Vite, webpack, Rspack, Parcel) put it.
   */
  filesUrl?: UrlLike | undefined;
  /** Where the .wasm file of the variant lies, with threads or without; left out, in `filesUrl`. */
  wasmUrl?: UrlLike | undefined;
  /** The bytes, or a compiled module, of that file. */
  wasmBinary?: ArrayBuffer | ArrayBufferView | CompiledModule | undefined;
  /**
   * At most this many threads; left out, one for each core, up to 8 in Node and 4 in a browser. `info.threads` says how
   * many there are, `info.reason` why: only one in a page that is not cross-origin isolated, and with `loadWasm` in a
   * page's own thread. Results have the same bits whatever their number.
   */
  threads?: number | undefined;
  /** Where the script of a thread lies, wasm/thread.js; left out, in `filesUrl`. */
  threadUrl?: UrlLike | undefined;
}

/** What `load` takes. */
export interface LoadOptions extends Omit<LoadWasmOptions, 'variant'> {
  /**
   * One of `variants` for every call: of those of WebAssembly calls go to the GPU only where `webgpu`, `webgpuFrom` or
   * `gpu` is given too; 'webgpu' is the engine of `loadWebGpu`. Left out, the fastest that this engine can run.
   */
  variant?: Variant['name'] | undefined;
  /** In a browser the engine computes in a module worker; `false` opts out. */
  worker?: boolean | undefined;
  /** Where the script of that worker lies, worker.js; left out, in `filesUrl`. */
  workerUrl?: UrlLike | undefined;
  /** Large calls go to WebGPU where it is quicker, and no device is asked for before the first of them; `false` opts out. */
  webgpu?: boolean | undefined;
  /** So many multiply-adds make a call large; left out, as measured on this device when the first call comes near. */
  webgpuFrom?: number | undefined;
  /** A GPU of the application's, as npm's webgpu gives in Node; left out, `navigator.gpu`. */
  gpu?: LoadWebGpuOptions['gpu'];
  /**
   * Takes an adapter that computes on the CPU, as SwiftShader and llvmpipe do; left out, such a one counts as none, being
   * slower than WebAssembly. `loadWebGpu` and variant 'webgpu' take it unasked, and `info.reason` says so.
   */
  softwareGpu?: boolean | undefined;
}
