// Attention, traced and fused.

import type { Attention, Four, Scoring } from './contract.js';
import { checkExact, checkNames, checkStage, firstOf, type Numbers, type Result } from './numbers.js';
import {
  droppedOf,
  forEachRow,
  maskRow,
  newStage,
  outputOf,
  type Stage,
  scaledOf,
  scoresOf,
  softmaxRow,
} from './reference.js';
import type { TensorValue } from './values.js';

const numbersOf = (result: Result, name: string): ArrayLike<number> => (result[name] as Numbers).data;

/** Every stage of a trace, each from the one before it as it came; edited ones as they were given. */
export function checkTrace(attention: Attention, result: Result): string | undefined {
  const { scoring, replace } = attention;
  const isDropping = (scoring.dropout?.p ?? 0) > 0;
  const names = ['scores', 'scaled', 'masked', 'attentionWeights', ...(isDropping ? ['dropped'] : []), 'output'];
  return firstOf(
    () => checkNames(result, names),
    () => checkStages(attention, result, replace),
  );
}

/** The stages alone, whatever else there is in a result. */
export function checkStages(
  { Q, K, V, stageShape, outputShape, scoring, replace }: Attention,
  result: Result,
  edited: { readonly [stage: string]: TensorValue } = replace,
): string | undefined {
  const check = (name: string, stage: () => Stage) => () =>
    edited[name]
      ? checkExact(name, result[name], stageShape, edited[name].data)
      : checkStage(name, result[name], stageShape, stage());
  const { dropout } = scoring;
  return firstOf(
    check('scores', () => scoresOf(Q, K)),
    check('scaled', () => eachOf(numbersOf(result, 'scores'), (score) => scaledOf(score, scoring))),
    check('masked', () => maskedOf({ Q, K, scoring }, numbersOf(result, 'scaled'))),
    check('attentionWeights', () => weightsOf(numbersOf(result, 'masked'), K.steps, scoring.isUniform)),
    () => {
      if (!dropout || dropout.p === 0) return undefined;
      const weights = numbersOf(result, 'attentionWeights');
      return checkStage('dropped', result.dropped, stageShape, droppedStage(weights, dropout));
    },
    () => {
      const weights = numbersOf(result, result.dropped ? 'dropped' : 'attentionWeights');
      const stage = outputOf(Q, V, weights, numbersOf(result, 'masked'));
      return checkStage(
        'output',
        result.output,
        outputShape,
        isSplit(stageShape, outputShape) ? sideBySide(stage, Q, V.size) : stage,
      );
    },
  );
}

/** What is dropped is exactly 0; the rest is a product. */
export function droppedStage(weights: ArrayLike<number>, dropout: { p: number; seed: number }): Stage {
  const stage = newStage(weights.length);
  for (let i = 0; i < weights.length; i++) {
    const x = droppedOf(weights[i] as number, i, dropout);
    stage.exact[i] = x;
    stage.bound[i] = x === 0 ? -1 : 1e-6 * Math.abs(x);
  }
  return stage;
}

const isSplit = (stages: readonly number[], output: readonly number[]): boolean => stages.length !== output.length;

/** (batch, heads, steps, size) as (batch, steps, heads · size). */
export function sideBySide(
  { exact, bound }: Stage,
  { batch, heads, steps }: { batch: number; heads: number; steps: number },
  size: number,
): Stage {
  const stage = newStage(exact.length);
  let from = 0;
  for (let b = 0; b < batch; b++)
    for (let h = 0; h < heads; h++)
      for (let i = 0; i < steps; i++)
        for (let e = 0; e < size; e++, from++) {
          const to = ((b * steps + i) * heads + h) * size + e;
          stage.exact[to] = exact[from] as number;
          stage.bound[to] = bound[from] as number;
        }
  return stage;
}

const relative = (x: number): number => 1e-6 + 1e-5 * Math.abs(x);

function eachOf(data: ArrayLike<number>, f: (x: number) => number): Stage {
  const stage = newStage(data.length);
  for (let i = 0; i < data.length; i++) {
    const x = f(data[i] as number);
    stage.exact[i] = x;
    stage.bound[i] = relative(x);
  }
  return stage;
}

type Rows = Pick<Attention, 'Q' | 'K' | 'scoring'>;

export function maskedOf({ Q, K, scoring }: Rows, scaled: ArrayLike<number>): Stage {
  const stage = newStage(scaled.length);
  stage.exact.set(scaled);
  forEachRow(Q, K.steps, (b, h, i, first) => maskRow(stage.exact.subarray(first, first + K.steps), scoring, b, h, i));
  stage.exact.forEach((x, i) => {
    stage.bound[i] = relative(x);
  });
  return stage;
}

/** What is forbidden weighs exactly 0, and what is empty exactly that or 1/num_kv_pairs. */
export function weightsOf(masked: ArrayLike<number>, S: number, isUniform: boolean): Stage {
  const stage = newStage(masked.length);
  stage.exact.set(masked);
  for (let first = 0; first < masked.length; first += S) {
    const row = stage.exact.subarray(first, first + S);
    softmaxRow(row, isUniform);
    for (let i = first; i < first + S; i++) {
      const x = stage.exact[i] as number;
      stage.bound[i] = masked[i] === -Infinity && x === 0 ? -1 : relative(x);
    }
  }
  return stage;
}

/** Weights from end to end, and how far off each may be for the errors of the scores; NaN where nothing can be said. */
export function expectedWeights({ Q, K, scoring }: Rows): Stage {
  const scores = scoresOf(Q, K);
  const stage = newStage(scores.exact.length);
  const scale = Math.abs(scoring.scale);
  for (let i = 0; i < stage.exact.length; i++) {
    const x = scaledOf(scores.exact[i] as number, scoring);
    stage.exact[i] = x;
    stage.bound[i] = scale * (scores.bound[i] as number) + 2 ** -21 * Math.abs(x);
  }
  forEachRow(Q, K.steps, (b, h, i, first) => {
    const row = stage.exact.subarray(first, first + K.steps);
    maskRow(row, scoring, b, h, i);
    row.forEach((_, j) => {
      if (!scoring.isAllowed(b, h, i, j)) stage.bound[first + j] = 0;
    });
    boundRow(row, stage.bound.subarray(first, first + K.steps), scoring);
  });
  return stage;
}

function boundRow(row: Float64Array, bound: Float64Array, { isUniform }: Scoring): void {
  const isForbidden = Array.from(row, (x) => x === -Infinity);
  // Beyond these float32 may or may not be infinite.
  const isVague = row.some((x, j) => Number.isNaN(bound[j]) || (Math.abs(x) > 1e37 && Math.abs(x) < Infinity));
  const errors = row.map((x, j) =>
    isForbidden[j] || !(Math.abs(x) < Infinity) ? 0 : (bound[j] as number) + 2 ** -21 * Math.abs(x),
  );
  softmaxRow(row, isUniform);
  const shares = row.map((w, j) => w * Math.expm1(Math.min(errors[j] as number, 100)));
  const total = shares.reduce((sum, x) => sum + x, 0);
  row.forEach((w, j) => {
    if (isVague || total > 0.5) bound[j] = Number.NaN;
    else bound[j] = Number.isNaN(w) ? 0 : (shares[j] as number) + w * (total + 1e-6) + (isForbidden[j] ? 0 : 1e-35);
  });
}

/** The output from end to end. */
export function expectedOutput({ Q, K, V, stageShape, outputShape, scoring }: Attention): Stage {
  const weights = expectedWeights({ Q, K, scoring });
  const { dropout } = scoring;
  if (dropout && dropout.p > 0)
    weights.exact.forEach((w, i) => {
      const isKept = droppedOf(1, i, dropout) > 0;
      weights.exact[i] = isKept ? w / (1 - dropout.p) : 0;
      weights.bound[i] = isKept
        ? (weights.bound[i] as number) / (1 - dropout.p)
        : Number.isNaN(weights.bound[i])
          ? Number.NaN
          : 0;
    });
  const forbidden = maskedOf({ Q, K, scoring }, scoresAsGiven(Q, K, scoring)).exact;
  const output = outputOf(Q, V, weights.exact, forbidden);
  // The same sums of |V| with what the weights may be off.
  const size = { ...V, data: Float64Array.from(V.data, (x) => (Math.abs(x) < Infinity ? Math.abs(x) : 0)) };
  const off = outputOf(Q, size, weights.bound, forbidden).exact;
  off.forEach((more, i) => {
    output.bound[i] =
      (output.bound[i] as number) +
      more +
      1e-5 * Math.abs(Number.isFinite(output.exact[i]) ? (output.exact[i] as number) : 0);
  });
  markUnderflow(output, Q, V, weights.exact, forbidden);
  return isSplit(stageShape, outputShape) ? sideBySide(output, Q, V.size) : output;
}

/** ∞ times a weight that may be 0 in float32 is ∞ or NaN. */
function markUnderflow(output: Stage, Q: Four, V: Four, weights: Float64Array, forbidden: Float64Array): void {
  const infinite = Float64Array.from(V.data, (x) => (Math.abs(x) === Infinity ? 1 : 0));
  if (!infinite.includes(1)) return;
  const tiny = weights.map((w) => (w > 0 && w < 1e-36 ? 1 : 0));
  outputOf(Q, { ...V, data: infinite }, tiny, forbidden).exact.forEach((count, i) => {
    if (count > 0) output.bound[i] = Number.NaN;
  });
}

const scoresAsGiven = (Q: Attention['Q'], K: Attention['K'], scoring: Scoring): Float64Array =>
  scoresOf(Q, K).exact.map((x) => scaledOf(x, scoring));
