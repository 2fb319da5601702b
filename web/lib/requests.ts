// From the arguments of a public method to those of the core: the one place where both engines, the synchronous and
// the asynchronous, read what they were given.

import { nonNegativeInteger, positiveInteger } from './checks.js';
import {
  readAdditiveOptions,
  readAttentionOptions,
  readMaskOptions,
  readSummaryRequest,
  readTraceOptions,
} from './options.js';
import { readTensor } from './tensors.js';

export function attentionRequest(Q: unknown, K: unknown, V: unknown, options: unknown) {
  return ['attention', ...readQKV(Q, K, V), readAttentionOptions(options)] as const;
}

export function traceRequest(Q: unknown, K: unknown, V: unknown, options: unknown) {
  return ['trace', ...readQKV(Q, K, V), readTraceOptions(options)] as const;
}

export function maskedSoftmaxRequest(scores: unknown, options: unknown) {
  return ['maskedSoftmax', readTensor(scores, 'scores'), readMaskOptions(options)] as const;
}

export function summarizeRequest(Q: unknown, K: unknown, V: unknown, options: unknown, request: unknown) {
  return ['summarize', ...readQKV(Q, K, V), readAttentionOptions(options), readSummaryRequest(request)] as const;
}

export function additiveAttentionRequest(queries: unknown, keys: unknown, values: unknown, given: unknown) {
  const inputs = {
    queries: readTensor(queries, 'queries'),
    keys: readTensor(keys, 'keys'),
    values: readTensor(values, 'values'),
  };
  const { parameters, options } = readAdditiveOptions(given);
  return ['additiveAttention', inputs, parameters, options] as const;
}

export function positionalEncodingRequest(numSteps: unknown, numHiddens: unknown) {
  return [
    'positionalEncoding',
    nonNegativeInteger(numSteps, 'numSteps'),
    positiveInteger(numHiddens, 'numHiddens'),
  ] as const;
}

function readQKV(Q: unknown, K: unknown, V: unknown) {
  return [readTensor(Q, 'Q'), readTensor(K, 'K'), readTensor(V, 'V')] as const;
}
