// Nothing leaks, and nothing handed out is a view of WebAssembly memory.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { type Tensor, tensor } from 'xattention';
import { mulberry32 } from './golden.js';
import { openEngine } from './inside.js';
import { K, options, Q, V } from './small.js';

const X = tensor(mulberry32(1, 64 * 8), [64, 8]);

describe('the heap is where it was', async () => {
  const { engine, module } = await openEngine();
  const layer = engine.multiHeadAttention({ numHiddens: 8, numHeads: 2, bias: true });

  /** Bytes of heap that a call leaves behind when it is made many times. */
  function growth(times: number, call: () => unknown): number {
    for (let i = 0; i < 100; i++) call();
    const before = module.heapInUse();
    for (let i = 0; i < times; i++) call();
    return module.heapInUse() - before;
  }

  test('after 10,000 forward passes whose results are dropped', () => {
    expect(growth(10_000, () => layer.forward(X))).toBe(0);
  });

  test('after 10,000 layers made and disposed of', () => {
    const makeAndDispose = () => engine.multiHeadAttention({ numHiddens: 8, numHeads: 2, bias: true }).dispose();
    expect(growth(10_000, makeAndDispose)).toBe(0);
  });

  test('after 1,000 of every other call', () => {
    const additive = { W_q: Q, W_k: Q, w_v: tensor([1, 2]) };
    expect(
      growth(1000, () => {
        engine.attention(Q, K, V, options);
        engine.trace(Q, K, V, { ...options, dropout: { p: 0.5 } });
        engine.maskedSoftmax(K, { causal: 'top-left' });
        engine.summarize(Q, K, V, options);
        engine.additiveAttention(Q, K, V, additive);
        engine.positionalEncoding(4, 6);
        layer.trace(X, { causal: true });
        layer.summarize(X, { causal: true }, { mapKeys: [1, 9] });
        return layer.parameters;
      }),
    ).toBe(0);
  });

  test('after 10,000 refused calls', () => {
    const refused = () => expect(() => engine.attention(Q, K, V, { validLens: [9] })).toThrow('validLens');
    expect(growth(10_000, refused)).toBe(0);
  });

  test('once forgotten layers are collected', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const before = module.heapInUse();
    for (let i = 0; i < 100; i++) engine.selfAttention({ numHiddens: 64 });
    expect(module.heapInUse()).toBeGreaterThan(before);
    const heapAfterCollection = () => {
      collectGarbage();
      return module.heapInUse();
    };
    await expect.poll(heapAfterCollection, { timeout: 20_000 }).toBe(before);
  });
});

describe('results are owned copies', async () => {
  const { engine } = await openEngine();
  const layer = engine.multiHeadAttention({ numHiddens: 8, numHeads: 2 });
  const eight = tensor(mulberry32(2, 8 * 8), [8, 8]);

  const { topK, ...summary } = engine.summarize(eight, eight, eight);
  const results: Record<string, { data: Float32Array | Int32Array; shape: number[] }> = {
    'output of attention': engine.attention(eight, eight, eight).output,
    softmax: engine.maskedSoftmax(eight),
    encoding: engine.positionalEncoding(8, 8),
    ...layer.trace(eight),
    ...layer.parameters,
    ...summary,
    ...topK,
  };

  test.each(Object.entries(results))('%s has a buffer of its own', (_, { data, shape }) => {
    expect(data.buffer.byteLength).toBe(data.byteLength);
    expect(data.length).toBe(shape.reduce((product, size) => product * size, 1));
  });

  test('and stay what they are when memory grows and everything is disposed of', () => {
    const before = structuredClone(results);
    const large = tensor(mulberry32(3, 2048 * 64), [2048, 64]);
    engine.trace(large, large, large);
    layer.dispose();
    engine.dispose();
    expect(results).toStrictEqual(before);
  });
});

test('a change to a result, or to parameters handed out, changes no later result', async () => {
  const { engine } = await openEngine();
  const layer = engine.selfAttention({ numHiddens: 8 });
  const before = layer.trace(X);
  const spoilt: Tensor[] = [...Object.values(layer.trace(X)), ...Object.values(layer.parameters)];
  for (const { data } of spoilt) data.fill(Number.NaN);
  expect(layer.trace(X)).toStrictEqual(before);
});

test('parameters given to a layer are copied', async () => {
  const { engine } = await openEngine();
  const parameters = engine.selfAttention({ numHiddens: 8, seed: 1 }).parameters;
  const layer = engine.selfAttention({ numHiddens: 8, parameters });
  const before = layer.forward(X);
  parameters.W_q.data.fill(0);
  expect(layer.forward(X)).toStrictEqual(before);
});
