// A trace is the record of every stage, in the order of the formula; `replace` continues from an edited one.

import { describe, expect, test } from 'vitest';
import { type AttentionTrace, type Engine, type Tensor, tensor } from 'xattention';
import { expectClose, expectSame } from './compare.js';
import { engines } from './engines.js';
import { mulberry32 } from './golden.js';
import { K, options, Q, V } from './small.js';

const random = (seed: number, ...shape: number[]) =>
  tensor(
    mulberry32(
      seed,
      shape.reduce((a, b) => a * b, 1),
    ),
    shape,
  );

const STAGES = ['scores', 'scaled', 'masked', 'attentionWeights', 'output'];
const DROPPED_STAGES = ['scores', 'scaled', 'masked', 'attentionWeights', 'dropped', 'output'];
const dropout = { p: 0.5, seed: 7 };

describe.each(engines)('%s', (_, engine) => {
  describe('the keys of a trace', () => {
    test('are the stages, in order, and dropped only with dropout', () => {
      expect(Object.keys(engine.trace(Q, K, V))).toEqual(STAGES);
      expect(Object.keys(engine.trace(Q, K, V, { dropout }))).toEqual(DROPPED_STAGES);
      expect(Object.keys(engine.attention(Q, K, V, { dropout }))).toEqual(['output']);
    });

    test('of additive attention have no scale', () => {
      const parameters = { W_q: random(1, 2, 3), W_k: random(2, 2, 3), w_v: random(3, 3) };
      const trace = engine.additiveAttention(Q, K, V, parameters);
      expect(Object.keys(trace)).toEqual(['scores', 'masked', 'attentionWeights', 'output']);
    });

    test('of self-attention are X, the parameters and the stages', () => {
      using layer = engine.selfAttention({ numHiddens: 2 });
      expect(Object.keys(layer.trace(Q))).toEqual(['X', 'W_q', 'W_k', 'W_v', 'Q', 'K', 'V', ...STAGES]);
    });

    test('of multi-head attention are the inputs, the parameters and the stages with heads and concat', () => {
      using layer = engine.multiHeadAttention({ numHiddens: 2, numHeads: 2, bias: true });
      const parameters = ['W_q', 'W_k', 'W_v', 'W_o', 'b_q', 'b_k', 'b_v', 'b_o'];
      const stages = DROPPED_STAGES.filter((name) => name !== 'output');
      expect(Object.keys(layer.trace({ queries: Q, keys: K, values: V }, { dropout }))).toEqual([
        ...['queries', 'keys', 'values'],
        ...parameters,
        ...['Q', 'K', 'V'],
        ...stages,
        ...['heads', 'concat', 'output'],
      ]);
    });
  });

  describe('rank in is rank out', () => {
    test.each([
      ['(L, E)', [3, 4], [5, 4], [5, 2], [3, 5], [3, 2]],
      ['(B, L, E)', [2, 3, 4], [2, 5, 4], [2, 5, 2], [2, 3, 5], [2, 3, 2]],
      ['(B, H, L, E)', [2, 6, 3, 4], [2, 2, 5, 4], [2, 2, 5, 2], [2, 6, 3, 5], [2, 6, 3, 2]],
    ])('%s', (_, q, k, v, scores, output) => {
      const trace = engine.trace(random(1, ...q), random(2, ...k), random(3, ...v));
      expect(trace.attentionWeights.shape).toEqual(scores);
      expect(trace.output.shape).toEqual(output);
    });

    test('numHeads splits a 3-D input: its stages are 4-D, its output 3-D', () => {
      const trace = engine.trace(random(1, 2, 3, 8), random(2, 2, 5, 4), random(3, 2, 5, 6), {
        numHeads: 4,
        numKvHeads: 2,
      });
      expect(trace.scores.shape).toEqual([2, 4, 3, 5]);
      expect(trace.output.shape).toEqual([2, 3, 12]);
    });

    test('a layer of X (L, D) and of X (B, L, D)', () => {
      using single = engine.selfAttention({ numHiddens: 4 });
      using multi = engine.multiHeadAttention({ numHiddens: 4, numHeads: 1 });
      expect(single.trace(random(1, 3, 4)).attentionWeights.shape).toEqual([3, 3]);
      expect(single.trace(random(1, 2, 3, 4)).attentionWeights.shape).toEqual([2, 3, 3]);
      expect(multi.trace(random(1, 3, 4)).attentionWeights.shape).toEqual([1, 3, 3]);
      expect(multi.trace(random(1, 2, 3, 4)).attentionWeights.shape).toEqual([2, 1, 3, 3]);
    });
  });

  describe('replace', () => {
    const computed = engine.trace(Q, K, V, { ...options, scale: 2 });

    test('with what was computed changes nothing', () => {
      for (const name of ['scores', 'masked', 'attentionWeights'] as const) {
        const replace = { [name]: computed[name] };
        expectSame(engine.trace(Q, K, V, { ...options, scale: 2, replace }), computed);
      }
    });

    test('continues from the edited stage and leaves those before it', () => {
      const scores = tensor([3, 0, 0, 0, 0, 0], [2, 3]);
      const fromScores = engine.trace(Q, K, V, { ...options, scale: 2, replace: { scores } });
      expectSame(fromScores.scores, scores);
      expect(fromScores.scaled.data[0]).toBe(6);
      expectClose(fromScores.attentionWeights, {
        data: [1 / (1 + Math.exp(-6)), 1 / (1 + Math.exp(6)), 0, 0, 0, 0],
        shape: [2, 3],
      });

      const attentionWeights = tensor([0, 0, 1, 1, 0, 0], [2, 3]);
      const fromWeights = engine.trace(Q, K, V, { ...options, scale: 2, replace: { attentionWeights } });
      expectSame(fromWeights.masked, computed.masked);
      expectSame(fromWeights.output, tensor([5, 6, 1, 2], [2, 2]));
    });

    test('works in a layer', () => {
      using layer = engine.multiHeadAttention({ numHiddens: 2, numHeads: 1 });
      const { V: values, concat } = layer.trace(Q, { replace: { attentionWeights: tensor([1, 0, 1, 0], [1, 2, 2]) } });
      expectClose(concat as Tensor, { data: [...values.data.slice(0, 2), ...values.data.slice(0, 2)], shape: [2, 2] });
    });
  });

  describe('dropout', () => {
    const X = random(4, 40, 8);
    const drop = (seed: number, p = 0.5) => engine.trace(X, X, X, { dropout: { p, seed } });

    test('drops the share that was asked for, and scales the rest', () => {
      const { attentionWeights, dropped } = drop(1, 0.25) as Required<AttentionTrace>;
      const kept = dropped.data.filter((weight) => weight !== 0).length / dropped.data.length;
      expect(kept).toBeGreaterThan(0.7);
      expect(kept).toBeLessThan(0.8);
      const expected = attentionWeights.data.map((weight, i) => (dropped.data[i] === 0 ? 0 : weight / 0.75));
      expectClose(dropped, { data: expected, shape: [40, 40] });
    });

    test('is the same for the same seed, and another for another, 2³² apart too', () => {
      expectSame(drop(1), drop(1));
      expect(drop(2).dropped).not.toEqual(drop(1).dropped);
      expect(drop(1 + 2 ** 32).dropped).not.toEqual(drop(1).dropped);
      expectSame(engine.trace(X, X, X, { dropout: { p: 0.5 } }), drop(0));
    });

    test('has the output alone agree with the trace', () => {
      expectClose(engine.attention(X, X, X, { dropout }).output, engine.trace(X, X, X, { dropout }).output);
    });

    test('of 0 is none, of 1 drops everything', () => {
      expectSame(drop(1, 0), engine.trace(X, X, X));
      expect(drop(1, 1).output.data.every((value) => value === 0)).toBe(true);
    });
  });

  test('maskedSoftmax gives the weights of a trace from its scaled stage', () => {
    const causal = { causal: 'bottom-right', validLens: [2] } as const;
    const trace = engine.trace(Q, K, V, causal);
    expectClose(engine.maskedSoftmax(trace.scaled, causal), trace.attentionWeights);
  });

  test('null and undefined are options left out', () => {
    const nothing = { scale: null, causal: undefined, validLens: null, dropout: null, keep: undefined, replace: null };
    expectSame(engine.trace(Q, K, V, nothing), engine.trace(Q, K, V));
  });

  test('causal with an alignment says both at once', () => {
    const both = engine.trace(Q, K, V, { causal: true, queryOffset: 'bottom-right' });
    expectSame(engine.trace(Q, K, V, { causal: 'bottom-right' }), both);
    expectSame(engine.trace(Q, K, V, { causal: true, queryOffset: 1 }), both);
    expectSame(engine.trace(Q, K, V, { causal: true, queryOffset: [1] }), both);
  });

  test('masks mean the same in every form', () => {
    const rows = [
      [true, true, false],
      [false, false, false],
    ];
    const flat = [1, 1, 0, 0, 0, 0];
    const expected = engine.trace(Q, K, V, { keep: rows });
    const forms = [
      rows.map((row) => row.map(Number)),
      { data: flat, shape: [2, 3] },
      { data: flat.map(Boolean), shape: [2, 3] },
      { data: Uint8Array.from(flat), shape: [2, 3] },
      { data: Float32Array.from(flat), shape: [1, 2, 3].slice(1) },
      { data: Uint8Array.of(9, ...flat).subarray(1), shape: [2, 3] },
    ];
    for (const keep of forms) expectSame(engine.trace(Q, K, V, { keep }), expected);
    expectSame(engine.trace(Q, K, V, { drop: rows.map((row) => row.map((kept) => !kept)) }), expected);
  });

  test('valid lengths mean the same in every form', () => {
    const expected = engine.trace(Q, K, V, { validLens: [2] });
    for (const validLens of [Int32Array.of(2), Float64Array.of(2), [[2, 2]], { data: [2], shape: [1] }]) {
      expectSame(engine.trace(Q, K, V, { validLens }), expected);
    }
  });

  test('a summary says what the trace says', () => expectSummary(engine));

  describe('a summary of a layer', () => {
    const X = random(5, 2, 20, 8);
    const rows = (first: number, count: number) =>
      tensor(
        [0, 1].flatMap((batch) => [...X.data.subarray((batch * 20 + first) * 8, (batch * 20 + first + count) * 8)]),
        [2, count, 8],
      );

    test('is of its trace', () => {
      using layer = engine.multiHeadAttention({ numHiddens: 8, numHeads: 4, numKvHeads: 2, bias: true });
      const { Q: queries, K: keys, V: values, attentionWeights } = layer.trace(X, { causal: true });
      const request = { topK: 3, mapRows: 20, mapCols: 20 };
      const summary = layer.summarize(X, { causal: true }, request);
      expectClose(summary.map, attentionWeights);
      expectSame(summary, engine.summarize(queries, keys, values, { causal: true }, request));
    });

    test('can be had some queries and some keys at a time', () => {
      using layer = engine.selfAttention({ numHiddens: 8 });
      const options = { causal: true, validLens: [18, 9], window: [12, -1] } as const;
      const whole = layer.trace(X, options).attentionWeights;
      const { rowMax } = layer.summarize(X, options);
      const block = { queries: rows(7, 6), keys: X, values: X };
      const part = layer.summarize(block, { ...options, queryOffset: 7 }, { mapKeys: [3, 12], topK: 20 });
      const expected = (from: number, to: number) =>
        [0, 1].flatMap((batch) =>
          [7, 8, 9, 10, 11, 12].flatMap((query) => {
            const start = (batch * 20 + query) * 20;
            return [...whole.data.subarray(start + from, start + to)];
          }),
        );
      expectClose(part.map, { data: expected(3, 12), shape: [2, 6, 9] });
      expectSame(part.rowMax.data, Float32Array.from([...rowMax.data.slice(7, 13), ...rowMax.data.slice(27, 33)]));
      // Put back where it belongs, the list of all keys is the row.
      const listed = new Float32Array(2 * 6 * 20);
      part.topK.indices.data.forEach((key, i) => {
        if (key >= 0) listed[Math.floor(i / 20) * 20 + key] = part.topK.attentionWeights.data[i] as number;
      });
      expectClose({ data: listed, shape: [2, 6, 20] }, { data: expected(0, 20), shape: [2, 6, 20] });
    });
  });
});

function expectSummary(engine: Engine): void {
  const [numQueries, numKvPairs, topK] = [7, 9, 3];
  const inputs = [
    random(1, 2, 3, numQueries, 4),
    random(2, 2, 3, numKvPairs, 4),
    random(3, 2, 3, numKvPairs, 5),
  ] as const;
  const settings = { causal: 'top-left', validLens: [9, 2] } as const;
  const { attentionWeights } = engine.trace(...inputs, settings);
  const rows = Array.from({ length: 2 * 3 * numQueries }, (_, i) =>
    Array.from(attentionWeights.data.subarray(i * numKvPairs, (i + 1) * numKvPairs)),
  );
  const summary = engine.summarize(...inputs, settings, { topK, mapRows: numQueries, mapCols: numKvPairs });

  expectClose(summary.rowMax, { data: rows.map((row) => Math.max(...row)), shape: [2, 3, numQueries] });
  const entropies = rows.map((row) => -row.reduce((sum, w) => sum + (w > 0 ? w * Math.log(w) : 0), 0));
  expectClose(summary.entropy, { data: entropies, shape: [2, 3, numQueries] });
  expectClose(summary.map, attentionWeights);

  const { indices, attentionWeights: largest } = summary.topK;
  expect(indices.data).toBeInstanceOf(Int32Array);
  expect(indices.shape).toEqual([2, 3, numQueries, topK]);
  const sorted = rows.flatMap((row) => [...row].sort((a, b) => b - a).slice(0, topK));
  expectClose(largest, { data: sorted, shape: [2, 3, numQueries, topK] });
  indices.data.forEach((index, i) => {
    const weight = rows[Math.floor(i / topK)]?.[index] ?? 0; // −1 past the last allowed key
    expect(weight).toBeCloseTo(largest.data[i] as number, 6);
  });
  expect(indices.data.slice(0, topK)).toEqual(Int32Array.of(0, -1, -1));
}
