// What cannot come in is refused by name, place and reason, and takes nothing with it.
import { describe, expect, test } from 'vitest';
import { AttentionError } from '../../web/lib/errors.js';
import { FileError } from '../../web/page/files/errors.js';
import { writeNpy } from '../../web/page/files/npy.js';
import { type Fault, faultIn } from '../../web/page/i18n/faults.js';
import { checkGiven } from '../../web/page/model/given.js';
import { readBytes } from '../../web/page/model/import/files.js';
import { chance, damaged, join, readOrRefuse } from './files/bytes.js';
import { brought, npy, read, safetensors, upTo } from './import-support.js';

const claims = "{'descr': '<f4', 'fortran_order': False, 'shape': (30000, 30000), }\n";
const faulty: [string, () => unknown, string][] = [
  [
    'a header that claims 3 GB',
    () => readBytes('a.npy', join([0x93], 'NUMPY', [1, 0, claims.length, 0], claims, [1, 2, 3, 4]), 'en'),
    'a.npy: data: expected 3600000000 bytes for the shape (30000, 30000), got 4',
  ],
  [
    'Python objects',
    () =>
      readBytes(
        'a.npy',
        join([0x93], 'NUMPY', [1, 0, 60, 0], "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n   "),
        'en',
      ),
    'a.npy: npy type: expected one of',
  ],
  [
    'a file cut off',
    () => readBytes('a.npy', writeNpy({ data: new Float32Array(4), shape: [2, 2] }).slice(0, -3), 'en'),
    'a.npy: data: expected 16 bytes for the shape (2, 2), got 13',
  ],
  [
    'an archive',
    () => readBytes('a.npz', join('PK', [3, 4, 0, 0, 0, 0, 0, 0]), 'en'),
    'a.npz: file: expected .npy, .safetensors, .json or .csv, got a zip or .npz archive: unpack it and bring the .npy files inside',
  ],
  ['an empty file', () => readBytes('a.csv', new Uint8Array(), 'en'), 'a.csv: expected numbers, got an empty file'],
  [
    'a picture',
    () => readBytes('a.png', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73), 'en'),
    'a.png: file: expected .npy, .safetensors, .json or .csv, got a JPEG picture: it holds no arrays',
  ],
  [
    'a model for llama.cpp',
    () => readBytes('model.gguf', join('GGUF', [3, 0, 0, 0]), 'en'),
    'model.gguf: file: expected .npy, .safetensors, .json or .csv, got a GGUF model: its weights are quantised',
  ],
  [
    'other bytes',
    () => readBytes('a.bin', Uint8Array.of(1, 2, 3, 250, 4, 5, 6, 7, 8), 'en'),
    'a.bin: file: expected .npy, .safetensors, .json or .csv, got',
  ],
  [
    'text in an encoding that nothing gives away',
    () => readBytes('a.csv', Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x2c, 0x31), 'en'),
    'a.csv: file: expected text in UTF-8, UTF-16 or GB18030, got text in another encoding: save it as UTF-8',
  ],
  [
    'bfloat16 in a .npy',
    () =>
      readBytes(
        'a.npy',
        join([0x93], 'NUMPY', [1, 0, 60, 0], "{'descr': '|V2', 'fortran_order': False, 'shape': (1,), }\n  ", [0, 0]),
        'en',
      ),
    'a.npy: npy type: expected one of f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, b1, got "|V2" (as bfloat16 is saved: save it with .astype(numpy.float32))',
  ],
  [
    'a tensor of 8-bit floats that somebody chose',
    () =>
      brought(
        readBytes(
          'a.safetensors',
          safetensors({ X: { dtype: 'F8_E4M3', shape: [2, 2], data_offsets: [0, 4] } }, [0, 0, 0, 0]),
          'en',
        ),
      ),
    'a.safetensors: dtype of "X": expected one of F64, F32, F16, BF16, I64, I32, I16, I8, U64, U32, U16, U8, BOOL, got "\\"F8_E4M3\\""',
  ],
  [
    'names beside names',
    () => readBytes('a.csv', join('name,city,age\nAnn,Rome,30\n'), 'en'),
    'a.csv: row 2, column 2: expected a number with a dot, as 0.5, got "Rome"',
  ],
  [
    'NaN of Python where a number is needed',
    () => brought(read('{"X": [[1.0, NaN]]}')),
    'X[0][1]: expected a finite number, got NaN',
  ],
  [
    'JSON that is none, NaN or not',
    () => readBytes('a.json', join('{"X": [[1.0, NaN], [None, 2]]}'), 'en'),
    'a.json: JSON: expected JSON, got',
  ],
  [
    'layers of several shapes',
    () => read('{"layers": [{"shape": [1, 2], "data": [1, 0]}, {"shape": [2, 1], "data": [1, 1]}]}'),
    'layers[1]: expected (1, 2), as the first, got (2, 1)',
  ],
  [
    'safetensors that claim 3 GB',
    () =>
      readBytes(
        'a.safetensors',
        safetensors({ w: { dtype: 'F32', shape: [30000, 30000], data_offsets: [0, 4] } }, [0, 0, 0, 0]),
        'en',
      ),
    'a.safetensors: data_offsets of "w": expected 3600000000 bytes for the shape [30000, 30000], got 4',
  ],
  [
    'JSON that claims 3 GB',
    () => readBytes('a.json', join('{"X": {"shape": [30000, 30000], "data": [1]}}'), 'en'),
    'a.json: X: expected 900000000 elements for shape (30000, 30000), got 1',
  ],
  ['JSON cut off', () => readBytes('a.json', join('{"X": [[1, 2]'), 'en'), 'a.json: JSON: expected JSON, got'],
  [
    'JSON of a million brackets',
    () => readBytes('a.json', new TextEncoder().encode('['.repeat(1e6) + ']'.repeat(1e6)), 'en'),
    'a.json: a: expected',
  ],
  [
    'ragged JSON',
    () => readBytes('a.json', join('{"X": [[1, 2], [3]]}'), 'en'),
    'a.json: X[1]: expected 2 entries, as in the first, got 1',
  ],
  [
    'text in JSON',
    () => readBytes('a.json', join('{"X": [[1, "2"]]}'), 'en'),
    'a.json: X[0][1]: expected a number, got "2"',
  ],
  [
    'JSON of something else',
    () => readBytes('a.json', join('{"name": "x", "version": 3}'), 'en'),
    'a.json: JSON: expected arrays by name, as { "X": [[…], …] }, got "name, version"',
  ],
  [
    'a trace of another version',
    () => readBytes('a.json', join('{"format": "xattention trace", "version": 2}'), 'en'),
    'a.json: version: expected 1, got 2',
  ],
  [
    'a trace without stages',
    () => readBytes('a.json', join('{"format": "xattention trace", "version": 1, "inputs": {}}'), 'en'),
    'a.json: stages: expected an object, got undefined',
  ],
  [
    'decimals with a comma',
    () => readBytes('a.csv', join('1.5;2,5\n3.5;4'), 'en'),
    'a.csv: row 1, column 2: expected a number with a dot, as 0.5, got "2,5"',
  ],
  [
    'one number a row with a comma',
    () => readBytes('a.csv', join('0,5\n0,25\n'), 'en'),
    'a.csv: row 1, column 1: expected a number with a dot, as 0.5, got "0,5"',
  ],
  [
    'a ragged table',
    () => readBytes('a.csv', join('1,2,3\n4\n'), 'en'),
    'a.csv: row 2: expected 3 numbers, as in row 1, got 1',
  ],
  [
    'names without numbers',
    () => readBytes('a.csv', join('the\ncat\n'), 'en'),
    'a.csv: table: expected numbers, got names alone',
  ],
  [
    'heads of different lengths',
    () => readBytes('a.csv', join('head,X,0\n0,a,1\n0,b,2\n1,a,3\n'), 'en'),
    'a.csv: table: expected the same number of rows for each of 2 heads, got 3 rows',
  ],
  [
    'more tokens than the figure takes',
    () => brought(npy('X.npy', [65, 1], upTo(65))),
    'X.npy: X: expected X, at most (64, 64), got (65, 1)',
  ],
  [
    'longer vectors than the figure takes',
    () => brought(npy('X.npy', [1, 65], upTo(65))),
    'X.npy: X: expected X, at most (64, 64), got (1, 65)',
  ],
  [
    'a vector for a matrix',
    () => brought(npy('X.npy', [4], upTo(4))),
    'X.npy: X: expected X, at most (64, 64), got (4)',
  ],
  ['no rows', () => brought(npy('X.npy', [0, 4], [])), 'tokens: expected 1 to 64, got 0'],
  ['no columns', () => brought(npy('X.npy', [2, 0], [])), 'X: expected 1 to 64 numbers a row, got 0'],
  [
    'numbers that are not finite',
    () => brought(npy('X.npy', [1, 2], [1, Number.NaN])),
    'X[0][1]: expected a finite number, got NaN',
  ],
  [
    'numbers beyond float32',
    () => brought(read('{"X": [[1e300]]}')),
    'X[0][0]: expected a finite number, got Infinity',
  ],
  [
    'other tokens than rows',
    () => brought(npy('X.npy', [2, 1], [1, 2]), read('["a"]')),
    'tokens: expected 2, one for each row of X, got 1',
  ],
  [
    'W_q without W_k',
    () => brought(npy('X.npy', [1, 1], [1]), npy('W_q.npy', [1, 1], [1])),
    'W_k: expected an array beside W_q, got none',
  ],
  ['parameters without X', () => brought(npy('W_q.npy', [1, 1], [1])), 'X: expected an array beside W_q, got none'],
  [
    'Q alone',
    () => brought(npy('Q.npy', [1, 1], [1]), npy('other.npy', [1, 1], [1])),
    'K: expected an array beside Q, got none',
  ],
  [
    'K as wide as nothing else',
    () => brought(npy('Q.npy', [1, 2], [1, 2]), npy('K.npy', [1, 3], [1, 2, 3]), npy('V.npy', [1, 2], [1, 2])),
    'K: expected (1, 2), got (1, 3)',
  ],
  [
    'heads that do not divide',
    () => brought(read('{"Q": [[1, 2, 3]], "K": [[1, 2, 3]], "V": [[1, 2, 3]], "num_heads": 2}')),
    'num_heads: expected 1 to 8, dividing 3, got 2',
  ],
  [
    'two heads and nothing to join them',
    () =>
      brought(
        read(
          '{"X": [[1, 2]], "W_q": [[1, 2], [3, 4]], "W_k": [[1, 2], [3, 4]], "W_v": [[1, 2], [3, 4]], "num_heads": 2}',
        ),
      ),
    'W_o: expected (2, 2), to join 2 heads, got nothing',
  ],
  [
    'one head with something to join',
    () => brought(read('{"X": [[1]], "W_q": [[1]], "W_k": [[1]], "W_v": [[1]], "W_o": [[1]]}')),
    'W_o: expected none, as one head has nothing to join, got (1, 1)',
  ],
  [
    'attention weights of one axis',
    () => brought(npy('attn.npy', [2], [1, 0])),
    'attn.npy: attn: expected (num_layers, batch_size, num_heads, num_queries, num_kv_pairs) or fewer axes, 1 to 67108864 numbers, got (2)',
  ],
  [
    'keys that are not as many as columns',
    () => brought(read('{"attention_weights": [[1, 0]], "tokens": ["a"], "keys": ["x"]}')),
    'keys: expected 2, one for each column of attention_weights, got 1',
  ],
  [
    'nothing that has a use',
    () => brought(npy('a.npy', [1, 1], [1]), npy('b.npy', [1, 1], [1])),
    'arrays: expected X; X, W_q, W_k and W_v; Q, K and V; or attention_weights, got none of them',
  ],
];

describe('is refused, in both languages', () => {
  test.each(faulty)('%s', (_, work, message) => {
    const fault = faultOf(work);
    expect(faultIn('en', fault)).toContain(message);
    // What is left in Latin letters is a name, a value, or the words of a program.
    const chinese = faultIn('zh', fault)
      .replaceAll(/"[^"]*"|\{[^}]*\}|\b[\w-]+\.(?:npy|npz|json|csv|png|gguf|bin|safetensors)\b/g, '')
      .replaceAll(
        /\b(?:npy|npz|json|csv|zip|safetensors|data_offsets|data|shape|head|version|stages|tokens|keys|num_\w+|attention_weights|JSON|NaN|Infinity|undefined|attn|batch_size|layers|dtype|JPEG|GGUF|GB18030|UTF|NaN|None|bfloat16|astype|numpy|float32|BOOL|B?F\d\d|[IU]\d+|XPython|Python|[fiub]\d|[QKVXab]|W_[qkvo])\b/g,
        '',
      );
    expect(chinese).not.toMatch(/[a-z]{2}/i);
  });
});

function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof FileError) return error;
    if (error instanceof AttentionError) return { where: error.argument, expected: error.expected, got: error.got };
    throw error;
  }
  throw new Error('it was not refused');
}

test('of 4,000 damaged files each is read or refused', () => {
  const next = chance(7);

  const trace = JSON.stringify({
    format: 'xattention trace',
    version: 1,
    address: '#lang=en',
    sizes: { numHeads: 1 },
    inputs: {
      tokens: ['a'],
      sentence: 0,
      layer: { kind: 'given', given: { kind: 'X', tokens: ['a'], X: { shape: [1, 1], data: [1] } } },
    },
    stages: { X: { shape: [1, 1, 1], data: [1] } },
  });
  const whole = [
    writeNpy({ data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] }),
    join('head,attention_weights,a,b\r\n0,a,1,0\r\n0,b,0.5,0.5\r\n'),
    join(trace),
    safetensors({ Q: { dtype: 'F32', shape: [1, 1], data_offsets: [0, 4] } }, [0, 0, 0, 0]),
  ];
  for (let i = 0; i < 4000; i += 1) {
    const file = damaged(whole[i % whole.length] as Uint8Array, next);
    const found = readOrRefuse(() => readBytes('file', file, 'en'));
    const { given } = (found && readOrRefuse(() => brought(found))) ?? {};
    if (given) checkGiven(given);
  }
});
