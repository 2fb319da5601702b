// What one writes without a library: loops over Float32Array, one idea a loop, inner loops along rows.

import { allowedKeys } from '../arithmetic.mjs';

/** A (rows × depth) times B (depth × columns). */
function multiply(A, B, rows, depth, columns) {
  const C = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < depth; k++) {
      const a = A[i * depth + k];
      for (let j = 0; j < columns; j++) C[i * columns + j] += a * B[k * columns + j];
    }
  return C;
}

function softmax(row) {
  let maximum = Number.NEGATIVE_INFINITY;
  for (const x of row) maximum = Math.max(maximum, x);
  let sum = 0;
  for (let j = 0; j < row.length; j++) {
    row[j] = Math.exp(row[j] - maximum);
    sum += row[j];
  }
  for (let j = 0; j < row.length; j++) row[j] /= sum;
}

function attend(workload, Q, K, V, bias) {
  const { batchSize, numSteps, numHiddens, numHeads, numKvHeads } = workload;
  const size = numHiddens / numHeads;
  const kvSize = size * numKvHeads;
  const output = new Float32Array(batchSize * numSteps * numHiddens);
  const row = new Float32Array(numSteps);
  for (let b = 0; b < batchSize; b++)
    for (let h = 0; h < numHeads; h++) {
      const kvColumn = Math.floor((h * numKvHeads) / numHeads) * size;
      for (let i = 0; i < numSteps; i++) {
        const q = (b * numSteps + i) * numHiddens + h * size;
        const [begin, end] = allowedKeys(workload, b, i);
        for (let j = begin; j < end; j++) {
          const k = (b * numSteps + j) * kvSize + kvColumn;
          let score = 0;
          for (let e = 0; e < size; e++) score += Q[q + e] * K[k + e];
          row[j] = score / Math.sqrt(size) + (bias ? bias[(h * numSteps + i) * numSteps + j] : 0);
        }
        softmax(row.subarray(begin, end));
        for (let j = begin; j < end; j++) {
          const weight = row[j];
          const v = (b * numSteps + j) * kvSize + kvColumn;
          for (let e = 0; e < size; e++) output[q + e] += weight * V[v + e];
        }
      }
    }
  return output;
}

function forward(workload, { X, parameters, attentionBias }) {
  const rows = workload.batchSize * workload.numSteps;
  const project = (A, { data, shape }) => multiply(A, data, rows, ...shape);
  const [Q, K, V] = [parameters.W_q, parameters.W_k, parameters.W_v].map((W) => project(X.data, W));
  return project(attend(workload, Q, K, V, attentionBias?.data), parameters.W_o);
}

export function open() {
  return {
    version: process.version,
    /** A few seconds a call. */
    mostFlop: 3e9,
    prepare(workload, inputs) {
      const { Q, K, V } = inputs;
      const run =
        workload.kind === 'attention'
          ? () => attend(workload, Q.data, K.data, V.data)
          : () => forward(workload, inputs);
      return [{ way: 'loops', open: () => ({ run }) }];
    },
  };
}
