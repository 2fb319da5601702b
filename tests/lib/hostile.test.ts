// Arguments that are code: getters and proxies that throw, change what was read before, or take memory away.

import { describe, expect, test } from 'vitest';
import { AttentionError, type Engine, loadWasm, tensor } from 'xattention';
import { engines } from './engines.js';
import { K, Q, V } from './small.js';

const no = () => {
  throw new TypeError('no');
};
const throwing = <T extends object>(target: T, name: string) =>
  Object.defineProperty(target, name, { get: no, enumerable: true });
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const hostile: [what: string, argument: string, call: (engine: Engine) => unknown][] = [
  ['a getter among options', 'scale', (e) => e.attention(Q, K, V, throwing({}, 'scale'))],
  ['a getter within dropout', 'dropout.p', (e) => e.attention(Q, K, V, { dropout: throwing({}, 'p') as never })],
  ['options that cannot be listed', 'options', (e) => e.attention(Q, K, V, new Proxy({}, { ownKeys: no }))],
  ['options that were revoked', 'options', (e) => e.attention(Q, K, V, revoked())],
  ['options that are a Map', 'options', (e) => e.attention(Q, K, V, new Map() as never)],
  ['options that are still promised', 'options', (e) => e.attention(Q, K, V, Promise.resolve({}) as never)],
  ['a getter for data', 'K', (e) => e.attention(Q, throwing({ shape: [1, 1] }, 'data') as never, V)],
  ['a getter for shape', 'K', (e) => e.attention(Q, throwing({ data: [1] }, 'shape') as never, V)],
  ['a getter for an element', 'K', (e) => e.attention(Q, throwing([[1, 2]], '0') as never, V)],
  ['a tensor that was revoked', 'Q', (e) => e.attention(revoked() as never, K, V)],
  ['a number that was revoked', 'numSteps', (e) => e.positionalEncoding(revoked() as never, 2)],
  ['inputs of a layer that were revoked', 'X', (e) => e.selfAttention({ numHiddens: 2 }).forward(revoked() as never)],
  ['a getter of a spec', 'numHiddens', (e) => e.selfAttention(throwing({}, 'numHiddens') as never)],
];

describe.each(engines)('%s', (_, engine) => {
  test.each(hostile)('%s is refused and named', (_, argument, call) => {
    expect(() => call(engine)).toThrow(expect.objectContaining({ name: 'AttentionError', code: 'type', argument }));
  });

  test('memory that another argument took away while it was read is refused, and the next call works', () => {
    const data = Float32Array.of(1, 0);
    const thief = {
      get data() {
        structuredClone(data, { transfer: [data.buffer] });
        return [1, 2];
      },
      shape: [1, 2],
    };
    const call = () => engine.attention({ data, shape: [1, 2] }, thief, [[5]]);
    expect(call).toThrow(expect.objectContaining({ code: 'shape' }));
    expect(engine.attention([[1, 0]], [[1, 2]], [[5]]).output.data).toEqual(Float32Array.of(5));
  });

  test('a tensor without elements may be of memory that is gone', () => {
    const data = new Float32Array(0);
    structuredClone(data, { transfer: [data.buffer] });
    const none = { data, shape: [0, 2] };
    expect(engine.attention(none, K, V).output).toEqual({ data: new Float32Array(0), shape: [0, 2] });
    expect(engine.attention(Q, K, V).output.shape).toEqual([2, 2]);
  });

  test('where there is nothing to compute, any size takes no time', () => {
    const many = 2 ** 31 - 1;
    const nothing = { data: [], shape: [many, 0, 3] };
    expect(engine.trace(nothing, nothing, nothing, { causal: true }).output.shape).toEqual([many, 0, 3]);
    const heads = { data: [], shape: [1, many, 0, 1] };
    const one = tensor([1], [1, 1, 1, 1]);
    expect(engine.trace(heads, one, one).output.shape).toEqual([1, many, 0, 1]);
    expect(engine.summarize(heads, one, one).rowMax.shape).toEqual([1, many, 0]);
    expect(engine.maskedSoftmax({ data: [], shape: [many, 1, 0] }).shape).toEqual([many, 1, 0]);
  });

  test.each([[2 ** 16], [2 ** 31 - 1]])('what has no room is out of memory: %i by %i', (size) => {
    const outOfMemory = expect.objectContaining({ code: 'out-of-memory' });
    expect(() => engine.positionalEncoding(size, size)).toThrow(outOfMemory);
    expect(() => engine.selfAttention({ numHiddens: size })).toThrow(outOfMemory);
    expect(engine.attention(Q, K, V).output.shape).toEqual([2, 2]);
  });
});

test('a result that JavaScript has no room for leaves nothing behind in the heap', async () => {
  const engine = await loadWasm({ threads: 1 });
  const { slice } = Float32Array.prototype;
  try {
    Float32Array.prototype.slice = () => {
      throw new RangeError('Array buffer allocation failed');
    };
    expect(() => engine.attention(Q, K, V)).toThrow(AttentionError);
  } finally {
    Float32Array.prototype.slice = slice;
  }
  expect(engine.attention(Q, K, V).output.shape).toEqual([2, 2]);
});
