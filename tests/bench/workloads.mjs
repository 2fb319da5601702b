// What is timed. A layer is multi-head self-attention with W_o, from X to output; `attention` is Q, K and V to output.

/**
 * @typedef {object} Workload
 * @property {'layer' | 'attention'} kind
 * @property {number} batchSize
 * @property {number} numSteps
 * @property {number} numHiddens
 * @property {number} numHeads
 * @property {number} numKvHeads
 * @property {'none' | 'causal' | 'validLens' | 'window' | 'bias'} mask
 */

/** (batch_size, num_steps, num_hiddens, num_heads) */
const sizes = [
  [1, 16, 64, 4],
  [1, 64, 128, 4],
  [1, 128, 256, 8],
  [2, 512, 256, 8],
  [1, 512, 768, 12],
  [1, 1024, 512, 8],
  [1, 2048, 512, 8],
  [8, 128, 768, 12],
];

/** @returns {Workload} */
const layer = ([batchSize, numSteps, numHiddens, numHeads], mask = 'none', numKvHeads = numHeads) => ({
  kind: 'layer',
  batchSize,
  numSteps,
  numHiddens,
  numHeads,
  numKvHeads,
  mask,
});

const middle = [2, 512, 256, 8];

/** @type {Workload[]} */
export const workloads = [
  ...sizes.map((size) => layer(size)),
  ...sizes.map((size) => layer(size, 'causal')),
  layer(middle, 'validLens'),
  layer(middle, 'window'),
  layer(middle, 'bias'),
  layer(middle, 'none', 2),
  ...[8192, 16384].map((numSteps) => ({ ...layer([1, numSteps, 64, 1]), kind: 'attention' })),
];

/** Enough of them to see in under a minute whether something became slower. */
export const quickWorkloads = workloads.filter(
  ({ numSteps, numHiddens, mask }) => numSteps <= 512 && numHiddens <= 256 && (mask === 'none' || numSteps === 512),
);

/** One layer at growing lengths, for the plot of time against steps. */
export const sweepWorkloads = [16, 32, 64, 128, 256, 512, 1024, 2048].map((numSteps) => layer([1, numSteps, 256, 8]));

/** @param {Workload} workload */
export function nameOf({ kind, batchSize, numSteps, numHiddens, numHeads, numKvHeads, mask }) {
  const size = `(${[batchSize, numSteps, numHiddens, numHeads].join(', ')})`;
  const kinds = [mask !== 'none' && mask, numKvHeads !== numHeads && `${numKvHeads} kv heads`].filter(Boolean);
  return [kind === 'attention' ? `attention ${size}` : size, ...kinds].join(' ');
}
