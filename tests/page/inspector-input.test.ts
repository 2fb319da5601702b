// What <attention-inspector> accepts, and how it refuses the rest: by place, with what was expected and what came.
import { describe, expect, test } from 'vitest';
import { readAttention } from '../../web/page/component/attention.js';
import { pool } from '../../web/page/component/pool.js';
import { lineOf } from '../../web/page/component/scene.js';
import { faultIn } from '../../web/page/i18n/faults.js';

const tokens = ['a', 'b'];
const half = [
  [0.5, 0.5],
  [1, 0],
];
const read = (attentionWeights: unknown, given: object = {}) =>
  readAttention({ tokens, keys: undefined, attentionWeights, ...given });
const first = (attentionWeights: unknown, given?: object) => read(attentionWeights, given).at(0, 0);
const dataOf = (attentionWeights: unknown, given?: object) =>
  first(attentionWeights, given).heads.map(({ data }) => [...data]);

describe('the same weights are read', () => {
  const flat = [0.5, 0.5, 1, 0];
  test.each<[string, unknown]>([
    ['from (num_queries, num_kv_pairs)', half],
    ['from one head', [half]],
    ['from a batch of one', [[half]]],
    ['from a Float32Array with its shape', { data: Float32Array.from(flat), shape: [2, 2] }],
    ['from a Float64Array with its shape', { data: Float64Array.from(flat), shape: [1, 1, 2, 2] }],
    ['from numbers with their shape', { data: flat, shape: [1, 2, 2] }],
  ])('%s', (_, weights) => expect(dataOf(weights)).toEqual([flat]));
});

test('heads come apart in their order, rows are queries and columns keys', () => {
  const weights = [
    [
      [0.1, 0.2, 0.7],
      [0.3, 0.3, 0.4],
    ],
    [
      [0, 0, 1],
      [1, 0, 0],
    ],
  ];
  const { heads, keys } = first(weights, { keys: ['x', 'y', 'z'] });
  expect(keys).toEqual(['x', 'y', 'z']);
  expect(heads.map(({ rows, cols }) => [rows, cols])).toEqual([
    [2, 3],
    [2, 3],
  ]);
  expect(heads.map(({ data }) => [...data])).toEqual(weights.map((head) => [...Float32Array.from(head.flat())]));
});

test('keys that are the tokens are no other line', () => {
  const given = first(half, { keys: ['a', 'b'] });
  expect(given.keys).toBe(given.tokens);
});

test('what was given is copied: changing it changes nothing', () => {
  const data = Float32Array.from([0.5, 0.5, 1, 0]);
  const { heads } = first({ data, shape: [2, 2] });
  data.fill(9);
  expect([...(heads[0]?.data ?? [])]).toEqual([0.5, 0.5, 1, 0]);
});

test('no tokens and no weights are not wrong', () => {
  expect(dataOf({ data: [], shape: [0, 0] }, { tokens: [] })).toEqual([[]]);
});

describe('of a whole model each layer and sentence is found', () => {
  /** The weight of layer l, sentence b, head h is 0.lbh, the same in a whole head. */
  const weightOf = (layer: number, sentence: number, head: number) => (100 * layer + 10 * sentence + head) / 1000;
  const model = (layers: number, batch: number, heads: number) =>
    Array.from({ length: layers }, (_, l) =>
      Array.from({ length: batch }, (_, b) =>
        Array.from({ length: heads }, (_, h) => half.map((row) => row.map(() => weightOf(l, b, h)))),
      ),
    );
  const firsts = (stack: ReturnType<typeof read>) =>
    Array.from({ length: stack.numLayers }, (_, l) =>
      Array.from({ length: stack.batchSize }, (_, b) => stack.at(l, b).heads.map(({ data }) => data[0])),
    );
  const expected = (layers: number, batch: number, heads: number) =>
    Array.from({ length: layers }, (_, l) =>
      Array.from({ length: batch }, (_, b) => Array.from({ length: heads }, (_, h) => Math.fround(weightOf(l, b, h)))),
    );

  test('layers, batch, heads, queries, keys: nested, and flat', () => {
    const weights = model(3, 2, 4);
    expect(firsts(read(weights))).toEqual(expected(3, 2, 4));
    const flat = { data: weights.flat(4), shape: [3, 2, 4, 2, 2] };
    expect(firsts(read(flat))).toEqual(expected(3, 2, 4));
  });

  test('a list of arrays, one for each layer, with and without a batch of one', () => {
    const layers = model(3, 1, 4);
    expect(firsts(read(layers))).toEqual(expected(3, 1, 4));
    const tensors = (shape: number[]) => layers.map((layer) => ({ data: Float32Array.from(layer.flat(3)), shape }));
    expect(firsts(read(tensors([1, 4, 2, 2])))).toEqual(expected(3, 1, 4));
    expect(firsts(read(tensors([4, 2, 2])))).toEqual(expected(3, 1, 4));
  });

  test('four axes are a batch, and layers where they are called so', () => {
    const sentences = model(1, 3, 2)[0];
    expect(firsts(read(sentences))).toEqual(expected(1, 3, 2));
    const layers = model(3, 1, 2).map(([layer]) => layer);
    expect(firsts(read(undefined, { layers }))).toEqual(expected(3, 1, 2));
  });

  test('each sentence of a batch may have its own tokens', () => {
    const stack = read([[half], [half]], {
      tokens: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    });
    expect([stack.at(0, 0).tokens, stack.at(0, 1).tokens]).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(read([[half], [half]]).at(0, 1).tokens).toEqual(tokens);
  });

  test('one place is one object, so that what is drawn of it can be kept', () => {
    const stack = read(model(2, 1, 1));
    expect(stack.at(1, 0)).toBe(stack.at(1, 0));
    expect(stack.at(1, 0)).not.toBe(stack.at(0, 0));
  });

  test('a shape that claims a billion sheets without numbers costs nothing', () => {
    expect(read({ data: [], shape: [1024, 1024, 1024, 0, 0] }, { tokens: [] }).at(1023, 1023).heads).toHaveLength(1024);
  });
});

describe('tokens that nobody names are numbered', () => {
  test('in a sentence that reads itself', () => {
    const { tokens: readers, keys } = first(half, { tokens: undefined });
    expect(readers).toEqual(['0', '1']);
    expect(keys).toBe(readers);
  });

  test('where keys are others, and where only they are named', () => {
    const weights = [[0.5, 0.25, 0.25]];
    expect(first(weights, { tokens: undefined })).toMatchObject({ tokens: ['0'], keys: ['0', '1', '2'] });
    expect(first(weights, { tokens: null, keys: ['x', 'y', 'z'] })).toMatchObject({
      tokens: ['0'],
      keys: ['x', 'y', 'z'],
    });
  });
});

describe('is refused', () => {
  test.each<[string, unknown, object, string]>([
    ['a ragged row', [[0.5, 0.5], [1]], {}, 'attentionWeights[1]: expected 2 entries, as in the first, got 1'],
    ['a ragged head', [half, [[1, 0]]], {}, 'attentionWeights[1]: expected 2 entries, as in the first, got 1'],
    [
      'NaN',
      [
        [0.5, Number.NaN],
        [1, 0],
      ],
      {},
      'attentionWeights[0][1]: expected a finite number, 0 or more, got NaN',
    ],
    [
      'infinity',
      [
        half,
        [
          [1, 0],
          [Number.POSITIVE_INFINITY, 0],
        ],
      ],
      {},
      'attentionWeights[1][1][0]: expected a finite number, 0 or more, got Infinity',
    ],
    [
      'a negative weight',
      { data: [0, 1, -0.25, 1], shape: [2, 2] },
      {},
      'attentionWeights[1][0]: expected a finite number, 0 or more, got -0.25',
    ],
    [
      'text for a number',
      [
        [0.5, '0.5'],
        [1, 0],
      ],
      {},
      'attentionWeights[0][1]: expected a number, got "0.5"',
    ],
    [
      'null for a number',
      [
        [0.5, null],
        [1, 0],
      ],
      {},
      'attentionWeights[0][1]: expected a number, got null',
    ],
    [
      'more rows than tokens',
      [...half, [1, 0]],
      {},
      'attentionWeights: expected (num_heads, num_queries, num_kv_pairs) with num_queries = 2, got (1, 3, 2)',
    ],
    [
      'fewer columns than keys',
      half,
      { keys: ['x', 'y', 'z'] },
      'attentionWeights: expected (num_heads, num_queries, num_kv_pairs) with num_kv_pairs = 3, got (1, 2, 2)',
    ],
    [
      'NaN in one of several layers',
      [
        [[half]],
        [
          [
            [
              [0.5, 0.5],
              [Number.NaN, 0],
            ],
          ],
        ],
      ],
      {},
      'attentionWeights[1][0][0][1][0]: expected a finite number, 0 or more, got NaN',
    ],
    [
      'layers of several shapes',
      [
        { data: [1, 0, 1, 0], shape: [1, 2, 2] },
        { data: [1, 0], shape: [1, 1, 2] },
      ],
      {},
      'attentionWeights[1]: expected (1, 2, 2), as the first, got (1, 1, 2)',
    ],
    [
      'tokens of more sentences than the batch has',
      [[half], [half]],
      { tokens: [tokens, tokens, tokens] },
      'tokens: expected 2 sentences, got 3 sentences',
    ],
    [
      'a vector',
      [0.5, 0.5],
      {},
      'attentionWeights: expected (num_layers, batch_size, num_heads, num_queries, num_kv_pairs), or fewer axes, got (2)',
    ],
    ['six axes', [[[[half]]]], {}, 'attentionWeights: expected at most 5 levels of nesting, got more'],
    [
      'no head',
      { data: [], shape: [0, 2, 2] },
      {},
      'attentionWeights: expected (num_layers, batch_size, num_heads, num_queries, num_kv_pairs), or fewer axes, got (0, 2, 2)',
    ],
    [
      'a shape that claims heads without numbers',
      { data: [], shape: [2000000000, 0, 0] },
      { tokens: [] },
      'attentionWeights: expected 1 to 1024 heads, got 2000000000 heads',
    ],
    [
      'a shape of another size',
      { data: [1, 0, 0], shape: [2, 2] },
      {},
      'attentionWeights: expected 4 elements for shape (2, 2), got 3',
    ],
    [
      'a shape that claims more than there is',
      { data: [1], shape: [100000, 20000] },
      {},
      'attentionWeights: expected 2000000000 elements for shape (100000, 20000), got 1',
    ],
    [
      'a typed array without a shape',
      new Float32Array(4),
      {},
      'attentionWeights: expected { data, shape } or nested arrays of numbers, got a bare Float32Array',
    ],
    [
      'weights that are missing',
      undefined,
      {},
      'attentionWeights: expected { data, shape } or nested arrays of numbers, got undefined',
    ],
    [
      'JSON that is none',
      '[[0.5, 0.5',
      {},
      'attentionWeights: expected { data, shape } or nested arrays of numbers, got "[[0.5, 0.5"',
    ],
    ['tokens that are a sentence', half, { tokens: 'a b' }, 'tokens: expected an array of strings, got "a b"'],
    ['a number among the tokens', half, { tokens: ['a', 7] }, 'tokens[1]: expected a string, got 7'],
    ['keys that are an object', half, { keys: {} }, 'keys: expected an array of strings, got an object'],
  ])('%s', (_, weights, given, message) => {
    expect(() => read(weights, given)).toThrow(message);
    const [, where = '', expected = '', got = ''] = /^([^:]+): expected (.*), got (.*)$/.exec(message) ?? [];
    expect(faultIn('en', { where, expected, got })).toBe(`${message}.`);
    // What is left in Latin letters is a name or a value.
    const chinese = faultIn('zh', { where, expected, got }).replaceAll(
      /"[^"]*"|\b(?:data|shape|num_\w+|batch_size|layers|Float32Array|attentionWeights|tokens|keys|NaN|Infinity|null|undefined)\b/g,
      '',
    );
    expect(chinese).not.toMatch(/[a-z]/i);
  });
});

test('a small map keeps a lone weight: each of its cells is the largest of those it stands for', () => {
  const data = new Float32Array(300 * 200);
  data[299 * 200 + 7] = 0.9;
  const small = pool({ rows: 300, cols: 200, data }, 56);
  expect([small.rows, small.cols]).toEqual([56, 56]);
  expect(small.data[55 * 56 + 1]).toBe(Math.fround(0.9));
  expect(small.data.filter((weight) => weight > 0)).toHaveLength(1);
  expect(pool({ rows: 2, cols: 3, data: Float32Array.of(1, 2, 3, 4, 5, 6) }, 56).data).toEqual(
    Float32Array.of(1, 2, 3, 4, 5, 6),
  );
});

test('tokens of blanks are seen, repeated ones have their place, and no name is looked up by what it says', () => {
  const { tokens: shown, names } = lineOf(['the', ' ', '', '\n\t', 'the', '__proto__']);
  expect(shown).toEqual(['the', '␣', '␣', '↵⇥', 'the', '__proto__']);
  expect(names).toEqual(['the #0', '␣ #1', '␣ #2', '↵⇥', 'the #4', '__proto__']);
});
