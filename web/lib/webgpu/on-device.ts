// Calls whose results stay on the GPU.

import type { CoreTensor } from '../wasm/core.js';
import { type AttentionCall, layoutsOf, rowsOf, steadyFor } from './calls.js';
import { type Fit, outputLayout } from './fit.js';
import type { Gpu } from './gpu.js';
import { HandleOnDevice, type Segment } from './handles.js';
import type { Job } from './job.js';
import type { LayerCall } from './layer-call.js';
import * as layers from './layer-calls.js';
import { closeHeads } from './operands.js';
import type { DeviceParameters } from './parameters.js';
import type { Part } from './parts.js';
import { attentionPlan, tracedParts } from './plan.js';
import { type DeviceRows, dense, type PlannedRows, packed, paddedLayout, queriesOf } from './rows.js';
import { Held, runJob, runParts } from './run.js';
import { type Axes, axesOf, lifted, padded, type Shape4 } from './shapes.js';
import { type PartStages, type StageMaker, stagesOfPart, sumUpPart } from './stages.js';
import { TraceOnDevice } from './trace-on-device.js';

/** A tensor uploaded once. */
export async function upload(gpu: Gpu, tensor: CoreTensor): Promise<HandleOnDevice> {
  const shape = lifted(tensor);
  return holding(gpu, async (held) => {
    const rows = held.rows(paddedLayout(shape), 'tensor');
    await runJob(gpu, 'upload', (job) => job.fill(rows.lease, packed({ ...dense(shape), data: tensor.data })));
    return handleOf(gpu, shape, axesOf(tensor), rows, held);
  });
}

export async function attention(gpu: Gpu, call: AttentionCall): Promise<{ output: HandleOnDevice }> {
  const { fit } = call;
  const { parts, attend } = attentionPlan(layoutsOf(call, keptLayout(fit)), fit, gpu, 'attention');
  const steady = steadyFor(call, parts);
  return holding(gpu, async (held) => {
    const spread = held.rows(keptLayout(fit), 'output');
    let output = spread;
    await runParts(gpu, 'attention', parts, {
      each: (job, part) => attend(job, rowsOf(job, steady), fit, part, queriesOf(spread, part)),
      after: (job) => {
        output = closed(job, spread, fit.outputAxes, held);
      },
    });
    return { output: handleOf(gpu, output.shape, fit.outputAxes, output, held) };
  });
}

export async function trace(gpu: Gpu, call: AttentionCall): Promise<TraceOnDevice> {
  const { fit } = call;
  const parts = tracedParts(layoutsOf(call, keptLayout(fit)), fit, gpu);
  const steady = steadyFor(call, parts);
  return holding(gpu, async (held) => {
    const spread = held.rows(keptLayout(fit), 'output');
    const stages = new StagesHeld(held);
    let output = spread;
    await runParts(gpu, 'trace', parts, {
      each: (job, part) => {
        const operands = rowsOf(job, steady);
        const computed = stagesOfPart(job, operands, fit, part, steady.replaced, stages.maker());
        stages.add(part, computed);
        sumUpPart(job, computed, operands.V, fit, part, queriesOf(spread, part));
      },
      after: (job) => {
        output = closed(job, spread, fit.outputAxes, held);
      },
    });
    const handle = handleOf(gpu, output.shape, fit.outputAxes, output, held);
    return new TraceOnDevice(gpu, { ...stages.handles(gpu, fit), output: handle });
  });
}

export async function layerForward(gpu: Gpu, call: LayerCall, parameters: DeviceParameters) {
  return holding(gpu, async (held) => {
    let output: DeviceRows | undefined;
    await layers.concatOnDevice(gpu, call, parameters, held, (job, rows) => {
      output = layers.outputRows(job, rows, call, parameters, held, gpu);
    });
    return { output: handleOf(gpu, (output as DeviceRows).shape, call.axes, output as DeviceRows, held) };
  });
}

export async function layerTrace(gpu: Gpu, call: LayerCall, parameters: DeviceParameters): Promise<TraceOnDevice> {
  const { fit } = call;
  return holding(gpu, async (held) => {
    const stages = new StagesHeld(held);
    let output: DeviceRows | undefined;
    await layers.tracedConcatOnDevice(gpu, call, parameters, held, stages, (job, rows) => {
      output = layers.outputRows(job, rows, call, parameters, held, gpu);
    });
    const handle = handleOf(gpu, (output as DeviceRows).shape, call.axes, output as DeviceRows, held);
    return new TraceOnDevice(gpu, { ...stages.handles(gpu, fit), output: handle });
  });
}

/** An output that is kept: heads side by side where they came so. */
const keptLayout = (fit: Fit): PlannedRows => ({ ...outputLayout(fit, padded), lease: undefined });

/** Stages in buffers of their own, part by part. */
export class StagesHeld {
  readonly #held: Held;
  readonly #segments = new Map<keyof PartStages, Segment[]>();

  constructor(held: Held) {
    this.#held = held;
  }

  maker(): StageMaker {
    return (name, shape) => this.#held.rows(paddedLayout(shape), name);
  }

  add(part: Part, stages: PartStages): void {
    for (const [name, rows] of Object.entries(stages) as [keyof PartStages, DeviceRows][]) {
      this.#segments.set(name, [...(this.#segments.get(name) ?? []), { part, rows }]);
    }
  }

  handles(gpu: Gpu, { scores, axes }: Fit): Record<string, HandleOnDevice> {
    const names = ['scores', 'scaled', 'masked', 'attentionWeights', 'dropped'] as const;
    const present = names.filter((name) => this.#segments.has(name));
    return Object.fromEntries(
      present.map((name) => {
        const segments = this.#segments.get(name) as Segment[];
        this.#held.handOver(segments.map(({ rows }) => rows.lease));
        return [name, new HandleOnDevice(gpu, scores, axes, segments)];
      }),
    );
  }
}

/** What was made and not handed over goes back, whatever happens. */
async function holding<T>(gpu: Gpu, work: (held: Held) => Promise<T>): Promise<T> {
  const held = new Held(gpu);
  try {
    return await work(held);
  } finally {
    held.release();
  }
}

/** A handle to all the rows of a buffer, which is the handle's from now on. */
function handleOf(gpu: Gpu, shape: Shape4, axes: Axes, rows: DeviceRows, held: Held): HandleOnDevice {
  held.handOver([rows.lease]);
  const [batch, heads, steps] = shape;
  const part: Part = { batch: [0, batch], head: [0, heads], query: [0, steps] };
  return new HandleOnDevice(gpu, shape, axes, [{ part, rows }]);
}

/** Rows as those of one tensor: heads that were put side by side close together. */
function closed(job: Job, rows: DeviceRows, axes: Axes, held: Held): DeviceRows {
  const [batch, heads, steps, size] = rows.shape;
  if (axes.heads || heads === 1) return rows;
  if (size % 4 === 0) return { ...paddedLayout([batch, 1, steps, heads * size]), lease: rows.lease };
  return closeHeads(job, rows, (layout) => held.rows(layout, 'output'));
}
