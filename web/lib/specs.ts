// What a layer is made from: its sizes, and its parameters or the seed they are drawn from.

import { boolean, oneOf, positiveInteger, seedInteger } from './checks.js';
import { AttentionError } from './errors.js';
import { readGroup, required } from './groups.js';
import { readTensor } from './tensors.js';
import type { CoreLayerSpec, CoreTensor } from './wasm/core.js';

const SELF_ATTENTION_WEIGHTS = ['W_q', 'W_k', 'W_v'];
const MULTI_HEAD_WEIGHTS = [...SELF_ATTENTION_WEIGHTS, 'W_o'];
const BIASES = ['b_q', 'b_k', 'b_v', 'b_o'];

const sourceReaders = { seed: seedInteger, init: oneOf('linear', 'xavier') };

const selfAttentionReaders = {
  numHiddens: positiveInteger,
  ...sourceReaders,
  parameters: parameterReader(SELF_ATTENTION_WEIGHTS, []),
};

const multiHeadReaders = {
  numHiddens: positiveInteger,
  numHeads: positiveInteger,
  numKvHeads: positiveInteger,
  querySize: positiveInteger,
  keySize: positiveInteger,
  valueSize: positiveInteger,
  bias: boolean,
  ...sourceReaders,
  parameters: parameterReader(MULTI_HEAD_WEIGHTS, BIASES),
};

type Source = Pick<CoreLayerSpec, 'seed' | 'init' | 'parameters'>;

export function readSelfAttentionSpec(spec: unknown): CoreLayerSpec {
  const { numHiddens, seed, init, parameters } = readGroup(spec, selfAttentionReaders, 'spec');
  return {
    numHiddens: required(numHiddens, 'numHiddens', 'a positive integer'),
    ...settleSource({ seed, init, parameters }),
  };
}

export function readMultiHeadAttentionSpec(spec: unknown): CoreLayerSpec {
  const { numHiddens, numHeads, bias, seed, init, parameters, ...sizes } = readGroup(spec, multiHeadReaders, 'spec');
  return {
    numHiddens: required(numHiddens, 'numHiddens', 'a positive integer'),
    numHeads: required(numHeads, 'numHeads', 'a positive integer'),
    ...sizes,
    bias: settleBias(bias, parameters),
    ...settleSource({ seed, init, parameters }),
  };
}

/** Parameters are given or drawn; drawn without a seed means seed 0. */
function settleSource({ seed, init, parameters }: { [K in keyof Source]: Source[K] | undefined }): Source {
  if (parameters === undefined) return { seed: seed ?? 0, init: init ?? 'linear' };
  const excluded = seed !== undefined ? 'seed' : init !== undefined ? 'init' : undefined;
  if (excluded === undefined) return { parameters };
  throw new AttentionError('option', { argument: excluded, expected: 'nothing beside parameters', got: 'both' });
}

/** One bias given means that the layer has biases, and then it must have all four. */
function settleBias(bias: boolean | undefined, parameters: Record<string, CoreTensor> | undefined): boolean {
  if (parameters === undefined) return bias ?? false;
  const given = BIASES.filter((name) => parameters[name] !== undefined);
  const biased = bias ?? given.length > 0;
  const wrong = BIASES.find((name) => given.includes(name) !== biased);
  if (wrong === undefined) return biased;
  throw new AttentionError('option', {
    argument: `parameters.${wrong}`,
    expected: biased ? 'a tensor, as the layer has biases' : 'nothing, as bias is false',
    got: biased ? 'nothing' : 'a tensor',
  });
}

function parameterReader(weights: string[], biases: string[]) {
  const readers = Object.fromEntries([...weights, ...biases].map((name) => [name, readTensor]));
  return (value: unknown, argument: string): Record<string, CoreTensor> => {
    const parameters = readGroup<Record<string, CoreTensor>>(value, readers, argument, `${argument}.`);
    for (const name of weights) required(parameters[name], `${argument}.${name}`, 'a tensor');
    return parameters as Record<string, CoreTensor>;
  };
}
