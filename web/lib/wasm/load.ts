// From load options to a handle: which build and kernel variant, whose bytes, how many threads, and one sentence that
// says why.

import { AttentionError } from '../errors.js';
import type { EngineInfo, LoadWasmOptions, Variant, WasmVariantName } from '../types.js';
import { compileBinary, messageOf } from './binary.js';
import { type Build, instantiate, supportedBuilds } from './builds.js';
import type { CoreModule } from './core.js';
import { CoreHandle } from './handle.js';
import { countThreads, importsMemory, sharedMemory, startThreads, type ThreadCount } from './threads.js';

export interface LoadedCore {
  handle: CoreHandle;
  info: EngineInfo;
  variants: readonly Variant<WasmVariantName>[];
}

const reference: Variant<WasmVariantName> = {
  name: 'reference',
  description: 'each kernel as its formula, in float64, rounded once',
};

/** Compiles and instantiates the build that the options ask for, or the fastest that runs here. */
export async function loadCore(options: LoadWasmOptions): Promise<LoadedCore> {
  const builds = supportedBuilds();
  const build = chooseBuild(builds, options.variant);
  const variant = options.variant ?? build.name;
  const { handle, threads } = await openHandle(options, build, variant);
  const choice = options.variant === undefined ? build.description : `${variant}, as asked for`;
  return {
    handle,
    info: { backend: 'wasm', variant, threads: threads.count, reason: `${choice}; ${threads.reason}` },
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

interface OpenHandle {
  handle: CoreHandle;
  threads: ThreadCount;
}

async function openHandle(options: LoadWasmOptions, build: Build, variant: string): Promise<OpenHandle> {
  const threads = countThreads(options.threads);
  try {
    return await openWith(threads, options, build, variant);
  } catch (cause) {
    if (threads.count === 1 || cause instanceof AttentionError) throw cause;
    const reason = `one thread, as others do not start (${messageOf(cause)})`;
    return openWith({ count: 1, reason }, options, build, variant);
  }
}

async function openWith(
  wanted: ThreadCount,
  source: LoadWasmOptions,
  build: Build,
  variant: string,
): Promise<OpenHandle> {
  const files = wanted.count > 1 ? build.withThreads : build.alone;
  const compiled = await compileBinary(source, files.file);
  // What is given may be either.
  const memory = importsMemory(compiled) ? sharedMemory() : undefined;
  const module = await instantiateFrom(source, build, compiled, memory);
  const isAlone = memory === undefined && wanted.count > 1;
  const threads = isAlone ? { count: 1, reason: 'one thread, as the given .wasm is the build of one' } : wanted;
  const shared = new module.Threads(threads.count);
  const end = memory && (await startThreads(shared.starts(), compiled, memory, source));
  const core = module.createCore(variant, shared);
  if (core) return { handle: new CoreHandle(core, end), threads };
  const names = module.variants().map(({ name }) => name);
  throw new AttentionError('internal', { argument: 'variant', expected: names.join(' or '), got: variant });
}

async function instantiateFrom(
  source: LoadWasmOptions,
  build: Build,
  compiled: WebAssembly.Module,
  memory: WebAssembly.Memory | undefined,
): Promise<CoreModule> {
  try {
    return await instantiate(memory ? build.withThreads : build.alone, compiled, memory);
  } catch (cause) {
    const isOurs = (source.wasmUrl ?? source.wasmBinary ?? source.filesUrl) === undefined;
    const complaint = {
      argument: (['wasmBinary', 'wasmUrl'] as const).find((name) => source[name] !== undefined) ?? 'filesUrl',
      expected: `the ${build.name}.wasm or ${build.name}-threads.wasm of this version of the package`,
      got: messageOf(cause),
    };
    throw new AttentionError(isOurs ? 'internal' : 'option', complaint, { cause });
  }
}
