// The proof takes its variants from the engine, and hides no difference.
import { expect, test } from 'vitest';
import { type AsyncEngine, load, type Tensor, type Variant } from 'xattention';
import { type Entry, type Load, largestDifference, prove } from '../../web/page/model/proof.js';
import { type Recipe, recipeOf, type Source } from '../../web/page/model/recipe.js';

const tensor = (shape: number[], ...data: number[]): Tensor => ({ data: Float32Array.from(data), shape });

/** What a picture of one head and two hidden numbers has beside its stages. */
const around = (tokens: string[]): Omit<Source, 'stages'> => ({
  inputs: { sentences: [tokens], sources: null, scale: null, softcap: 0, dropout: 0, dropoutSeed: 0, edits: [] },
  ...{ batchSize: 1, numSteps: tokens.length, numKvPairs: tokens.length, numHiddens: 2, numHeads: 1, numKvHeads: 1 },
  reads: 'itself',
  drops: false,
});

async function recipe(valid = 2): Promise<Recipe> {
  const engine = await load();
  const layer = await engine.selfAttention({ numHiddens: 2, seed: 7 });
  const X = tensor([1, 3, 2], 0.5, -1, 1, 0.25, -0.75, 2);
  const stages = await layer.trace(X, { validLens: [valid] });
  engine.dispose();
  const made = recipeOf({ ...around(['a', 'b', 'c']), stages });
  return made as Recipe;
}

async function all(made: Recipe, loading: Load = load): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of prove(made, loading)) entries.push(entry);
  return entries;
}

test('every variant that the engine lists, the reference first, each let go of', async () => {
  const engines: AsyncEngine[] = [];
  const entries = await all(await recipe(), async (options) => {
    const engine = await load(options);
    engines.push(engine);
    return engine;
  });
  const listed = engines[0]?.variants.map(({ name }) => name) ?? [];
  expect(entries.map(({ variant }) => variant.name).sort()).toEqual([...listed].sort());
  expect(entries[0]?.variant.name).toBe('reference');
  expect(entries[0]?.finding?.differences.size).toBe(0);
  for (const engine of engines) await expect(engine.positionalEncoding(1, 1)).rejects.toThrow(/disposed/);
});

test('a variant nobody knew appears; what it computes otherwise, or cannot, is told', async () => {
  const made = await recipe();
  const further = ['off', 'broken'].map((name) => ({ name, description: `the ${name} one` })) as unknown as Variant[];
  const entries = await all(made, async ({ variant }) => {
    if ((variant as string) === 'broken') throw new Error('no adapter');
    const engine = await load({ variant: 'reference' });
    const selfAttention: AsyncEngine['selfAttention'] = async (spec) => {
      const layer = await engine.selfAttention(spec);
      const trace: typeof layer.trace = async (X, options) => {
        const right = await layer.trace(X, options);
        if ((variant as string) === 'off') (right.scores.data[4] as number) += 0.5;
        return right;
      };
      return { ...layer, trace, dispose: () => layer.dispose(), [Symbol.dispose]: () => layer.dispose() };
    };
    return Object.assign(Object.create(engine), {
      selfAttention,
      variants: [...further, { name: 'reference', description: 'r' }],
      dispose: () => engine.dispose(),
    });
  });
  expect(entries.map(({ variant }) => variant.name)).toEqual(['reference', 'off', 'broken']);
  expect(entries[1]?.finding?.differences.get('scores')).toBeCloseTo(0.5, 6);
  expect(entries[1]?.finding?.differences.get('output')).toBe(0);
  expect(entries[2]).toMatchObject({ finding: undefined, failure: { message: 'no adapter' } });
});

test('the masks of the picture hold: what is forbidden stays so, and an empty row counts', async () => {
  for (const [valid, emptyRows] of [
    [2, 0],
    [0, 3],
  ] as const) {
    const made = await recipe(valid);
    expect([...(made.keep?.data ?? [])]).toEqual([0, 1, 2].flatMap(() => [0, 1, 2].map((key) => Number(key < valid))));
    for (const { finding } of await all(made)) {
      expect(finding?.emptyRows).toBe(emptyRows);
      if (valid === 0) expect(finding?.rowSums).toBeUndefined();
      else for (const sum of finding?.rowSums ?? [0]) expect(sum).toBeCloseTo(1, 6);
    }
  }
});

test('where there are heads, the masks are those of one of them', () => {
  const { POSITIVE_INFINITY: inf } = Number;
  const one = tensor([1], 0);
  const masked = tensor([2, 2, 1, 2], 0, -inf, 0, -inf, -inf, 0, -inf, 0);
  const stages = { X: one, W_q: one, W_k: one, W_v: one, W_o: one, masked, attentionWeights: masked };
  const made = recipeOf({ ...around(['a', 'b']), batchSize: 2, numHeads: 2, numKvHeads: 2, stages });
  expect(made?.keep).toEqual(tensor([2, 1, 1, 2], 1, 0, 0, 1));
});

test('a difference is what it is, also where a number is none', () => {
  const { NaN: none, POSITIVE_INFINITY: inf } = Number;
  expect(largestDifference(tensor([3], 1, -inf, none), tensor([3], 1, -inf, none))).toBe(0);
  expect(largestDifference(tensor([2], 1, 2), tensor([2], 1.5, 1))).toBe(1);
  expect(largestDifference(tensor([2], 1, none), tensor([2], 1, 2))).toBe(inf);
  expect(largestDifference(tensor([2], 1, -inf), tensor([2], 1, 2))).toBe(inf);
  expect(largestDifference(tensor([1], 1), tensor([2], 1, 2))).toBe(inf);
});
