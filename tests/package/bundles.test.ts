// One file made of the package, as many bundlers make it: a script that is no module does not know where it lies, and a
// bundle carries no more than it has to.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type OutputChunk, rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { relaxedSimdFlags } from '../../web/scripts/node-flags.mjs';
import { root } from './project.js';

const lib = pathToFileURL(join(root, 'dist/lib/'));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xattention-bundles-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The chunks of a bundle of a module with this text; only modules may be in several. */
async function bundle(text: string, format: 'es' | 'iife' | 'cjs'): Promise<OutputChunk[]> {
  const entry = join(folder, 'entry.js');
  await writeFile(entry, text.replace("'xattention'", `'${join(root, 'dist/lib/index.js')}'`));
  const build = await rolldown({ input: entry, onLog: () => {} });
  const { output } = await build.generate({ format, minify: true, codeSplitting: format === 'es' });
  return output.filter((part) => part.type === 'chunk');
}

describe.each(['iife', 'cjs'] as const)('as %s', (format) => {
  beforeAll(async () => {
    const [chunk] = await bundle("import * as all from 'xattention';\nglobalThis.xattention = all;", format);
    await writeFile(join(folder, `${format}.cjs`), chunk?.code ?? '');
  });

  /** What a program prints that has the bundle loaded; the place of an error is what it throws. */
  async function printed(expression: string): Promise<unknown> {
    const program = `require('./${format}.cjs');
      const { readFileSync } = require('node:fs');
      const { load, loadWasm } = xattention;
      const lib = '${lib}';
      const file = (name) => readFileSync(new URL(name, lib));
      const told = (error) => (error instanceof xattention.AttentionError ? { ...error, message: error.message } : String(error));
      (async () => ${expression})().catch(told).then((result) => console.log(JSON.stringify(result)));`;
    const file = join(folder, `${format}-program.cjs`);
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, [...relaxedSimdFlags, file]);
    return JSON.parse(stdout);
  }

  const computed = (options: string) => `{
    const engine = await loadWasm(${options});
    const { output } = engine.attention([[1]], [[1]], [[7]]);
    return [output.data[0], engine.info.threads, engine.info.reason];
  }`;

  test('it computes from bytes that are given; threads, whose script is nowhere, say which option names it', async () => {
    const options = "{ variant: 'simd', threads: 2, wasmBinary: file('wasm/simd-threads.wasm') }";
    const reason = expect.stringMatching(/one thread, as others do not start .*threadUrl or filesUrl says where/);
    expect(await printed(computed(options))).toEqual([7, 1, reason]);
  });

  test('it computes, with threads, from a folder that is given, with or without a slash at its end', async () => {
    const whole = [7, 2, expect.stringContaining('2 threads')];
    expect(await printed(computed('{ threads: 2, filesUrl: lib }'))).toEqual(whole);
    expect(await printed(computed('{ threads: 2, filesUrl: new URL(lib.slice(0, -1)) }'))).toEqual(whole);
  });

  test('it computes with threads whose script alone is given', async () => {
    const options = `{ variant: 'simd', threads: 2, wasmBinary: file('wasm/simd-threads.wasm'), threadUrl: lib + 'wasm/thread.js' }`;
    expect(await printed(computed(options))).toEqual([7, 2, expect.stringContaining('2 threads')]);
  });

  test.each(['loadWasm()', 'load()', 'loadWasm({ threads: 2 })'])(
    'where nothing is given, %s names the option',
    async (call) => {
      const refusal = await printed(call);
      const got = expect.stringMatching(/^none$|name a copy of dist\/lib by filesUrl/);
      expect(refusal).toMatchObject({ name: 'AttentionError', code: 'internal', argument: 'filesUrl', got });
    },
  );
});

test('the script of a thread is valid as a module, as CommonJS and as a classic script', async () => {
  const thread = await readFile(new URL('wasm/thread.js', lib), 'utf8');
  expect(() => new Function(thread)).not.toThrow();
  expect(thread).not.toMatch(/^(import|export)\b/m);
});

describe('in kilobytes, minified', () => {
  const gzipped = (chunks: OutputChunk[]) => chunks.map(({ code }) => gzipSync(code).length / 1000);

  test('what an app downloads at once is under 23 gzipped, and WebGPU comes apart from it', async () => {
    const chunks = await bundle("import { load, loadWasm } from 'xattention';\nconsole.log(load, loadWasm);", 'es');
    const [first = Number.NaN, ...later] = gzipped(chunks);
    expect(first).toBeLessThan(23);
    expect(later.length).toBeGreaterThan(0);
  });

  test('the worker is under 62, and 16 gzipped', async () => {
    const [worker] = await bundle(`import '${new URL('worker.js', lib).pathname}';`, 'es');
    expect((worker?.code.length ?? Number.NaN) / 1000).toBeLessThan(62);
    expect(gzipped([worker as OutputChunk])[0]).toBeLessThan(16);
  });
});
