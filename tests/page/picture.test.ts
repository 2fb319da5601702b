// Every number of a picture, computed again in float64 from the float32 numbers it came from.
import { afterAll, expect, test } from 'vitest';
import { load, type Tensor } from 'xattention';
import { computedAt, explain } from '../../web/page/model/explain.js';
import { fromHash, toHash } from '../../web/page/model/hash.js';
import { draw, type Picture } from '../../web/page/model/picture.js';
import { recipeOf } from '../../web/page/model/recipe.js';
import { tracing } from '../../web/page/model/retrace.js';
import { clampSelection } from '../../web/page/model/selection.js';
import { sheetOf } from '../../web/page/model/sheets.js';
import { headSize, type StageName, stagesOf } from '../../web/page/model/stages.js';
import { changed, initialState, inputsOf, sameInputs } from '../../web/page/model/state.js';
import { numbersFrom } from './random.js';
import { randomState } from './states.js';

const engine = await load();
afterAll(() => engine.dispose());

const seeds = Array.from({ length: 60 }, (_, i) => i + 1);

/** Rows of one sheet of one sentence: heads in their order, K and V of the head that shares them. */
function rows(picture: Picture, name: StageName, sentence: number, head: number): number[][] {
  const stage = stagesOf(picture).get(name);
  const sheet = stage && sheetOf({ ...picture, sentence }, stage, head);
  if (!sheet) throw new Error(`no numbers of ${name}`);
  return Array.from({ length: sheet.rows }, (_, i) => [...sheet.data.subarray(i * sheet.cols, (i + 1) * sheet.cols)]);
}

const turned = (matrix: number[][]): number[][] =>
  (matrix[0] ?? []).map((_, col) => matrix.map((row) => row[col] ?? 0));

/** design: 1e-6 + 4·√k·2⁻²⁴·Σ|aᵢbᵢ| for a product of length k. */
function expectProduct(
  made: number[][],
  left: number[][],
  right: number[][],
  isSet: (row: number, col: number) => boolean,
) {
  const columns = turned(right);
  for (const [i, line] of made.entries()) {
    for (const [j, value] of line.entries()) {
      if (isSet(i, j)) continue;
      const terms = (left[i] ?? []).map((a, k) => (a === 0 ? 0 : a * (columns[j]?.[k] ?? Number.NaN)));
      const sum = terms.reduce((total, term) => total + term, 0);
      const size = terms.reduce((total, term) => total + Math.abs(term), 0);
      expect(Math.abs(value - sum)).toBeLessThanOrEqual(1e-6 + 4 * Math.sqrt(terms.length) * 2 ** -24 * size);
    }
  }
}

test.each(seeds)('every stage follows from the one before it, whatever was chosen: state %i', async (seed) => {
  const state = randomState(seed);
  const inputs = inputsOf(state);
  const picture = await draw(engine, inputs);
  const { batchSize, numHeads, numSteps, numKvPairs, reads, drops } = picture;
  const size = headSize(picture);
  const [asks, answers]: StageName[] = reads === 'another' ? ['queries', 'keys'] : ['X', 'X'];
  const none = () => false;
  for (let sentence = 0; sentence < batchSize; sentence += 1) {
    for (let head = 0; head < numHeads; head += 1) {
      const of = (name: StageName) => rows(picture, name, sentence, head);
      const set = (name: 'scores' | 'attentionWeights') => (row: number, col: number) =>
        inputs.edits.some(
          (edit) =>
            edit.stage === name && edit.index === ((sentence * numHeads + head) * numSteps + row) * numKvPairs + col,
        );
      const [Q, K, V] = [of('Q'), of('K'), of('V')];
      expectProduct(Q, of(asks as StageName), of('W_q'), none);
      expectProduct(K, of(answers as StageName), of('W_k'), none);
      expectProduct(V, of(answers as StageName), of('W_v'), none);
      expectProduct(of('scores'), Q, turned(K), set('scores'));
      const [scores, scaled, masked, weights] = [of('scores'), of('scaled'), of('masked'), of('attentionWeights')];
      const scale = inputs.scale ?? 1 / Math.sqrt(size);
      const shift = numSteps === numKvPairs || inputs.align === 'top-left' ? 0 : numKvPairs - numSteps;
      for (let i = 0; i < numSteps; i += 1) {
        const allowed = (j: number) => {
          const at = i + shift;
          const [left, right] = inputs.window ?? [-1, -1];
          const painted = inputs.painted.some((p) => p.sentence === sentence && p.query === i && p.key === j);
          return (
            j < (inputs.validLens[sentence] ?? 0) &&
            (!inputs.causal || j <= at) &&
            (left < 0 || j >= at - left) &&
            (right < 0 || j <= at + right) &&
            !painted
          );
        };
        const open = Array.from({ length: numKvPairs }, (_, j) => j).filter(allowed);
        const most = Math.max(...open.map((j) => masked[i]?.[j] ?? Number.NaN));
        const total = open.reduce((sum, j) => sum + Math.exp((masked[i]?.[j] ?? Number.NaN) - most), 0);
        for (let j = 0; j < numKvPairs; j += 1) {
          const multiplied = (scores[i]?.[j] ?? Number.NaN) * scale;
          const capped = inputs.softcap === 0 ? multiplied : inputs.softcap * Math.tanh(multiplied / inputs.softcap);
          // One rounding of the product, then of tanh and of the division: a few units of 2⁻²⁴ each.
          expect(Math.abs((scaled[i]?.[j] ?? Number.NaN) - capped)).toBeLessThanOrEqual(
            1e-6 + 1e-6 * Math.abs(multiplied),
          );
          if (sentence === picture.sentence)
            expect((picture.forbidden[i * numKvPairs + j] ?? []).length === 0).toBe(allowed(j));
          expect(masked[i]?.[j]).toBe(allowed(j) ? scaled[i]?.[j] : Number.NEGATIVE_INFINITY);
          if (set('attentionWeights')(i, j)) continue;
          const share = allowed(j) ? Math.exp((masked[i]?.[j] ?? Number.NaN) - most) / total : 0;
          if (!allowed(j)) expect(weights[i]?.[j]).toBe(0);
          // softmax: 1e-6 + 1e-5·|x|.
          expect(Math.abs((weights[i]?.[j] ?? Number.NaN) - share)).toBeLessThanOrEqual(1e-6 + 1e-5 * share);
        }
      }
      if (drops) {
        for (const [i, line] of of('dropped').entries())
          for (const [j, value] of line.entries())
            if (value !== 0) expect(value).toBeCloseTo((weights[i]?.[j] ?? Number.NaN) / (1 - inputs.dropout), 6);
      }
      expectProduct(of(numHeads > 1 ? 'heads' : 'output'), drops ? of('dropped') : weights, V, none);
    }
    if (numHeads > 1) {
      const joined = Array.from({ length: numHeads }, (_, head) => rows(picture, 'heads', sentence, head));
      const concat = rows(picture, 'concat', sentence, 0);
      expect(concat).toEqual(concat.map((_, i) => joined.flatMap((sheet) => sheet[i] ?? [])));
      expectProduct(rows(picture, 'output', sentence, 0), concat, rows(picture, 'W_o', sentence, 0), none);
    }
  }
});

test.each(seeds)('a number set by hand is that number, and says what it was: state %i', async (seed) => {
  const inputs = inputsOf(randomState(seed));
  const picture = await draw(engine, inputs);
  const plain = await draw(engine, { ...inputs, edits: [] });
  for (const { stage: name, index, value } of inputs.edits) {
    expect(picture.stages[name]?.data[index]).toBe(Math.fround(value));
    const { data } = picture.computed[name] as Tensor;
    const upstream = inputs.edits.some(({ stage }) => stage !== name);
    if (!upstream) expect(data[index]).toBe(plain.stages[name]?.data[index]);
  }
});

test.each(seeds)('an explanation ends in the number that it explains: state %i', async (seed) => {
  const picture = await draw(engine, inputsOf(randomState(seed)));
  for (const stage of stagesOf(picture).values()) {
    const at = clampSelection(
      { stage: stage.name, head: seed % 3, step: 1, query: 1, key: 1, input: 1, feature: 1, out: 1 },
      picture,
    );
    const found = explain(picture, at);
    const sheet = sheetOf(picture, stage, at.head);
    expect(found && [...(sheet?.data ?? [])]).toContain(found?.value);
    if (found?.kind === 'products') {
      const size = found.terms.reduce((sum, { product }) => sum + Math.abs(product), 0);
      const bound = 1e-6 + 4 * Math.sqrt(found.terms.length) * 2 ** -24 * size;
      expect(Math.abs(found.total - found.value)).toBeLessThanOrEqual(bound);
    }
    expect(found?.kind === 'edited').toBe(computedAt(picture, stage, at) !== undefined);
  }
});

test.each(seeds)('the address brings the same state back, in at most 8 KB: state %i', (seed) => {
  const state = randomState(seed);
  const hash = toHash(state);
  expect(hash.length).toBeLessThanOrEqual(8192);
  const back = fromHash(hash, state.language === 'en' ? 'zh' : 'en');
  expect(sameInputs(inputsOf(back), inputsOf(state))).toBe(true);
  expect(toHash(back)).toBe(hash);
});

test.each(seeds.slice(0, 20))('what is taken away computes the same numbers again: state %i', async (seed) => {
  const picture = await draw(engine, inputsOf(randomState(seed)));
  const recipe = recipeOf(picture);
  if (!recipe) throw new Error('no recipe');
  const { run, dispose } = await tracing(engine, recipe);
  const again = await run();
  dispose();
  for (const name of ['scores', 'attentionWeights', 'output'] as const) {
    const [now, before] = [again[name]?.data ?? [], picture.stages[name]?.data ?? []];
    expect(now.length).toBe(before.length);
    // masks come back as `keep`, which may take another path through the kernels
    for (const [i, value] of now.entries()) expect(value).toBeCloseTo(before[i] ?? Number.NaN, 5);
  }
});

test.each([1, 2])(
  'Q, K and V as they came in are traced, taken away and come back by the address: %i heads',
  async (numHeads) => {
    const random = numbersFrom(numHeads);
    const given = (rows: number): Tensor => ({
      data: Float32Array.from({ length: rows * 4 }, () => Math.round(random() * 200) / 100 - 1),
      shape: [rows, 4],
    });
    const brought = {
      kind: 'QKV' as const,
      tokens: ['a', 'b'],
      keys: ['u', 'v', 'w'],
      numHeads,
      ...{ Q: given(2), K: given(3), V: given(3) },
    };
    const state = changed(initialState('en'), { example: null, given: brought });
    const picture = await draw(engine, inputsOf(state));
    const size = 4 / numHeads;
    for (let head = 0; head < numHeads; head += 1) {
      const part = ({ data }: Tensor, row: number) => [
        ...data.subarray(row * 4 + head * size, row * 4 + (head + 1) * size),
      ];
      const scores = rows(picture, 'scores', 0, head);
      for (const [i, line] of scores.entries())
        for (const [j, score] of line.entries())
          expect(score).toBeCloseTo(
            part(brought.Q, i).reduce((sum, q, k) => sum + q * (part(brought.K, j)[k] ?? 0), 0),
            5,
          );
      const gathered = rows(picture, numHeads > 1 ? 'heads' : 'output', 0, head);
      const V = [0, 1, 2].map((j) => part(brought.V, j));
      expectProduct(gathered, rows(picture, 'attentionWeights', 0, head), V, () => false);
    }
    const recipe = recipeOf(picture);
    if (!recipe) throw new Error('no recipe');
    const again = await (await tracing(engine, recipe)).run();
    expect(again.attentionWeights).toEqual(picture.stages.attentionWeights);
    const back = fromHash(toHash(state), 'zh');
    expect((await draw(engine, inputsOf(back))).stages).toEqual(picture.stages);
  },
);
