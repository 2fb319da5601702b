// What a layer computes: Q, K and V by projection, attention, heads side by side, the output by W_o.

import type { Output, Summary, Tensor } from '../types.js';
import type { CoreOptions, CoreStages } from '../wasm/core.js';
import type { Operands } from './attend.js';
import { StagesRead } from './calls.js';
import { type Fit, fitOf } from './fit.js';
import type { Gpu } from './gpu.js';
import { HandleOnDevice } from './handles.js';
import type { Job } from './job.js';
import { mostBytes } from './limits.js';
import { rowsOfOperand } from './operands.js';
import type { DeviceParameters, LayerSizes, Projection } from './parameters.js';
import type { Part } from './parts.js';
import { attentionPlan, summarizedParts, tracedParts } from './plan.js';
import { project } from './projection.js';
import type { Operand } from './reading.js';
import {
  allocate,
  type DeviceRows,
  dense,
  type Layout,
  onDevice,
  paddedLayout,
  queriesOf,
  readRows,
  sideBySide,
} from './rows.js';
import { Held, runParts } from './run.js';
import { type Axes, axesOf, countOf, fitting, lifted, lowered, padded, type Shape4, sameAxes } from './shapes.js';
import {
  type PartStages,
  type Replaced,
  replacedBy,
  type StageMaker,
  scratchStages,
  stagesOfPart,
  steadyReplaced,
  sumUpPart,
} from './stages.js';
import { Summarizer, type SummaryPlan } from './summary.js';

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
  const axes = axesOf(shaped(queries));
  fitting(!axes.heads);
  const heights = [parameters.W_q, parameters.W_k, parameters.W_v].map((W) => (W as Tensor).shape[0]);
  for (const [i, operand] of [queries, keys, values].entries()) {
    const [batch, , , size] = lifted(shaped(operand));
    fitting(sameAxes(axes, axesOf(shaped(operand))) && size === heights[i]);
    fitting(batch === lifted(shaped(queries))[0]);
  }
  const [batch, , numQueries] = lifted(shaped(queries));
  const [, , numKvPairs] = lifted(shaped(keys));
  fitting(lifted(shaped(values))[2] === numKvPairs);
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

/** What a projected call has on the GPU. */
interface Projected extends Operands {
  Q: DeviceRows;
  K: DeviceRows;
  V: DeviceRows;
}

export async function forward(gpu: Gpu, call: LayerCall, parameters: DeviceParameters): Promise<Output> {
  const { fit } = call;
  const outputShape: Shape4 = [fit.scores[0], 1, fit.scores[2], call.sizes.numHiddens];
  const output = { ...dense(outputShape), data: allocate(countOf(outputShape)) };
  const held = new Held(gpu);
  try {
    await concatOnDevice(gpu, call, parameters, held, (job, concat) => {
      readRows(job, outputRows(job, concat, call, parameters, held, gpu), output);
    });
  } finally {
    held.release();
  }
  return { output: { data: output.data, shape: lowered(outputShape, call.axes) } };
}

/** Everything up to the heads side by side, in a buffer that is held; `after` is the end of the last job. */
export async function concatOnDevice(
  gpu: Gpu,
  call: LayerCall,
  parameters: DeviceParameters,
  held: Held,
  after: (job: Job, concat: DeviceRows) => void,
): Promise<void> {
  const { fit } = call;
  const layouts = projectedLayouts(call, parameters, gpu);
  const { parts, attend } = attentionPlan(layouts, fit, gpu, 'forward');
  const projected = projectedRows(layouts, held);
  const concat = held.rows(concatLayout(fit), 'concat');
  await runParts(gpu, 'forward', parts, {
    before: (job) => projectInputs(job, call, parameters, projected, gpu),
    each: (job, part) => attend(job, projected, fit, part, queriesOf(concat, part)),
    after: (job) => after(job, concat),
  });
}

/** The same with every stage kept, in buffers that `stages` makes. */
export async function tracedConcatOnDevice(
  gpu: Gpu,
  call: LayerCall,
  parameters: DeviceParameters,
  held: Held,
  stages: StageKeeper,
  after: (job: Job, concat: DeviceRows) => void,
): Promise<void> {
  const { fit } = call;
  const layouts = projectedLayouts(call, parameters, gpu);
  const parts = tracedParts(layouts, fit, gpu);
  const replaced = parts.length > 1 ? steadyReplaced(call.replaced) : call.replaced;
  const projected = projectedRows(layouts, held);
  const concat = held.rows(concatLayout(fit), 'concat');
  await runParts(gpu, 'trace', parts, {
    before: (job) => {
      projectInputs(job, call, parameters, projected, gpu);
      stages.projected?.(job, projected);
    },
    each: (job, part) => {
      const computed = stagesOfPart(job, projected, fit, part, replaced, stages.maker(job));
      stages.add(part, computed, job);
      sumUpPart(job, computed, projected.V, fit, part, queriesOf(concat, part));
    },
    after: (job) => after(job, concat),
  });
}

/** Who wants the stages. */
export interface StageKeeper {
  maker(job: Job): StageMaker;
  add(part: Part, stages: PartStages, job: Job): void;
  projected?(job: Job, rows: Operands & Record<'Q' | 'K' | 'V', DeviceRows>): void;
}

export async function trace(gpu: Gpu, call: LayerCall, parameters: DeviceParameters) {
  const { fit, sizes, axes } = call;
  const held = new Held(gpu);
  const reader = new Reader();
  const stages = new StagesRead(fit);
  const sequences = inputTensors(call.inputs);
  sequences.catch(() => {});
  try {
    const keeper: StageKeeper = {
      maker: scratchStages,
      add: (part, computed, job) => stages.read(job, computed, part),
      projected: (job, rows) => {
        for (const name of ['Q', 'K', 'V'] as const) reader.read(job, name, rows[name], fit.axes);
      },
    };
    await tracedConcatOnDevice(gpu, call, parameters, held, keeper, (job, concat) => {
      if (sizes.hasHeads) {
        reader.read(job, 'heads', concat, fit.axes);
        reader.readClose(job, 'concat', concat, axes);
      }
      reader.readClose(job, 'output', outputRows(job, concat, call, parameters, held, gpu), axes);
    });
  } finally {
    held.release();
  }
  const { Q, K, V, ...rest } = reader.tensors;
  return { inputs: await sequences, Q, K, V, ...stages.tensors(), ...rest };
}

/** Of the weights alone: V is not projected, and K stands where its shape is asked for. */
export async function summarize(
  gpu: Gpu,
  call: LayerCall,
  parameters: DeviceParameters,
  plan: SummaryPlan,
): Promise<Summary> {
  const { fit } = call;
  const [batch, heads, queries, keys] = fit.scores;
  const held = new Held(gpu);
  try {
    const Q = held.rows(sideBySide([batch, heads, queries, fit.headSize], padded), 'Q');
    const K = held.rows(sideBySide([batch, heads / fit.group, keys, fit.headSize], padded), 'K');
    const parts = summarizedParts({ Q, K }, fit, gpu);
    const summarizer = new Summarizer(plan, held);
    await runParts(gpu, 'summarize', parts, {
      before: (job) => {
        const inputs = threeOf(call.inputs);
        projectInto(job, inputRows(job, inputs.queries, 'queries'), parameters.Q, Q, parameters.Q.columns.count, gpu);
        projectInto(job, inputRows(job, inputs.keys, 'keys'), parameters.K, K, parameters.K.columns.count, gpu);
        summarizer.begin(job);
      },
      each: (job, part) => {
        summarizer.add(job, stagesOfPart(job, { Q, K }, fit, part, {}, scratchStages(job)), part);
      },
      after: (job) => summarizer.end(job),
    });
    return summarizer.summary();
  } finally {
    held.release();
  }
}

/** Reads device rows into tensors of their own. */
class Reader {
  readonly tensors: Record<string, Tensor> = {};

  read(job: Job, name: string, rows: DeviceRows, axes: Axes): void {
    const data = allocate(countOf(rows.shape));
    readRows(job, rows, { ...dense(rows.shape), data });
    this.tensors[name] = { data, shape: lowered(rows.shape, axes) };
  }

  /** Heads side by side, as one row. */
  readClose(job: Job, name: string, rows: DeviceRows, axes: Axes): void {
    const [batch, heads, steps, size] = rows.shape;
    const data = allocate(countOf(rows.shape));
    readRows(job, rows, { ...sideBySide(rows.shape, (d) => d), data });
    this.tensors[name] = { data, shape: lowered([batch, 1, steps, heads * size], axes) };
  }
}

export function threeOf(inputs: LayerInputs) {
  return 'X' in inputs ? { queries: inputs.X, keys: inputs.X, values: inputs.X } : inputs;
}

function shaped(operand: Operand): { shape: number[] } {
  return operand as { shape: number[] };
}

/** Copies of the inputs, as a trace shows them. */
export async function inputTensors(inputs: LayerInputs): Promise<Record<string, Tensor>> {
  const copies = Object.entries(inputs).map(async ([name, operand]: [string, Operand]): Promise<[string, Tensor]> => {
    if (operand instanceof HandleOnDevice) return [name, await operand.read()];
    return [name, { data: operand.data.slice(), shape: [...operand.shape] }];
  });
  return Object.fromEntries(await Promise.all(copies));
}

/**
 * Where Q, K and V come to lie. One X times [W_q W_k W_v] puts them side by side in one buffer, where that has room;
 * then `offset` says where each begins.
 */
function projectedLayouts({ inputs, fit }: LayerCall, { Q, K, V }: DeviceParameters, gpu: Gpu) {
  const [batch, heads, queries, keys] = fit.scores;
  const kvHeads = heads / fit.group;
  const shapes: Shape4[] = [
    [batch, heads, queries, fit.headSize],
    [batch, kvHeads, keys, fit.headSize],
    [batch, kvHeads, keys, fit.headSize],
  ];
  const total = Q.columns.count + K.columns.count + V.columns.count;
  const isOne = 'X' in inputs && Q.matrix === V.matrix && 4 * batch * queries * total <= mostBytes(gpu.limits);
  const layouts = [Q, K, V].map(({ columns }, i): Layout => {
    const shape = shapes[i] as Shape4;
    if (!isOne) return sideBySide(shape, padded);
    return { shape, offset: columns.first, strides: [queries * total, padded(fit.headSize), total] };
  }) as [Layout, Layout, Layout];
  return { Q: layouts[0], K: layouts[1], V: layouts[2], isOne, total };
}

type ProjectedLayouts = ReturnType<typeof projectedLayouts>;

function projectedRows({ Q, K, V, isOne, total }: ProjectedLayouts, held: Held): Projected {
  if (!isOne) return { Q: held.rows(Q, 'Q'), K: held.rows(K, 'K'), V: held.rows(V, 'V') };
  const [batch, , steps] = Q.shape;
  const lease = held.buffer(4 * batch * steps * total, '[Q K V]');
  return { Q: { ...Q, lease }, K: { ...K, lease }, V: { ...V, lease } };
}

function projectInputs(
  job: Job,
  { inputs }: LayerCall,
  { Q, K, V }: DeviceParameters,
  projected: Projected,
  gpu: Gpu,
): void {
  const isOne = projected.Q.lease === projected.V.lease;
  if (isOne) {
    const X = inputRows(job, (inputs as { X: Operand }).X, 'X');
    const columns = { first: 0, count: Q.columns.count + K.columns.count + V.columns.count };
    projectInto(job, X, { matrix: Q.matrix, columns }, projected.Q, columns.count, gpu);
    return;
  }
  const { queries, keys, values } = threeOf(inputs);
  const rowsByOperand = new Map<Operand, DeviceRows>();
  const rowsFor = (operand: Operand, label: string) => {
    const rows = rowsByOperand.get(operand) ?? inputRows(job, operand, label);
    rowsByOperand.set(operand, rows);
    return rows;
  };
  projectInto(job, rowsFor(queries, 'queries'), Q, projected.Q, Q.columns.count, gpu);
  projectInto(job, rowsFor(keys, 'keys'), K, projected.K, K.columns.count, gpu);
  projectInto(job, rowsFor(values, 'values'), V, projected.V, V.columns.count, gpu);
}

function inputRows(job: Job, operand: Operand, label: string): DeviceRows {
  return onDevice(job, rowsOfOperand(job, operand, dense(lifted(shaped(operand))), label), label);
}

/** The product as rows of so many columns, from the beginning of the buffer that `into` lies in. */
function projectInto(
  job: Job,
  A: DeviceRows,
  { matrix, columns }: Projection,
  into: DeviceRows,
  row: number,
  gpu: Gpu,
) {
  const [batch, , steps] = A.shape;
  const C = { ...paddedLayout([batch, 1, steps, row]), lease: into.lease };
  project(job, A, matrix, C, columns, mostBytes(gpu.limits));
}

function concatLayout({ scores: [batch, heads, queries], valueSize }: Fit): Layout {
  return sideBySide([batch, heads, queries, valueSize], padded);
}

/** concat W_o + b_o; without W_o, concat. */
export function outputRows(
  job: Job,
  concat: DeviceRows,
  { fit, sizes }: LayerCall,
  { O }: DeviceParameters,
  held: Held,
  gpu: Gpu,
): DeviceRows {
  if (!O) return concat;
  const [batch, heads, steps, size] = concat.shape;
  const row = heads * padded(size);
  const A = { ...paddedLayout([batch, 1, steps, row]), lease: concat.lease };
  const output = held.rows(paddedLayout([fit.scores[0], 1, fit.scores[2], sizes.numHiddens]), 'output');
  project(job, A, O.matrix, output, O.columns, mostBytes(gpu.limits));
  return output;
}
