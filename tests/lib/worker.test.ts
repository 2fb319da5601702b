// The engine in a worker, as both ends see it. The worker is the other end of a message channel here; tests/package has
// real ones, in a browser.

import { ChannelEngine } from 'dist/lib/async/engine.js';
import { serve } from 'dist/lib/async/serve.js';
import { WorkerChannel, type WorkerLike } from 'dist/lib/async/worker-channel.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AsyncEngine, AttentionError, loadWasm, tensor } from 'xattention';
import { expectSame } from './compare.js';
import { mulberry32 } from './golden.js';
import { expectRightNumbers, K, options, Q, V } from './small.js';

type Listener = (event: never) => void;

/** A worker that is the other port of a channel, and can be made to break. */
class PortWorker implements WorkerLike {
  readonly #ports = new MessageChannel();
  readonly #errorListeners: ((event: { message?: string }) => void)[] = [];
  terminated = false;

  constructor() {
    serve(this.#ports.port2 as never);
    this.#ports.port2.start();
    this.#ports.port1.start();
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    this.#ports.port1.postMessage(message, transfer as never);
  }

  addEventListener(type: 'message' | 'error' | 'messageerror', listener: Listener): void {
    if (type === 'error') this.#errorListeners.push(listener as never);
    else this.#ports.port1.addEventListener(type, listener as never);
  }

  terminate(): void {
    this.terminated = true;
    this.#ports.port1.close();
  }

  break(message: string): void {
    for (const listener of this.#errorListeners) listener({ message });
  }
}

let worker: PortWorker;
let engine: AsyncEngine;
const here = await loadWasm();
const X = tensor(mulberry32(1, 16 * 8), [16, 8]);

beforeEach(async () => {
  worker = new PortWorker();
  const channel = new WorkerChannel(worker);
  engine = new ChannelEngine(channel, await channel.load({}));
});
afterEach(() => engine.dispose());

test('what a worker computes is what is computed here, to the last bit', async () => {
  expect(engine.info).toEqual(here.info);
  expect(engine.variants).toEqual(here.variants);
  const additive = { W_q: Q, W_k: Q, w_v: tensor([1, 2]) };
  expectSame(await engine.attention(Q, K, V, options), here.attention(Q, K, V, options));
  expectSame(await engine.trace(Q, K, V, options), here.trace(Q, K, V, options));
  expectSame(await engine.maskedSoftmax(K), here.maskedSoftmax(K));
  expectSame(await engine.summarize(X, X, X), here.summarize(X, X, X));
  expectSame(await engine.additiveAttention(Q, K, V, additive), here.additiveAttention(Q, K, V, additive));
  expectSame(await engine.positionalEncoding(3, 5), here.positionalEncoding(3, 5));
});

test('so it is with layers', async () => {
  const spec = { numHiddens: 8, numHeads: 2, bias: true, seed: 3 };
  const [there, local] = [await engine.multiHeadAttention(spec), here.multiHeadAttention(spec)];
  expectSame(await there.trace(X, { causal: true }), local.trace(X, { causal: true }));
  const request = { topK: 3, mapKeys: [2, 12] } as const;
  expectSame(await there.summarize(X, { causal: true }, request), local.summarize(X, { causal: true }, request));
  expectSame(await there.forward({ queries: X, keys: X, values: X }), local.forward(X));
  expectSame(there.parameters, local.parameters);
  const [single, localSingle] = [await engine.selfAttention({ numHiddens: 8 }), here.selfAttention({ numHiddens: 8 })];
  expectSame(await single.trace(X), localSingle.trace(X));
});

test('parameters are handed out as copies', async () => {
  const layer = await engine.selfAttention({ numHiddens: 8 });
  layer.parameters.W_q.data.fill(0);
  expect(layer.parameters.W_q.data.some((weight) => weight !== 0)).toBe(true);
});

describe('arguments', () => {
  test('stay whole: nothing is transferred away', async () => {
    const shared = new Float32Array(new SharedArrayBuffer(4 * Float32Array.BYTES_PER_ELEMENT));
    const large = new Float32Array(1000);
    const part = large.subarray(10, 14);
    const keep = { data: Uint8Array.of(1, 0, 1, 1), shape: [2, 2] };
    const inputs = [X.data, shared, part].map((data) => ({ data: data.subarray(0, 4), shape: [2, 2] }));
    const before = inputs.map(({ data }) => Array.from(data));
    await engine.attention(inputs[0] as never, inputs[1] as never, inputs[2] as never, { keep });
    expect(inputs.map(({ data }) => Array.from(data))).toEqual(before);
    expect([X.data.length, large.length, keep.data.length]).toEqual([128, 1000, 4]);
  });

  test('are read when the call is made: what changes later does not matter', async () => {
    const data = Float32Array.of(1, 2);
    const result = engine.attention([[1]], [[1]], { data, shape: [1, 2] });
    data.fill(9);
    expectSame((await result).output, tensor([[1, 2]]));
  });
});

test('many calls at once are each answered with their own result', async () => {
  const results = await Promise.all(Array.from({ length: 50 }, (_, i) => engine.attention([[1]], [[1]], [[i]])));
  expect(results.map(({ output }) => output.data[0])).toEqual(Array.from({ length: 50 }, (_, i) => i));
});

test('errors of the worker arrive with all they say, and the next call works', async () => {
  const error = await engine.attention(Q, K, V, { validLens: [9] }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AttentionError);
  const { code, argument, expected, got, message } = error as AttentionError;
  expect({ code, argument }).toEqual({ code: 'option', argument: 'validLens' });
  expect(message).toBe(`validLens: expected ${expected}, got ${got}`);
  expectRightNumbers(await engine.trace(Q, K, V, options));
});

describe('disposing', () => {
  const disposed = expect.objectContaining({ name: 'AttentionError', code: 'disposed' });

  test('of the engine ends its worker, and rejects what is under way and what comes after', async () => {
    const pending = engine.trace(X, X, X);
    engine.dispose();
    engine.dispose();
    expect(worker.terminated).toBe(true);
    await expect(pending).rejects.toThrow(disposed);
    await expect(engine.trace(X, X, X)).rejects.toThrow(disposed);
  });

  test('of a layer frees it there', async () => {
    const layer = await engine.selfAttention({ numHiddens: 8 });
    layer.dispose();
    layer.dispose();
    await expect(layer.forward(X)).rejects.toThrow(disposed);
    expect(() => layer.parameters).toThrow(disposed);
    expectRightNumbers(await engine.trace(Q, K, V, options));
  });

  test('of a layer after its engine is quiet', async () => {
    const layer = await engine.selfAttention({ numHiddens: 8 });
    engine.dispose();
    layer.dispose();
  });
});

test('a worker that breaks rejects what is under way and what comes after, with the reason', async () => {
  const broken = expect.objectContaining({ code: 'internal', argument: 'worker', got: 'out of luck' });
  const pending = engine.trace(X, X, X);
  worker.break('out of luck');
  await expect(pending).rejects.toThrow(broken);
  await expect(engine.trace(X, X, X)).rejects.toThrow(broken);
});

test('a worker that cannot load its core says why', async () => {
  const channel = new WorkerChannel(new PortWorker());
  const refused = channel.load({ wasmUrl: 'http://localhost:1/simd.wasm' });
  await expect(refused).rejects.toMatchObject({ name: 'AttentionError', code: 'option', argument: 'wasmUrl' });
  channel.close();
});
