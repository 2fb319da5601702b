// Wrong calls of every kind, with the code and the argument that the error has to have. All are wrong in one way only.

import type { AttentionErrorCode } from 'xattention';
import { K, Q, V } from './small.js';

/** A call as a method's name and its arguments, so that both engines can be held to it. */
export interface Refusal {
  what: string;
  call: [method: string, ...args: unknown[]];
  code: AttentionErrorCode;
  argument: string;
}

function refuses(code: AttentionErrorCode, argument: string, what: string, ...call: Refusal['call']): Refusal {
  return { what, call, code, argument };
}

const attentionWithQ = (code: AttentionErrorCode, argument: string, what: string, wrongQ: unknown) =>
  refuses(code, argument, what, 'attention', wrongQ, K, V);

const attentionWith = (code: AttentionErrorCode, argument: string, what: string, options: unknown) =>
  refuses(code, argument, what, 'attention', Q, K, V, options);

const layerOf = (code: AttentionErrorCode, argument: string, what: string, spec: unknown) =>
  refuses(code, argument, what, 'multiHeadAttention', spec);

const square = { data: new Float32Array(4), shape: [2, 2] };
const pair = { data: new Float32Array(2), shape: [2] };
const weights = { W_q: square, W_k: square, W_v: square, W_o: square };
const biases = { b_q: pair, b_k: pair, b_v: pair, b_o: pair };
const additive = { W_q: square, W_k: square, w_v: pair };

const tensors: Refusal[] = [
  attentionWithQ('type', 'Q', 'a bare Float32Array', new Float32Array(4)),
  attentionWithQ('type', 'Q', 'nothing', undefined),
  attentionWithQ('type', 'Q', 'null', null),
  attentionWithQ('type', 'Q', 'a number', 5),
  attentionWithQ('type', 'Q', 'a string', '1,0'),
  attentionWithQ('type', 'Q', 'an object without a shape', { data: [1, 2] }),
  attentionWithQ('type', 'Q[0][1]', 'a numeric string', [[1, '2']]),
  attentionWithQ('type', 'Q[1][0]', 'undefined inside', [
    [1, 2],
    [undefined, 3],
  ]),
  attentionWithQ('type', 'Q[0][1]', 'null inside', [[1, null]]),
  // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
  attentionWithQ('type', 'Q[0][1]', 'a hole', [[1, , 3]]),
  attentionWithQ('type', 'Q[0][0]', 'a BigInt', [[1n, 2]]),
  attentionWithQ('type', 'Q[0][0]', 'a boolean', [[true, false]]),
  attentionWithQ('type', 'Q[0]', 'a typed array as a row', [new Float32Array(2)]),
  attentionWithQ('shape', 'Q[1]', 'a short row', [[1, 2], [3]]),
  attentionWithQ('shape', 'Q[1]', 'a number for a row', [[1, 2], 3]),
  attentionWithQ('shape', 'Q[0][1]', 'a row for a number', [[1, [2]]]),
  attentionWithQ('shape', 'Q', 'an empty nested array', [[]]),
  attentionWithQ('shape', 'Q', 'five levels', [[[[[1]]]]]),
  attentionWithQ('shape', 'Q', 'one axis', [1, 2]),
  attentionWithQ('type', 'Q.data', 'a BigInt64Array', { data: new BigInt64Array(2), shape: [1, 2] }),
  attentionWithQ('type', 'Q.data', 'a DataView', { data: new DataView(new ArrayBuffer(8)), shape: [1, 2] }),
  attentionWithQ('type', 'Q.data', 'an ArrayBuffer', { data: new ArrayBuffer(8), shape: [1, 2] }),
  attentionWithQ('type', 'Q.data[1]', 'a string in flat data', { data: [1, '2'], shape: [1, 2] }),
  attentionWithQ('shape', 'Q', 'data longer than the shape', { data: new Float32Array(3), shape: [1, 2] }),
  attentionWithQ('shape', 'Q', 'data shorter than the shape', { data: new Float32Array(2), shape: [2, 2] }),
  attentionWithQ('shape', 'Q', 'data that was transferred away', { data: detached(4), shape: [2, 2] }),
  attentionWithQ('shape', 'Q.shape', 'a negative size', { data: new Float32Array(2), shape: [-1, -2] }),
  attentionWithQ('shape', 'Q.shape', 'half a size', { data: new Float32Array(2), shape: [0.5, 4] }),
  attentionWithQ('shape', 'Q.shape', 'a size beyond all memory', { data: new Float32Array(0), shape: [2 ** 32, 0] }),
  attentionWithQ('shape', 'Q.shape', 'a size that is a string', { data: new Float32Array(2), shape: ['1', 2] }),
  attentionWithQ('shape', 'Q.shape', 'five axes', { data: new Float32Array(1), shape: [1, 1, 1, 1, 1] }),
  attentionWithQ('type', 'Q.shape', 'a shape that is a number', { data: new Float32Array(2), shape: 2 }),
  attentionWithQ('shape', 'Q', 'head size 0', { data: [], shape: [2, 0] }),
  refuses('type', 'V', 'no V', 'attention', Q, K),
  refuses('shape', 'V', 'V with more positions than K', 'attention', Q, K, [...V, [7, 8]]),
  refuses('shape', 'K', 'K of another head size', 'attention', Q, [[1, 2, 3]], [[1]]),
  refuses('shape', 'K', 'K of another batch', 'attention', [Q, Q], [K], [V]),
  refuses('type', 'scores', 'no scores', 'maskedSoftmax'),
];

const options: Refusal[] = [
  attentionWith('type', 'options', 'options that are no object', 5),
  attentionWith('type', 'options', 'options that are an array', [{}]),
  attentionWith('option', 'cuasal', 'a misspelt option', { cuasal: true }),
  attentionWith('option', 'mask', 'a mask without polarity', { mask: [[true]] }),
  attentionWith('option', 'replace', 'replace outside of trace', { replace: {} }),
  attentionWith('type', 'scale', 'a scale that is a string', { scale: '0.5' }),
  attentionWith('option', 'scale', 'a scale that is NaN', { scale: Number.NaN }),
  attentionWith('option', 'scale', 'an infinite scale', { scale: Infinity }),
  attentionWith('option', 'softcap', 'a negative softcap', { softcap: -1 }),
  attentionWith('type', 'causal', 'causal that is a number', { causal: 1 }),
  attentionWith('option', 'causal', 'an unknown alignment', { causal: 'bottom' }),
  attentionWith('option', 'queryOffset', 'causal with L ≠ S, unaligned', { causal: true }),
  attentionWith('option', 'queryOffset', 'causal twice aligned', { causal: 'top-left', queryOffset: 0 }),
  attentionWith('option', 'queryOffset', 'an unknown offset', { causal: true, queryOffset: 'left' }),
  attentionWith('option', 'queryOffset', 'half an offset', { causal: true, queryOffset: 0.5 }),
  attentionWith('type', 'queryOffset', 'an offset that is true', { causal: true, queryOffset: true }),
  attentionWith('type', 'window', 'a window that is a number', { window: 1, queryOffset: 0 }),
  attentionWith('option', 'window', 'a window of one', { window: [1], queryOffset: 0 }),
  attentionWith('option', 'window[1]', 'an infinite window', { window: [0, Infinity], queryOffset: 0 }),
  attentionWith('type', 'window[0]', 'a window of strings', { window: ['1', '1'], queryOffset: 0 }),
  attentionWith('option', 'window', 'a window below −1', { window: [-2, 0], queryOffset: 0 }),
  attentionWith('option', 'emptyRow', 'an unknown emptyRow', { emptyRow: 'mean' }),
  attentionWith('type', 'emptyRow', 'emptyRow that is a number', { emptyRow: 0 }),
  attentionWith('option', 'numHeads', 'no heads', { numHeads: 0 }),
  attentionWith('option', 'numHeads', 'negative heads', { numHeads: -1 }),
  attentionWith('option', 'numHeads', 'two and a half heads', { numHeads: 2.5 }),
  attentionWith('type', 'numHeads', 'heads that are a string', { numHeads: '2' }),
  attentionWith('option', 'dropout.p', 'p above 1', { dropout: { p: 1.5 } }),
  attentionWith('option', 'dropout.p', 'p that is NaN', { dropout: { p: Number.NaN } }),
  attentionWith('type', 'dropout.p', 'dropout without p', { dropout: {} }),
  attentionWith('type', 'dropout', 'dropout that is a number', { dropout: 0.5 }),
  attentionWith('option', 'dropout.seed', 'half a seed', { dropout: { p: 0.5, seed: 1.5 } }),
  attentionWith('option', 'dropout.seed', 'a seed beyond 2⁵³', { dropout: { p: 0.5, seed: 2 ** 53 } }),
  attentionWith('type', 'dropout.seed', 'a seed that is a BigInt', { dropout: { p: 0.5, seed: 1n } }),
  attentionWith('option', 'dropout.rate', 'an unknown part of dropout', { dropout: { p: 0.5, rate: 1 } }),
  refuses('option', 'replace.weights', 'an unknown stage', 'trace', Q, K, V, { replace: { weights: Q } }),
  refuses('shape', 'replace.scores', 'a stage of another shape', 'trace', Q, K, V, { replace: { scores: Q } }),
  refuses('type', 'replace.masked', 'a stage that is none', 'trace', Q, K, V, { replace: { masked: 1 } }),
  refuses('option', 'scale', 'a scale for maskedSoftmax', 'maskedSoftmax', Q, { scale: 1 }),
  refuses('option', 'topK', 'no topK', 'summarize', Q, K, V, {}, { topK: 0 }),
  refuses('option', 'topk', 'a misspelt request', 'summarize', Q, K, V, {}, { topk: 1 }),
  refuses('option', 'reduce', 'an unknown reduction', 'summarize', Q, K, V, {}, { reduce: 'sum' }),
  refuses('type', 'mapKeys', 'a map of one key', 'summarize', Q, K, V, {}, { mapKeys: 1 }),
  refuses('option', 'mapKeys', 'a map of keys without an end', 'summarize', Q, K, V, {}, { mapKeys: [1] }),
  refuses('type', 'mapKeys[0]', 'a map of keys that are strings', 'summarize', Q, K, V, {}, { mapKeys: ['0', '1'] }),
  refuses('option', 'mapKeys[1]', 'a map to half a key', 'summarize', Q, K, V, {}, { mapKeys: [0, 1.5] }),
  refuses('option', 'mapKeys', 'a map from before the first key', 'summarize', Q, K, V, {}, { mapKeys: [-1, 1] }),
  refuses('option', 'mapKeys', 'a map of no key', 'summarize', Q, K, V, {}, { mapKeys: [1, 1] }),
  refuses('option', 'mapKeys', 'a map to beyond the last key', 'summarize', Q, K, V, {}, { mapKeys: [0, 4] }),
];

const masks: Refusal[] = [
  attentionWith('option', 'keep[0][2]', 'a mask of 0, 1 and 2', { keep: [[0, 1, 2]] }),
  attentionWith('option', 'keep[0][0]', 'a mask of halves', { keep: [[0.5, 1, 0]] }),
  attentionWith('option', 'drop[0][0]', 'a mask of NaN', { drop: [[Number.NaN, 1, 0]] }),
  attentionWith('type', 'drop[0][0]', 'a mask of strings', { drop: [['true', '', '']] }),
  attentionWith('type', 'drop[0][0]', 'a mask of nulls', { drop: [[null, true, true]] }),
  attentionWith('type', 'keep', 'a bare mask', { keep: new Uint8Array(3) }),
  attentionWith('type', 'keep.data', 'a mask of BigInts', { keep: { data: new BigUint64Array(3), shape: [1, 3] } }),
  attentionWith('option', 'keep.data[1]', 'a byte mask of 255', {
    keep: { data: Uint8Array.of(0, 255, 1), shape: [3] },
  }),
  attentionWith('shape', 'keep', 'a mask that does not broadcast', { keep: [[true, false]] }),
  attentionWith('type', 'attentionBias[0][0]', 'a bias of booleans', { attentionBias: [[true, false, true]] }),
  attentionWith('type', 'attentionBias.data', 'a bias of bytes', {
    attentionBias: { data: new Uint8Array(3), shape: [1, 3] },
  }),
  attentionWith('type', 'attentionBias.data', 'a bias of integers', {
    attentionBias: { data: new Int32Array(3), shape: [1, 3] },
  }),
  attentionWith('shape', 'attentionBias', 'a bias that does not broadcast', { attentionBias: [[0, 0]] }),
  attentionWith('option', 'validLens[0]', 'half a length', { validLens: [1.5] }),
  attentionWith('option', 'validLens[0]', 'a length that is NaN', { validLens: [Number.NaN] }),
  attentionWith('option', 'validLens[0]', 'a length of 2³¹', { validLens: [2 ** 31] }),
  attentionWith('option', 'validLens[0]', 'a length of 2³² + 1', { validLens: [2 ** 32 + 1] }),
  attentionWith('option', 'validLens', 'a negative length', { validLens: [-1] }),
  attentionWith('option', 'validLens', 'a length beyond the keys', { validLens: [4] }),
  attentionWith('type', 'validLens[0]', 'a length that is a string', { validLens: ['2'] }),
  attentionWith('type', 'validLens[0]', 'a length that is a BigInt', { validLens: [2n] }),
  attentionWith('type', 'validLens', 'lengths that are BigInts', { validLens: BigInt64Array.of(2n) }),
  attentionWith('type', 'validLens', 'lengths that are a number', { validLens: 2 }),
  attentionWith('shape', 'validLens', 'lengths of another batch', { validLens: [1, 2] }),
];

const layers: Refusal[] = [
  layerOf('type', 'spec', 'a spec that is a number', 8),
  layerOf('type', 'numHiddens', 'no spec', undefined),
  layerOf('type', 'numHeads', 'no numHeads', { numHiddens: 2 }),
  layerOf('option', 'numHeads', 'heads that do not divide', { numHiddens: 512, numHeads: 10 }),
  layerOf('option', 'numHeads', 'no heads', { numHiddens: 2, numHeads: 0 }),
  layerOf('option', 'numHeads', 'two and a half heads', { numHiddens: 2, numHeads: 2.5 }),
  layerOf('type', 'numHeads', 'heads that are a string', { numHiddens: 2, numHeads: '2' }),
  layerOf('option', 'numHeds', 'a misspelt size', { numHiddens: 2, numHeds: 1 }),
  layerOf('option', 'numKvHeads', 'kv heads that do not divide', { numHiddens: 8, numHeads: 4, numKvHeads: 3 }),
  layerOf('option', 'numHiddens', 'a negative size', { numHiddens: -2, numHeads: 1 }),
  layerOf('option', 'seed', 'a negative seed', { numHiddens: 2, numHeads: 1, seed: -1 }),
  layerOf('option', 'seed', 'a seed that is NaN', { numHiddens: 2, numHeads: 1, seed: Number.NaN }),
  layerOf('option', 'init', 'an unknown init', { numHiddens: 2, numHeads: 1, init: 'normal' }),
  layerOf('type', 'bias', 'bias that is a number', { numHiddens: 2, numHeads: 1, bias: 1 }),
  layerOf('option', 'seed', 'seed beside parameters', { numHiddens: 2, numHeads: 1, seed: 1, parameters: weights }),
  layerOf('type', 'parameters.W_o', 'no W_o', { numHiddens: 2, numHeads: 1, parameters: { ...weights, W_o: null } }),
  layerOf('option', 'parameters.W_x', 'W_x', { numHiddens: 2, numHeads: 1, parameters: { ...weights, W_x: square } }),
  layerOf('option', 'parameters.b_q', 'bias without biases', {
    numHiddens: 2,
    numHeads: 1,
    bias: true,
    parameters: weights,
  }),
  layerOf('option', 'parameters.b_o', 'one bias missing', {
    numHiddens: 2,
    numHeads: 1,
    parameters: { ...weights, ...biases, b_o: undefined },
  }),
  layerOf('option', 'parameters.b_q', 'biases beside bias: false', {
    numHiddens: 2,
    numHeads: 1,
    bias: false,
    parameters: { ...weights, ...biases },
  }),
  layerOf('shape', 'W_q', 'W_q of another size', {
    numHiddens: 2,
    numHeads: 1,
    parameters: { ...weights, W_q: [[1, 2]] },
  }),
  refuses('option', 'numHeads', 'heads for selfAttention', 'selfAttention', { numHiddens: 2, numHeads: 1 }),
  refuses('option', 'parameters.W_o', 'W_o for selfAttention', 'selfAttention', { numHiddens: 2, parameters: weights }),
  refuses('type', 'w_v', 'no w_v', 'additiveAttention', Q, K, V, { ...additive, w_v: undefined }),
  refuses('type', 'W_q', 'no options', 'additiveAttention', Q, K, V),
  refuses('shape', 'W_k', 'W_k of another size', 'additiveAttention', Q, K, V, { ...additive, W_k: [[1, 2]] }),
  refuses('option', 'scale', 'a scale for additiveAttention', 'additiveAttention', Q, K, V, { ...additive, scale: 1 }),
  refuses('option', 'numSteps', 'negative steps', 'positionalEncoding', -1, 4),
  refuses('option', 'numHiddens', 'no hiddens', 'positionalEncoding', 4, 0),
  refuses('type', 'numSteps', 'steps that are a string', 'positionalEncoding', '4', 4),
];

const causal = { causal: true };

/** Of a layer of two hiddens. */
export const layerRefusals: Refusal[] = [
  refuses('type', 'X', 'no X', 'forward'),
  refuses('type', 'X[0][0]', 'X of strings', 'forward', [['1', '2']]),
  refuses('shape', 'X', 'X of another width', 'forward', [[1, 2, 3]]),
  refuses('shape', 'X', 'X with heads', 'forward', [[[[1, 2]]]]),
  refuses('type', 'values', 'no values', 'forward', { queries: Q, keys: K }),
  refuses('option', 'vales', 'misspelt values', 'forward', { queries: Q, keys: K, vales: V }),
  refuses('shape', 'values', 'values of another length than keys', 'forward', { queries: Q, keys: K, values: Q }),
  refuses('option', 'numHeads', 'heads in the options', 'forward', Q, { numHeads: 1 }),
  refuses('option', 'replace', 'replace outside of trace', 'forward', Q, { replace: {} }),
  refuses('option', 'dropuot', 'a misspelt option', 'trace', Q, { dropuot: { p: 0 } }),
  refuses('shape', 'replace.scores', 'a stage of another shape', 'trace', Q, { replace: { scores: K } }),
  refuses('type', 'X', 'nothing to summarize', 'summarize'),
  refuses('shape', 'X', 'an X of another width to summarize', 'summarize', [[1, 2, 3]]),
  refuses('shape', 'values', 'values of another length to summarize', 'summarize', { queries: Q, keys: K, values: Q }),
  refuses('option', 'replace', 'replace in a summary', 'summarize', Q, { replace: {} }),
  refuses('option', 'numHeads', 'heads in the options of a summary', 'summarize', Q, { numHeads: 1 }),
  refuses(
    'option',
    'queryOffset',
    'some queries under causal',
    'summarize',
    { queries: Q, keys: K, values: K },
    causal,
  ),
  refuses('option', 'topk', 'a misspelt request', 'summarize', Q, {}, { topk: 1 }),
  refuses('option', 'mapKeys', 'a map to beyond the last key', 'summarize', Q, {}, { mapKeys: [0, 3] }),
];

export const refusals: Refusal[] = [...tensors, ...options, ...masks, ...layers];

function detached(length: number): Float32Array {
  const array = new Float32Array(length);
  structuredClone(array, { transfer: [array.buffer] });
  return array;
}
