// Additive attention: scores = w_vᵀ tanh(W_q q + W_k k), then as any other.

import type { AdditiveAttentionTrace, Tensor } from '../types.js';
import type { CoreOptions, CoreTensor } from '../wasm/core.js';
import { StagesRead } from './calls.js';
import { type Fit, wholePart } from './fit.js';
import type { Gpu } from './gpu.js';
import type { Job } from './job.js';
import { mostBytes } from './limits.js';
import { maskingOf } from './masking.js';
import { type Part, partsThatFit, sizesOf } from './parts.js';
import { stagesFit } from './plan.js';
import { programs } from './programs.js';
import { project } from './projection.js';
import {
  allocate,
  bound,
  type DeviceRows,
  dense,
  type HostRows,
  isBindable,
  keysOf,
  onDevice,
  packed,
  paddedLayout,
  queriesOf,
  readRows,
  scratchRows,
} from './rows.js';
import { Held, runParts } from './run.js';
import { axesOf, countOf, fitting, lifted, lowered, padded, type Shape4, sameAxes } from './shapes.js';
import { scratchStages, sumUpPart, weightsOfPart } from './stages.js';
import { Uniforms } from './uniforms.js';

export interface AdditiveInputs {
  queries: CoreTensor;
  keys: CoreTensor;
  values: CoreTensor;
}

export interface AdditiveParameters {
  W_q: CoreTensor;
  W_k: CoreTensor;
  w_v: CoreTensor;
}

export interface AdditiveCall {
  inputs: AdditiveInputs;
  parameters: AdditiveParameters;
  fit: Fit;
  numHiddens: number;
}

/** @throws Misfit */
export function additiveCall(
  inputs: AdditiveInputs,
  parameters: AdditiveParameters,
  options: CoreOptions,
): AdditiveCall {
  const { W_q, W_k, w_v } = parameters;
  const axes = axesOf(inputs.queries);
  const [queries, keys, values] = [inputs.queries, inputs.keys, inputs.values].map((tensor) => lifted(tensor)) as [
    Shape4,
    Shape4,
    Shape4,
  ];
  for (const [tensor, shape] of [
    [inputs.keys, keys],
    [inputs.values, values],
  ] as const) {
    fitting(sameAxes(axes, axesOf(tensor)) && shape[0] === queries[0]);
    fitting(shape[1] > 0 && queries[1] > 0 && queries[1] % shape[1] === 0);
  }
  fitting(values[1] === keys[1] && values[2] === keys[2]);
  fitting(W_q.shape.length === 2 && W_k.shape.length === 2 && w_v.shape.length === 1);
  const numHiddens = W_q.shape[1] as number;
  fitting(W_q.shape[0] === queries[3] && W_k.shape[0] === keys[3]);
  fitting(W_k.shape[1] === numHiddens && w_v.shape[0] === numHiddens);
  fitting(Math.min(queries[3], keys[3], values[3], numHiddens) > 0);
  const scores: Shape4 = [queries[0], queries[1], queries[2], keys[2]];
  const { dropout } = options;
  const fit: Fit = {
    axes,
    outputAxes: axes,
    scores,
    headSize: numHiddens,
    valueSize: values[3],
    group: queries[1] / keys[1],
    scale: 1,
    softcap: 0,
    ...(dropout && dropout.p > 0 && { dropout }),
    masking: maskingOf(options, scores, axes),
  };
  return { inputs, parameters, fit, numHiddens };
}

export async function additiveAttention(gpu: Gpu, call: AdditiveCall): Promise<AdditiveAttentionTrace> {
  const { inputs, fit, numHiddens } = call;
  const [batch, heads, queries] = fit.scores;
  const [, kvHeads, numKvPairs] = lifted(inputs.keys);
  const outputShape: Shape4 = [batch, heads, queries, fit.valueSize];
  const output = { ...dense(outputShape), data: allocate(countOf(outputShape)) };
  const stages = new StagesRead(fit, ['scaled']);
  const held = new Held(gpu);
  try {
    const Q = held.rows(paddedLayout([batch, heads, queries, numHiddens]), 'Q');
    const K = held.rows(paddedLayout([batch, kvHeads, numKvPairs, numHiddens]), 'K');
    const w_v = held.buffer(4 * padded(numHiddens), 'w_v');
    const V = { ...dense(lifted(inputs.values)), data: inputs.values.data };
    const allButKeys = stagesFit({ Q, K, V, output: paddedLayout(outputShape) }, fit, gpu);
    const keysFit = (part: Part) => isBindable(keysOf(K, part, fit.group), mostBytes(gpu.limits));
    const fits = (part: Part) => allButKeys(part) && keysFit(part);
    const parts = partsThatFit(wholePart(fit), fits, 'additiveAttention');
    const steadyV = parts.length > 1 ? { ...V, data: V.data.slice() } : V;
    await runParts(gpu, 'additiveAttention', parts, {
      before: (job) => projectBoth(job, call, Q, K, { w_v }, gpu),
      each: (job, part) => {
        const scores = additiveScores(job, { Q, K, w_v: { ...w_vRows(numHiddens), lease: w_v } }, fit, part);
        const computed = weightsOfPart(job, { scores }, fit, part, {}, scratchStages(job));
        const rows = scratchRows(job, paddedLayout([...sizesOf(part), fit.valueSize]), 'output');
        sumUpPart(job, computed, steadyV, fit, part, rows);
        stages.read(job, computed, part);
        readRows(job, rows, queriesOf(output, part));
      },
    });
  } finally {
    held.release();
  }
  const result: Tensor = { data: output.data, shape: lowered(outputShape, fit.outputAxes) };
  return { ...stages.tensors(), output: result } as unknown as AdditiveAttentionTrace;
}

function w_vRows(numHiddens: number) {
  return paddedLayout([1, 1, 1, numHiddens]);
}

function projectBoth(
  job: Job,
  { inputs, parameters }: AdditiveCall,
  Q: DeviceRows,
  K: DeviceRows,
  { w_v }: { w_v: DeviceRows['lease'] },
  gpu: Gpu,
): void {
  job.fill(w_v, packed({ ...dense([1, 1, 1, parameters.w_v.data.length]), data: parameters.w_v.data }));
  const both = [
    [inputs.queries, parameters.W_q, Q, 'queries'],
    [inputs.keys, parameters.W_k, K, 'keys'],
  ] as const;
  for (const [input, W, into, label] of both) {
    const A = onDevice(job, { ...dense(lifted(input)), data: input.data }, label);
    const matrix = { W: onDevice(job, matrixRows(W), `${label}: parameters`), isFloat16: false };
    project(job, A, matrix, into, { first: 0, count: padded(into.shape[3]) }, mostBytes(gpu.limits));
  }
}

/** A matrix with rows of zeros for the padding of what it multiplies. */
function matrixRows({ data, shape }: CoreTensor): HostRows {
  const [height, width] = shape as [number, number];
  const rows = new Float32Array(padded(height) * width);
  rows.set(data);
  return { ...dense([1, 1, padded(height), width]), data: rows };
}

function additiveScores(
  job: Job,
  { Q, K, w_v }: { Q: DeviceRows; K: DeviceRows; w_v: DeviceRows },
  fit: Fit,
  part: Part,
): DeviceRows {
  const queries = queriesOf(Q, part);
  const keys = keysOf(K, part, fit.group);
  const numKvPairs = fit.scores[3];
  const [batch, heads, steps] = queries.shape;
  const scores = scratchRows(job, paddedLayout([batch, heads, steps, numKvPairs]), 'scores');
  const [q, k] = [bound(queries), bound(keys)];
  const count = batch * heads * steps * padded(numKvPairs);
  const uniforms = new Uniforms()
    .u32(...q.view, ...k.view, count, padded(numKvPairs))
    .u32(heads, steps, numKvPairs, fit.headSize, fit.group, part.head[0]);
  const storage = [q.bytes, k.bytes, bound(w_v).bytes, bound(scores).bytes];
  job.dispatch(programs.additiveScores, Math.ceil(count / 64), [uniforms], storage);
  return scores;
}
