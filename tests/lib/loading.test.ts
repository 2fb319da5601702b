// From where an engine is loaded, which one, and what is said when it cannot be.

import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AttentionError, type LoadWasmOptions, load, loadWasm } from 'xattention';
import { engines } from './engines.js';
import { expectRightNumbers, K, options, Q, V } from './small.js';

const wasmFile = new URL('../../dist/lib/wasm/simd.wasm', import.meta.url);
const bytes = await readFile(wasmFile);
/** The bytes in the middle of a larger buffer. */
const embedded = new Uint8Array(bytes.length + 20);
embedded.set(bytes, 10);

describe('the engine computes', () => {
  test.each<[string, LoadWasmOptions]>([
    ['by default', {}],
    ['with options that are null', { variant: null, wasmUrl: null, threads: null } as never],
    ['from a URL', { variant: 'simd', wasmUrl: wasmFile }],
    ['from a URL as a string', { variant: 'simd', wasmUrl: wasmFile.href }],
    [
      'from bytes',
      { variant: 'simd', wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) },
    ],
    ['from a view of larger bytes', { variant: 'simd', wasmBinary: embedded.subarray(10, 10 + bytes.length) }],
    ['from a Buffer', { variant: 'simd', wasmBinary: bytes }],
    ['from a compiled module', { variant: 'simd', wasmBinary: new WebAssembly.Module(bytes) }],
  ])('%s', async (_, source) => {
    expectRightNumbers((await loadWasm(source)).trace(Q, K, V, options));
    expectRightNumbers(await (await load(source)).trace(Q, K, V, options));
  });
});

describe('info', () => {
  test.each(engines)('of %s names the variant that was asked for', (name, { info }) => {
    expect(info).toMatchObject({ backend: 'wasm', variant: name.split(',')[0] });
    expect(info.reason).toContain(`${info.variant}, as asked for; `);
  });

  test('says where an asynchronous engine computes', async () => {
    expect((await load()).info.reason).toContain('in this thread');
  });
});

test('each variant that runs here is described, fastest first', async () => {
  const { variants, info } = await loadWasm();
  expect(variants.map(({ name }) => name)).toEqual([...new Set(engines.map(([, { info }]) => info.variant))]);
  expect(variants[0]?.name).toBe(info.variant);
  expect(variants.at(-1)?.name).toBe('reference');
  for (const { description } of variants) expect(description).not.toBe('');
});

describe('served over HTTP', () => {
  const served: Record<string, { type: string; body: Uint8Array | string }> = {
    '/right.wasm': { type: 'application/wasm', body: bytes },
    '/untyped.wasm': { type: 'application/octet-stream', body: bytes },
    '/page.wasm': { type: 'text/html', body: '<!doctype html>' },
    '/text.wasm': { type: 'application/wasm', body: 'not wasm' },
  };
  let server: Server;
  let base: string;

  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      const file = served[url ?? ''];
      if (file) response.writeHead(200, { 'content-type': file.type }).end(file.body);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    base = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test.each(['right', 'untyped'])('%s.wasm is compiled', async (name) => {
    const engine = await loadWasm({ variant: 'simd', wasmUrl: `${base}/${name}.wasm` });
    expectRightNumbers(engine.trace(Q, K, V, options));
  });

  test.each([
    ['missing', /404/],
    ['page', /web page/],
    ['text', /magic/],
  ])('%s.wasm is refused with the reason', async (name, reason) => {
    await expectRefused({ variant: 'simd', wasmUrl: `${base}/${name}.wasm` }, 'option', 'wasmUrl', reason);
  });
});

describe('loading is refused', () => {
  const elsewhere = new URL('nowhere.wasm', wasmFile);
  const otherModule = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

  test.each<[string, unknown, string, string]>([
    ['options that are no object', 'simd', 'type', 'options'],
    ['an unknown option', { url: 'x' }, 'option', 'url'],
    ['an unknown variant', { variant: 'fast' }, 'option', 'variant'],
    ['a variant that is a number', { variant: 1 }, 'type', 'variant'],
    ['no threads', { threads: 0 }, 'option', 'threads'],
    ['half a thread', { threads: 1.5 }, 'option', 'threads'],
    ['threads that are a string', { threads: '2' }, 'type', 'threads'],
    ['a URL that is a number', { wasmUrl: 5 }, 'type', 'wasmUrl'],
    ['a relative URL where there is no page', { wasmUrl: 'simd.wasm' }, 'option', 'wasmUrl'],
    ['a file that is not there', { wasmUrl: elsewhere }, 'option', 'wasmUrl'],
    ['a host that is not there', { wasmUrl: 'http://localhost:1/simd.wasm' }, 'option', 'wasmUrl'],
    ['bytes that are a string', { wasmBinary: 'wasm' }, 'type', 'wasmBinary'],
    ['bytes that are no WebAssembly', { wasmBinary: new Uint8Array(100) }, 'option', 'wasmBinary'],
    ['no bytes', { wasmBinary: new ArrayBuffer(0) }, 'option', 'wasmBinary'],
    ['another module', { wasmBinary: otherModule }, 'option', 'wasmBinary'],
    ['both a URL and bytes', { wasmUrl: wasmFile, wasmBinary: bytes }, 'option', 'wasmUrl'],
  ])('%s', async (_, source, code, argument) => {
    await expectRefused(source, code, argument);
    const rejection = expect.objectContaining({ name: 'AttentionError', code, argument });
    await expect(load(source as never)).rejects.toThrow(rejection);
  });

  test('a worker option that is no boolean', async () => {
    await expect(load({ worker: 1 } as never)).rejects.toMatchObject({ code: 'type', argument: 'worker' });
    await expectRefused({ worker: true }, 'option', 'worker');
  });

  test('an engine without SIMD, and relaxed SIMD where there is none', async () => {
    const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    await expectRefused({}, 'internal', 'WebAssembly', /SIMD/);
    validate.mockReturnValueOnce(false).mockReturnValueOnce(true);
    await expectRefused({ variant: 'relaxed' }, 'option', 'variant', /simd, reference/);
    validate.mockRestore();
  });
});

test('plain SIMD is chosen where there is no relaxed SIMD, and info says so', async () => {
  const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const { info, variants } = await loadWasm();
  validate.mockRestore();
  expect(info.variant).toBe('simd');
  expect(info.reason).toContain('without relaxed SIMD');
  expect(variants.map(({ name }) => name)).toEqual(['simd', 'reference']);
});

test('importing the package computes nothing, loads nothing and leaves nothing behind', async () => {
  const watched = [
    vi.spyOn(WebAssembly, 'validate'),
    vi.spyOn(WebAssembly, 'compile'),
    vi.spyOn(WebAssembly, 'instantiate'),
    vi.spyOn(globalThis, 'fetch'),
  ];
  const globals = Reflect.ownKeys(globalThis);
  vi.resetModules();
  await import('xattention');
  for (const spy of watched) expect(spy).not.toHaveBeenCalled();
  expect(Reflect.ownKeys(globalThis)).toEqual(globals);
  vi.restoreAllMocks();
});

async function expectRefused(source: unknown, code: string, argument: string, reason = /./): Promise<void> {
  const error = await loadWasm(source as LoadWasmOptions).then(
    () => expect.fail('did not reject'),
    (rejection: unknown) => rejection,
  );
  expect(error).toBeInstanceOf(AttentionError);
  expect(error).toMatchObject({ code, argument, message: expect.stringMatching(reason) });
}
