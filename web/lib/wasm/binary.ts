// The compiled WebAssembly module of a build, from wherever its bytes come.

import { kindOf } from '../checks.js';
import { AttentionError } from '../errors.js';
import type { LoadWasmOptions } from '../types.js';

export type BinarySource = Pick<LoadWasmOptions, 'wasmUrl' | 'wasmBinary'>;

/** Development servers answer with their page where they have no file: the bundler left it behind. */
const WEB_PAGE = "a web page (with Vite before 8, set optimizeDeps.exclude to ['xattention'])";

/**
 * Compiles what the caller gave, or the file that belongs to the package.
 *
 * @throws AttentionError `option` or `type` about `wasmUrl` or `wasmBinary` where one was given, else `internal`
 */
export async function compileBinary(
  { wasmUrl, wasmBinary }: BinarySource,
  packageUrl: URL,
): Promise<WebAssembly.Module> {
  if (wasmBinary !== undefined) return compileGiven(wasmBinary);
  const url = wasmUrl === undefined ? packageUrl : new URL(wasmUrl);
  try {
    return await compileFrom(url);
  } catch (cause) {
    throw new AttentionError(
      wasmUrl === undefined ? 'internal' : 'option',
      { argument: 'wasmUrl', expected: `WebAssembly at ${url}`, got: messageOf(cause) },
      { cause },
    );
  }
}

async function compileGiven(wasmBinary: NonNullable<LoadWasmOptions['wasmBinary']>): Promise<WebAssembly.Module> {
  if (isModule(wasmBinary)) return wasmBinary;
  try {
    return await WebAssembly.compile(wasmBinary as BufferSource);
  } catch (cause) {
    throw new AttentionError(
      'option',
      { argument: 'wasmBinary', expected: 'the bytes of a .wasm file', got: messageOf(cause) },
      { cause },
    );
  }
}

async function compileFrom(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol === 'file:') return WebAssembly.compile(await readLocalFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP status ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) throw new Error(WEB_PAGE);
  // Streaming demands this very MIME type, which not every static host knows.
  if (type === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The part of Node that reads files: an import of it, even a dynamic one, makes bundlers for browsers fail. */
interface Node {
  process?: {
    getBuiltinModule?(name: 'node:fs/promises'): { readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> };
  };
}

async function readLocalFile(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const files = (globalThis as Node).process?.getBuiltinModule?.('node:fs/promises');
  if (!files) throw new Error('a file: address, which can only be read in Node');
  return files.readFile(url);
}

function isModule(binary: NonNullable<LoadWasmOptions['wasmBinary']>): binary is WebAssembly.Module {
  return kindOf(binary) === 'WebAssembly.Module';
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
