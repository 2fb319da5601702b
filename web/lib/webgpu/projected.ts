// Q, K and V of a layer: where they come to lie on the GPU, and the products that put them there.

import type { Operands } from './attend.js';
import type { Gpu } from './gpu.js';
import type { Job } from './job.js';
import { type LayerCall, threeOf } from './layer-call.js';
import { mostBytes } from './limits.js';
import { rowsOfOperand } from './operands.js';
import type { DeviceParameters, Projection } from './parameters.js';
import { project } from './projection.js';
import type { Operand } from './reading.js';
import {
  type DeviceRows,
  dense,
  isBindable,
  onDevice,
  type PlannedRows,
  paddedLayout,
  sideBySide,
  sliced,
} from './rows.js';
import type { Held } from './run.js';
import { lifted, padded, type Shape4 } from './shapes.js';

/** What a projected call has on the GPU. */
export interface Projected extends Operands {
  Q: DeviceRows;
  K: DeviceRows;
  V: DeviceRows;
}

/**
 * Where Q, K and V come to lie. One X times [W_q W_k W_v] puts them side by side in one buffer, where that has room;
 * then `offset` says where each begins.
 */
export function projectedLayouts({ inputs, fit }: LayerCall, { Q, K, V }: DeviceParameters, gpu: Gpu) {
  const [batch, heads, queries, keys] = fit.scores;
  const kvHeads = heads / fit.group;
  const shapes: Shape4[] = [
    [batch, heads, queries, fit.headSize],
    [batch, kvHeads, keys, fit.headSize],
    [batch, kvHeads, keys, fit.headSize],
  ];
  const total = Q.columns.count + K.columns.count + V.columns.count;
  const isOne = 'X' in inputs && Q.matrix === V.matrix && 4 * batch * queries * total <= mostBytes(gpu.limits);
  const layouts = [Q, K, V].map(({ columns }, i): PlannedRows => {
    const shape = shapes[i] as Shape4;
    if (!isOne) return planned(shape, gpu);
    const strides = [queries * total, padded(fit.headSize), total] as const;
    return { shape, offset: columns.first, strides, lease: undefined };
  }) as [PlannedRows, PlannedRows, PlannedRows];
  return { Q: layouts[0], K: layouts[1], V: layouts[2], isOne, total };
}

/** Heads side by side, as a product gives them; each by itself where its rows would lie too far apart to be bound. */
export function planned(shape: Shape4, gpu: Gpu): PlannedRows {
  const beside: PlannedRows = { ...sideBySide(shape, padded), lease: undefined };
  const one = sliced(beside, [0, 1], [0, 1], [0, shape[2]]);
  return isBindable(one, mostBytes(gpu.limits)) ? beside : { ...paddedLayout(shape), lease: undefined };
}

type ProjectedLayouts = ReturnType<typeof projectedLayouts>;

export function projectedRows({ Q, K, V, isOne, total }: ProjectedLayouts, held: Held): Projected {
  if (!isOne) return { Q: held.rows(Q, 'Q'), K: held.rows(K, 'K'), V: held.rows(V, 'V') };
  const [batch, , steps] = Q.shape;
  const lease = held.buffer(4 * batch * steps * total, '[Q K V]');
  return { Q: { ...Q, lease }, K: { ...K, lease }, V: { ...V, lease } };
}

export function projectInputs(
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
    const all = { ...paddedLayout([X.shape[0], 1, X.shape[2], columns.count]), lease: projected.Q.lease };
    project(job, X, Q.matrix, all, columns, mostBytes(gpu.limits));
    return;
  }
  const { queries, keys, values } = threeOf(inputs);
  const rowsByOperand = new Map<Operand, DeviceRows>();
  const rowsFor = (operand: Operand, label: string) => {
    const rows = rowsByOperand.get(operand) ?? inputRows(job, operand, label);
    rowsByOperand.set(operand, rows);
    return rows;
  };
  projectHeads(job, rowsFor(queries, 'queries'), Q, projected.Q, gpu);
  projectHeads(job, rowsFor(keys, 'keys'), K, projected.K, gpu);
  projectHeads(job, rowsFor(values, 'values'), V, projected.V, gpu);
}

export function inputRows(job: Job, operand: Operand, label: string): DeviceRows {
  return onDevice(job, rowsOfOperand(job, operand, dense(lifted(operand)), label), label);
}

/** One product for heads that lie side by side, else one for each head of each batch. */
export function projectHeads(
  job: Job,
  A: DeviceRows,
  { matrix, columns }: Projection,
  into: DeviceRows,
  gpu: Gpu,
): void {
  const [batch, heads, steps, size] = into.shape;
  const most = mostBytes(gpu.limits);
  if (into.strides[2] === columns.count) {
    const C = { ...paddedLayout([batch, 1, steps, columns.count]), lease: into.lease };
    project(job, A, matrix, C, columns, most);
    return;
  }
  for (let b = 0; b < batch; b++) {
    const rows = sliced(A, [b, b + 1], [0, 1], [0, steps]);
    for (let h = 0; h < heads; h++) {
      const C = sliced(into, [b, b + 1], [h, h + 1], [0, steps]);
      project(job, rows, matrix, C, { first: columns.first + h * padded(size), count: padded(size) }, most);
    }
  }
}
