// A layer with more rows than a buffer of the device holds: Q, K and V are projected some rows at a time and come back,
// attention is called on them, and its output is projected some rows at a time. It takes longer than on the GPU alone.

import type { Output, Summary, Tensor } from '../types.js';
import type { AttentionCall } from './calls.js';
import * as calls from './calls.js';
import type { Gpu } from './gpu.js';
import type { Job } from './job.js';
import { inputTensors, type LayerCall, threeOf } from './layer-call.js';
import { mostBytes } from './limits.js';
import { rowsOfOperand, steadyOperand } from './operands.js';
import type { DeviceParameters, Projection } from './parameters.js';
import { flat, project, rowsAtOnce } from './projection.js';
import { keeping, type Operand } from './reading.js';
import {
  allocate,
  copyRows,
  type DeviceRows,
  dense,
  type HostRows,
  onDevice,
  paddedLayout,
  type Range,
  readRows,
  scratchRows,
  sideBySide,
  stepsOf,
} from './rows.js';
import { runJob } from './run.js';
import { countOf, lifted, lowered, padded, type Shape4 } from './shapes.js';
import { steadyReplaced } from './stages.js';
import type { SummaryPlan } from './summary.js';

/** Whether the device has buffers for all rows of the inputs and of everything that comes of them. */
export function fitsInBuffers({ inputs, fit, sizes }: LayerCall, { limits }: Gpu): boolean {
  const [batch, heads, queries, keys] = fit.scores;
  const widths = Object.values(inputs).map((operand: Operand) => padded(operand.shape.at(-1) as number));
  const widest = Math.max(...widths, heads * padded(fit.headSize), padded(sizes.numHiddens));
  return 4 * batch * Math.max(queries, keys) * widest <= limits.maxBufferSize;
}

export async function forward(gpu: Gpu, call: LayerCall, parameters: DeviceParameters): Promise<Output> {
  const { attention } = await projected(gpu, call, parameters);
  const { output: concat } = await calls.attention(gpu, attention);
  return { output: await outputOf(gpu, concat, call, parameters) };
}

export async function trace(gpu: Gpu, call: LayerCall, parameters: DeviceParameters) {
  const sequences = inputTensors(call.inputs);
  sequences.catch(() => {});
  const { attention, Q, K, V } = await projected(gpu, call, parameters);
  const { output: concat, ...stages } = await calls.trace(gpu, attention);
  const output = await outputOf(gpu, concat, call, parameters);
  const { scores, valueSize, axes } = call.fit;
  const shape: Shape4 = [scores[0], scores[1], scores[2], valueSize];
  const heads = { ...sideBySide(shape, asItIs), data: concat.data };
  return {
    inputs: await sequences,
    Q: headByHead(Q, axes),
    K: headByHead(K, axes),
    V: headByHead(V, axes),
    ...(stages as unknown as Record<string, Tensor>),
    ...(call.sizes.hasHeads && { heads: headByHead(heads, axes), concat }),
    output,
  };
}

export async function summarize(
  gpu: Gpu,
  call: LayerCall,
  parameters: DeviceParameters,
  plan: SummaryPlan,
): Promise<Summary> {
  const { attention } = await projected(gpu, call, parameters);
  return calls.summarize(gpu, attention, plan);
}

/** Q, K and V as they came back, and attention of them. Nothing of it is the caller's. */
function projected(gpu: Gpu, call: LayerCall, { Q, K, V }: DeviceParameters) {
  const { fit } = call;
  const operands = threeOf(call.inputs);
  const steady = {
    queries: steadyOperand(operands.queries),
    keys: steadyOperand(operands.keys),
    values: steadyOperand(operands.values),
  };
  const replaced = steadyReplaced(call.replaced);
  const kvHeads = fit.scores[1] / fit.group;
  return keeping(operands, async () => {
    const rows = {
      Q: await projectedRows(gpu, steady.queries, Q, fit.scores[1], fit.headSize, 'Q'),
      K: await projectedRows(gpu, steady.keys, K, kvHeads, fit.headSize, 'K'),
      V: await projectedRows(gpu, steady.values, V, kvHeads, fit.valueSize, 'V'),
    };
    const attention: AttentionCall = {
      operands: { Q: asTensor(rows.Q), K: asTensor(rows.K), V: asTensor(rows.V) },
      seen: { ...rows, axes: fit.axes, outputAxes: fit.outputAxes },
      fit,
      replaced,
    };
    return { attention, ...rows };
  });
}

async function projectedRows(
  gpu: Gpu,
  operand: Operand,
  projection: Projection,
  heads: number,
  size: number,
  label: string,
): Promise<HostRows> {
  const shape = lifted(operand);
  const [batch, , steps] = shape;
  const rowsAt = (job: Job, range: Range) => {
    const all = flat(rowsOfOperand(job, operand, dense(shape), label));
    return onDevice(job, stepsOf(all, range), label);
  };
  const data = await product(
    gpu,
    label,
    { rows: batch * steps, width: padded(shape[3]), rowsAt },
    projection,
    heads,
    size,
  );
  return { ...sideBySide([batch, heads, steps, size], asItIs), data };
}

/** concat W_o + b_o; without W_o, concat. */
async function outputOf(gpu: Gpu, concat: Tensor, { fit, sizes }: LayerCall, { O }: DeviceParameters): Promise<Tensor> {
  if (!O) return concat;
  const [batch, heads, queries] = fit.scores;
  const rows = batch * queries;
  const width = heads * padded(fit.valueSize);
  const all = { ...sideBySide([1, heads, rows, fit.valueSize], asItIs), data: concat.data };
  const rowsAt = (job: Job, range: Range): DeviceRows => {
    const some = stepsOf(all, range);
    const data = new Float32Array(some.shape[2] * width);
    copyRows(some, { ...sideBySide(some.shape, padded), data });
    return { ...paddedLayout([1, 1, some.shape[2], width]), lease: job.upload(data, 'concat') };
  };
  const data = await product(gpu, 'output', { rows, width, rowsAt }, O, 1, sizes.numHiddens);
  return { data, shape: [...concat.shape.slice(0, -1), sizes.numHiddens] };
}

/** The left side of a product: rows on the GPU, some at a time. */
interface Left {
  rows: number;
  width: number;
  rowsAt: (job: Job, range: Range) => DeviceRows;
}

/** Rows of `heads` times `size` numbers, a job for as many as fit. */
async function product(
  gpu: Gpu,
  label: string,
  { rows, width, rowsAt }: Left,
  { matrix, columns }: Projection,
  heads: number,
  size: number,
): Promise<Float32Array> {
  const result = { ...sideBySide([1, heads, rows, size], asItIs), data: allocate(rows * heads * size) };
  const most = mostBytes(gpu.limits);
  const atOnce = rowsAtOnce(Math.max(width, columns.count), most);
  for (let first = 0; first < rows; first += atOnce) {
    const range: Range = [first, Math.min(first + atOnce, rows)];
    await runJob(gpu, label, (job) => {
      const C = scratchRows(job, sideBySide([1, heads, range[1] - first, size], padded), label);
      const close = { ...paddedLayout([1, 1, range[1] - first, columns.count]), lease: C.lease };
      project(job, rowsAt(job, range), matrix, close, columns, most);
      readRows(job, C, stepsOf(result, range));
    });
  }
  return result.data;
}

function asTensor({ data, shape: [batch, heads, steps, size] }: HostRows): Tensor {
  return { data, shape: [batch, steps, heads * size] };
}

/** A stage as a trace shows it. */
function headByHead(rows: HostRows, axes: LayerCall['fit']['axes']): Tensor {
  const data = allocate(countOf(rows.shape));
  copyRows(rows, { ...dense(rows.shape), data });
  return { data, shape: lowered(rows.shape, axes) };
}

const asItIs = (size: number): number => size;
