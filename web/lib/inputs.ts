// What a layer attends over: one sequence X, or queries, keys and values.

import { isRecord, reading } from './checks.js';
import { readGroup, required } from './groups.js';
import { readTensor } from './tensors.js';
import type { CoreInputs } from './wasm/core.js';

const sequences = { queries: readTensor, keys: readTensor, values: readTensor };

export function readLayerInputs(inputs: unknown): CoreInputs {
  const isTensor = reading('X', () => !isRecord(inputs) || 'data' in inputs || 'shape' in inputs);
  return isTensor ? { X: readTensor(inputs, 'X') } : readSequences(inputs);
}

function readSequences(inputs: unknown) {
  const { queries, keys, values } = readGroup(inputs, sequences, 'X');
  return {
    queries: required(queries, 'queries', 'a tensor'),
    keys: required(keys, 'keys', 'a tensor'),
    values: required(values, 'values', 'a tensor'),
  };
}
