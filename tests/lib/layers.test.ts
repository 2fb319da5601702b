// Layers: what they are made from, and how they end.

import { describe, expect, test } from 'vitest';
import { type AsyncEngine, AttentionError, load, loadWasm, type MultiHeadAttentionSpec, tensor } from 'xattention';
import { expectClose, expectSame } from './compare.js';
import { engine, engines } from './engines.js';
import { mulberry32 } from './golden.js';

const X = tensor(mulberry32(1, 5 * 8), [5, 8]);
const disposed = expect.objectContaining({ name: 'AttentionError', code: 'disposed' });

describe('parameters', () => {
  test('are drawn from the seed: the same for the same, in every variant', () => {
    const draw = (seed?: number) =>
      engine.multiHeadAttention({ numHiddens: 8, numHeads: 2, bias: true, seed }).parameters;
    expectSame(draw(3), draw(3));
    expect(draw(4)).not.toEqual(draw(3));
    expectSame(draw(), draw(0));
    for (const [, other] of engines) {
      expectSame(other.multiHeadAttention({ numHiddens: 8, numHeads: 2, bias: true, seed: 3 }).parameters, draw(3));
    }
  });

  test('are bounded as the initialisation says', () => {
    const largest = (init?: 'linear' | 'xavier') => {
      const { W_q, b_q } = engine.multiHeadAttention({ numHiddens: 64, numHeads: 2, bias: true, init }).parameters;
      return [W_q, b_q ?? tensor([0])].map(({ data }) => Math.max(...data.map(Math.abs))) as [number, number];
    };
    const [linear, linearBias] = largest();
    expect(linear).toBeLessThanOrEqual(1 / 8);
    expect(linear).toBeGreaterThan(0.99 / 8);
    expect(linearBias).toBeGreaterThan(0);
    const [xavier, xavierBias] = largest('xavier');
    expect(xavier).toBeLessThanOrEqual(Math.sqrt(6 / 128));
    expect(xavier).toBeGreaterThan(0.99 * Math.sqrt(6 / 128));
    expect(xavierBias).toBe(0);
  });

  test('given are the parameters of the layer', () => {
    using drawn = engine.multiHeadAttention({ numHiddens: 8, numHeads: 2, bias: true, seed: 5 });
    using made = engine.multiHeadAttention({ numHiddens: 8, numHeads: 2, parameters: drawn.parameters });
    expectSame(made.parameters, drawn.parameters);
    expectSame(made.trace(X), drawn.trace(X));
  });

  test('have the shapes of the sizes they are made for', () => {
    const spec: MultiHeadAttentionSpec = {
      numHiddens: 8,
      numHeads: 4,
      numKvHeads: 2,
      querySize: 3,
      keySize: 5,
      valueSize: 7,
    };
    const { parameters } = engine.multiHeadAttention(spec);
    expect(Object.entries(parameters).map(([name, { shape }]) => [name, shape])).toEqual([
      ['W_q', [3, 8]],
      ['W_k', [5, 4]],
      ['W_v', [7, 4]],
      ['W_o', [8, 8]],
    ]);
    const random = (seed: number, steps: number, size: number) => tensor(mulberry32(seed, steps * size), [steps, size]);
    const { output } = engine
      .multiHeadAttention(spec)
      .forward({ queries: random(1, 2, 3), keys: random(2, 4, 5), values: random(3, 4, 7) });
    expect(output.shape).toEqual([2, 8]);
  });

  test('are (in, out): Q = X W_q', () => {
    using layer = engine.selfAttention({
      numHiddens: 2,
      parameters: {
        W_q: [
          [1, 2],
          [3, 4],
        ],
        W_k: [
          [0, 0],
          [0, 0],
        ],
        W_v: [
          [0, 0],
          [0, 0],
        ],
      },
    });
    expectClose(layer.trace([[1, 10]]).Q, { data: [31, 42], shape: [1, 2] });
  });
});

describe('a layer that was disposed of', () => {
  test('throws code disposed, as often as it is used; disposing again is fine', () => {
    const layer = engine.selfAttention({ numHiddens: 8 });
    layer.dispose();
    layer.dispose();
    expect(() => layer.forward(X)).toThrow(disposed);
    expect(() => layer.trace(X)).toThrow(disposed);
    expect(() => layer.summarize(X)).toThrow(disposed);
    expect(() => layer.parameters).toThrow(disposed);
  });

  test('leaves the others alone', () => {
    using kept = engine.selfAttention({ numHiddens: 8 });
    const before = kept.forward(X);
    engine.selfAttention({ numHiddens: 8 }).dispose();
    expectSame(kept.forward(X), before);
  });

  test('may have been so by the end of its scope', () => {
    let escaped: { forward(X: typeof import('./small.js').Q): unknown };
    {
      using layer = engine.selfAttention({ numHiddens: 8 });
      escaped = layer as never;
      layer.forward(X);
    }
    expect(() => escaped.forward([[1]])).toThrow(disposed);
  });
});

describe('an engine that was disposed of', () => {
  test('throws code disposed, and so do its layers', async () => {
    const short = await loadWasm();
    const layer = short.selfAttention({ numHiddens: 8 });
    short.dispose();
    short.dispose();
    expect(() => short.attention(X, X, X)).toThrow(disposed);
    expect(() => short.selfAttention({ numHiddens: 8 })).toThrow(disposed);
    expect(() => layer.forward(X)).toThrow(disposed);
    expect(() => layer.parameters).toThrow(disposed);
    layer.dispose();
    expect(short.info.backend).toBe('wasm');
  });

  test('leaves other engines alone', async () => {
    const before = engine.attention(X, X, X);
    (await loadWasm()).dispose();
    expectSame(engine.attention(X, X, X), before);
  });

  test('rejects where it is asynchronous', async () => {
    const short: AsyncEngine = await load();
    const layer = await short.selfAttention({ numHiddens: 8 });
    short.dispose();
    await expect(short.attention(X, X, X)).rejects.toThrow(disposed);
    await expect(layer.forward(X)).rejects.toThrow(disposed);
    layer.dispose();
    await expect(layer.trace(X)).rejects.toThrow(AttentionError);
  });
});
