// The calls without a layer, from arguments that fit to results in JavaScript.

import type { AttentionTrace, Output, Summary, Tensor } from '../types.js';
import type { CoreOptions, CoreTensor } from '../wasm/core.js';
import type { Layouts, Operands } from './attend.js';
import { type Fit, fitOf, outputLayout, outputShape, type Seen, seen, wholePart } from './fit.js';
import type { Gpu } from './gpu.js';
import { HandleOnDevice } from './handles.js';
import type { Job } from './job.js';
import { mostBytes } from './limits.js';
import { type Masking, maskBytes, maskingOf } from './masking.js';
import { rowsOfOperand, steadyOperand } from './operands.js';
import { type Part, partsThatFit, sizesOf } from './parts.js';
import { attentionPlan, summarizedParts, tracedParts } from './plan.js';
import type { Operand } from './reading.js';
import {
  allocate,
  type DeviceRows,
  dense,
  deviceBytes,
  type HostRows,
  type Layout,
  onDevice,
  type PlannedRows,
  paddedLayout,
  queriesOf,
  readRows,
  scratchRows,
  sideBySide,
} from './rows.js';
import { Held, runParts } from './run.js';
import { axesOf, countOf, lifted, lowered, padded } from './shapes.js';
import {
  maskedPart,
  type PartStages,
  type Replaced,
  replacedBy,
  scratchStages,
  softmaxPart,
  stagesOfPart,
  steadyReplaced,
  sumUpPart,
} from './stages.js';
import { Summarizer, type SummaryPlan } from './summary.js';

/** Q, K and V that fit each other. */
export interface AttentionCall {
  operands: { Q: Operand; K: Operand; V: Operand };
  seen: Seen<Layout>;
  fit: Fit;
  replaced: Replaced;
}

/** @throws Misfit */
export function attentionCall(Q: Operand, K: Operand, V: Operand, options: CoreOptions): AttentionCall {
  const seenSo = seen(Q, K, V, options);
  const fit = fitOf(seenSo, options);
  return { operands: { Q, K, V }, seen: seenSo, fit, replaced: replacedBy(options, fit) };
}

export async function attention(gpu: Gpu, call: AttentionCall): Promise<Output> {
  const { fit } = call;
  const { parts, attend } = attentionPlan(layoutsOf(call, readLayout(fit)), fit, gpu, 'attention');
  const shape = outputShape(fit);
  const output = { ...outputLayout(fit), data: allocate(countOf(shape)) };
  const steady = steadyFor(call, parts);
  await runParts(gpu, 'attention', parts, {
    each: (job, part) => {
      const rows = scratchRows(job, paddedLayout([...sizesOf(part), fit.valueSize]), 'output');
      attend(job, rowsOf(job, steady), fit, part, rows);
      readRows(job, rows, queriesOf(output, part));
    },
  });
  return { output: { data: output.data, shape } };
}

export async function trace(gpu: Gpu, call: AttentionCall): Promise<AttentionTrace> {
  const { fit } = call;
  const parts = tracedParts(layoutsOf(call, readLayout(fit)), fit, gpu);
  const shape = outputShape(fit);
  const output = { ...outputLayout(fit), data: allocate(countOf(shape)) };
  const stages = new StagesRead(fit);
  const steady = steadyFor(call, parts);
  await runParts(gpu, 'trace', parts, {
    each: (job, part) => {
      const operands = rowsOf(job, steady);
      const computed = stagesOfPart(job, operands, fit, part, steady.replaced, scratchStages(job));
      const rows = scratchRows(job, paddedLayout([...sizesOf(part), fit.valueSize]), 'output');
      sumUpPart(job, computed, operands.V, fit, part, rows);
      stages.read(job, computed, part);
      readRows(job, rows, queriesOf(output, part));
    },
  });
  return { ...stages.tensors(), output: { data: output.data, shape } } as unknown as AttentionTrace;
}

/** Some rows of weights at a time; V is looked at for its shape alone. */
export async function summarize(gpu: Gpu, call: AttentionCall, plan: SummaryPlan): Promise<Summary> {
  const { fit } = call;
  const parts = summarizedParts(layoutsOf(call, readLayout(fit)), fit, gpu);
  const steady = steadyFor(call, parts);
  const held = new Held(gpu);
  try {
    const summarizer = new Summarizer(plan, held);
    await runParts(gpu, 'summarize', parts, {
      before: (job) => summarizer.begin(job),
      each: (job, part) => {
        const stages = stagesOfPart(job, rowsOf(job, steady), fit, part, {}, scratchStages(job));
        summarizer.add(job, stages, part);
      },
      after: (job) => summarizer.end(job),
    });
    return summarizer.summary();
  } finally {
    held.release();
  }
}

/** Scores that masks fit. */
export interface SoftmaxCall {
  scores: CoreTensor;
  rows: HostRows;
  masking: Masking;
}

/** @throws Misfit */
export function softmaxCall(scores: CoreTensor, options: CoreOptions): SoftmaxCall {
  const shape = lifted(scores);
  return { scores, rows: { ...dense(shape), data: scores.data }, masking: maskingOf(options, shape, axesOf(scores)) };
}

export async function maskedSoftmax(gpu: Gpu, { scores, rows, masking }: SoftmaxCall): Promise<Tensor> {
  const result = { ...dense(rows.shape), data: allocate(scores.data.length) };
  const most = mostBytes(gpu.limits);
  const fits = (part: Part) => {
    const masks = maskBytes(masking, part);
    return [masks.words, masks.bias, deviceBytes(paddedLayout(queriesOf(rows, part).shape))].every((n) => n <= most);
  };
  const parts = partsThatFit(wholePart({ scores: rows.shape }), fits, 'maskedSoftmax');
  const steady = parts.length > 1 ? { ...rows, data: rows.data.slice() } : rows;
  await runParts(gpu, 'maskedSoftmax', parts, {
    each: (job, part) => {
      const scaled = onDevice(job, queriesOf(steady, part), 'scores');
      const make = scratchStages(job);
      const weights = softmaxPart(job, maskedPart(job, scaled, masking, part, make), masking, make);
      readRows(job, weights, queriesOf(result, part));
    },
  });
  return { data: result.data, shape: [...scores.shape] };
}

/** The stages of a call as they are read part by part. */
export class StagesRead {
  readonly #fit: Fit;
  readonly #read = new Map<keyof PartStages, Float32Array>();
  readonly #names: (keyof PartStages)[];

  /** @param without - stages that this computation does not have */
  constructor(fit: Fit, without: readonly (keyof PartStages)[] = []) {
    this.#fit = fit;
    const all = ['scores', 'scaled', 'masked', 'attentionWeights', ...(fit.dropout ? ['dropped'] : [])];
    this.#names = (all as (keyof PartStages)[]).filter((name) => !without.includes(name));
    for (const name of this.#names) this.#read.set(name, allocate(countOf(fit.scores)));
  }

  read(job: Job, stages: PartStages, part: Part): void {
    for (const name of this.#names) {
      const target = { ...dense(this.#fit.scores), data: this.#read.get(name) as Float32Array };
      readRows(job, stages[name] as DeviceRows, queriesOf(target, part));
    }
  }

  tensors(): Record<string, Tensor> {
    const { scores, axes } = this.#fit;
    return Object.fromEntries([...this.#read].map(([name, data]) => [name, { data, shape: lowered(scores, axes) }]));
  }
}

/** An output that is read back lies close together in each job. */
function readLayout({ scores: [batch, heads, queries], valueSize }: Fit): Layout {
  return paddedLayout([batch, heads, queries, valueSize]);
}

/** Where the numbers of Q, K and V lie, and where those of the output are to. */
export function layoutsOf({ operands, seen: { Q, K, V } }: AttentionCall, output: Layout | PlannedRows): Layouts {
  const of = (operand: Operand, layout: Layout, label: string): Layout => {
    if (!(operand instanceof HandleOnDevice)) return layout;
    const rows = operand.rows(label);
    const isSplit = layout.shape[1] !== rows.shape[1];
    return isSplit ? ({ ...sideBySide(layout.shape, padded), lease: rows.lease } as DeviceRows) : rows;
  };
  return { Q: of(operands.Q, Q, 'Q'), K: of(operands.K, K, 'K'), V: of(operands.V, V, 'V'), output };
}

export function rowsOf(job: Job, { operands, seen: { Q, K, V } }: AttentionCall): Operands {
  return {
    Q: rowsOfOperand(job, operands.Q, Q, 'Q'),
    K: rowsOfOperand(job, operands.K, K, 'K'),
    V: rowsOfOperand(job, operands.V, V, 'V'),
  };
}

/** What is read again in later jobs must not change with the caller's arrays. */
export function steadyFor(call: AttentionCall, parts: readonly Part[]): AttentionCall {
  if (parts.length <= 1) return call;
  const { Q, K, V } = call.operands;
  const operands = { Q: steadyOperand(Q), K: steadyOperand(K), V: steadyOperand(V) };
  return { ...call, operands, replaced: steadyReplaced(call.replaced) };
}
