// The large map says of a long text what a trace says of it, and never holds as many numbers as a trace does.
import { describe, expect, test } from 'vitest';
import { type LayerOptions, load, type Tensor } from 'xattention';
import { embedWords } from '../../web/page/model/embedding.js';
import { LongMap, topK } from '../../web/page/model/large/map.js';
import { type Patch, reductions, valueIn } from '../../web/page/model/large/patches.js';
import { type Plan, planOf } from '../../web/page/model/large/plan.js';
import { openReading, type Reading, type Work } from '../../web/page/model/large/reading.js';
import { beginning, effectiveKeys, ranked, rowOf } from '../../web/page/model/large/row.js';
import { excessOf, limits, slicesOf, tokenizeLong } from '../../web/page/model/large/text.js';
import { mostTiles, nameOf, runsOf, spanOf, type Tile, tilesOver } from '../../web/page/model/large/tiles.js';
import * as look from '../../web/page/model/large/viewport.js';
import { layerFor } from '../../web/page/model/layer.js';
import { initialState } from '../../web/page/model/state.js';
import { splits, tokenize } from '../../web/page/model/tokens.js';
import { coloursOf, domainOf } from '../../web/page/panels/large/colours.js';
import { isClose } from '../lib/compare.js';

const engine = await load();
const heedless: Work = { signal: new AbortController().signal, progress: () => {} };
const prose =
  'The keys to the old cabinet were lying on the table; nobody knew who had left them there, or why. "Ask the dog," said one. ';
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${(i * i) % 97}`);

const plan = (numHeads: number, options: LayerOptions): Plan => ({
  layer: {
    numHiddens: 8,
    numHeads,
    numKvHeads: numHeads,
    layer: { kind: 'own', seed: 5, position: true, identity: false },
  },
  position: true,
  options,
});

/** The same layer over the same X, everything stored. */
async function traced(tokens: readonly string[], { layer, position, options }: Plan): Promise<Tensor> {
  const { X } = await embedWords(engine, [tokens], layer.numHiddens, position);
  const made = await layerFor(engine, layer, undefined);
  const { attentionWeights } = await made.trace(X, options);
  made.dispose();
  return attentionWeights;
}

/** 700 tokens: two to a cell of the overview, and tiles that end where the text does. */
const tokens = words(700);
const options: LayerOptions = { causal: true, validLens: [650], window: [400, -1], scale: 2 };

describe.each([1, 2])('with %i heads', async (numHeads) => {
  const weights = await traced(tokens, plan(numHeads, options));
  const reading = await openReading(engine, tokens, plan(numHeads, options), heedless);
  const map = new LongMap(reading);
  await map.read('max', heedless);
  await map.reduceBy('mean', heedless);
  const head = numHeads - 1;
  const weight = (query: number, key: number) => weights.data[(head * 700 + query) * 700 + key] as number;
  const row = (query: number) => Array.from(tokens, (_, key) => weight(query, key));
  const expectPatch = ({ queries, keys, rows, cols, data }: Patch, reduce: 'max' | 'mean') => {
    const first = (cell: number, { from, to }: { from: number; to: number }, count: number) =>
      from + Math.floor((cell * (to - from)) / count);
    for (let r = 0; r < rows; r += 1)
      for (let c = 0; c < cols; c += 1) {
        const covered: number[] = [];
        for (let query = first(r, queries, rows); query < first(r + 1, queries, rows); query += 1)
          for (let key = first(c, keys, cols); key < first(c + 1, keys, cols); key += 1)
            covered.push(weight(query, key));
        const expected =
          reduce === 'max' ? Math.max(...covered) : covered.reduce((a, b) => a + b, 0) / Math.max(1, covered.length);
        if (covered.length === 0 || !isClose(data[r * cols + c] as number, expected))
          expect.fail(
            `cell ${r}, ${c} of ${JSON.stringify({ queries, keys })}: ${data[r * cols + c]}, not ${expected}`,
          );
      }
  };

  test('every row is summed up as the trace has it', () => {
    const rows = map.rows[head] as (typeof map.rows)[number];
    for (let query = 0; query < 700; query += 1) {
      const whole = row(query);
      const { rowMax, entropy, listed } = rowOf(rows, query);
      expect(isClose(rowMax, Math.max(...whole))).toBe(true);
      const nats = whole.reduce((sum, w) => sum - (w > 0 ? w * Math.log(w) : 0), 0);
      // Of the contract, but for an entropy of 0, which a weight of exactly 1 has.
      expect(Math.abs(entropy - nats)).toBeLessThanOrEqual(1e-6 + 1e-5 * nats);
      const sorted = whole.filter((w) => w > 0).sort((a, b) => b - a);
      expect(listed.length).toBe(Math.min(topK, sorted.length));
      for (const [k, one] of listed.entries()) {
        expect(isClose(one.weight, sorted[k] as number)).toBe(true);
        expect(isClose(one.weight, whole[one.key] as number)).toBe(true);
      }
    }
  });

  test('the overview covers every pair once, by its largest weight and by its mean', () => {
    expect(map.level).toBe(1);
    for (const reduce of reductions) {
      const patches = map.overview(head, reduce);
      const pairs = patches.reduce(
        (sum, { queries, keys }) => sum + (queries.to - queries.from) * (keys.to - keys.from),
        0,
      );
      expect(pairs).toBe(700 * 700);
      for (const patch of patches) expectPatch(patch, reduce);
    }
  });

  test('tiles are single pairs, to the last key', async () => {
    const tiles = tilesOver({ from: 200, to: 700 }, { from: 0, to: 700 }, 0);
    expect(tiles).toHaveLength(9);
    await map.fetch(tiles, head, 'mean', heedless);
    for (const tile of tiles) {
      const patches = map.tile(tile, head, 'max') ?? expect.fail(`${nameOf(tile)} is there`);
      for (const patch of patches) expectPatch(patch, 'max');
    }
    for (const [query, key] of [
      [0, 0],
      [255, 256],
      [699, 649],
      [699, 650],
      [300, 299],
    ] as const) {
      const known = map.known(head, query, key) as number;
      expect(isClose(known, weight(query, key))).toBe(true);
      expect(isClose(await map.weight(head, query, key), weight(query, key))).toBe(true);
    }
  });

  test('ranked queries are those of the least and of the most entropy', () => {
    const { entropy } = map.rows[head] as (typeof map.rows)[number];
    const best = (better: (a: number, b: number) => number) => {
      const of = new Map<string, number>();
      for (const [i, token] of tokens.entries())
        of.set(token, better(of.get(token) ?? (entropy[i] as number), entropy[i] as number));
      return [...of.values()].sort((a, b) => a - b);
    };
    const entropies = (queries: number[]) => queries.map((query) => entropy[query]);
    expect(entropies(ranked(map, head, 'focused', 5))).toEqual(best(Math.min).slice(0, 5));
    expect(entropies(ranked(map, head, 'spread', 5))).toEqual(best(Math.max).slice(-5).reverse());
    expect(new Set(ranked(map, head, 'spread', 1000).map((query) => tokens[query])).size).toBe(new Set(tokens).size);
    const { query, key } = beginning(map, head);
    expect(rowOf(map.rows[head] as never, query).listed.map((one) => one.key)).toContain(key);
  });
});

/** A reading that counts what comes back. */
function counted(reading: Reading): { reading: Reading; largest: () => number } {
  let largest = 0;
  const summarize: Reading['summarize'] = async (queries, request) => {
    const summary = await reading.summarize(queries, request);
    const { rowMax, entropy, map } = summary;
    for (const { data } of [rowMax, entropy, map, summary.topK.indices, summary.topK.attentionWeights])
      largest = Math.max(largest, data.buffer.byteLength / 4);
    return summary;
  };
  return { reading: { ...reading, summarize }, largest: () => largest };
}

const sizeOf = (patches: readonly Patch[]) => patches.reduce((sum, { data }) => sum + data.buffer.byteLength / 4, 0);

test('no array is ever near as large as the square of the tokens, and tiles do not pile up', async () => {
  const long = words(4096);
  const { reading, largest } = counted(await openReading(engine, long, plan(1, {}), heedless));
  const map = new LongMap(reading);
  await map.read('max', heedless);
  // 512 × 512 cells, whatever the text: one part in 64 of its pairs.
  expect(sizeOf(map.overview(0, 'max'))).toBe(512 * 512);
  const all: Tile[] = [1, 2].flatMap((level) => tilesOver({ from: 0, to: 4096 }, { from: 0, to: 4096 }, level));
  expect(all.length).toBeGreaterThan(mostTiles);
  await map.fetch(all, 0, 'max', heedless);
  expect(map.tileCount).toBe(mostTiles);
  for (const tile of all) expect(sizeOf(map.tile(tile, 0, 'max') ?? [])).toBeLessThanOrEqual(256 * 256);
  expect(largest()).toBeLessThanOrEqual((4096 * 4096) / 16);
});

test('what nobody waits for any more is given up between two blocks, and nothing of it is kept', async () => {
  const reading = await openReading(engine, words(4096), plan(1, {}), heedless);
  const map = new LongMap(reading);
  const stop = new AbortController();
  const shares: number[] = [];
  const progress = (share: number) => {
    shares.push(share);
    if (shares.length === 2) stop.abort();
  };
  await expect(map.read('max', { signal: stop.signal, progress })).rejects.toThrow('abort');
  expect(shares).toEqual([0.25, 0.5]);
  expect(map.has('max')).toBe(false);
  const stopped = AbortSignal.abort();
  await expect(tokenizeLong(prose.repeat(400), 'word', stopped)).rejects.toThrow('abort');
});

test('a text is cut nowhere but between tokens', async () => {
  const texts = [
    prose.repeat(20),
    '追猫的那只狗累了，躺在树下睡着了；孩子们从学校回来，看见它就笑：“真可爱！”'.repeat(40),
    `${'👩‍👩‍👧 e\u0301\u0301 <pad> '.repeat(200)}${'x'.repeat(3000)}<pad>\r\n${'字'.repeat(1500)}`,
    '',
  ];
  for (const text of texts) {
    for (const split of splits) expect(await tokenizeLong(text, split, heedless.signal)).toEqual(tokenize(text, split));
  }
  for (const text of texts.slice(0, 2)) expect([...slicesOf(text, 'word')].length).toBeGreaterThan(2);
});

test('the limits are 8192 tokens, 100,000 characters, and a file of 1,000,000 bytes', () => {
  expect(limits).toEqual({ tokens: 8192, characters: 100_000, bytes: 1_000_000 });
  expect(excessOf('tokens', 8192)).toBeNull();
  expect(excessOf('tokens', 8193)).toEqual({ kind: 'tokens', limit: 8192, count: 8193 });
});

test('a plan has the masks of the state; an example is read with identities', () => {
  const state = {
    ...initialState('en'),
    example: null,
    causal: true,
    window: [3, 0] as const,
    numHiddens: 8,
    softcap: 2,
  };
  const own = planOf(state, 'above', 3, ['a', 'b', '<pad>']);
  expect(own.options).toEqual({ causal: true, window: [3, 0], validLens: [2], softcap: 2 });
  expect(own.layer).toMatchObject({ numHiddens: 8, layer: { identity: false } });
  const identity = planOf(state, 'identity', 4, ['a', 'b']);
  expect(identity.options).toEqual({ causal: true, window: [3, 0], scale: 4 / 8 });
  expect(identity.layer).toMatchObject({ numHiddens: 64, numHeads: 1, layer: { identity: true } });
  expect(planOf(initialState('en'), 'above', 1, ['a']).layer.layer).toMatchObject({ identity: true });
});

test('tiles cover what is looked at, and neighbours are asked for together', () => {
  const tiles = tilesOver({ from: 250, to: 260 }, { from: 512, to: 1100 }, 0);
  expect(tiles.map(nameOf)).toEqual(['0/0/2', '0/0/3', '0/0/4', '0/1/2', '0/1/3', '0/1/4']);
  expect(spanOf(4, 0, 1100)).toEqual({ from: 1024, to: 1100 });
  expect(spanOf(1, 2, 8192)).toEqual({ from: 1024, to: 2048 });
  expect(runsOf(tiles, 1100).map((run) => run.map(nameOf))).toEqual([
    ['0/0/2', '0/0/3'],
    ['0/0/4'],
    ['0/1/2', '0/1/3'],
    ['0/1/4'],
  ]);
});

describe('a view', () => {
  const frame = { count: 8192, side: 600 };

  test('of everything shows everything, at cells of one to two pixels', () => {
    const all = look.whole(frame);
    expect(look.inSight(all.key, all, frame)).toEqual({ from: 0, to: 8192 });
    expect(look.levelFor(all)).toBe(4);
    expect(look.levelFor({ ...all, scale: 1 })).toBe(0);
    expect(look.isWhole(all, frame)).toBe(true);
  });

  test('zooms about a point, and stays inside', () => {
    const all = look.whole(frame);
    const before = look.pairAt(all, [450, 150], frame);
    const near = look.zoom(all, 100, [450, 150], frame);
    const after = look.pairAt(near, [450, 150], frame);
    // A pixel of the whole is 14 pairs: the point is where it was to within one.
    expect(Math.abs(after.key - before.key)).toBeLessThanOrEqual(14);
    expect(Math.abs(after.query - before.query)).toBeLessThanOrEqual(14);
    expect(look.zoom(near, 1e-9, [0, 0], frame)).toEqual(all);
    expect(look.zoom(all, 1e9, [0, 0], frame).scale).toBe(look.largestPair);
    const corner = look.pan(near, [-1e9, 1e9], frame);
    expect(look.inSight(corner.key, corner, frame).to).toBe(8192);
    expect(look.inSight(corner.query, corner, frame).from).toBe(0);
  });

  test('moves no farther than a pair needs to be seen', () => {
    const view = { key: 100, query: 100, scale: 10 };
    expect(look.reveal(view, 130, 130, frame)).toEqual(view);
    expect(look.reveal(view, 130, 160, frame)).toEqual({ ...view, key: 101 });
    expect(look.reveal(view, 99, 100, frame)).toEqual({ ...view, query: 99 });
  });

  test('a cell of a patch is the one that covers the pair', () => {
    const patch: Patch = {
      queries: { from: 0, to: 7 },
      keys: { from: 10, to: 15 },
      rows: 3,
      cols: 2,
      data: Float32Array.from({ length: 6 }, (_, i) => i),
    };
    // ⌊c · 7/3⌋ = 0, 2, 4, 7 and ⌊c · 5/2⌋ = 0, 2, 5.
    const rows = [0, 0, 1, 1, 2, 2, 2];
    const cols = [0, 0, 1, 1, 1];
    for (const [query, row] of rows.entries())
      for (const [key, col] of cols.entries()) expect(valueIn(patch, query, 10 + key)).toBe(row * 2 + col);
    expect(valueIn(patch, 7, 10)).toBeUndefined();
    expect(valueIn(patch, 0, 9)).toBeUndefined();
  });
});

test('colours are logarithmic from a decade below an equal share, or linear from 0', () => {
  const log = domainOf('log', 8192, 0.2);
  expect(log.low).toBeCloseTo(1e-5, 12);
  expect(domainOf('linear', 8192, 0.17)).toEqual({ scale: 'linear', low: 0, high: 0.2 });
  const colours = coloursOf('light', log);
  expect(colours.ticks).toEqual(['10⁻⁵', '10⁻⁴', '10⁻³', '10⁻²', '10⁻¹', '1']);
  expect(colours.pixel(1) >>> 0).toBe(0xff514a00); // #004A51 as a canvas keeps it
  expect(colours.pixel(1e-9)).toBe(colours.pixel(1e-5));
  expect(colours.pixel(Number.NaN)).toBe(colours.pixel(1));
  expect(colours.paint(1).text).toBe('#ffffff');
});

test('entropy as a number of keys: four alike are four', () => {
  expect(effectiveKeys({ rowMax: 0.25, entropy: Math.log(4), listed: [] })).toBeCloseTo(4, 12);
});
