// The same numbers for every engine: uniform, from a seed, scaled so that scores have variance 1 and softmax is neither
// flat nor a choice of one key.

import { allowedKeys, validLensOf, windowSize } from './arithmetic.mjs';

/** Mulberry32. @param {number} seed */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Uniform between −limit and limit. @param {number} seed @param {number[]} shape */
function random(seed, shape, limit = 1) {
  const next = generator(seed);
  const size = shape.reduce((product, length) => product * length, 1);
  return { data: Float32Array.from({ length: size }, () => (2 * next() - 1) * limit), shape };
}

/** @param {import('./workloads.mjs').Workload} workload */
export function inputsOf({ kind, batchSize, numSteps, numHiddens, numHeads, numKvHeads, mask }) {
  const shape = [batchSize, numSteps, numHiddens];
  if (kind === 'attention') {
    const unit = Math.sqrt(3); // the standard deviation is then 1
    return { Q: random(1, shape, unit), K: random(2, shape, unit), V: random(3, shape, unit) };
  }
  const kvSize = (numHiddens / numHeads) * numKvHeads;
  const limit = 3 / Math.sqrt(numHiddens); // products with X then have variance 1
  return {
    X: random(1, shape),
    parameters: {
      W_q: random(2, [numHiddens, numHiddens], limit),
      W_k: random(3, [numHiddens, kvSize], limit),
      W_v: random(4, [numHiddens, kvSize], limit),
      W_o: random(5, [numHiddens, numHiddens], limit),
    },
    ...(mask === 'bias' && { attentionBias: random(6, [numHeads, numSteps, numSteps]) }),
  };
}

/** What is forbidden, in the words of our package. @param {import('./workloads.mjs').Workload} workload */
export function optionsOf(workload, { attentionBias } = {}) {
  if (workload.mask === 'causal') return { causal: true };
  if (workload.mask === 'validLens') return { validLens: validLensOf(workload) };
  if (workload.mask === 'window') return { window: [windowSize, windowSize] };
  return attentionBias ? { attentionBias } : {};
}

/**
 * The same as what is added to scores, for engines that know nothing else: 0 where a query may read a key, −∞ elsewhere.
 * Its shape is that of scores, 1 where all are alike.
 * @param {import('./workloads.mjs').Workload} workload
 */
export function additiveMask(workload) {
  const { batchSize, numSteps, mask } = workload;
  if (mask === 'none' || mask === 'bias') return undefined;
  const batches = mask === 'validLens' ? batchSize : 1;
  const rows = mask === 'validLens' ? 1 : numSteps;
  const data = new Float32Array(batches * rows * numSteps).fill(Number.NEGATIVE_INFINITY);
  for (let b = 0; b < batches; b++)
    for (let i = 0; i < rows; i++) {
      const row = (b * rows + i) * numSteps;
      const [begin, end] = allowedKeys(workload, b, i);
      data.fill(0, row + begin, row + end);
    }
  return { data, shape: [batches, 1, rows, numSteps] };
}
