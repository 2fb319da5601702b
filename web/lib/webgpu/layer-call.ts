// The arguments of a layer's call: whether they fit each other and the layer.

import type { Tensor } from '../types.js';
import type { CoreOptions, CoreStages } from '../wasm/core.js';
import { type Fit, fitOf } from './fit.js';
import { HandleOnDevice } from './handles.js';
import type { LayerSizes } from './parameters.js';
import type { Operand } from './reading.js';
import { dense } from './rows.js';
import { type Axes, axesOf, fitting, lifted, sameAxes } from './shapes.js';
import { type Replaced, replacedBy } from './stages.js';

export type LayerInputs = { X: Operand } | { queries: Operand; keys: Operand; values: Operand };

/** Inputs that fit the layer and the options. */
export interface LayerCall {
  inputs: LayerInputs;
  sizes: LayerSizes;
  /** Of the inputs, and so of the output. */
  axes: Axes;
  fit: Fit;
  replaced: Replaced;
}

/** @throws Misfit */
export function layerCall(
  inputs: LayerInputs,
  sizes: LayerSizes,
  parameters: CoreStages,
  options: CoreOptions,
): LayerCall {
  const { queries, keys, values } = threeOf(inputs);
  const axes = axesOf(queries);
  fitting(!axes.heads);
  const heights = [parameters.W_q, parameters.W_k, parameters.W_v].map((W) => (W as Tensor).shape[0]);
  for (const [i, operand] of [queries, keys, values].entries()) {
    const [batch, , , size] = lifted(operand);
    fitting(sameAxes(axes, axesOf(operand)) && size === heights[i]);
    fitting(batch === lifted(queries)[0]);
  }
  const [batch, , numQueries] = lifted(queries);
  const [, , numKvPairs] = lifted(keys);
  fitting(lifted(values)[2] === numKvPairs);
  const stageAxes = { batch: axes.batch, heads: sizes.hasHeads };
  const layout = (heads: number, steps: number) => dense([batch, heads, steps, sizes.headSize]);
  const seen = {
    Q: layout(sizes.numHeads, numQueries),
    K: layout(sizes.numKvHeads, numKvPairs),
    V: layout(sizes.numKvHeads, numKvPairs),
    axes: stageAxes,
    outputAxes: axes,
  };
  const fit = fitOf(seen, options);
  return { inputs, sizes, axes, fit, replaced: replacedBy(options, fit) };
}

export function threeOf(inputs: LayerInputs) {
  return 'X' in inputs ? { queries: inputs.X, keys: inputs.X, values: inputs.X } : inputs;
}

/** Copies of the inputs, as a trace shows them. */
export async function inputTensors(inputs: LayerInputs): Promise<Record<string, Tensor>> {
  const copies = Object.entries(inputs).map(async ([name, operand]: [string, Operand]): Promise<[string, Tensor]> => {
    if (operand instanceof HandleOnDevice) return [name, await operand.read()];
    return [name, { data: operand.data.slice(), shape: [...operand.shape] }];
  });
  return Object.fromEntries(await Promise.all(copies));
}
