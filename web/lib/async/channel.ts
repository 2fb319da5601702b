// How an asynchronous engine reaches the handle of the core, wherever that is.

import type { CoreHandle } from '../wasm/handle.js';

/** The methods of a handle that are called from afar. */
export type Method =
  | 'call'
  | 'makeLayer'
  | 'parametersOf'
  | 'forward'
  | 'traceLayer'
  | 'summarizeLayer'
  | 'releaseLayer';

export interface Channel {
  /** Calls a method of the handle; rejects with what it throws. */
  send(method: Method, args: readonly unknown[]): Promise<unknown>;
  /** Ends the handle. Whatever is under way, and whatever is sent after, rejects with code `disposed`. */
  close(): void;
}

/** A channel to a handle in the same thread. */
export function openLocalChannel(handle: CoreHandle): Channel {
  return {
    send: async (method, args) => perform(handle, method, args),
    close: () => handle.dispose(),
  };
}

export function perform(handle: CoreHandle, method: Method, args: readonly unknown[]): unknown {
  return (handle[method] as (...args: readonly unknown[]) => unknown).apply(handle, [...args]);
}
