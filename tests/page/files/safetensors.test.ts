import { describe, expect, test } from 'vitest';
import { readSafetensors } from '../../../web/page/files/safetensors.js';
import { chance, damaged, fromHex, join, readOrRefuse } from './bytes.js';
import cases from './safetensors.json';

function file(header: unknown, data: ArrayLike<number> = []): Uint8Array {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const length = new Uint8Array(new BigUint64Array([BigInt(text.length)]).buffer);
  return join(length, text, data);
}

const tensor = (dtype: string, shape: unknown, ...data_offsets: unknown[]) => ({ dtype, shape, data_offsets });
const float = [0, 0, 128, 63];

const all = (bytes: Uint8Array) =>
  readSafetensors(bytes).tensors.map(({ name, dtype, shape, read }) => ({ name, dtype, shape, data: [...read()] }));

describe('read', () => {
  test.each(cases)('$name', ({ hex, expected }) => {
    if (expected) expect(all(fromHex(hex))).toEqual(expected);
    else expect(() => readSafetensors(fromHex(hex))).toThrow(/expected .*, got /);
  });

  test.each<[string, ArrayBufferView, number[]]>([
    ['F64', new Float64Array([1e300]), [1e300]],
    ['F32', new Float32Array([0.1]), [Math.fround(0.1)]],
    ['F16', new Uint16Array([0x0001, 0xc000]), [2 ** -24, -2]],
    ['BF16', new Uint16Array([0x3c00, 0x4049]), [0.0078125, 3.140625]],
    ['I64', new BigInt64Array([-5n]), [-5]],
    ['I32', new Int32Array([-70000]), [-70000]],
    ['I16', new Int16Array([-300]), [-300]],
    ['I8', new Int8Array([-7, 7]), [-7, 7]],
    ['U64', new BigUint64Array([5n]), [5]],
    ['U32', new Uint32Array([4e9]), [4e9]],
    ['U16', new Uint16Array([60000]), [60000]],
    ['U8', new Uint8Array([200]), [200]],
    ['BOOL', new Uint8Array([1, 0]), [1, 0]],
  ])('%s', (dtype, array, data) => {
    const bytes = new Uint8Array(array.buffer);
    const shape = [data.length];
    expect(all(file({ t: tensor(dtype, shape, 0, bytes.length) }, bytes))).toEqual([{ name: 't', dtype, shape, data }]);
  });

  test('several tensors, in the order of the data, with metadata', () => {
    const header = {
      b: tensor('F32', [1], 4, 8),
      nothing: tensor('F32', [0, 7], 4, 4),
      __metadata__: { format: 'pt', note: '' },
      a: tensor('F32', [], 0, 4),
    };
    const { tensors, metadata } = readSafetensors(file(header, [...float, ...float]));
    expect(tensors.map(({ name }) => name)).toEqual(['a', 'nothing', 'b']);
    expect([...metadata]).toEqual([
      ['format', 'pt'],
      ['note', ''],
    ]);
  });

  test('a header padded with blanks, keys escaped, and no tensor at all', () => {
    expect(all(file(`{"a\\"b": ${JSON.stringify(tensor('F32', [1], 0, 4))}}    `, float))[0]?.name).toBe('a"b');
    expect(readSafetensors(file({})).tensors).toEqual([]);
  });
});

describe('refuse, saying what was expected and what came', () => {
  test.each<[string, Uint8Array, string]>([
    ['an empty file', new Uint8Array(), 'safetensors file: expected at least 8 bytes, got 0'],
    [
      'a header longer than the file',
      join([9, 0, 0, 0, 0, 0, 0, 0], '{}'),
      'safetensors header: expected at most 2 bytes, got 9',
    ],
    ['a header of 2⁶³ bytes', join([0, 0, 0, 0, 0, 0, 0, 128], '{}'), 'got 9223372036854775808'],
    ['broken JSON', file('{"t":'), 'safetensors header: expected JSON'],
    ['bytes that are no text', file('{}').map((byte, i) => (i === 9 ? 255 : byte)), 'expected UTF-8'],
    ['text for a header', file('"t"'), 'safetensors header: expected an object'],
    ['null for a tensor', file({ t: null }), '"t": expected an object, got "null"'],
    ['a number for a type', file({ t: tensor(7 as never, [4], 0, 4) }, float), 'dtype of "t": expected one of F64'],
    ['a gap after an unknown type', file({ t: tensor('F4', [4], 0, 2) }, float), 'safetensors data: expected 2 bytes'],
    ['no type', file({ t: { shape: [1], data_offsets: [0, 4] } }, float), 'dtype of "t": expected one of'],
    ['a shape of text', file({ t: tensor('F32', ['1'], 0, 4) }, float), 'shape of "t": expected whole numbers'],
    ['a negative size', file({ t: tensor('F32', [-1], 0, 4) }, float), 'shape of "t"'],
    ['half a size', file({ t: tensor('F32', [0.5], 0, 4) }, float), 'shape of "t"'],
    ['a size beyond counting', file({ t: tensor('F32', [1e15, 1e15], 0, 4) }, float), 'data_offsets of "t"'],
    ['one offset', file({ t: tensor('F32', [1], 0) }, float), 'data_offsets of "t": expected [begin, end]'],
    ['reversed offsets', file({ t: tensor('F32', [1], 4, 0) }, float), 'got "[4,0]"'],
    [
      'a shape larger than its data',
      file({ t: tensor('F32', [1000, 1000], 0, 4) }, float),
      'expected 4000000 bytes for the shape [1000, 1000], got 4',
    ],
    ['a gap', file({ t: tensor('F32', [1], 4, 8) }, [...float, ...float]), 'expected to begin at 0'],
    [
      'an overlap',
      file({ a: tensor('F32', [1], 0, 4), b: tensor('U8', [4], 2, 6) }, [...float, 0, 0]),
      'data_offsets of "b": expected to begin at 4',
    ],
    [
      'data after the last tensor',
      file({ t: tensor('F32', [1], 0, 4) }, [...float, 0]),
      'safetensors data: expected 4 bytes, as the tensors take, got 5',
    ],
    ['metadata that is not text', file({ __metadata__: { n: 1 } }), '__metadata__ "n": expected text, got "1"'],
    [
      'one name twice',
      file(
        '{"t":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"\\u0074":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}',
      ),
      '"t" twice',
    ],
    ['one field twice', file('{"t":{"dtype":"U8","dtype":"F32","shape":[0],"data_offsets":[0,0]}}'), '"dtype" twice'],
  ])('%s', (_, bytes, message) => {
    expect(() => readSafetensors(bytes)).toThrow(expect.objectContaining({ name: 'FileError' }));
    expect(() => readSafetensors(bytes)).toThrow(message);
  });

  test.each(['F8_E4M3', 'F8_E5M2', 'F8_E8M0', 'F4', 'F6_E2M3', 'C64', 'constructor', '__proto__', ''])(
    'a tensor of the unknown type %j is listed beside the others, and refused when it is read',
    (dtype) => {
      const header = { a: tensor('F32', [1], 0, 4), t: tensor(dtype, [2, 2], 4, 8), b: tensor('BF16', [2], 8, 12) };
      const { tensors } = readSafetensors(file(header, [...float, ...float, 0, 0, 128, 63]));
      expect(tensors.map(({ name, dtype: type, shape }) => [name, type, shape])).toEqual([
        ['a', 'F32', [1]],
        ['t', dtype, [2, 2]],
        ['b', 'BF16', [2]],
      ]);
      expect([...(tensors[0]?.read() ?? []), ...(tensors[2]?.read() ?? [])]).toEqual([1, 0, 1]);
      const got = JSON.stringify(JSON.stringify(dtype));
      expect(() => tensors[1]?.read()).toThrow(`dtype of "t": expected one of F64, F32, F16, BF16`);
      expect(() => tensors[1]?.read()).toThrow(`got ${got}`);
    },
  );

  test('a boolean of 2 when it is read', () => {
    const [stored] = readSafetensors(file({ t: tensor('BOOL', [1], 0, 1) }, [2])).tensors;
    expect(() => stored?.read()).toThrow('data: expected booleans of 0 or 1, got 2');
  });

  // The time limit of a test is the bound: what takes quadratic time takes longer than that.
  test('a megabyte of brackets, of quotes, of backslashes', () => {
    for (const text of ['['.repeat(1e6), '"'.repeat(1e6), `"${'\\'.repeat(1e6)}"`, `{"${'x'.repeat(1e6)}":1}`])
      expect(() => readSafetensors(file(text))).toThrow(expect.objectContaining({ name: 'FileError' }));
  });
});

test('of 20,000 damaged files each is read or refused, and none holds more numbers than bytes', () => {
  const next = chance(2);
  const header = { __metadata__: { format: 'pt' }, a: tensor('F16', [2, 2], 0, 8), b: tensor('F32', [3], 8, 20) };
  const whole = [
    ...cases.filter(({ expected }) => expected).map(({ hex }) => fromHex(hex)),
    file(header, new Uint8Array(20)),
  ];
  let read = 0;
  for (let i = 0; i < 20_000; i++) {
    const bytes = damaged(whole[i % whole.length] as Uint8Array, next);
    const tensors = readOrRefuse(() => all(bytes));
    if (!tensors) continue;
    read++;
    expect(tensors.reduce((sum, { data }) => sum + data.length, 0)).toBeLessThanOrEqual(bytes.length);
    for (const { shape, data } of tensors) expect(shape.reduce((a, b) => a * b, 1)).toBe(data.length);
  }
  // Were nothing read, or everything, the test would test nothing.
  expect(read).toBeGreaterThan(100);
  expect(read).toBeLessThan(10_000);
});
