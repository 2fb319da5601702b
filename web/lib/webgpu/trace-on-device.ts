// A trace that stays on the GPU, and what can be asked of it there.

import { computedBy, noteComputation } from '../computed-by.js';
import { AttentionError } from '../errors.js';
import { disposeSymbol } from '../lifetimes.js';
import { readSummaryRequest } from '../options.js';
import type { Computation, DeviceTrace, Summary, SummaryRequest } from '../types.js';
import type { Gpu } from './gpu.js';
import type { HandleOnDevice } from './handles.js';
import { keeping } from './reading.js';
import { Held, runParts } from './run.js';
import { Misfit } from './shapes.js';
import { Summarizer, type SummaryPlan, summaryPlan } from './summary.js';

type Handles = Record<string, HandleOnDevice> & { output: HandleOnDevice };

export class TraceOnDevice implements DeviceTrace {
  declare readonly scores: HandleOnDevice;
  declare readonly scaled: HandleOnDevice;
  declare readonly masked: HandleOnDevice;
  declare readonly attentionWeights: HandleOnDevice;
  declare readonly dropped?: HandleOnDevice;
  declare readonly output: HandleOnDevice;
  readonly #gpu: Gpu;
  readonly #handles: HandleOnDevice[];

  constructor(gpu: Gpu, handles: Handles) {
    this.#gpu = gpu;
    this.#handles = Object.values(handles);
    Object.assign(this, handles);
  }

  async summarize(request?: SummaryRequest): Promise<Summary> {
    const wanted = readSummaryRequest(request);
    const { attentionWeights, masked } = this;
    attentionWeights.check();
    masked.check();
    const plan = planOf(wanted, attentionWeights);
    const summary = await keeping({ attentionWeights, masked }, () => this.#summarize(plan));
    return noteComputation(summary, computedBy(this) as Computation);
  }

  async #summarize(plan: SummaryPlan): Promise<Summary> {
    const { attentionWeights, masked } = this;
    const held = new Held(this.#gpu);
    try {
      const summarizer = new Summarizer(plan, held);
      const segments = attentionWeights.segments;
      const rowsOf = new Map(segments.map(({ part, rows }, i) => [part, { rows, masked: masked.segments[i]?.rows }]));
      await runParts(
        this.#gpu,
        'summarize',
        segments.map(({ part }) => part),
        {
          before: (job) => summarizer.begin(job),
          each: (job, part) => {
            const { rows, masked: forbidden } = rowsOf.get(part) as { rows: never; masked: never };
            summarizer.add(job, { attentionWeights: rows, masked: forbidden }, part);
          },
          after: (job) => summarizer.end(job),
        },
      );
      return summarizer.summary();
    } finally {
      held.release();
    }
  }

  dispose(): void {
    for (const handle of this.#handles) handle.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}

function planOf(wanted: ReturnType<typeof readSummaryRequest>, weights: HandleOnDevice): SummaryPlan {
  try {
    return summaryPlan(wanted, weights.shape4, weights.axes);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const expected = `[from, to], 0 ≤ from < to ≤ numKvPairs ${weights.shape4[3]}`;
    const got = `[${wanted.mapKeys?.data.join(', ')}]`;
    throw new AttentionError('option', { argument: 'mapKeys', expected, got });
  }
}
