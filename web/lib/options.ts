// The options of every call, one table each: what is not in a table does not pass.

import {
  boolean,
  finiteNumber,
  nonNegativeNumber,
  oneOf,
  positiveInteger,
  probability,
  type Reader,
  seedInteger,
} from './checks.js';
import { AttentionError } from './errors.js';
import { readGroup, required } from './groups.js';
import { readBias, readKeyRange, readLengths, readMask, readQueryOffset, readWindow } from './masks.js';
import { readTensor } from './tensors.js';
import type { CoreOptions, CoreSummaryRequest } from './wasm/core.js';

/** Options as read, before `causal: 'bottom-right'` is taken apart. */
type ReadOptions = Omit<CoreOptions, 'causal'> & { causal?: boolean | 'top-left' | 'bottom-right' };

const maskReaders = {
  causal: readCausal,
  queryOffset: readQueryOffset,
  window: readWindow,
  validLens: readLengths,
  keep: readMask,
  drop: readMask,
  attentionBias: readBias,
  emptyRow: oneOf('zero', 'uniform'),
};

const layerReaders = { ...maskReaders, scale: finiteNumber, softcap: nonNegativeNumber, dropout: readDropout };
const attentionReaders = { ...layerReaders, numHeads: positiveInteger, numKvHeads: positiveInteger };
const additiveReaders = { ...maskReaders, dropout: readDropout, W_q: readTensor, W_k: readTensor, w_v: readTensor };

// Known names in the wrong place: to call them unknown would send the reader off to look for a misspelling.
const onlyInTrace = { replace: refused('to be given to trace only') };
const headsOfTheLayer = {
  numHeads: refused('to be given where the layer is made'),
  numKvHeads: refused('to be given where the layer is made'),
};

export function readMaskOptions(options: unknown): CoreOptions {
  return settleCausal(readGroup(options, maskReaders));
}

export function readAttentionOptions(options: unknown): CoreOptions {
  return settleCausal(readGroup(options, { ...attentionReaders, ...onlyInTrace }));
}

export function readTraceOptions(options: unknown): CoreOptions {
  return settleCausal(readGroup(options, { ...attentionReaders, replace: readReplace }));
}

export function readLayerOptions(options: unknown): CoreOptions {
  return settleCausal(readGroup(options, { ...layerReaders, ...headsOfTheLayer, ...onlyInTrace }));
}

export function readLayerTraceOptions(options: unknown): CoreOptions {
  return settleCausal(readGroup(options, { ...layerReaders, ...headsOfTheLayer, replace: readReplace }));
}

/** The parameters of additive attention come among its options. */
export function readAdditiveOptions(options: unknown) {
  const { W_q, W_k, w_v, ...rest } = readGroup(options, additiveReaders);
  const parameters = {
    W_q: required(W_q, 'W_q', 'a tensor'),
    W_k: required(W_k, 'W_k', 'a tensor'),
    w_v: required(w_v, 'w_v', 'a tensor'),
  };
  return { parameters, options: settleCausal(rest) };
}

export function readSummaryRequest(request: unknown): CoreSummaryRequest {
  const readers = {
    topK: positiveInteger,
    mapRows: positiveInteger,
    mapCols: positiveInteger,
    reduce: oneOf('max', 'mean'),
    mapKeys: readKeyRange,
  };
  return { reduce: 'max', ...readGroup(request, readers, 'request') };
}

function readCausal(value: unknown, argument: string): boolean | 'top-left' | 'bottom-right' {
  return typeof value === 'string' ? oneOf('top-left', 'bottom-right')(value, argument) : boolean(value, argument);
}

/** `causal: 'bottom-right'` says two things at once; beside a `queryOffset` it would say one of them twice. */
function settleCausal({ causal, ...options }: ReadOptions): CoreOptions {
  if (causal === undefined) return options;
  if (typeof causal === 'boolean') return { ...options, causal };
  if (options.queryOffset === undefined) return { ...options, causal: true, queryOffset: causal };
  throw new AttentionError('option', {
    argument: 'queryOffset',
    expected: `nothing beside causal: '${causal}', which is an offset already`,
    got: 'both',
  });
}

function readDropout(value: unknown, argument: string): { p: number; seed: number } {
  const { p, seed = 0 } = readGroup(value, { p: probability, seed: seedInteger }, argument, `${argument}.`);
  return { p: required(p, `${argument}.p`, 'a number 0 … 1'), seed };
}

function readReplace(value: unknown, argument: string): NonNullable<CoreOptions['replace']> {
  const readers = { scores: readTensor, masked: readTensor, attentionWeights: readTensor };
  return readGroup(value, readers, argument, `${argument}.`);
}

function refused(expected: string): Reader<never> {
  return (_value, argument) => {
    throw new AttentionError('option', { argument, expected, got: 'it here' });
  };
}
