import { describe, expect, test } from 'vitest';
import { readNpy, writeNpy } from '../../../web/page/files/npy.js';
import { chance, damaged, fromHex, join, readOrRefuse } from './bytes.js';
import cases from './npy.json';

/** A file of version 1 to 3 with this header, as it stands. */
function file(dictionary: string, data: ArrayLike<number> = [], version = 1): Uint8Array {
  const length = dictionary.length;
  const size = version === 1 ? [length & 255, length >> 8] : [length & 255, length >> 8, length >> 16, length >>> 24];
  return join([0x93], 'NUMPY', [version, 0], size, dictionary, data);
}

const header = (descr: string, shape: string, fortran = 'False') =>
  `{'descr': '${descr}', 'fortran_order': ${fortran}, 'shape': ${shape}, }\n`;

const bytesOf = (array: ArrayBufferView) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
const reversed = (bytes: Uint8Array, size: number) =>
  Uint8Array.from(bytes, (_, i) => bytes[i - (i % size) + size - 1 - (i % size)] as number);

describe('read', () => {
  test.each(cases)('$name', ({ hex, expected }) => {
    const read = () => readNpy(fromHex(hex));
    if (!expected) return expect(read).toThrow(/expected .*, got /);
    const { shape, data } = read();
    expect(shape).toEqual(expected.shape);
    const flat = [expected.data].flat(2);
    for (const [i, x] of flat.entries()) expect(data[i]).toBeCloseTo(x, Math.abs(x) < 10 ? 12 : -290);
    expect(data.length).toBe(flat.length);
  });

  const types: [string, ArrayBufferView, number[]][] = [
    ['f2', new Uint16Array([0x3e00, 0x0001, 0xfc00]), [1.5, 2 ** -24, Number.NEGATIVE_INFINITY]],
    ['f4', new Float32Array([0.1, -0, Number.NaN]), [Math.fround(0.1), -0, Number.NaN]],
    ['f8', new Float64Array([0.1, 1e300, -5e-324]), [0.1, 1e300, -5e-324]],
    ['i1', new Int8Array([-128, 127, 0]), [-128, 127, 0]],
    ['i2', new Int16Array([-32768, 258, 0]), [-32768, 258, 0]],
    ['i4', new Int32Array([-(2 ** 31), 2 ** 31 - 1, 16777217]), [-(2 ** 31), 2 ** 31 - 1, 16777217]],
    ['i8', new BigInt64Array([-(2n ** 53n) + 1n, 5n, -1n]), [-(2 ** 53) + 1, 5, -1]],
    ['u1', new Uint8Array([255, 1, 0]), [255, 1, 0]],
    ['u2', new Uint16Array([65535, 1, 0]), [65535, 1, 0]],
    ['u4', new Uint32Array([2 ** 32 - 1, 1, 0]), [2 ** 32 - 1, 1, 0]],
    ['u8', new BigUint64Array([2n ** 53n - 1n, 1n, 0n]), [2 ** 53 - 1, 1, 0]],
    ['b1', new Uint8Array([1, 0, 1]), [1, 0, 1]],
  ];

  test.each(types)('%s, in either byte order, of every version', (type, array, expected) => {
    const little = bytesOf(array);
    for (const version of [1, 2, 3]) {
      expect([...readNpy(file(header(`<${type}`, '(3,)'), little, version)).data]).toEqual(expected);
      const big = reversed(little, little.length / 3);
      expect([...readNpy(file(header(`>${type}`, '(3,)'), big, version)).data]).toEqual(expected);
    }
  });

  test('Fortran order of three axes comes out in C order', () => {
    // The number at [i][j][k] of shape (2, 3, 4) is ijk; the first index runs fastest in the file.
    const number = (i: number, j: number, k: number) => 100 * i + 10 * j + k;
    const indices = Array.from({ length: 24 }, (_, n) => n);
    const stored = indices.map((n) => number(n % 2, Math.floor(n / 2) % 3, Math.floor(n / 6)));
    const wanted = indices.map((n) => number(Math.floor(n / 12), Math.floor(n / 4) % 3, n % 4));
    const { shape, data } = readNpy(file(header('|u1', '(2, 3, 4)', 'True'), stored));
    expect(shape).toEqual([2, 3, 4]);
    expect([...data]).toEqual(wanted);
  });

  test.each([
    [
      'keys in another order, double quotes, no last comma',
      `{"shape": (2,), "fortran_order": False, "descr": "|u1"}`,
      [2],
    ],
    ['no blanks', `{'descr':'|u1','fortran_order':False,'shape':(2,)}`, [2]],
    ['Python 2', header('|u1', '(2L,)'), [2]],
    ['a last comma in the shape', header('|u1', '(1, 2,)'), [1, 2]],
    ['nothing along one axis', header('|u1', '(0, 9007199254740991)'), [0, 9007199254740991]],
  ])('a header with %s', (_, dictionary, shape) => {
    const data = shape[0] === 0 ? [] : [7, 8];
    expect(readNpy(file(dictionary, data))).toEqual({ dtype: '|u1', shape, data: Float32Array.from(data) });
  });

  test('a file within a larger buffer', () => {
    const whole = writeNpy({ data: new Float32Array([1, 2]), shape: [2] });
    const larger = join([0, 1, 2], whole, [3]);
    expect([...readNpy(larger.subarray(3, -1)).data]).toEqual([1, 2]);
  });
});

describe('refuse, saying what was expected and what came', () => {
  const float = [0, 0, 128, 63];
  const typed = (descr: string) => file(`{'descr': ${descr}, 'fortran_order': False, 'shape': (2,), }`, float);
  const bfloat16 = '(as bfloat16 is saved: save it with .astype(numpy.float32))';
  const records: [string, Uint8Array, string][] = [
    ['bfloat16 of ml_dtypes', typed("'<V2'"), `got "<V2" ${bfloat16}`],
    ['bfloat16 of other versions of it', typed("'|V2'"), `got "|V2" ${bfloat16}`],
    ['bfloat16 by its name', typed("'bfloat16'"), `got "bfloat16" ${bfloat16}`],
    ['bfloat16 as a record', typed("[('bfloat16', '<V2')]"), bfloat16],
    ['float8', typed("'|V1'"), 'as numbers of 8 bits or fewer are saved'],
    ['float8 by its name', typed("'float8_e4m3fn'"), 'as numbers of 8 bits or fewer are saved'],
    ['records in records', typed("[('a', [('b', '<f4', (3,))]), ('c', '<i8')]"), '(records)'],
    ['raw bytes', typed("'|V4'"), '(records)'],
    ['dates', typed("'<M8[ns]'"), 'npy type'],
  ];
  test.each<[string, Uint8Array, string | RegExp]>([
    ['nothing', new Uint8Array(), 'got ""'],
    ['another file', join('PK\x03\x04 an archive'), 'npy file: expected to begin with'],
    ['the magic word alone', join([0x93], 'NUMPY'), 'npy version: expected 1.0, 2.0 or 3.0, got 0.0'],
    ['version 4', file(header('<f4', '()'), float, 4), 'got 4.0'],
    ['no header', join([0x93], 'NUMPY', [1, 0]), 'npy file: expected at least 10 bytes, got 8'],
    [
      'a header longer than the file',
      join([0x93], 'NUMPY', [2, 0, 255, 255, 255, 255], '{'),
      'at most 1 bytes, got 4294967295',
    ],
    ['too much data', file(header('<f4', '()'), [...float, 0]), 'data: expected 4 bytes for the shape (), got 5'],
    ['too little data', file(header('<f4', '(2, 2)'), float), 'data: expected 16 bytes for the shape (2, 2), got 4'],
    ['a size beyond memory', file(header('<f4', '(1000000000, 1000000000)'), float), 'got 4'],
    ['a size beyond counting', file(header('<f4', '(9007199254740991, 9007199254740991)'), float), 'got 4'],
    ['a size beyond exact numbers', file(header('<f4', '(0, 9007199254740992)')), 'npy shape: expected sizes up to'],
    ['65 axes', file(header('|u1', `(${'1,'.repeat(65)})`), [1]), 'npy shape: expected at most 64 axes, got 65'],
    ['a negative size', file(header('<f4', '(-1,)'), float), 'npy header: expected'],
    ['a number for a shape', file(header('<f4', '(1)'), float), 'npy header: expected'],
    ['a shape of two commas', file(header('<f4', '(1,,)'), float), 'npy header: expected'],
    ['complex numbers', file(header('<c8', '(1,)'), [...float, ...float]), 'got "<c8" (complex numbers)'],
    ['Python objects', file(header('|O', '(1,)'), float), 'got "|O" (Python objects)'],
    ['text', file(header('<U1', '(1,)'), float), 'got "<U1" (text)'],
    ['bfloat16, which NumPy has not', file(header('<bf2', '(2,)'), float), 'npy type: expected one of f2, f4'],
    ['floats of no byte order', file(header('|f4', '(1,)'), float), 'npy type'],
    [
      '16-byte floats',
      file(header('<f16', '(1,)'), new Uint8Array(16)),
      'got "<f16" (long floats: save them with .astype(numpy.float64))',
    ],
    ['an inherited name', file(header('<toString', '(1,)'), float), 'npy type'],
    [
      'records',
      file(`{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }`, float),
      `npy type: expected one of f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, b1, got "[('a', '<f4')]" (records)`,
    ],
    ...records,
    ['a key twice', file(`{'descr': '<f4', 'descr': '<f4', 'shape': (1,), }`, float), 'npy header: expected'],
    [
      'a fourth key',
      file(`{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'x': True}`, float),
      'npy header: expected',
    ],
    ['a key too few', file(`{'descr': '<f4', 'shape': (1,), }`, float), 'npy header: expected'],
    ['something after the header', file(`${header('<f4', '(1,)')} import os`, float), 'npy header: expected'],
    ['a boolean of 2', file(header('|b1', '(2,)'), [1, 2]), 'data: expected booleans of 0 or 1, got 2'],
    ['an integer beyond exact numbers', file(header('<i8', '(1,)'), [0, 0, 0, 0, 0, 0, 32, 0]), 'got 9007199254740992'],
  ])('%s', (_, bytes, message) => {
    expect(() => readNpy(bytes)).toThrow(expect.objectContaining({ name: 'FileError' }));
    expect(() => readNpy(bytes)).toThrow(message);
  });

  // The time limit of a test is the bound: what takes quadratic time takes longer than that.
  test('a header of 65,535 blanks', () => {
    expect(() => readNpy(file(' '.repeat(65535)))).toThrow('npy header');
    expect(() => readNpy(file(`{'descr': '${' '.repeat(65000)}`))).toThrow('npy header');
    expect(() => readNpy(file(`{'shape': (${' '.repeat(65000)}`))).toThrow('npy header');
  });
});

describe('write', () => {
  test.each<[number[]]>([[[]], [[3]], [[2, 3]], [[2, 1, 3, 4]], [[0, 4]], [[1, 1, 1]]])(
    'shape %j, and read it back',
    (shape) => {
      const count = shape.reduce((a, b) => a * b, 1);
      const data = Float32Array.from({ length: count }, (_, i) => Math.sin(i) * 10 ** (i - 5));
      const bytes = writeNpy({ data, shape });
      expect(readNpy(bytes)).toEqual({ dtype: '<f4', shape, data });
      expect((bytes.length - data.byteLength) % 64).toBe(0);
    },
  );

  test('byte for byte what numpy.save writes', () => {
    const bytes = writeNpy({ data: new Float32Array([1, 2, 3, 4, 5, 6]), shape: [2, 3] });
    expect(bytes).toEqual(fromHex(cases.find(({ name }) => name === 'C order')?.hex ?? ''));
  });

  test('every float32 comes back with its bits', () => {
    const data = new Float32Array([
      0,
      -0,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      1e-45,
      3.4e38,
      0.1,
    ]);
    expect(readNpy(writeNpy({ data, shape: [8] })).data).toEqual(data);
  });

  test('refuses a shape of another size', () => {
    expect(() => writeNpy({ data: new Float32Array(3), shape: [2, 2] })).toThrow(
      'shape: expected one of 3 numbers, got (2, 2)',
    );
  });
});

test('of 20,000 damaged files each is read or refused, and none holds more numbers than bytes', () => {
  const next = chance(1);
  const whole = cases.map(({ hex }) => fromHex(hex));
  let read = 0;
  for (let i = 0; i < 20_000; i++) {
    const bytes = damaged(whole[i % whole.length] as Uint8Array, next);
    const array = readOrRefuse(() => readNpy(bytes));
    if (!array) continue;
    read++;
    expect(array.data.length).toBeLessThanOrEqual(bytes.length);
    expect(array.shape.reduce((a, b) => a * b, 1)).toBe(array.data.length);
  }
  // Were nothing read, or everything, the test would test nothing.
  expect(read).toBeGreaterThan(100);
  expect(read).toBeLessThan(10_000);
});
