// The options of loading, read apart from what loads: they go to a worker as they are here.

import { readGpu } from '../application.js';
import { boolean, describe, isRecord, kindOf, nonNegativeNumber, oneOf, positiveInteger, viewKind } from '../checks.js';
import { AttentionError } from '../errors.js';
import { readGroup } from '../groups.js';
import type { LoadOptions, LoadWasmOptions } from '../types.js';

const wasmReaders = {
  variant: oneOf('relaxed', 'simd', 'reference'),
  filesUrl: readFolderUrl,
  wasmUrl: readUrl,
  wasmBinary: readBinary,
  threads: positiveInteger,
  threadUrl: readUrl,
};

/** @throws AttentionError `type` or `option`, naming the option */
export function readLoadWasmOptions(options: unknown): LoadWasmOptions {
  return refuseTwoSources(readGroup(options, wasmReaders));
}

const readers = {
  ...wasmReaders,
  variant: oneOf('relaxed', 'simd', 'reference', 'webgpu'),
  worker: boolean,
  workerUrl: readUrl,
  webgpu: boolean,
  webgpuFrom: nonNegativeNumber,
  gpu: readGpu,
  softwareGpu: boolean,
};

/** `LoadOptions` with the types of WebGPU. */
export type ReadLoadOptions = Omit<LoadOptions, 'gpu'> & { gpu?: GPU };

/** @throws AttentionError `type` or `option`, naming the option */
export function readLoadOptions(options: unknown): ReadLoadOptions {
  return refuseWithoutWebGpu(refuseTwoSources(readGroup<ReadLoadOptions>(options, readers)));
}

/** Who wants no GPU has nothing to say about it. */
function refuseWithoutWebGpu(options: ReadLoadOptions): ReadLoadOptions {
  if (options.webgpu !== false) return options;
  const { gpu, webgpuFrom, softwareGpu, variant } = options;
  const excluded = { gpu, webgpuFrom, softwareGpu, ...(variant === 'webgpu' && { variant }) };
  const argument = Object.entries(excluded).find(([, value]) => value !== undefined)?.[0];
  if (argument === undefined) return options;
  throw new AttentionError('option', { argument, expected: 'nothing beside webgpu: false', got: 'both' });
}

function refuseTwoSources<T extends Pick<LoadWasmOptions, 'wasmUrl' | 'wasmBinary'>>(options: T): T {
  if (options.wasmUrl === undefined || options.wasmBinary === undefined) return options;
  throw new AttentionError('option', { argument: 'wasmUrl', expected: 'nothing beside wasmBinary', got: 'both' });
}

/** Names of files are relative to a folder's address only where it ends with a slash. */
function readFolderUrl(value: unknown, argument: string): string {
  return readUrl(value, argument).replace(/\/?$/, '/');
}

/** An absolute address: what is given is relative to the page or worker that gives it. */
function readUrl(value: unknown, argument: string): string {
  if (typeof value !== 'string' && !(isRecord(value) && typeof value.href === 'string')) {
    throw new AttentionError('type', { argument, expected: 'a string or URL', got: describe(value) });
  }
  try {
    return new URL(String(value), globalThis.document?.baseURI ?? globalThis.location?.href).href;
  } catch {
    throw new AttentionError('option', { argument, expected: 'an absolute URL', got: describe(String(value)) });
  }
}

function readBinary(value: unknown, argument: string): NonNullable<LoadWasmOptions['wasmBinary']> {
  // A view is copied: of a compiled, or worker-bound, view nothing but its own bytes should count.
  if (viewKind(value)) {
    const view = value as ArrayBufferView;
    return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();
  }
  if (kindOf(value) === 'ArrayBuffer') return value as ArrayBuffer;
  if (kindOf(value) === 'WebAssembly.Module') return value as WebAssembly.Module;
  throw new AttentionError('type', {
    argument,
    expected: 'an ArrayBuffer, a view of one, or a WebAssembly.Module',
    got: describe(value),
  });
}
