// What an engine is loaded with.

import type { Variant } from './engines.js';

/** WebAssembly.Module where TypeScript knows of it: with the types of browsers, not with those of Node alone. */
type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : never;

/** What `loadWasm` takes. */
export interface LoadWasmOptions {
  /** 'relaxed', 'simd' or 'reference'; left out, the fastest this engine can run. */
  variant?: Variant['name'] | undefined;
  /** Where the .wasm file of the variant lies, with threads or without; left out, beside this module. */
  wasmUrl?: string | URL | undefined;
  /** The bytes, or a compiled module, of that file. */
  wasmBinary?: ArrayBuffer | ArrayBufferView | CompiledModule | undefined;
  /**
   * At most this many threads; left out, one for each core, up to 8 in Node and 4 in a browser. `info.threads` says how
   * many there are, `info.reason` why: only one in a page that is not cross-origin isolated, and with `loadWasm` in a
   * page's own thread. Results have the same bits whatever their number.
   */
  threads?: number | undefined;
}

/** What `load` takes. */
export interface LoadOptions extends LoadWasmOptions {
  /** In a browser the engine computes in a module worker; `false` opts out. */
  worker?: boolean | undefined;
}
