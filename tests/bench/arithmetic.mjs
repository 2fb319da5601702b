// The arithmetic that a workload requires, whatever an engine does beyond it.

/** Keys on each side of a query that `window` lets it read. */
export const windowSize = 64;

/**
 * How many keys are there to read, by sentence: the last one is whole, the ones before are shorter in even steps.
 * @param {import('./workloads.mjs').Workload} workload
 */
export const validLensOf = ({ batchSize, numSteps }) =>
  Array.from({ length: batchSize }, (_, b) => Math.ceil((numSteps * (b + 1)) / batchSize));

/**
 * The keys that a query may read: from the first to before the second number.
 * @param {import('./workloads.mjs').Workload} workload
 * @param {number} batch
 * @param {number} query
 * @returns {[number, number]}
 */
export function allowedKeys(workload, batch, query) {
  const { mask, numSteps } = workload;
  if (mask === 'causal') return [0, query + 1];
  if (mask === 'window') return [Math.max(0, query - windowSize), Math.min(numSteps, query + windowSize + 1)];
  if (mask === 'validLens') return [0, /** @type {number} */ (validLensOf(workload)[batch])];
  return [0, numSteps];
}

/**
 * Pairs of a query and a key that it may read, in one head of all sentences together.
 * @param {import('./workloads.mjs').Workload} workload
 */
export function allowedPairs(workload) {
  const { batchSize, numSteps, mask } = workload;
  const whole = numSteps ** 2;
  if (mask === 'causal') return (batchSize * (whole + numSteps)) / 2;
  if (mask === 'validLens') return validLensOf(workload).reduce((sum, length) => sum + numSteps * length, 0);
  if (mask === 'window') {
    const outside = Math.max(0, numSteps - 1 - windowSize); // keys that the first query may not read
    return batchSize * (whole - outside * (outside + 1));
  }
  return batchSize * whole;
}

/**
 * Floating-point operations: a multiply-add counts two, softmax and masks none. Every step is projected, also one
 * that no query reads.
 * @param {import('./workloads.mjs').Workload} workload
 */
export function requiredFlop(workload) {
  const { kind, batchSize, numSteps, numHiddens, numHeads, numKvHeads } = workload;
  const ofPairs = 2 * 2 * allowedPairs(workload) * numHiddens; // scores, and attention weights times V
  if (kind === 'attention') return ofPairs;
  const kvSize = (numHiddens / numHeads) * numKvHeads;
  const columns = numHiddens + 2 * kvSize + numHiddens; // of W_q, W_k and W_v, W_o
  return 2 * batchSize * numSteps * numHiddens * columns + ofPairs;
}
