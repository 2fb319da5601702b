// A layer's parameters on the GPU, laid out for the shaders: rows and columns padded with zeros, each head by itself.

import type { Tensor } from '../types.js';
import type { CoreStages } from '../wasm/core.js';
import { asFloat16 } from './float16.js';
import type { Gpu } from './gpu.js';
import { mostBytes } from './limits.js';
import type { DeviceMatrix } from './projection.js';
import { type DeviceRows, paddedLayout } from './rows.js';
import { type Held, runJob } from './run.js';
import { padded, type Shape4 } from './shapes.js';

/** Columns that belong to one projection. */
export interface Projection {
  matrix: DeviceMatrix;
  columns: { first: number; count: number };
}

export interface DeviceParameters {
  Q: Projection;
  K: Projection;
  V: Projection;
  O?: Projection;
}

export interface LayerSizes {
  numHiddens: number;
  /** One of each, and no head axis, where there is no W_o. */
  numHeads: number;
  numKvHeads: number;
  hasHeads: boolean;
  headSize: number;
}

/** One matrix before it is on the GPU. */
interface Block {
  W: Tensor;
  b: Tensor | undefined;
  /** Heads that its columns are made of. */
  heads: number;
}

/** Parameters under way to the GPU: usable at once, as the queue keeps the order; `accepted` rejects where it failed. */
export interface Upload {
  /** Absent where there was no room. */
  parameters: DeviceParameters | undefined;
  accepted: Promise<void>;
}

/** Uploads them, into buffers that live as long as the layer. */
export function uploadParameters(
  gpu: Gpu,
  held: Held,
  { W_q, W_k, W_v, W_o, b_q, b_k, b_v, b_o }: CoreStages,
  { numHeads, numKvHeads, headSize }: LayerSizes,
): Upload {
  const blocks: Block[] = [
    { W: W_q as Tensor, b: b_q, heads: numHeads },
    { W: W_k as Tensor, b: b_k, heads: numKvHeads },
    { W: W_v as Tensor, b: b_v, heads: numKvHeads },
  ];
  let parameters: DeviceParameters | undefined;
  const accepted = runJob(gpu, 'parameters', (job) => {
    const upload = (data: ArrayBufferView, shape: Shape4, label: string): DeviceRows => {
      const lease = held.buffer(data.byteLength, label);
      job.fill(lease, data);
      return { ...paddedLayout(shape), lease };
    };
    const matrixOf = (parts: readonly Block[], label: string): DeviceMatrix => {
      const { data, rows, columns, bias } = sideBySide(parts);
      const halves = gpu.pipelines.float16 ? asFloat16(data) : undefined;
      return {
        W: upload(halves ?? data, [1, 1, rows, columns], label),
        isFloat16: halves !== undefined,
        ...(bias && { b: upload(bias, [1, 1, 1, columns], `${label}: bias`) }),
      };
    };
    const widths = blocks.map(({ W, heads }) => heads * padded((W.shape[1] as number) / heads));
    const projections = inOneMatrix(blocks, widths, gpu)
      ? fused(matrixOf(blocks, '[W_q W_k W_v]'), widths)
      : blocks.map((block, i) => alone(matrixOf([block], ['W_q', 'W_k', 'W_v'][i] as string), widths[i] as number));
    const [Q, K, V] = projections as [Projection, Projection, Projection];
    const result: DeviceParameters = { Q, K, V };
    if (W_o) {
      const spread = { ...W_o, ...rowsByHead(W_o, numHeads, headSize) };
      const matrix = matrixOf([{ W: spread, b: b_o, heads: 1 }], 'W_o');
      result.O = alone(matrix, padded(W_o.shape[1] as number));
    }
    parameters = result;
  });
  return { parameters, accepted };
}

/** Whether one buffer has room for all three beside each other. */
function inOneMatrix(blocks: readonly Block[], widths: readonly number[], { limits }: Gpu): boolean {
  const rows = Math.max(...blocks.map(({ W }) => padded(W.shape[0] as number)));
  const bytes = 4 * rows * widths.reduce((sum, width) => sum + width, 0);
  return bytes <= mostBytes(limits);
}

function fused(matrix: DeviceMatrix, widths: readonly number[]): Projection[] {
  let first = 0;
  return widths.map((count) => {
    const projection = { matrix, columns: { first, count } };
    first += count;
    return projection;
  });
}

function alone(matrix: DeviceMatrix, count: number): Projection {
  return { matrix, columns: { first: 0, count } };
}

/** Matrices beside each other, every head's columns padded, rows padded to those of the longest. */
function sideBySide(blocks: readonly Block[]) {
  const widths = blocks.map(({ W, heads }) => heads * padded((W.shape[1] as number) / heads));
  const columns = widths.reduce((sum, width) => sum + width, 0);
  const rows = padded(Math.max(...blocks.map(({ W }) => W.shape[0] as number)));
  const data = new Float32Array(rows * columns);
  const bias = blocks.some(({ b }) => b) ? new Float32Array(columns) : undefined;
  let at = 0;
  for (const [index, { W, b, heads }] of blocks.entries()) {
    const [height, width] = W.shape as [number, number];
    for (let i = 0; i < height; i++) {
      spreadHeads(W.data.subarray(i * width, (i + 1) * width), heads, data, i * columns + at);
    }
    if (b && bias) spreadHeads(b.data, heads, bias, at);
    at += widths[index] as number;
  }
  return { data, rows, columns, bias };
}

function spreadHeads(row: Float32Array, heads: number, to: Float32Array, at: number): void {
  const size = row.length / heads;
  for (let h = 0; h < heads; h++) to.set(row.subarray(h * size, (h + 1) * size), at + h * padded(size));
}

/** W_o with rows for the padding between heads. */
function rowsByHead({ data, shape }: Tensor, heads: number, size: number): Tensor {
  const width = shape[1] as number;
  const rows = new Float32Array(heads * padded(size) * width);
  for (let h = 0; h < heads; h++) {
    rows.set(data.subarray(h * size * width, (h + 1) * size * width), h * padded(size) * width);
  }
  return { data: rows, shape: [heads * padded(size), width] };
}
