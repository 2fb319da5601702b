// The compiled WebAssembly module of a build, from wherever its bytes come.

import { addressesOf, isNode, type PackageFile } from '../addresses.js';
import { kindOf } from '../checks.js';
import { AttentionError } from '../errors.js';
import type { LoadWasmOptions } from '../types.js';

export type BinarySource = Pick<LoadWasmOptions, 'wasmUrl' | 'wasmBinary' | 'filesUrl'>;

/** Development servers answer with their page where they have no file: the bundler left it behind. */
const WEB_PAGE = "a web page (with Vite before 8, set optimizeDeps.exclude to ['xattention'])";

/** What to do where a bundler did not take the file along. */
const LEFT_BEHIND = isNode
  ? "let it stay in node_modules (Next: serverExternalPackages: ['xattention']), or name a copy of dist/lib by filesUrl"
  : 'if a bundler left it behind, name a copy of dist/lib by filesUrl';

/**
 * Compiles what the caller gave, or the file that belongs to the package.
 *
 * @throws AttentionError `option` or `type` about the option where one says where the file is, else `internal` about
 * `filesUrl`, which could
 */
export async function compileBinary(source: BinarySource, file: PackageFile): Promise<WebAssembly.Module> {
  const { wasmUrl, wasmBinary, filesUrl } = source;
  if (wasmBinary !== undefined) return compileGiven(wasmBinary);
  const [first, ...others] =
    wasmUrl === undefined ? addressesOf(file, filesUrl) : ([new URL(String(wasmUrl))] as const);
  try {
    return await compileFrom(first);
  } catch (cause) {
    for (const url of others) {
      const module = await compileFrom(url).catch(() => undefined);
      if (module) return module;
    }
    throw unavailable(source, first, cause);
  }
}

function unavailable({ wasmUrl, filesUrl }: BinarySource, url: URL, cause: unknown): AttentionError {
  const isGiven = (wasmUrl ?? filesUrl) !== undefined;
  const complaint = {
    argument: wasmUrl === undefined ? 'filesUrl' : 'wasmUrl',
    expected: `WebAssembly at ${url}`,
    got: isGiven ? messageOf(cause) : `${messageOf(cause)}: ${LEFT_BEHIND}`,
  };
  return new AttentionError(isGiven ? 'option' : 'internal', complaint, { cause });
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
  if (!files) throw new Error('a file: address, which Node alone reads, 20.16 or 22.3 and newer');
  return files.readFile(url);
}

function isModule(binary: NonNullable<LoadWasmOptions['wasmBinary']>): binary is WebAssembly.Module {
  return kindOf(binary) === 'WebAssembly.Module';
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
