// What people bring: files and pasted text come in as they were meant.
import { describe, expect, test } from 'vitest';
import { writeNpy } from '../../web/page/files/npy.js';
import { faultIn } from '../../web/page/i18n/faults.js';
import { toJson } from '../../web/page/model/export/json.js';
import type { Given } from '../../web/page/model/given.js';
import { toHash } from '../../web/page/model/hash.js';
import { readBytes } from '../../web/page/model/import/files.js';
import { type Role, roleOf } from '../../web/page/model/import/roles.js';
import type { Source } from '../../web/page/model/recipe.js';
import { initialState, inputsOf, type State } from '../../web/page/model/state.js';
import { changed, nothingBrought, withFiles, withPasted } from '../../web/page/panels/bring/brought.js';
import { join } from './files/bytes.js';
import { brought, float32, npy, read, safetensors, upTo } from './import-support.js';

describe('an array is known by its name', () => {
  test.each<[string, Role | null]>([
    ['X', 'X'],
    ['hidden_states', 'X'],
    ['Q', 'Q'],
    ['query', 'Q'],
    ['K', 'K'],
    ['V', 'V'],
    ['W_q', 'W_q'],
    ['attention.query.weight', 'W_q'],
    ['model.layers.0.self_attn.k_proj.weight', 'W_k'],
    ['encoder.layer.0.attention.self.value.weight', 'W_v'],
    ['self_attn.o_proj.weight', 'W_o'],
    ['mha.out_proj.weight', 'W_o'],
    ['attention_weights', 'attention_weights'],
    ['attentionWeights', 'attention_weights'],
    ['attn_probs', 'attention_weights'],
    ['ln.weight', null],
    ['__proto__', null],
    ['mask', null],
  ])('%s', (name, role) => expect(roleOf(name)).toBe(role));
});

describe('comes in', () => {
  test('X alone, its rows numbered', () => {
    const { given } = brought(npy('X.npy', [3, 2], [1, 2, 3, 4, 5, 6]));
    expect(given).toEqual({
      kind: 'X',
      tokens: ['0', '1', '2'],
      X: { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2] },
    });
  });

  test('X with a batch of one, named by JSON beside it', () => {
    const { given } = brought(npy('X.npy', [1, 2, 2], [1, 2, 3, 4]), read('["the", "cat"]'));
    expect(given).toMatchObject({ kind: 'X', tokens: ['the', 'cat'], X: { shape: [2, 2] } });
  });

  test('a layer, whose nn.Linear weights are turned and whose own are not', () => {
    const W = [1, 2, 3, 4];
    const weights = safetensors(
      {
        X: { dtype: 'F32', shape: [1, 2], data_offsets: [0, 8] },
        'q_proj.weight': { dtype: 'F32', shape: [2, 2], data_offsets: [8, 24] },
        W_k: { dtype: 'F32', shape: [2, 2], data_offsets: [24, 40] },
        'v_proj.weight': { dtype: 'F32', shape: [2, 2], data_offsets: [40, 56] },
      },
      float32([7, 8, ...W, ...W, ...W]),
    );
    const { given } = brought(readBytes('model.safetensors', weights, 'en'));
    const turned = { data: Float32Array.of(1, 3, 2, 4), shape: [2, 2] };
    const kept = { data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] };
    expect(given).toMatchObject({ kind: 'layer', numHeads: 1, parameters: { W_q: turned, W_k: kept, W_v: turned } });
  });

  test('Q, K and V, heads that are an axis of their own laid side by side', () => {
    // Head h, row i, number j is 100 h + 10 i + j.
    const stacked = (rows: number) =>
      upTo(2 * rows * 3).map((n) => 100 * Math.floor(n / (rows * 3)) + 10 * (Math.floor(n / 3) % rows) + (n % 3));
    const { given } = brought(
      npy('Q.npy', [2, 2, 3], stacked(2)),
      npy('K.npy', [1, 2, 4, 3], stacked(4)),
      npy('V.npy', [2, 4, 3], stacked(4)),
    );
    expect(given).toMatchObject({ kind: 'QKV', numHeads: 2, tokens: ['0', '1'], keys: ['0', '1', '2', '3'] });
    if (given?.kind !== 'QKV') throw new Error('expected QKV');
    expect([...given.Q.data]).toEqual([0, 1, 2, 100, 101, 102, 10, 11, 12, 110, 111, 112]);
    expect(given.V.shape).toEqual([4, 6]);
    expect([...given.V.data.slice(-6)]).toEqual([30, 31, 32, 130, 131, 132]);
  });

  test('Q, K and V as JSON with everything named', () => {
    const rows = [
      [1, 2],
      [3, 4],
    ];
    const { given } = brought(
      read(JSON.stringify({ tokens: ['a', 'b'], keys: ['x', 'y'], num_heads: 2, Q: rows, K: rows, V: rows })),
    );
    expect(given).toMatchObject({ kind: 'QKV', numHeads: 2, tokens: ['a', 'b'], keys: ['x', 'y'] });
  });

  test('attention weights of any number of heads, and rows of shares without a name', () => {
    const stacked = brought(npy('attn.npy', [3, 1, 2], [0.5, 0.5, 1, 0, 0.25, 0.75]));
    expect(stacked.given).toBeUndefined();
    expect(stacked.look).toMatchObject({ tokens: ['0'], keys: ['0', '1'], attentionWeights: { shape: [3, 1, 2] } });
    expect(brought(npy('unknown.npy', [2, 2], [0.5, 0.5, 1, 0])).look).toMatchObject({ tokens: ['0', '1'] });
    expect(brought(npy('unknown.npy', [2, 2], [0.5, 0.6, 1, 0])).given).toMatchObject({ kind: 'X' });
  });

  test('a pasted table, with and without names', () => {
    expect(brought(read('1\t2\n3\t4', 'pasted')).given).toMatchObject({ kind: 'X', tokens: ['0', '1'] });
    const named = brought(read('the 0.5 −1\ncat 2 3', 'pasted')).given;
    expect(named).toMatchObject({ tokens: ['the', 'cat'], X: { data: Float32Array.of(0.5, -1, 2, 3), shape: [2, 2] } });
  });

  test('a table as this page writes it: heads in a column, tokens beside and above, also where a token is a number', () => {
    const csv = 'head,attention_weights,7,cat\r\n0,7,1,0\r\n0,cat,0.5,0.5\r\n1,7,0,1\r\n1,cat,1,0\r\n';
    const { look } = brought(read(csv, 'attention_weights.csv'));
    expect(look).toEqual({
      tokens: ['7', 'cat'],
      keys: ['7', 'cat'],
      attentionWeights: { data: Float32Array.of(1, 0, 0.5, 0.5, 0, 1, 1, 0), shape: [2, 2, 2] },
      layered: false,
    });
    const X = brought(read('X,0,1\r\n7,1,2\r\n8,3,4\r\n', 'X.csv'));
    expect(X.given).toMatchObject({ kind: 'X', tokens: ['7', '8'], X: { data: Float32Array.of(1, 2, 3, 4) } });
  });

  test('a table with names is said to be one: what was read as tokens, and what was not read as numbers', () => {
    const found = readBytes('words.csv', join('name,age\nAnn,30\nBob,25\n'), 'en');
    expect(brought(found).given).toMatchObject({ kind: 'X', tokens: ['Ann', 'Bob'], X: { shape: [2, 1] } });
    expect(found.remarks).toEqual([
      { file: 'words.csv', kind: 'header', names: ['name', 'age'] },
      { file: 'words.csv', kind: 'labels' },
    ]);
    expect(read('the 0.5\ncat 1', 'pasted').remarks).toEqual([{ file: 'pasted', kind: 'labels' }]);
    expect(read('0.5 1\n1 0', 'pasted').remarks).toEqual([]);
    expect(read('X,0,1\r\na,1,2\r\n', 'X.csv').remarks).toEqual([]);
  });

  test('what Excel saves in Europe and in China', () => {
    const german = read('sep=;\r\nWort;a;b\r\nthe;0,5;1\r\ncat;−1,25;2\r\n', 'X.csv');
    expect(brought(german).given).toMatchObject({
      tokens: ['the', 'cat'],
      X: { data: Float32Array.of(0.5, 1, -1.25, 2), shape: [2, 2] },
    });
    expect(german.remarks?.map(({ kind }) => kind)).toEqual(['decimal comma', 'header', 'labels']);
    // 猫,0.5,1 and 坐,2,3 in GBK.
    const gbk = join([0xc3, 0xa8], ',0.5,1\r\n', [0xd7, 0xf8], ',2,3\r\n');
    const chinese = readBytes('X.csv', gbk, 'zh');
    expect(brought(chinese).given).toMatchObject({ tokens: ['猫', '坐'], X: { shape: [2, 2] } });
    expect(chinese.remarks?.[0]).toEqual({ file: 'X.csv', kind: 'encoding', encoding: 'GB18030' });
    const unicode = [
      0xff,
      0xfe,
      ...Array.from('猫\t0.5\r\n坐\t1', (one) => one.charCodeAt(0)).flatMap((unit) => [unit & 255, unit >> 8]),
    ];
    expect(brought(readBytes('X.txt', Uint8Array.from(unicode), 'zh')).given).toMatchObject({ tokens: ['猫', '坐'] });
    const json = [...'\ufeff{"X": [[1, 2]], "tokens": ["猫"]}'].map((one) => one.charCodeAt(0));
    for (const bytes of [
      json.flatMap((unit) => [unit & 255, unit >> 8]),
      json.flatMap((unit) => [unit >> 8, unit & 255]),
    ])
      expect(brought(readBytes('x.json', Uint8Array.from(bytes), 'zh')).given).toMatchObject({ tokens: ['猫'] });
  });

  describe('the attention of a whole model', () => {
    const head = [
      [1, 0],
      [0.25, 0.75],
    ];
    const layers = [[[head, head, head]], [[head, head, head]]];
    const lookAt = (json: unknown) => brought(read(JSON.stringify(json))).look;

    test.each<[string, unknown, number[], boolean]>([
      ['as transformers has it', { attentions: layers }, [2, 1, 3, 2, 2], true],
      ['as an array alone', layers, [2, 1, 3, 2, 2], false],
      ['without a batch, under the name of transformers', { attentions: layers.flat() }, [2, 3, 2, 2], true],
      ['under the name “layers”', { layers: layers.flat() }, [2, 3, 2, 2], true],
      ['under another name: a batch', { attn: layers.flat() }, [2, 3, 2, 2], false],
      [
        'with its axes named',
        { attn: layers.flat(), axes: ['layers', 'heads', 'queries', 'keys'] },
        [2, 3, 2, 2],
        true,
      ],
      [
        'with its axes named beside its shape',
        { attn: { shape: [2, 3, 2, 2], data: layers.flat(4), dims: ['layer', 'head', 'query', 'key'] } },
        [2, 3, 2, 2],
        true,
      ],
      [
        'as a list of arrays with their shapes',
        { attentions: layers.map((layer) => ({ shape: [1, 3, 2, 2], data: layer.flat(3) })) },
        [2, 1, 3, 2, 2],
        true,
      ],
      [
        'as a list of objects',
        { layers: layers.map((layer) => ({ attention_weights: layer[0] })) },
        [2, 3, 2, 2],
        true,
      ],
      ['of the decoder', { tokens: [['a', 'b']], decoder_attentions: layers }, [2, 1, 3, 2, 2], true],
    ])('%s', (_, json, shape, layered) => {
      const look = lookAt(json);
      expect(look?.attentionWeights.shape).toEqual(shape);
      expect(look?.layered).toBe(layered);
      expect([...(look?.attentionWeights.data.slice(-4) ?? [])]).toEqual([1, 0, 0.25, 0.75]);
    });

    test('from .npy and safetensors', () => {
      expect(brought(npy('attentions.npy', [2, 1, 3, 1, 1], upTo(6))).look).toMatchObject({ tokens: ['0'] });
      expect(brought(npy('layers.npy', [2, 3, 1, 1], upTo(6))).look).toMatchObject({ layered: true });
      expect(brought(npy('attn.npy', [2, 3, 1, 1], upTo(6))).look).toMatchObject({ layered: false });
    });

    test('with the tokens of a batch of one', () => {
      expect(lookAt({ tokens: [['a', 'b']], attentions: layers })).toMatchObject({ tokens: ['a', 'b'] });
    });
  });

  test('beside what cannot be read, which is listed, or left out with a remark', () => {
    const stored = safetensors(
      {
        X: { dtype: 'F32', shape: [1, 2], data_offsets: [0, 8] },
        scale: { dtype: 'F8_E4M3', shape: [2, 2], data_offsets: [8, 12] },
      },
      [...float32([7, 8]), 0, 0, 0, 0],
    );
    const found = readBytes('model.safetensors', stored, 'en');
    expect(found.arrays.map(({ name, dtype }) => [name, dtype])).toEqual([
      ['X', 'F32'],
      ['scale', 'F8_E4M3'],
    ]);
    expect(brought(found).given).toMatchObject({ kind: 'X', X: { data: Float32Array.of(7, 8) } });

    const mixed = read('{"X": [[1, 2]], "offsets": [[0, 3], [4]], "vocab": [["a", 1]], "labels": ["x"]}');
    expect(brought(mixed).given).toMatchObject({ kind: 'X', X: { shape: [1, 2] } });
    expect(mixed.remarks).toEqual([
      { file: 'file.json', kind: 'no numbers', name: 'offsets' },
      { file: 'file.json', kind: 'no numbers', name: 'vocab' },
    ]);
  });

  test('one array alone whose type is not known, to be refused when it is wanted', () => {
    const stored = safetensors({ t: { dtype: 'F4', shape: [2, 2], data_offsets: [0, 2] } }, [0, 0]);
    const found = readBytes('model.safetensors', stored, 'en');
    expect(found.arrays).toHaveLength(1);
    expect(() => brought(found)).toThrow('arrays: expected X; X, W_q');
  });

  test('numbers of every type and order', () => {
    const header = (descr: string, order: string) => {
      const text = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (2, 2), }\n`;
      return join([0x93], 'NUMPY', [1, 0, text.length, 0], text);
    };
    const both = (type: string, values: ArrayBufferView, order = 'False') => [
      ...(
        brought(readBytes('X.npy', join(header(type, order), new Uint8Array(values.buffer)), 'en')).given as Extract<
          Given,
          { kind: 'X' }
        >
      ).X.data,
    ];
    expect(both('<f8', Float64Array.of(0.5, 2, 3, 4))).toEqual([0.5, 2, 3, 4]);
    expect(both('<f4', Float32Array.of(0.5, 2, 3, 4), 'True')).toEqual([0.5, 3, 2, 4]);
    expect(both('>i2', Int16Array.of(0x0100, 0x0200, 0x0300, 0x0400))).toEqual([1, 2, 3, 4]);
    expect(both('<f2', Uint16Array.of(0x3c00, 0xbc00, 0x3800, 0))).toEqual([1, -1, 0.5, 0]);
  });
});

describe('what this page saved comes back', () => {
  const data = (count: number) => Float32Array.from({ length: count }, (_, i) => Math.sin(i) / 3);
  const own: Given = { kind: 'X', tokens: ['</script>', '猫'], X: { data: data(6), shape: [2, 3] } };
  const large: Given = { ...own, tokens: upTo(64).map(String), X: { data: data(64 * 64), shape: [64, 64] } };
  const first = initialState('en');
  const states: Record<string, State> = {
    'the first view': first,
    'own writing under masks': {
      ...first,
      example: null,
      text: 'a b c <pad>',
      causal: true,
      validLens: [2],
      at: { ...first.at, key: 2 },
    },
    'an experiment, in Chinese': { ...initialState('zh'), tried: true },
    'own numbers that fit an address': { ...first, example: null, given: own },
    'own numbers that do not': { ...first, example: null, given: large },
  };

  /** A file of this state; its stages do not matter here. */
  function saved(state: State): string {
    const inputs = inputsOf(state);
    const stages = { X: { data: data(2), shape: [1, 1, 2] } };
    const sizes = {
      batchSize: 1,
      numSteps: 1,
      numKvPairs: 1,
      numHiddens: 2,
      numHeads: 1,
      numKvHeads: 1,
      reads: 'itself',
      drops: false,
    };
    return toJson({ inputs, stages, ...sizes } as unknown as Source, toHash(state));
  }

  test.each(Object.entries(states))('%s, exactly', (_, state) => {
    expect(read(saved(state)).state).toEqual(state);
  });

  test('where the inputs were changed in the file, as its arrays alone', () => {
    const file = JSON.parse(saved(states['own writing under masks'] as State));
    file.inputs.tokens = ['x'];
    const { state, arrays, tokens } = read(JSON.stringify(file));
    expect(state).toBeUndefined();
    expect(tokens).toEqual(['x']);
    expect(arrays.map(({ name, shape }) => [name, shape])).toEqual([['X', [1, 2]]]);
  });

  test('a hostile address is as harmless as in the address bar', () => {
    const file = { ...JSON.parse(saved(first)), address: `#text=${'x '.repeat(90000)}&num_hiddens=1e9` };
    expect(read(JSON.stringify(file)).state).toEqual(first); // what is too long is not read at all
  });

  test('of a batch, the sentence that was shown', () => {
    const file = JSON.parse(saved(first));
    Object.assign(file, {
      address: '',
      inputs: { sentence: 1, tokens: ['a'] },
      stages: { X: { shape: [2, 1, 2], data: [1, 2, 3, 'NaN'] } },
    });
    const [X] = read(JSON.stringify(file)).arrays;
    expect([X?.shape, Array.from(X?.read() ?? [])]).toEqual([
      [1, 2],
      [3, Number.NaN],
    ]);
  });
});

describe('nothing that was there is lost', () => {
  const files = (...all: [string, Uint8Array<ArrayBuffer>][]) => all.map(([name, bytes]) => new File([bytes], name));
  const X = writeNpy({ data: Float32Array.of(1, 2), shape: [1, 2] });

  test('a file that cannot be read leaves the others, and is named', async () => {
    const first = await withFiles(nothingBrought, files(['X.npy', X]), 'en');
    const then = await withFiles(
      first,
      files(['bad.npy', X.slice(0, 20)], ['tokens.json', new TextEncoder().encode('["cat"]')]),
      'en',
    );
    expect(then.faults.map(({ where }) => where)).toEqual(['bad.npy: npy header']);
    expect(then.assembled.given).toMatchObject({ kind: 'X', tokens: ['cat'] });
  });

  test('a file that has gone since it was chosen is named', async () => {
    const gone = Object.assign(new File(['x'], 'gone.npy'), { arrayBuffer: () => Promise.reject(new Error('gone')) });
    const [fault] = (await withFiles(nothingBrought, [gone], 'en')).faults;
    expect(fault && faultIn('en', fault)).toBe('gone.npy: expected a file that can be read, got "Error: gone".');
    expect(fault && faultIn('zh', fault)).toBe('gone.npy：应为可以读取的文件，收到的是 "Error: gone"。');
  });

  test('what cannot be read of a paste stays in the field', () => {
    const then = withPasted({ ...nothingBrought, pasted: '{"X": [[1' }, 'pasted', 'en');
    expect(then.pasted).toBe('{"X": [[1');
    expect(then.faults).toHaveLength(1);
  });

  test('what a person has said an array is stays said when another comes', async () => {
    const first = await withFiles(nothingBrought, files(['X.npy', X]), 'en');
    const said = changed(first, { arrays: first.arrays.map((one) => ({ ...one, role: 'V' as const })) });
    const then = await withFiles(said, files(['K.npy', X]), 'en');
    expect(then.arrays.map(({ role }) => role)).toEqual(['V', 'K']);
    expect(then.missing?.where).toBe('Q');
  });
});
