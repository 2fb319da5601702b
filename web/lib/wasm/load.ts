// From load options to a handle: which build and kernel variant, whose bytes, and one sentence that says why.

import { AttentionError } from '../errors.js';
import type { EngineInfo, LoadWasmOptions } from '../types.js';
import { compileBinary } from './binary.js';
import { type Build, instantiate, supportedBuilds } from './builds.js';
import type { CoreModule } from './core.js';
import { CoreHandle } from './handle.js';

export interface LoadedCore {
  handle: CoreHandle;
  info: EngineInfo;
}

/** Compiles and instantiates the build that the options ask for, or the fastest that runs here. */
export async function loadCore(options: LoadWasmOptions): Promise<LoadedCore> {
  const build = chooseBuild(options.variant);
  const module = await instantiateFrom(options, build);
  const variant = options.variant ?? build.name;
  const core = module.createCore(variant);
  if (!core) {
    const expected = `one of ${module
      .variants()
      .map(({ name }) => name)
      .join(', ')}`;
    throw new AttentionError('internal', { argument: 'variant', expected, got: variant });
  }
  const info: EngineInfo = { backend: 'wasm', variant, threads: 1, reason: reasonFor(options, build) };
  return { handle: new CoreHandle(module, core), info };
}

/** The reference formulation is part of every build. */
function chooseBuild(variant: LoadWasmOptions['variant']): Build {
  const builds = supportedBuilds();
  const build =
    variant === undefined || variant === 'reference' ? builds[0] : builds.find(({ name }) => name === variant);
  if (build) return build;
  throw new AttentionError('option', {
    argument: 'variant',
    expected: `one that this WebAssembly engine can run (${[...builds.map(({ name }) => name), 'reference'].join(', ')})`,
    got: `${variant}`,
  });
}

async function instantiateFrom(source: LoadWasmOptions, build: Build): Promise<CoreModule> {
  const compiled = await compileBinary(source, build.url());
  try {
    return await instantiate(build, compiled);
  } catch (cause) {
    const isOurs = source.wasmUrl === undefined && source.wasmBinary === undefined;
    throw new AttentionError(
      isOurs ? 'internal' : 'option',
      {
        argument: source.wasmBinary === undefined ? 'wasmUrl' : 'wasmBinary',
        expected: `the ${build.name}.wasm of this version of the package`,
        got: cause instanceof Error ? cause.message : String(cause),
      },
      { cause },
    );
  }
}

function reasonFor({ variant, threads }: LoadWasmOptions, build: Build): string {
  const kernels = {
    relaxed: 'relaxed SIMD kernels, the fastest there are',
    simd: 'SIMD kernels, as this WebAssembly engine has no relaxed SIMD',
  };
  const choice = variant === undefined ? kernels[build.name] : `${variant} kernels, as asked for`;
  const single = threads !== undefined && threads > 1 ? '; one thread, as this build has no more' : '';
  return `${choice}${single}`;
}
