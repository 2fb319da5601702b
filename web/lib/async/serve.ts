// The worker's end of the conversation: loads a core, then does with its handle what the page asks for.

import type { LoadWasmOptions } from '../types.js';
import type { CoreHandle } from '../wasm/handle.js';
import { loadCore } from '../wasm/load.js';
import { perform } from './channel.js';
import { buffersOf, type Loaded, packError, type Reply, type Request } from './messages.js';

/** What is used of a worker's global scope, or of a MessagePort. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/** Answers every request on a port, in the order in which they come. */
export function serve(port: Port): void {
  let handle: CoreHandle | undefined;

  async function load(options: LoadWasmOptions): Promise<Loaded> {
    const loaded = await loadCore(options);
    handle = loaded.handle;
    return { info: loaded.info, variants: loaded.variants };
  }

  async function answer({ id, method, args }: Request): Promise<Reply> {
    try {
      const result = method === 'load' ? await load(args[0]) : perform(handle as CoreHandle, method, args);
      return { id, result };
    } catch (error) {
      return { id, error: packError(error) };
    }
  }

  port.addEventListener('message', async ({ data }) => {
    const reply = await answer(data as Request);
    port.postMessage(reply, buffersOf(reply));
  });
}
