// Threads in Node: as many as are asked for, the same bits from any number, and none left when they are not needed.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, load, loadWasm, tensor } from 'xattention';
import { relaxedSimdFlags } from '../../web/scripts/node-flags.mjs';
import { expectSame } from './compare.js';
import { mulberry32 } from './golden.js';
import { expectRightNumbers, K, options, Q, V } from './small.js';

/** Every worker that was started since the test began, and whether it has ended. */
let workers: { worker: Worker; ended: Promise<unknown> }[] = [];
const note = (message: unknown) => {
  const { worker } = message as { worker: Worker };
  workers.push({ worker, ended: once(worker, 'exit') });
};
beforeEach(() => {
  workers = [];
  subscribe('worker_threads', note);
});
afterEach(() => {
  unsubscribe('worker_threads', note);
});

const file = (name: string) => readFile(new URL(`../../dist/lib/wasm/${name}`, import.meta.url));
const random = (seed: number, ...shape: number[]) =>
  tensor(
    mulberry32(
      seed,
      shape.reduce((a, b) => a * b),
    ),
    shape,
  );

describe('info says how many threads there are, and why', () => {
  test.each([
    [1, 1, 'one thread, as asked for'],
    [3, 3, '3 threads, as asked for'],
    [1000, 64, '64 threads, the most there are'],
  ])('of %i that are asked for', async (threads, count, reason) => {
    const engine = await loadWasm({ threads });
    expect(engine.info.threads).toBe(count);
    expect(engine.info.reason).toContain(`; ${reason}`);
    expect(workers.length).toBe(count - 1);
    expectRightNumbers(engine.trace(Q, K, V, options));
    engine.dispose();
  });

  test('of none that are asked for: one for each core', async () => {
    const { info } = await loadWasm();
    const count = Math.min(availableParallelism(), 8);
    expect(info.threads).toBe(count);
    expect(info.reason).toContain(count === 1 ? 'one core' : 'core');
  });

  test.each([
    ['simd.wasm', 1, 'one thread, as the given .wasm is the build of one'],
    ['simd-threads.wasm', 2, '2 threads, as asked for'],
  ])('of a given %s', async (name, count, reason) => {
    const engine = await loadWasm({ variant: 'simd', threads: 2, wasmBinary: await file(name) });
    expect(engine.info).toMatchObject({ threads: count, reason: `simd, as asked for; ${reason}` });
    expectRightNumbers(engine.trace(Q, K, V, options));
  });
});

describe('the bits are those of one thread', async () => {
  const alone = await loadWasm({ threads: 1 });
  const [queries, keys] = [random(1, 2, 4, 400, 24), random(2, 2, 2, 500, 24)];
  const X = random(3, 2, 300, 64);
  const masks = { causal: 'bottom-right' as const, validLens: [500, 77] };

  test.each([2, 3, 5])('of %i', async (threads) => {
    const engine = await loadWasm({ threads });
    const all = (engine: Engine) => {
      using layer = engine.multiHeadAttention({ numHiddens: 64, numHeads: 4, bias: true });
      return {
        attention: engine.attention(queries, keys, keys, masks),
        trace: engine.trace(queries, keys, keys, { ...masks, softcap: 2, dropout: { p: 0.2, seed: 1 } }),
        maskedSoftmax: engine.maskedSoftmax(random(4, 700, 700), { causal: true }),
        summary: engine.summarize(queries, keys, keys, masks, { reduce: 'mean' }),
        additive: engine.additiveAttention(X, X, X, {
          W_q: random(5, 64, 9),
          W_k: random(6, 64, 9),
          w_v: random(7, 9),
        }),
        layer: layer.trace(X, { window: [20, 3] }),
        output: layer.forward(X),
      };
    };
    expect(digests(all(engine))).toEqual(digests(all(alone)));
    engine.dispose();
  });

  test('of five that are woken all the time for no reason', async () => {
    const memories: WebAssembly.Memory[] = [];
    const { Memory } = WebAssembly;
    WebAssembly.Memory = class extends Memory {
      constructor(descriptor: WebAssembly.MemoryDescriptor) {
        super(descriptor);
        memories.push(this);
      }
    };
    // Whatever they wait for lies at the beginning of the memory, with the first things that were allocated.
    const program = `const words = new Int32Array(require('node:worker_threads').workerData.buffer, 0, 2 ** 17);
      for (;;) for (let i = 0; i < words.length; i++) Atomics.notify(words, i);`;
    const trace = (engine: Engine) => engine.trace(queries, keys, keys, masks);
    try {
      const engine = await loadWasm({ threads: 5 });
      const waker = new Worker(program, { eval: true, workerData: memories.at(-1) });
      await once(waker, 'online');
      for (let i = 0; i < 5; i++) expect(digests(trace(engine))).toEqual(digests(trace(alone)));
      await waker.terminate();
      engine.dispose();
    } finally {
      WebAssembly.Memory = Memory;
    }
  });

  /** The same with a digest of its bits in the place of every array of numbers: quick to compare. */
  function digests(value: unknown): unknown {
    if (ArrayBuffer.isView(value))
      return createHash('sha1')
        .update(value as Uint8Array)
        .digest('hex');
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, digests(item)]));
  }
});

test('calls from several engines with threads, at once and by turns, are each answered with their own result', async () => {
  const engines = await Promise.all([2, 3].map((threads) => load({ threads })));
  const long = random(1, 1, 600, 64);
  const expected = (await loadWasm({ threads: 1 })).attention(long, long, long);
  const calls = Array.from({ length: 20 }, (_, i) =>
    (engines[i % 2] as (typeof engines)[0]).attention(long, long, long),
  );
  for (const output of await Promise.all(calls)) expectSame(output, expected);
  for (const engine of engines) engine.dispose();
});

test('results are no views of shared memory', async () => {
  const engine = await loadWasm({ threads: 2 });
  for (const { data } of Object.values(engine.trace(Q, K, V, options))) {
    expect(data.buffer).toBeInstanceOf(ArrayBuffer);
    expect(data.buffer.byteLength).toBe(data.byteLength);
  }
  expect(() => engine.attention(Q, K, V, { validLens: [9] })).toThrow('validLens: expected integers from 0');
});

test('a thousand calls with threads leave memory as it was', async () => {
  const engine = await loadWasm({ threads: 2 });
  const X = random(1, 1, 128, 128);
  const layer = engine.multiHeadAttention({ numHiddens: 128, numHeads: 4 });
  const resident = () => process.memoryUsage().rss;
  for (let i = 0; i < 200; i++) layer.forward(X);
  const before = resident();
  for (let i = 0; i < 1000; i++) layer.forward(X);
  // Each result has 64 KiB: kept, they would be 62 MiB.
  expect(resident() - before).toBeLessThan(40 * 2 ** 20);
});

describe('threads end', () => {
  test('when their engine is disposed of', async () => {
    const engine = await loadWasm({ threads: 3 });
    engine.dispose();
    engine.dispose();
    expect(workers.length).toBe(2);
    await Promise.all(workers.map(({ ended }) => ended));
  });

  test('when their asynchronous engine is', async () => {
    const engine = await load({ threads: 3 });
    await engine.attention(Q, K, V);
    engine.dispose();
    await Promise.all(workers.map(({ ended }) => ended));
  });

  test.each([
    ['disposes of its engine', 'engine.dispose();'],
    ['does not', ''],
  ])('with a program that %s', async (_, ending) => {
    const index = new URL('../../dist/lib/index.js', import.meta.url);
    const program = `import { loadWasm, tensor } from '${index}';
      const engine = await loadWasm({ threads: 3 });
      const X = tensor(new Float32Array(512 * 64), [512, 64]);
      console.log(engine.info.threads, engine.attention(X, X, X).output.data.length);
      ${ending}`;
    const run = promisify(execFile);
    const { stdout, stderr } = await run(
      process.execPath,
      [...relaxedSimdFlags, '--input-type=module', '--eval', program],
      { timeout: 30_000, cwd: fileURLToPath(new URL('../..', import.meta.url)) },
    );
    expect({ stdout, stderr }).toEqual({ stdout: '3 32768\n', stderr: '' });
  });
});
