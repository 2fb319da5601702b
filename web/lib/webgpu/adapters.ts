// Adapters: asked for, told from those that only imitate a GPU, and described.

import { answered, type Waiting } from '../answered.js';
import { messageOf, unavailable } from './failures.js';

export async function findAdapter(gpu: GPU | undefined, waiting: Waiting<unknown>): Promise<GPUAdapter> {
  if (!gpu) throw unavailable('navigator.gpu', 'none');
  let adapter: GPUAdapter | null;
  try {
    adapter = await answered(gpu.requestAdapter({ powerPreference: 'high-performance' }), waiting);
  } catch (cause) {
    throw unavailable('an adapter', messageOf(cause), cause);
  }
  if (!adapter) throw unavailable('an adapter', 'none');
  return adapter;
}

/** What software adapters call themselves where they do not say that they are fallbacks. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|microsoft basic render|^software$/i;

/** Whether it computes on the CPU: right, and slower than WebAssembly. */
export function isSoftware(adapter: Pick<GPUAdapter, 'info'> & { isFallbackAdapter?: boolean }): boolean {
  // Browsers before Chrome 140 say it of the adapter, and not in its info.
  const says = adapter.info?.isFallbackAdapter || adapter.isFallbackAdapter;
  return says || wordsOf(adapter.info).some((words) => SOFTWARE.test(words));
}

export function describeAdapter(info: GPUAdapterInfo | undefined): string {
  return [...new Set(wordsOf(info))].join(', ') || 'an adapter without a name';
}

function wordsOf(info: GPUAdapterInfo | undefined): string[] {
  return [info?.description, info?.vendor, info?.architecture].filter((words) => words) as string[];
}
