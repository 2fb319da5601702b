// The builds of the core, each the glue that Emscripten emits and a .wasm file beside it.

import { isNode, type PackageFile } from '../addresses.js';
import { AttentionError } from '../errors.js';
import type { CoreModule } from './core.js';
import { hasRelaxedSimd, hasSimd } from './features.js';
// Importing the glue runs nothing and loads no .wasm.
import createAlone from './glue.js';
import createWithThreads from './glue-threads.js';

export interface Build {
  name: 'relaxed' | 'simd';
  /** What it is made of, and when it is chosen. */
  description: string;
  alone: BuildFiles;
  /** The same kernels over shared memory. */
  withThreads: BuildFiles;
}

export interface BuildFiles {
  create: GlueFactory;
  file: PackageFile;
}

/** The function that Emscripten's glue exports. */
export type GlueFactory = (options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  /** For a build with threads. */
  wasmMemory?: WebAssembly.Memory;
}) => Promise<CoreModule>;

// Bundlers find a file by the expression in its line, which can therefore not be shortened to a name.
const relaxed: Build = {
  name: 'relaxed',
  description: 'relaxed SIMD, the fastest there is',
  alone: {
    create: createAlone,
    file: wasm('relaxed.wasm', () => new URL('./relaxed.wasm', import.meta.url)),
  },
  withThreads: {
    create: createWithThreads,
    file: wasm('relaxed-threads.wasm', () => new URL('./relaxed-threads.wasm', import.meta.url)),
  },
};

const simd: Build = {
  name: 'simd',
  description: 'plain SIMD, for engines without relaxed SIMD',
  alone: {
    create: createAlone,
    file: wasm('simd.wasm', () => new URL('./simd.wasm', import.meta.url)),
  },
  withThreads: {
    create: createWithThreads,
    file: wasm('simd-threads.wasm', () => new URL('./simd-threads.wasm', import.meta.url)),
  },
};

/** Bundlers for servers may have an address in mind that only browsers can reach (Next's has): the file is here too. */
function wasm(name: string, bundled: () => URL): PackageFile {
  return { path: `wasm/${name}`, ways: isNode ? [bundled, () => besideThis(name)] : [bundled] };
}

function besideThis(name: string): URL {
  const here = import.meta.url;
  return new URL(name, here);
}

/**
 * The builds that this engine can run, fastest first.
 *
 * @throws AttentionError `internal` where there is no WebAssembly SIMD at all
 */
export function supportedBuilds(): Build[] {
  if (hasRelaxedSimd()) return [relaxed, simd];
  if (hasSimd()) return [simd];
  throw new AttentionError('internal', {
    argument: 'WebAssembly',
    expected: 'an engine with fixed-width SIMD',
    got: 'one without',
  });
}

/** Instantiates a build with the compiled module that belongs to it, and the memory of one with threads. */
export function instantiate(
  { create }: BuildFiles,
  compiled: WebAssembly.Module,
  wasmMemory?: WebAssembly.Memory,
): Promise<CoreModule> {
  return new Promise((resolve, reject) => {
    // The glue has no way to hear that it got no instance, or one of another module: that is told to the caller past it.
    const instantiateWasm: Parameters<GlueFactory>[0]['instantiateWasm'] = (imports, done) => {
      WebAssembly.instantiate(compiled, imports)
        .then((instance) => done(instance, compiled))
        .catch(reject);
      return {};
    };
    create({ instantiateWasm, ...(wasmMemory && { wasmMemory }) }).then(resolve, reject);
  });
}
