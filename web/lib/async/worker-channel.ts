// The page's end of the conversation with a worker.

import { AttentionError } from '../errors.js';
import type { LoadWasmOptions } from '../types.js';
import { disposedError } from '../wasm/handle.js';
import { saysWhere } from '../workers.js';
import type { Channel, Method } from './channel.js';
import { buffersOf, type Loaded, ownCopies, type Reply, type Request, unpackError } from './messages.js';

/** What is used of a Worker. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'error' | 'messageerror', listener: (event: { message?: string }) => void): void;
  terminate(): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: AttentionError): void;
}

export class WorkerChannel implements Channel {
  readonly #worker: WorkerLike;
  readonly #pending = new Map<number, Pending>();
  #nextId = 0;
  /** Why nothing can be sent any more. */
  #ended: AttentionError | undefined;

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }) => this.#settle(data as Reply));
    worker.addEventListener('error', ({ message }) => this.#end(workerError(message)));
    worker.addEventListener('messageerror', ({ message }) => this.#end(workerError(message)));
  }

  /** Has the worker load its core; rejects with a `workerError` where the worker itself does not run. */
  load(options: LoadWasmOptions): Promise<Loaded> {
    // Cloned, not transferred: `wasmBinary` is the caller's.
    return this.#post('load', [options], []) as Promise<Loaded>;
  }

  send(method: Method, args: readonly unknown[]): Promise<unknown> {
    const copies = ownCopies(args) as unknown[];
    return this.#post(method, copies, buffersOf(copies));
  }

  close(): void {
    this.#end(disposedError('engine'));
  }

  #post(method: Request['method'], args: readonly unknown[], transfer: Transferable[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      const id = this.#nextId++;
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, args }, transfer);
    });
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('error' in reply) pending?.reject(unpackError(reply.error));
    else pending?.resolve(reply.result);
  }

  #end(error: AttentionError): void {
    this.#ended ??= error;
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

/** Code `internal` about the argument `worker`: it is not the engine that failed, but where it should have run. */
export function workerError(message: string | undefined): AttentionError {
  const got = message || `one that does not run; ${saysWhere('workerUrl')}`;
  return new AttentionError('internal', { argument: 'worker', expected: 'a module worker', got });
}
