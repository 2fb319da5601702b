// What can be said of attention weights, computed where they are: the largest of each row, its entropy, its heaviest
// keys, and a downsampled map. The weights are there some rows at a time, and never all of them on the way back.

import type { Summary } from '../types.js';
import type { CoreSummaryRequest } from '../wasm/core.js';
import { gpuMemoryError } from './failures.js';
import type { Job } from './job.js';
import { type Part, sizesOf } from './parts.js';
import type { Lease } from './pool.js';
import { programs } from './programs.js';
import { allocate, bound, type DeviceRows, dense, queriesOf } from './rows.js';
import type { Held } from './run.js';
import { type Axes, fitting, lowered, padded, type Shape4 } from './shapes.js';
import { Uniforms } from './uniforms.js';

/** What a summary is to say of weights of one shape. */
export interface SummaryPlan {
  weights: Shape4;
  axes: Axes;
  topK: number;
  firstKey: number;
  numKeys: number;
  mapRows: number;
  mapCols: number;
  reduce: 'max' | 'mean';
}

/** @throws Misfit where mapKeys is no range of keys */
export function summaryPlan(request: CoreSummaryRequest, weights: Shape4, axes: Axes): SummaryPlan {
  const [, , queries, keys] = weights;
  const { topK = 8, mapRows = 64, mapCols = 64, reduce, mapKeys } = request;
  const [from, to] = mapKeys ? (mapKeys.data as unknown as [number, number]) : [0, keys];
  fitting(mapKeys === undefined || (from >= 0 && from < to && to <= keys));
  const plan = { weights, axes, topK, reduce, firstKey: from, numKeys: to - from };
  return { ...plan, mapRows: Math.min(mapRows, queries), mapCols: Math.min(mapCols, to - from) };
}

/** Collects a summary part by part. */
export class Summarizer {
  readonly #plan: SummaryPlan;
  readonly #rowMax: Float32Array;
  readonly #entropy: Float32Array;
  readonly #indices: Int32Array;
  readonly #largest: Float32Array;
  readonly #map: Float32Array;
  readonly #mapBuffer: Lease;

  constructor(plan: SummaryPlan, held: Held) {
    const [batch, heads, queries] = plan.weights;
    const rows = batch * heads * queries;
    this.#plan = plan;
    this.#rowMax = allocate(rows);
    this.#entropy = allocate(rows);
    this.#largest = allocate(rows * plan.topK);
    this.#indices = new Int32Array(rows * plan.topK);
    this.#map = allocate(batch * heads * plan.mapRows * plan.mapCols);
    this.#mapBuffer = held.buffer(this.#map.byteLength, 'map');
    refuseUnevenCells(plan.mapRows, queries);
    refuseUnevenCells(plan.mapCols, plan.numKeys);
  }

  /** Before the first part. */
  begin(job: Job): void {
    job.fill(this.#mapBuffer, new Float32Array(this.#map.length));
  }

  /** Takes up the rows of a part. */
  add(job: Job, { attentionWeights, masked }: { attentionWeights: DeviceRows; masked: DeviceRows }, part: Part): void {
    this.#addRows(job, attentionWeights, masked, part);
    this.#addToMap(job, attentionWeights, part);
  }

  /** After the last. */
  end(job: Job): void {
    job.read(this.#mapBuffer, 0, this.#map.byteLength, (bytes) => this.#map.set(new Float32Array(bytes)));
  }

  summary(): Summary {
    const { weights, axes, topK, mapRows, mapCols } = this.#plan;
    const [batch, heads, queries] = weights;
    const perQuery = lowered([batch, heads, queries, 1], axes).slice(0, -1);
    return {
      rowMax: { data: this.#rowMax, shape: perQuery },
      entropy: { data: this.#entropy, shape: [...perQuery] },
      topK: {
        indices: { data: this.#indices, shape: [...perQuery, topK] },
        attentionWeights: { data: this.#largest, shape: [...perQuery, topK] },
      },
      map: { data: this.#map, shape: lowered([batch, heads, mapRows, mapCols], axes) },
    };
  }

  #addRows(job: Job, attentionWeights: DeviceRows, masked: DeviceRows, part: Part): void {
    const { weights, topK } = this.#plan;
    const [batch, heads, queries] = sizesOf(part);
    const rows = batch * heads * queries;
    const words = 2 + 2 * topK;
    const result = job.scratch(4 * rows * words, 'summary');
    const uniforms = new Uniforms().u32(rows, padded(weights[3]), weights[3], topK);
    const storage = [bound(attentionWeights).bytes, bound(masked).bytes];
    const bytes = { lease: result, offset: 0, size: 4 * rows * words };
    job.dispatch(programs.summary, rows, [uniforms], [...storage, bytes]);
    job.read(result, 0, 4 * rows * words, (read) => {
      const first = queriesOf(dense([weights[0], weights[1], weights[2], 1]), part).offset;
      this.#take(new Float32Array(read), new Int32Array(read), first, rows);
    });
  }

  /** The rows of a part follow each other, here and there. */
  #take(numbers: Float32Array, integers: Int32Array, first: number, rows: number): void {
    const { topK } = this.#plan;
    for (let row = 0; row < rows; row++) {
      const at = row * (2 + 2 * topK);
      this.#rowMax[first + row] = numbers[at] as number;
      this.#entropy[first + row] = numbers[at + 1] as number;
      this.#indices.set(integers.subarray(at + 2, at + 2 + topK), (first + row) * topK);
      this.#largest.set(numbers.subarray(at + 2 + topK, at + 2 + 2 * topK), (first + row) * topK);
    }
  }

  #addToMap(job: Job, attentionWeights: DeviceRows, part: Part): void {
    const { weights, firstKey, numKeys, mapRows, mapCols, reduce } = this.#plan;
    const [batch, heads, queries] = sizesOf(part);
    const cells = batch * heads * mapRows * mapCols;
    const uniforms = new Uniforms()
      .u32(part.batch[0] * weights[1] + part.head[0], batch * heads, part.query[0], queries, weights[2])
      .u32(padded(weights[3]), firstKey, numKeys, mapRows, mapCols, reduce === 'mean' ? 1 : 0);
    const map = { lease: this.#mapBuffer, offset: 0, size: Math.max(4, this.#map.byteLength) };
    job.dispatch(programs.map, cells, [uniforms.align(4)], [bound(attentionWeights).bytes, map]);
  }
}

/** The shader shares indices out in 32 bits, which the product of two large numbers does not fit. */
function refuseUnevenCells(cells: number, indices: number): void {
  if (cells <= 0xffff || indices % cells === 0) return;
  throw gpuMemoryError('map', 'at most 65535 rows and columns, or as many as there are queries or keys', `${cells}`);
}
