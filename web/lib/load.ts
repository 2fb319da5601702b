// The ways to an engine.

// What the GPU needs is imported with the first call that is for it. The package's own worker never comes here: bundlers
// write a worker as one file, and some (Vite before 8) refuse code that would split it.
import { answered } from './answered.js';
import { type Channel, openLocalChannel } from './async/channel.js';
import { ChannelEngine } from './async/engine.js';
import type { Loaded } from './async/messages.js';
import { WorkerChannel, workerError } from './async/worker-channel.js';
import { AttentionError } from './errors.js';
import { Accelerator } from './routing/accelerator.js';
import { RoutingChannel } from './routing/channel.js';
import { IdleChannel } from './routing/idle.js';
import type {
  AsyncEngine,
  Engine,
  EngineInfo,
  LoadOptions,
  LoadWasmOptions,
  LoadWebGpuOptions,
  Variant,
  WebGpuEngine,
} from './types.js';
import { WasmEngine } from './wasm/engine.js';
import { loadCore } from './wasm/load.js';
import { type ReadLoadOptions, readLoadOptions, readLoadWasmOptions } from './wasm/load-options.js';
import { type ScriptSource, startWorker, type WorkerScript } from './workers.js';

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
 * computes in the page. A large call goes to the GPU where this was measured to be quicker, and to WebAssembly while that
 * is being found out; what the GPU does not bring to an end is computed again in WebAssembly. `info.reason` says which,
 * and why.
 *
 * @throws AttentionError (as a rejection) like `loadWasm`; with `variant: 'webgpu'` like `loadWebGpu`
 */
export async function load(options?: LoadOptions): Promise<AsyncEngine> {
  const read = readLoadOptions(options);
  const { variant, worker = true, workerUrl, webgpu, webgpuFrom, gpu, softwareGpu, ...source } = read;
  if (variant === 'webgpu') {
    const { openWebGpu } = await import('./webgpu/open.js');
    return openWebGpu({ source: { gpu }, wasm: source });
  }
  const wasm = { ...source, ...(variant && { variant }) };
  const offered = isGpuOffered(read);
  const opened = await open(wasm, worker, workerUrl);
  const refusal = whyWithoutGpu(read);
  return refusal === undefined ? routed(opened, wasm, read) : alone(opened, refusal, await offered);
}

/**
 * Loads the engine that computes on the GPU.
 *
 * @throws AttentionError (as a rejection) `webgpu-unavailable` with the reason where there is no GPU, or none whose
 * numbers are right; `type` or `option`, naming the option; `internal` where the core cannot be loaded
 */
export async function loadWebGpu(options?: LoadWebGpuOptions): Promise<WebGpuEngine> {
  const webgpu = await import('./webgpu/load.js');
  return webgpu.loadWebGpu(options);
}

/** A core, and the way to it. */
interface Opened {
  channel: Channel;
  loaded: Loaded;
  /** Whether it computes in this thread. */
  isHere: boolean;
}

async function open(options: LoadWasmOptions, worker: boolean, workerUrl: LoadOptions['workerUrl']): Promise<Opened> {
  if (!isPage()) return openHere(options, 'in this thread, as there is no page to keep responsive');
  if (!worker) return openHere(options, 'in the page, as asked for');
  try {
    return await openInWorker(options, workerUrl);
  } catch (error) {
    if (!(error instanceof AttentionError && error.argument === 'worker')) throw error;
    return openHere(options, `in the page, as its worker does not run (${error.got})`);
  }
}

function isPage(): boolean {
  return globalThis.document !== undefined && globalThis.Worker !== undefined;
}

async function openHere(options: LoadWasmOptions, place: string): Promise<Opened> {
  const { handle, info, variants } = await loadCore(options);
  return { channel: openLocalChannel(handle), loaded: { info: saying(info, place), variants }, isHere: true };
}

async function openInWorker(options: LoadWasmOptions, workerUrl: LoadOptions['workerUrl']): Promise<Opened> {
  const channel = new WorkerChannel(start({ workerUrl, filesUrl: options.filesUrl }));
  try {
    const { info, variants } = await channel.load(options);
    return { channel, loaded: { info: saying(info, 'in a module worker'), variants }, isHere: false };
  } catch (error) {
    channel.close();
    throw error;
  }
}

const script: WorkerScript = {
  path: 'worker.js',
  option: 'workerUrl',
  // Bundlers find the worker by this very expression.
  bundled: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  address: () => {
    const here = import.meta.url;
    return new URL('./worker.js', here);
  },
};

function start(source: ScriptSource): Worker {
  try {
    return startWorker(script, source);
  } catch (cause) {
    throw workerError(cause instanceof Error ? cause.message : String(cause));
  }
}

/** Why no GPU is asked, as far as is known without asking. */
function whyWithoutGpu({ webgpu, webgpuFrom, gpu, variant }: ReadLoadOptions): string | undefined {
  if (webgpu === false) return 'as asked for';
  if (!gpu && !globalThis.navigator?.gpu) return 'as there is none here';
  const isWanted = webgpu === true || webgpuFrom !== undefined || gpu !== undefined;
  return variant === undefined || isWanted ? undefined : 'as a variant was asked for';
}

function alone({ channel, loaded: { info, variants } }: Opened, refusal: string, isOffered: boolean): AsyncEngine {
  const known = isOffered ? [...variants, onTheGpu] : variants;
  return new ChannelEngine(channel, { info: saying(info, `without WebGPU, ${refusal}`), variants: known });
}

/** A list of what there is is not worth more, in milliseconds. */
const LIST_PATIENCE = 1000;

/** Who asks for one variant is told of the others that there are, and an adapter may be asked for at once. */
async function isGpuOffered({ variant, webgpu }: ReadLoadOptions): Promise<boolean> {
  if (variant === undefined || webgpu === false || !globalThis.navigator?.gpu) return false;
  try {
    return (await answered(globalThis.navigator.gpu.requestAdapter(), { patience: LIST_PATIENCE })) !== null;
  } catch {
    return false;
  }
}

function routed({ channel: core, loaded, isHere }: Opened, wasm: LoadWasmOptions, read: ReadLoadOptions): AsyncEngine {
  const { info, variants } = loaded;
  const channel = new IdleChannel(core);
  const source = { gpu: read.gpu, isHardware: read.softwareGpu !== true, isAside: true };
  const accelerator = new Accelerator({
    open: async () => (await import('./routing/gpu-calls.js')).openGpuCalls(source, wasm),
    wasm: {
      perform: (method, args) => channel.whenIdle(method, args),
      name: `${info.variant}, ${info.reason}`,
      interruptions: () => (isHere ? channel.begun : 0),
    },
    from: read.webgpuFrom,
  });
  return new ChannelEngine(new RoutingChannel(channel, accelerator), {
    get info() {
      return saying(info, accelerator.reason);
    },
    variants: [...variants, onTheGpu],
  });
}

const onTheGpu: Variant = { name: 'webgpu', description: 'WGSL shaders on the GPU, through WebGPU' };

function saying(info: EngineInfo, more: string): EngineInfo {
  return { ...info, reason: `${info.reason}; ${more}` };
}
