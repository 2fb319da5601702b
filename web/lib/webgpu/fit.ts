// Whether the arguments of a call fit each other, and what follows from them. Where they do not, a Misfit is thrown and
// the core words the refusal.

import type { CoreOptions } from '../wasm/core.js';
import { type Masking, maskingOf } from './masking.js';
import type { Part } from './parts.js';
import { dense, type Layout, sideBySide } from './rows.js';
import { type Axes, axesOf, fitting, lifted, lowered, type Shape4, sameAxes } from './shapes.js';

/** Everything but the numbers of Q, K and V. */
export interface Fit {
  /** Axes of the stages, and those of the output: heads that were split are put side by side again. */
  axes: Axes;
  outputAxes: Axes;
  scores: Shape4;
  headSize: number;
  valueSize: number;
  /** Heads that share one of K and V. */
  group: number;
  scale: number;
  softcap: number;
  /** Absent where nothing is dropped. */
  dropout?: { p: number; seed: number };
  masking: Masking;
}

type Shaped = { shape: readonly number[] };

/** Q, K and V as four axes each: heads that lie side by side seen head by head. */
export interface Seen<T> {
  Q: T;
  K: T;
  V: T;
  axes: Axes;
  outputAxes: Axes;
}

/** Sees Q, K and V as the options say. @throws Misfit */
export function seen(Q: Shaped, K: Shaped, V: Shaped, options: CoreOptions): Seen<Layout> {
  const { numHeads, numKvHeads = numHeads } = options;
  const axes = axesOf(Q as { shape: number[] });
  if (axes.heads) {
    fitting(numHeads === undefined || numHeads === Q.shape[1]);
    fitting(numKvHeads === undefined || numKvHeads === lifted(K as { shape: number[] })[1]);
  } else if (numHeads !== undefined) {
    const stageAxes = { ...axes, heads: true };
    fitting(sameAxes(axes, axesOf(K as { shape: number[] })) && sameAxes(axes, axesOf(V as { shape: number[] })));
    return {
      Q: splitHeads(Q, numHeads),
      K: splitHeads(K, numKvHeads ?? numHeads),
      V: splitHeads(V, numKvHeads ?? numHeads),
      axes: stageAxes,
      outputAxes: axes,
    };
  } else {
    fitting(numKvHeads === undefined);
  }
  fitting(sameAxes(axes, axesOf(K as { shape: number[] })) && sameAxes(axes, axesOf(V as { shape: number[] })));
  const asGiven = (tensor: Shaped) => dense(lifted(tensor as { shape: number[] }));
  return { Q: asGiven(Q), K: asGiven(K), V: asGiven(V), axes, outputAxes: axes };
}

function splitHeads(tensor: Shaped, heads: number): Layout {
  const [batch, , steps, size] = lifted(tensor as { shape: number[] });
  fitting(size % heads === 0);
  return sideBySide([batch, heads, steps, size / heads], (d) => d);
}

/** @throws Misfit */
export function fitOf({ Q, K, V, axes, outputAxes }: Seen<Layout>, options: CoreOptions): Fit {
  const [batch, heads, queries, headSize] = Q.shape;
  const [keyBatch, kvHeads, keys, keySize] = K.shape;
  fitting(keyBatch === batch && heads > 0 && kvHeads > 0 && heads % kvHeads === 0);
  fitting(headSize > 0 && keySize === headSize);
  fitting(V.shape[0] === batch && V.shape[1] === kvHeads && V.shape[2] === keys && V.shape[3] > 0);
  const scores: Shape4 = [batch, heads, queries, keys];
  const { dropout } = options;
  return {
    axes,
    outputAxes,
    scores,
    headSize,
    valueSize: V.shape[3],
    group: heads / kvHeads,
    ...scaleOf(options, headSize),
    ...(dropout && dropout.p > 0 && { dropout }),
    masking: maskingOf(options, scores, axes),
  };
}

/** Shaders compute in float32, where 1e300 is infinite and 1e-300 is 0. */
/** 0, or neither infinite in float32 nor nearer to 0 than its normal numbers. */
function isNormal(x: number): boolean {
  const size = Math.abs(Math.fround(x));
  return x === 0 || (size >= 2 ** -126 && size < Infinity);
}

export function scaleOf({ scale, softcap = 0 }: CoreOptions, headSize: number): { scale: number; softcap: number } {
  fitting(scale === undefined || isNormal(scale));
  fitting(softcap >= 0 && isNormal(softcap));
  return { scale: scale ?? 1 / Math.sqrt(headSize), softcap };
}

export function wholePart({ scores: [batch, heads, queries] }: Pick<Fit, 'scores'>): Part {
  return { batch: [0, batch], head: [0, heads], query: [0, queries] };
}

/** The output: rank as it came in, heads side by side where they came so. */
export function outputShape({ scores: [batch, heads, queries], valueSize, axes, outputAxes }: Fit): number[] {
  return axes.heads === outputAxes.heads
    ? lowered([batch, heads, queries, valueSize], outputAxes)
    : lowered([batch, 1, queries, heads * valueSize], outputAxes);
}

/** Where the output of each head lies. */
export function outputLayout(fit: Fit, pad = (size: number) => size): Layout {
  const { scores, valueSize, axes, outputAxes } = fit;
  const shape: Shape4 = [scores[0], scores[1], scores[2], valueSize];
  if (axes.heads !== outputAxes.heads) return sideBySide(shape, pad);
  return { ...dense([scores[0], scores[1], scores[2], pad(valueSize)]), shape };
}
