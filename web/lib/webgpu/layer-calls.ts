// What a layer computes: Q, K and V by projection, attention, heads side by side, the output by W_o.

import type { Output, Summary, Tensor } from '../types.js';
import type { Operands } from './attend.js';
import { StagesRead } from './calls.js';
import type { Fit } from './fit.js';
import type { Gpu } from './gpu.js';
import type { Job } from './job.js';
import { inputTensors, type LayerCall, threeOf } from './layer-call.js';
import { mostBytes } from './limits.js';
import type { DeviceParameters } from './parameters.js';
import type { Part } from './parts.js';
import { attentionPlan, summarizedParts, tracedParts } from './plan.js';
import { inputRows, planned, projectedLayouts, projectedRows, projectHeads, projectInputs } from './projected.js';
import { project } from './projection.js';
import {
  allocate,
  type DeviceRows,
  dense,
  type PlannedRows,
  paddedLayout,
  queriesOf,
  readRows,
  sideBySide,
} from './rows.js';
import { Held, runParts } from './run.js';
import { type Axes, countOf, lowered, padded, type Shape4 } from './shapes.js';
import { type PartStages, type StageMaker, scratchStages, stagesOfPart, steadyReplaced, sumUpPart } from './stages.js';
import { Summarizer, type SummaryPlan } from './summary.js';

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
  const { parts, attend } = attentionPlan({ ...layouts, output: concatLayout(fit) }, fit, gpu, 'forward');
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
  const parts = tracedParts({ ...layouts, output: concatLayout(fit) }, fit, gpu);
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
    const Q = held.rows(planned([batch, heads, queries, fit.headSize], gpu), 'Q');
    const K = held.rows(planned([batch, heads / fit.group, keys, fit.headSize], gpu), 'K');
    const parts = summarizedParts({ Q, K }, fit, gpu);
    const summarizer = new Summarizer(plan, held);
    await runParts(gpu, 'summarize', parts, {
      before: (job) => {
        const inputs = threeOf(call.inputs);
        projectHeads(job, inputRows(job, inputs.queries, 'queries'), parameters.Q, Q, gpu);
        projectHeads(job, inputRows(job, inputs.keys, 'keys'), parameters.K, K, gpu);
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

function concatLayout({ scores: [batch, heads, queries], valueSize }: Fit): PlannedRows {
  return { ...sideBySide([batch, heads, queries, valueSize], padded), lease: undefined };
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
