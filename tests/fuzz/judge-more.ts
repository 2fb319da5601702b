// maskedSoftmax, additive attention, summaries, positional encoding.

import {
  type Attention,
  attentionOf,
  fourOf,
  groupOf,
  integerOf,
  readAdditiveOptions,
  readMaskOptions,
  refuse,
  scoringOf,
  tensorOf,
} from './contract.js';
import { droppedStage, expectedWeights, maskedOf, weightsOf } from './judge-attention.js';
import { checkNames, checkStage, firstOf, isWithin, type Numbers, type Result } from './numbers.js';
import { forEachRow, newStage, outputOf, type Stage, Sum } from './reference.js';
import type { TensorValue, Value } from './values.js';

export type Check = (result: Result) => string | undefined;

export function readMaskedSoftmax([given, options]: readonly Value[]): Check {
  const scores = tensorOf(given);
  const group = readMaskOptions(options);
  const Q = fourOf(scores, undefined);
  const [hasBatch, hasHeads] = [scores.shape.length > 2, scores.shape.length > 3];
  const scoring = scoringOf(group, [Q.batch, Q.heads, Q.steps, Q.size], hasBatch, hasHeads, 1);
  return (result) => {
    const masked = maskedOf({ Q, K: { ...Q, steps: Q.size }, scoring }, scores.data).exact.map(Math.fround);
    return checkStage('attentionWeights', result, scores.shape, weightsOf(masked, Q.size, scoring.isUniform));
  };
}

export function readAdditive([queries, keys, values, given]: readonly Value[]): Check {
  const { W_q, W_k, w_v, ...options } = readAdditiveOptions(given);
  const [q, k, v] = [tensorOf(queries), tensorOf(keys), tensorOf(values)];
  const parameters = [tensorOf(W_q, [2]), tensorOf(W_k, [2]), tensorOf(w_v, [1])] as const;
  const rank = q.shape.length;
  if (k.shape.length !== rank || v.shape.length !== rank) refuse('ranks differ');
  const fours = { Q: fourOf(q, undefined), K: fourOf(k, undefined), V: fourOf(v, undefined) };
  const [hiddens] = parameters[2].shape as [number];
  const wanted = [[fours.Q.size, hiddens], [fours.K.size, hiddens], [hiddens]];
  if (parameters.some(({ shape }, n) => shape.join() !== wanted[n]?.join())) refuse('a parameter of another shape');
  // The sizes of queries and keys need not agree: what attention wants of them is wanted of their projections.
  const alike = { ...fours, Q: { ...fours.Q, size: 1 }, K: { ...fours.K, size: 1 } };
  if (fours.Q.size === 0 || fours.K.size === 0 || hiddens === 0) refuse('size 0');
  const attention = attentionOf(alike, { hasBatch: rank > 2, hasHeads: rank === 4, isSplit: false }, options);
  return (result) => checkAdditive({ ...attention, ...fours }, parameters, result);
}

type Parameters = readonly [TensorValue, TensorValue, TensorValue];

function checkAdditive(attention: Attention, parameters: Parameters, result: Result): string | undefined {
  const { scoring, stageShape } = attention;
  const isDropping = (scoring.dropout?.p ?? 0) > 0;
  const { scores } = result as { scores: Numbers };
  const identity = { ...scoring, scale: 1, softcap: 0 };
  return firstOf(
    () => checkNames(result, ['scores', 'masked', 'attentionWeights', ...(isDropping ? ['dropped'] : []), 'output']),
    () => checkStage('scores', scores, stageShape, additiveScores(attention, parameters)),
    () => checkLater({ ...attention, scoring: identity }, { ...result, scaled: scores }),
  );
}

/** The stages after the scores. */
function checkLater(attention: Attention, result: Result): string | undefined {
  const { Q, K, V, scoring, stageShape, outputShape } = attention;
  const data = (name: string) => (result[name] as Numbers).data;
  const { dropout } = scoring;
  const last = result.dropped ? 'dropped' : 'attentionWeights';
  return firstOf(
    () => checkStage('masked', result.masked, stageShape, maskedOf({ Q, K, scoring }, data('scaled'))),
    () =>
      checkStage(
        'attentionWeights',
        result.attentionWeights,
        stageShape,
        weightsOf(data('masked'), K.steps, scoring.isUniform),
      ),
    () =>
      dropout && dropout.p > 0
        ? checkStage('dropped', result.dropped, stageShape, droppedStage(data('attentionWeights'), dropout))
        : undefined,
    () => checkStage('output', result.output, outputShape, outputOf(Q, V, data(last), data('masked'))),
  );
}

function additiveScores({ Q, K }: Attention, [W_q, W_k, w_v]: Parameters): Stage {
  const hiddens = w_v.data.length;
  const [q, k] = [projected(Q, W_q), projected(K, W_k)];
  const stage = newStage(Q.batch * Q.heads * Q.steps * K.steps);
  forEachRow(Q, K.steps, (b, h, i, first) => {
    for (let j = 0; j < K.steps; j++) {
      const sum = new Sum();
      let more = 0;
      const [at, to] = [
        ((b * Q.heads + h) * Q.steps + i) * hiddens,
        ((b * K.heads + Math.floor((h * K.heads) / Q.heads)) * K.steps + j) * hiddens,
      ];
      for (let n = 0; n < hiddens; n++) {
        const x = (q.exact[at + n] as number) + (k.exact[to + n] as number);
        const w = w_v.data[n] as number;
        sum.add(w, Math.tanh(x));
        const off = (q.bound[at + n] as number) + (k.bound[to + n] as number) + 2 ** -22 * Math.abs(x);
        more += Math.abs(w) * Math.min(off, Math.abs(x) > 3e38 ? Number.NaN : 2);
      }
      sum.store(stage, first + j, Number.isNaN(more) && Number.isNaN(stage.exact[first + j]) ? 0 : more);
    }
  });
  return stage;
}

/** x W of every row of every head. */
function projected(X: Attention['Q'], W: TensorValue): Stage {
  const [depth, width] = W.shape as [number, number];
  const stage = newStage(X.batch * X.heads * X.steps * width);
  let at = 0;
  for (let from = 0; from < X.data.length; from += depth)
    for (let n = 0; n < width; n++, at++) {
      const sum = new Sum();
      for (let m = 0; m < depth; m++) sum.add(X.data[from + m] as number, W.data[m * width + n] as number);
      sum.store(stage, at);
    }
  return stage;
}

export function readEncoding([steps, hiddens]: readonly Value[]): Check {
  const shape = [integerOf(steps, 0), integerOf(hiddens, 1)] as const;
  return (result) => {
    const stage = newStage(shape[0] * shape[1]);
    stage.exact.forEach((_, at) => {
      const [i, e] = [Math.floor(at / shape[1]), at % shape[1]];
      const angle = i / 10000 ** ((e - (e % 2)) / shape[1]);
      stage.exact[at] = e % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
      stage.bound[at] = 1e-6;
    });
    return checkStage('encoding', result, shape, stage);
  };
}

interface SummaryRequest {
  topK: number;
  rows: number;
  cols: number;
  from: number;
  isMean: boolean;
}

function readRequest(given: Value, L: number, S: number): SummaryRequest {
  const request = groupOf(given, ['topK', 'mapRows', 'mapCols', 'reduce', 'mapKeys']);
  const positive = (value: Value, otherwise: number) => (value === undefined ? otherwise : integerOf(value, 1));
  const { reduce = 'max', mapKeys } = request;
  if (reduce !== 'max' && reduce !== 'mean') refuse('reduce');
  const [from, to] = mapKeys === undefined ? [0, S] : keysOf(mapKeys, S);
  return {
    topK: positive(request.topK, 8),
    rows: Math.min(positive(request.mapRows, 64), L),
    cols: Math.min(positive(request.mapCols, 64), to - from),
    from,
    isMean: reduce === 'mean',
  };
}

function keysOf(value: Value, S: number): [number, number] {
  if (!Array.isArray(value) || value.length !== 2) return refuse('no pair of keys');
  const from = integerOf(value[0], 0);
  return [from, integerOf(value[1], from + 1, S)];
}

export function readSummary(attention: Attention, given: Value): Check {
  const { Q, K, stageShape } = attention;
  const request = readRequest(given, Q.steps, K.steps);
  const to = (readSpan(given) ?? [0, K.steps])[1];
  return (result) => checkSummary(attention, request, to, stageShape, result);
}

const readSpan = (given: Value): [number, number] | undefined =>
  (given as { mapKeys?: [number, number] } | undefined)?.mapKeys ?? undefined;

function checkSummary(
  attention: Attention,
  { topK, rows, cols, from, isMean }: SummaryRequest,
  to: number,
  stageShape: readonly number[],
  result: Result,
): string | undefined {
  const { Q, K } = attention;
  const [L, S, heads] = [Q.steps, K.steps, Q.batch * Q.heads];
  const weights = expectedWeights(attention);
  const [perQuery, lead] = [stageShape.slice(0, -1), stageShape.slice(0, -2)];
  const row = (r: number) => weights.exact.subarray(r * S, r * S + S);
  const off = (r: number) => weights.bound.subarray(r * S, r * S + S);
  const [rowMax, entropy, map] = [newStage(heads * L), newStage(heads * L), newStage(heads * rows * cols)];
  for (let r = 0; r < heads * L; r++) {
    rowMax.exact[r] = mostOf(row(r));
    rowMax.bound[r] = 1e-6 + 1e-5 + mostOf(off(r));
    row(r).forEach((w, j) => {
      const b = off(r)[j] as number;
      entropy.exact[r] = (entropy.exact[r] as number) - (w === 0 ? 0 : w * Math.log(w));
      entropy.bound[r] =
        (entropy.bound[r] as number) +
        1e-6 +
        1e-5 * w +
        (b === 0 ? 0 : 3 * b * (1 + Math.abs(Math.log(Math.max(w, b)))));
    });
  }
  for (let cell = 0; cell < map.exact.length; cell++) {
    const [head, r, c] = [Math.floor(cell / (rows * cols)), Math.floor(cell / cols) % rows, cell % cols];
    const covered: number[] = [];
    const offs: number[] = [];
    for (let i = Math.floor((r * L) / rows); i < Math.floor(((r + 1) * L) / rows); i++)
      for (
        let j = from + Math.floor((c * (to - from)) / cols);
        j < from + Math.floor(((c + 1) * (to - from)) / cols);
        j++
      ) {
        covered.push(row(head * L + i)[j] as number);
        offs.push(off(head * L + i)[j] as number);
      }
    map.exact[cell] = isMean ? covered.reduce((a, b) => a + b, 0) / covered.length : mostOf(covered);
    map.bound[cell] = 2e-6 + 1e-5 + mostOf(offs);
  }
  return firstOf(
    () => checkNames(result, ['rowMax', 'entropy', 'topK', 'map']),
    () => checkStage('rowMax', result.rowMax, perQuery, rowMax),
    () => checkStage('entropy', result.entropy, perQuery, entropy),
    () => checkStage('map', result.map, [...lead, rows, cols], map),
    () => checkTopK(attention, weights, topK, result.topK as TopK),
  );
}

/** NaN counts as the largest of all. */
const mostOf = (numbers: ArrayLike<number>): number => {
  let most = 0;
  for (let i = 0; i < numbers.length; i++)
    if (!((numbers[i] as number) <= most) && !Number.isNaN(most)) most = numbers[i] as number;
  return most;
};

interface TopK {
  indices: Numbers;
  attentionWeights: Numbers;
}

function checkTopK({ K, stageShape }: Attention, weights: Stage, topK: number, given: TopK): string | undefined {
  const [S, shape] = [K.steps, [...stageShape.slice(0, -1), topK]];
  if (given.indices.shape.join() !== shape.join())
    return `indices: expected shape ${shape}, got ${given.indices.shape}`;
  if (given.attentionWeights.shape.join() !== shape.join()) return `topK: expected shape ${shape}`;
  for (let r = 0; r * topK < given.indices.data.length; r++) {
    const seen = new Set<number>();
    let before = Infinity;
    for (let n = r * topK; n < (r + 1) * topK; n++) {
      const [index, weight] = [given.indices.data[n] as number, given.attentionWeights.data[n] as number];
      if (index === -1 ? weight !== 0 : !(index >= 0 && index < S) || seen.has(index))
        return `topK: index ${index} at ${n}`;
      if (weight > before) return `topK: not sorted at ${n}`;
      before = weight;
      seen.add(index);
      if (index < 0) continue;
      const at = r * S + index;
      const bound = (weights.bound[at] as number) + 1e-6 + 1e-5 * (weights.exact[at] as number);
      if (
        !isWithin(
          weight,
          weights.exact[at] as number,
          Number.isNaN(weights.exact[at]) ? (weights.bound[at] as number) : bound,
        )
      )
        return `topK: weight ${weight} of key ${index}, expected ${weights.exact[at]} ± ${bound}`;
    }
    for (let j = 0; j < S; j++) {
      const [w, b] = [weights.exact[r * S + j] as number, weights.bound[r * S + j] as number];
      const least = given.attentionWeights.data[(r + 1) * topK - 1] as number;
      if (!seen.has(j) && w > b + 2e-6 + 1e-5 && w - b - 2e-6 - 1e-5 * w > least)
        return `topK: key ${j} of weight ${w} is missing in row ${r}`;
    }
  }
  return undefined;
}
