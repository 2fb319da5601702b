// What an output has to be, by the reference formulation in float64: some of its rows, spread over all.

import { loadWasm } from '../../dist/lib/index.js';
import { allowedKeys } from './arithmetic.mjs';
import { inputsOf } from './inputs.mjs';

/** The reference takes seconds for all rows of a large workload. */
const mostRows = 24;

/** The first, the last, and evenly between. */
function rowsOf(numSteps) {
  const count = Math.min(mostRows, numSteps);
  return Array.from({ length: count }, (_, n) => Math.round((n * (numSteps - 1)) / Math.max(1, count - 1)));
}

/** Those rows of a (batches, numSteps, width) tensor. */
function pick({ data, shape }, rows) {
  const [batches, numSteps, width] = shape;
  const picked = new Float32Array(batches * rows.length * width);
  for (let b = 0; b < batches; b++)
    rows.forEach((row, n) => {
      const from = (b * numSteps + row) * width;
      picked.set(data.subarray(from, from + width), (b * rows.length + n) * width);
    });
  return { data: picked, shape: [batches, rows.length, width] };
}

/** Which keys each of these queries may read, pair by pair: the masks are checked too, not only their kernels. */
function keepOf(workload, rows) {
  const { batchSize, numSteps } = workload;
  const data = new Uint8Array(batchSize * rows.length * numSteps);
  for (let b = 0; b < batchSize; b++)
    rows.forEach((row, n) => {
      const [begin, end] = allowedKeys(workload, b, row);
      data.fill(1, (b * rows.length + n) * numSteps + begin, (b * rows.length + n) * numSteps + end);
    });
  return { data, shape: [batchSize, 1, rows.length, numSteps] };
}

/** @param {import('./workloads.mjs').Workload} workload */
export async function expect(workload) {
  const engine = await loadWasm({ variant: 'reference' });
  const { kind, numSteps, numHiddens, numHeads, numKvHeads } = workload;
  const inputs = inputsOf(workload);
  const rows = rowsOf(numSteps);
  if (kind === 'attention') {
    const { output } = engine.attention(pick(inputs.Q, rows), inputs.K, inputs.V);
    return { rows, output };
  }
  const { X, parameters, attentionBias } = inputs;
  const options = { keep: keepOf(workload, rows), ...(attentionBias && { attentionBias: pick(attentionBias, rows) }) };
  const layer = engine.multiHeadAttention({ numHiddens, numHeads, numKvHeads, parameters });
  return { rows, output: layer.forward({ queries: pick(X, rows), keys: X, values: X }, options).output };
}

/**
 * Throws where the output of an engine is not what the reference says. Sums of up to 2048 float32 terms in any order,
 * and any exponential that is good to float32, differ from float64 by a few 1e-6 here, where outputs are of size 1;
 * a wrong mask, scale or head makes a difference of 1e-2 and more.
 * @param {Float32Array} output
 */
export function check(output, { rows, output: expected }, { batchSize, numSteps, numHiddens }) {
  if (output.length !== batchSize * numSteps * numHiddens) throw new Error(`wrong: ${output.length} numbers`);
  const got = pick({ data: output, shape: [batchSize, numSteps, numHiddens] }, rows).data;
  let largest = 0;
  got.forEach((x, i) => {
    const error = Math.abs(x - expected.data[i]);
    if (!(error <= 2e-5 + 1e-4 * Math.abs(expected.data[i])))
      throw new Error(`wrong: number ${i} of those checked is ${x}, the reference says ${expected.data[i]}`);
    largest = Math.max(largest, error);
  });
  return largest;
}
