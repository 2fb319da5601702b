// What is accepted as a tensor, and that it is read as what it is.

import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { type TensorLike, tensor } from 'xattention';
import { expectClose } from './compare.js';
import { engine } from './engines.js';

// Case D02.a: two keys, [10, 20] and [30, 40]; read from the start of their buffer they would be [1, 2] and [3, 4].
const query: TensorLike = { data: [0.01, 0], shape: [1, 2] };
const values: TensorLike = { data: [1, 2], shape: [2, 1] };
const right = { data: [1.535296531], shape: [1, 1] };

function attendTo(data: unknown) {
  return engine.attention(query, { data, shape: [2, 2] } as TensorLike, values).output;
}

describe('keys come from', () => {
  const numbers = [10, 20, 30, 40];

  test.each([
    ['a number array', numbers],
    ['a Float32Array', Float32Array.from(numbers)],
    ['a Float64Array', Float64Array.from(numbers)],
    ['an Int8Array', Int8Array.from(numbers)],
    ['a Uint8Array', Uint8Array.from(numbers)],
    ['a Uint8ClampedArray', Uint8ClampedArray.from(numbers)],
    ['an Int16Array', Int16Array.from(numbers)],
    ['a Uint16Array', Uint16Array.from(numbers)],
    ['an Int32Array', Int32Array.from(numbers)],
    ['a Uint32Array', Uint32Array.from(numbers)],
    ['a Buffer', Buffer.from(numbers)],
    ['a subarray, at its own offset', Float32Array.of(1, 2, 3, 4, ...numbers, 5).subarray(4, 8)],
    ['a subarray of another type', Int16Array.of(1, 2, 3, 4, ...numbers, 5).subarray(4, 8)],
    ['shared memory', shared(numbers)],
    ['a subarray of shared memory', shared([1, 2, ...numbers]).subarray(2)],
    ['another realm', runInNewContext('Float32Array.of(10, 20, 30, 40)')],
    ['an array of another realm', runInNewContext('[10, 20, 30, 40]')],
    ['an integer array of another realm', runInNewContext('Int32Array.of(1, 10, 20, 30, 40).subarray(1)')],
    ['results of the package', tensor(numbers, [2, 2]).data],
  ])('%s', (_, data) => {
    const before = Array.from(data as ArrayLike<number>);
    expectClose(attendTo(data), right);
    expect(Array.from(data as ArrayLike<number>), 'untouched').toEqual(before);
  });

  test('nested arrays', () => {
    const nested = [
      [10, 20],
      [30, 40],
    ];
    expectClose(engine.attention(query, nested, values).output, right);
    expectClose(engine.attention(query, runInNewContext('[[10, 20], [30, 40]]'), values).output, right);
  });
});

test('float64 is rounded to the nearest float32', () => {
  const third = 1 / 3;
  expect(tensor([third]).data[0]).toBe(Math.fround(third));
  expect(engine.attention([[1]], [[1]], { data: Float64Array.of(third), shape: [1, 1] }).output.data[0]).toBe(
    Math.fround(third),
  );
});

test('NaN and infinities are data', () => {
  expect(tensor([Number.NaN, Infinity, -Infinity]).data).toEqual(Float32Array.of(Number.NaN, Infinity, -Infinity));
});

test('frozen arguments are as good as any', () => {
  const frozen = Object.freeze({ data: Object.freeze([1, 2]), shape: Object.freeze([1, 2]) });
  const options = Object.freeze({ scale: 1, window: Object.freeze([0, 0] as const) });
  expectClose(engine.attention(frozen, frozen, frozen, options).output, { data: [1, 2], shape: [1, 2] });
});

describe('tensor', () => {
  test('reads nested arrays of up to four levels', () => {
    expect(tensor([[[[1], [2]]]])).toEqual({ data: Float32Array.of(1, 2), shape: [1, 1, 2, 1] });
  });

  test('takes flat data with a shape', () => {
    expect(tensor([1, 2, 3, 4, 5, 6], [2, 3])).toEqual({ data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] });
    expect(tensor([], [0, 3])).toEqual({ data: new Float32Array(), shape: [0, 3] });
    expect(tensor([5], [])).toEqual({ data: Float32Array.of(5), shape: [] });
  });

  test('owns its data and its shape', () => {
    const data = Float32Array.of(1, 2);
    const shape = [2];
    const made = tensor(data, shape);
    data[0] = 9;
    shape[0] = 9;
    expect(made).toEqual({ data: Float32Array.of(1, 2), shape: [2] });
    expect(tensor(made).data).not.toBe(made.data);
  });
});

function shared(numbers: number[]): Float32Array {
  const array = new Float32Array(new SharedArrayBuffer(numbers.length * Float32Array.BYTES_PER_ELEMENT));
  array.set(numbers);
  return array;
}
