// From load options to a handle: which build and kernel variant, whose bytes, and one sentence that says why.

import { AttentionError } from '../errors.js';
import type { EngineInfo, LoadWasmOptions, Variant } from '../types.js';
import { compileBinary } from './binary.js';
import { type Build, instantiate, supportedBuilds } from './builds.js';
import type { CoreModule } from './core.js';
import { CoreHandle } from './handle.js';

export interface LoadedCore {
  handle: CoreHandle;
  info: EngineInfo;
  variants: readonly Variant[];
}

const reference: Variant = { name: 'reference', description: 'each kernel as its formula, in float64, rounded once' };

/** Compiles and instantiates the build that the options ask for, or the fastest that runs here. */
export async function loadCore(options: LoadWasmOptions): Promise<LoadedCore> {
  const builds = supportedBuilds();
  const build = chooseBuild(builds, options.variant);
  const module = await instantiateFrom(options, build);
  const variant = options.variant ?? build.name;
  const core = module.createCore(variant);
  if (!core) {
    const names = module.variants().map(({ name }) => name);
    throw new AttentionError('internal', { argument: 'variant', expected: names.join(' or '), got: variant });
  }
  return {
    handle: new CoreHandle(core),
    info: { backend: 'wasm', variant, threads: 1, reason: reasonFor(options, build) },
    variants: [...builds.map(({ name, description }) => ({ name, description })), reference],
  };
}

/** The reference formulation is part of every build. */
function chooseBuild(builds: Build[], variant: LoadWasmOptions['variant']): Build {
  const isAnyBuild = variant === undefined || variant === 'reference';
  const build = isAnyBuild ? builds[0] : builds.find(({ name }) => name === variant);
  if (build) return build;
  const names = [...builds, reference].map(({ name }) => name);
  throw new AttentionError('option', {
    argument: 'variant',
    expected: `one that this WebAssembly engine can run (${names.join(', ')})`,
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

function reasonFor({ variant, threads = 1 }: LoadWasmOptions, build: Build): string {
  const choice = variant === undefined ? build.description : `${variant}, as asked for`;
  return threads > 1 ? `${choice}; one thread, as this build has no more` : choice;
}
