// What it takes to compute a picture again, elsewhere or in another way: X, the parameters, and who may read whom.
import type { Tensor } from 'xattention';
import type { Sizes, StageName } from './stages';

/** What is needed of a picture for that. */
export interface Source extends Sizes {
  inputs: { tokens: readonly string[] };
  stages: Partial<Record<StageName, Tensor>>;
}

export interface Recipe extends Sizes {
  tokens: readonly string[];
  X: Tensor;
  /** (in, out), as a layer takes them; W_o where there are heads to join. */
  parameters: { W_q: Tensor; W_k: Tensor; W_v: Tensor; W_o?: Tensor };
  /** 1 where a query may read a key, else 0; it broadcasts to `scores`. Absent where nothing is forbidden. */
  keep?: Tensor;
}

/** undefined while there are no numbers. */
export function recipeOf({ inputs, stages, numSteps, numHiddens, numHeads }: Source): Recipe | undefined {
  const { X, W_q, W_k, W_v, W_o, masked } = stages;
  if (!X || !W_q || !W_k || !W_v || !masked) return undefined;
  const keep = keepOf(masked);
  return {
    numSteps,
    numHiddens,
    numHeads,
    tokens: inputs.tokens,
    X,
    parameters: { W_q, W_k, W_v, ...(W_o && { W_o }) },
    ...(keep.data.includes(0) && { keep }),
  };
}

/** Whatever masks there were, what they forbid is −∞ in `masked`; it is the same for every head. */
function keepOf({ data, shape }: Tensor): Tensor {
  const [rows = 0, cols = 0] = shape.slice(-2);
  const numHeads = shape.length === 4 ? (shape[1] ?? 1) : 1;
  const kept: number[] = [];
  for (let sheet = 0; sheet < data.length; sheet += numHeads * rows * cols) {
    for (const value of data.subarray(sheet, sheet + rows * cols))
      kept.push(value === Number.NEGATIVE_INFINITY ? 0 : 1);
  }
  return { data: Float32Array.from(kept), shape: shape.length === 4 ? [shape[0] ?? 1, 1, rows, cols] : shape };
}
