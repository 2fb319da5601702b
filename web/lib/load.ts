// The ways to an engine.

// No import() anywhere: bundlers write a worker as one file, and some (Vite before 8) refuse code that would split it.
import { openLocalChannel } from './async/channel.js';
import { ChannelEngine } from './async/engine.js';
import { WorkerChannel, workerError } from './async/worker-channel.js';
import { AttentionError } from './errors.js';
import type { AsyncEngine, Engine, EngineInfo, LoadOptions, LoadWasmOptions } from './types.js';
import { WasmEngine } from './wasm/engine.js';
import { loadCore } from './wasm/load.js';
import { readLoadOptions, readLoadWasmOptions } from './wasm/load-options.js';

/**
 * Loads the synchronous engine: WebAssembly in the thread that calls.
 *
 * @throws AttentionError (as a rejection) `type` or `option`, naming the option; `internal` where the package's own
 * .wasm file cannot be loaded, or there is no WebAssembly SIMD
 */
export async function loadWasm(options?: LoadWasmOptions): Promise<Engine> {
  return new WasmEngine(await loadCore(readLoadWasmOptions(options)));
}

/**
 * Loads an engine whose methods return promises. In a page it computes in a module worker, so that the page stays
 * responsive; elsewhere, or with `worker: false`, in the thread that calls. Where the worker does not start the engine
 * computes in the page. `info.reason` says which, and why.
 *
 * @throws AttentionError (as a rejection) like `loadWasm`
 */
export async function load(options?: LoadOptions): Promise<AsyncEngine> {
  const { worker = true, ...wasmOptions } = readLoadOptions(options);
  if (!isPage()) return loadHere(wasmOptions, 'in this thread, as there is no page to keep responsive');
  if (!worker) return loadHere(wasmOptions, 'in the page, as asked for');
  try {
    return await loadInWorker(wasmOptions);
  } catch (error) {
    if (!(error instanceof AttentionError && error.argument === 'worker')) throw error;
    return loadHere(wasmOptions, `in the page, as its worker does not run (${error.got})`);
  }
}

function isPage(): boolean {
  return globalThis.document !== undefined && globalThis.Worker !== undefined;
}

async function loadHere(options: LoadWasmOptions, place: string): Promise<AsyncEngine> {
  const { handle, info, variants } = await loadCore(options);
  return new ChannelEngine(openLocalChannel(handle), { info: placed(info, place), variants });
}

async function loadInWorker(options: LoadWasmOptions): Promise<AsyncEngine> {
  const channel = new WorkerChannel(startWorker());
  try {
    const { info, variants } = await channel.load(options);
    return new ChannelEngine(channel, { info: placed(info, 'in a module worker'), variants });
  } catch (error) {
    channel.close();
    throw error;
  }
}

function startWorker(): Worker {
  try {
    // Bundlers find the worker by this very expression.
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  } catch (cause) {
    // A page may not start a worker from another origin, as when the package comes from a CDN.
    throw workerError(cause instanceof Error ? cause.message : String(cause));
  }
}

function placed(info: EngineInfo, place: string): EngineInfo {
  return { ...info, reason: `${info.reason}; ${place}` };
}
