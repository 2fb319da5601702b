// Threads: how many there should be, the memory they share, and the workers that run them.

import { answered } from '../answered.js';
import { addressOfScript, type ScriptSource, saysWhere, startWorker, type WorkerScript } from '../workers.js';
import { messageOf } from './binary.js';
import type { CoreThreads } from './core.js';
import type { ThreadStart } from './thread.js';

/** How many threads, the calling one included, and why. */
export interface ThreadCount {
  count: number;
  reason: string;
}

/** What is used of a Worker of Node or of browsers. */
interface ThreadWorker {
  postMessage(message: ThreadStart): void;
  terminate(): unknown;
}
interface NodeWorker extends ThreadWorker {
  on(type: 'message' | 'error', listener: (value: unknown) => void): void;
  unref(): void;
}
type NodeWorkerClass = new (path: string, options: { execArgv: string[] }) => NodeWorker;
interface Node {
  process?: {
    getBuiltinModule?: {
      (name: 'node:worker_threads'): { Worker: NodeWorkerClass };
      (name: 'node:os'): { availableParallelism(): number };
      (name: 'node:url'): { fileURLToPath(url: string): string };
    };
  };
}

const getBuiltinModule = (globalThis as Node).process?.getBuiltinModule;

/** More than these are not started unasked, in Node and in browsers, which have other things to do. */
const MOST_UNASKED = getBuiltinModule ? 8 : 4;
const MOST = 64;

/** How long threads may take to start, in milliseconds: a script that never comes must not hold up everything. */
const PATIENCE = 4000;

/** How many threads an engine gets that asks for this number, or for none. */
export function countThreads(asked: number | undefined): ThreadCount {
  if (asked === 1) return { count: 1, reason: 'one thread, as asked for' };
  const obstacle = obstacleToThreads();
  if (obstacle) return { count: 1, reason: `one thread, as ${obstacle}` };
  if (asked !== undefined) {
    const count = Math.min(asked, MOST);
    return { count, reason: `${count} threads, ${count === asked ? 'as asked for' : 'the most there are'}` };
  }
  const cores = getBuiltinModule?.('node:os').availableParallelism() ?? navigator.hardwareConcurrency ?? 1;
  const count = Math.min(cores, MOST_UNASKED);
  if (count === 1) return { count, reason: 'one thread, as there is one core' };
  return { count, reason: `${count} threads, ${count === cores ? 'one for each core' : `of ${cores} cores`}` };
}

/** Why no other thread can take part; undefined where some can. */
function obstacleToThreads(): string | undefined {
  if (getBuiltinModule) return undefined;
  if (globalThis.crossOriginIsolated !== true) {
    return 'this site is not cross-origin isolated (it sends no COOP and COEP headers)';
  }
  if (globalThis.document !== undefined) return "a page's own thread may not wait for others";
  if (globalThis.Worker === undefined) return 'no worker can be started here';
  return undefined;
}

/** Whether a build is one with threads. */
export function importsMemory(module: WebAssembly.Module): boolean {
  return WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');
}

/** Memory for a build with threads, of the sizes it was linked with. */
export function sharedMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 256, maximum: 65_536, shared: true });
}

/**
 * Starts a worker for every thread but this one. Resolves, once they run, to what ends them.
 *
 * @throws Error (as a rejection) where one does not start, or not in time; none is left then
 */
export async function startThreads(
  starts: ReturnType<CoreThreads['starts']>,
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  source: ScriptSource,
): Promise<() => void> {
  const workers: ThreadWorker[] = [];
  const end = () => {
    for (const worker of workers) worker.terminate();
  };
  try {
    const all = starts.map((start) => {
      const { worker, ready } = startThread(source);
      workers.push(worker);
      worker.postMessage({ module, memory, ...start });
      return ready;
    });
    await answered(Promise.all(all), { patience: PATIENCE });
    return end;
  } catch (error) {
    end();
    throw error;
  }
}

function startThread(source: ScriptSource): { worker: ThreadWorker; ready: Promise<void> } {
  return getBuiltinModule ? startNodeThread(getBuiltinModule, source) : startWebThread(source);
}

const script: WorkerScript = {
  path: 'wasm/thread.js',
  option: 'threadUrl',
  // Bundlers find the worker by this very expression.
  bundled: () => new Worker(new URL('./thread.js', import.meta.url), { type: 'module' }),
  // Not by that one: bundlers for browsers would add a file that nobody loads.
  address: () => {
    const here = import.meta.url;
    return new URL('./thread.js', here);
  },
};

function startNodeThread(builtin: NonNullable<typeof getBuiltinModule>, source: ScriptSource) {
  const { Worker } = builtin('node:worker_threads');
  // As a path: where a bundler has a class URL of its own (Turbopack), Node does not take an instance of it.
  const path = builtin('node:url').fileURLToPath(addressOfScript(script, source).href);
  const worker = new Worker(path, { execArgv: [] });
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', () => {
      worker.unref(); // from now on it keeps no program from ending
      resolve();
    });
    worker.on('error', (error) => reject(new Error(`${messageOf(error)}; ${saysWhere('threadUrl')}`)));
  });
  return { worker, ready };
}

function startWebThread(source: ScriptSource) {
  const worker = startWorker(script, source);
  const ready = new Promise<void>((resolve, reject) => {
    const said = `a worker that does not run; ${saysWhere('threadUrl')}`;
    worker.addEventListener('message', () => resolve());
    worker.addEventListener('error', ({ message }) => reject(new Error(message || said)));
  });
  return { worker, ready };
}
