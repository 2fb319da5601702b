// How much work a call is, before any of it is done: as multiply-adds, by the shapes alone.

import type { Method } from '../async/channel.js';
import type { CoreInputs, CoreLayerSpec, CoreOptions, CoreTensor } from '../wasm/core.js';

/** What is handed back decides too: a trace is mostly numbers to be moved. */
export type Kind = 'fused' | 'traced';

export interface Work {
  kind: Kind;
  /** About so many multiply-adds; NaN where the shapes say nothing, which is for the core to refuse. */
  amount: number;
}

/** Some milliseconds of one thread in WebAssembly: of less than this no GPU takes less, as it takes as long to answer. */
export const LEAST_WORTHWHILE = 2 ** 24;

// What there is for each pair of a query and a key beside products, in multiply-adds that take as long.
const SOFTMAX = 16;
const SUMMARY = 100;
const TANH = 16;

/** The sizes of a layer, as they are asked for. */
export type LayerSizes = Pick<CoreLayerSpec, 'numHiddens' | 'numHeads'>;

/** @returns undefined for what is never large enough, or nothing but moving numbers */
export function workOf(method: Method, args: readonly unknown[], layer: LayerSizes | undefined): Work | undefined {
  if (method === 'call') return workOfCall(args);
  if (!layer) return undefined;
  const [, inputs] = args as [number, CoreInputs];
  switch (method) {
    case 'forward':
      return { kind: 'fused', amount: ofLayer(inputs, layer, 2) };
    case 'traceLayer':
      return { kind: 'traced', amount: ofLayer(inputs, layer, 2) };
    case 'summarizeLayer':
      return { kind: 'fused', amount: ofLayer(inputs, layer, 1, SUMMARY) };
    default:
      return undefined;
  }
}

function workOfCall([name, ...args]: readonly unknown[]): Work | undefined {
  switch (name) {
    case 'attention':
      return { kind: 'fused', amount: ofAttention(args as AttentionArgs, 2) };
    case 'trace':
      return { kind: 'traced', amount: ofAttention(args as AttentionArgs, 2) };
    case 'summarize':
      return { kind: 'fused', amount: ofAttention(args as AttentionArgs, 1, SUMMARY) };
    case 'additiveAttention':
      return { kind: 'traced', amount: ofAdditive(args as AdditiveArgs) };
    default:
      return undefined;
  }
}

type AttentionArgs = [Q: CoreTensor, K: CoreTensor, V: CoreTensor, options: CoreOptions];
type AdditiveArgs = [{ queries: CoreTensor; keys: CoreTensor; values: CoreTensor }, { w_v: CoreTensor }];

/** @param products - Q Kᵀ, and attentionWeights V where there is an output */
function ofAttention([Q, K, , options]: AttentionArgs, products: number, more = 0): number {
  const heads = Q.shape.length === 4 ? 1 : (options.numHeads ?? 1);
  return elements(Q) * steps(K) * products + (elements(Q) / size(Q)) * heads * steps(K) * (SOFTMAX + more);
}

function ofLayer(inputs: CoreInputs, { numHiddens, numHeads = 1 }: LayerSizes, products: number, more = 0): number {
  const { queries, keys } = 'X' in inputs ? { queries: inputs.X, keys: inputs.X } : inputs;
  const pairs = (elements(queries) / size(queries)) * steps(keys);
  const projections = products * numHiddens * (elements(queries) + elements(keys));
  return projections + pairs * (products * numHiddens + numHeads * (SOFTMAX + more));
}

function ofAdditive([{ queries, keys, values }, { w_v }]: AdditiveArgs): number {
  const pairs = (elements(queries) / size(queries)) * steps(keys);
  return pairs * (elements(w_v) * TANH + size(values) + SOFTMAX);
}

function elements({ shape }: CoreTensor): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

function steps({ shape }: CoreTensor): number {
  return shape.at(-2) ?? Number.NaN;
}

function size({ shape }: CoreTensor): number {
  return shape.at(-1) ?? Number.NaN;
}
