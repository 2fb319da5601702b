// What it takes to compute a picture again, elsewhere or in another way: the inputs, the parameters, who may read whom,
// how scores become weights, and what was set by hand on the way.
import type { Tensor } from 'xattention';
import type { Edit } from './edits';
import type { Sizes, StageName } from './stages';
import type { Inputs } from './state';

/** What is needed of a picture for that. */
export interface Source extends Sizes {
  inputs: Pick<Inputs, 'sentences' | 'sources' | 'scale' | 'softcap' | 'dropout' | 'dropoutSeed' | 'edits'>;
  stages: Partial<Record<StageName, Tensor>>;
}

export interface Recipe extends Sizes {
  sentences: readonly (readonly string[])[];
  /** X; queries and keys, where another sequence answers; or Q, K and V themselves. */
  inputs: Partial<Record<'X' | 'queries' | 'keys' | 'Q' | 'K' | 'V', Tensor>>;
  /** (in, out), as a layer takes them; W_o where there are heads to join. Absent where Q, K and V are given. */
  parameters?: { W_q: Tensor; W_k: Tensor; W_v: Tensor; W_o?: Tensor };
  /** 1 where a query may read a key, else 0; it broadcasts to `scores`. Absent where nothing is forbidden. */
  keep?: Tensor;
  /** null: 1/√head_size. */
  scale: number | null;
  /** 0: none. */
  softcap: number;
  /** `kept`: 1 where a weight was not dropped, of the shape of the weights. */
  dropout?: { p: number; seed: number; kept: Tensor };
  /** Numbers of scores and of attention weights set by hand. */
  edits: readonly Edit[];
}

/** undefined while there are no numbers. */
export function recipeOf(source: Source): Recipe | undefined {
  const { inputs, stages, reads } = source;
  const { W_q, W_k, W_v, W_o, masked, attentionWeights, dropped } = stages;
  const given = inputsOf(source);
  if (!masked || !attentionWeights || Object.values(given).some((tensor) => tensor === undefined)) return undefined;
  const { batchSize, numSteps, numKvPairs, numHiddens, numHeads, numKvHeads, drops } = source;
  const keep = keepOf(masked);
  const { sentences, scale, softcap, dropout: p, dropoutSeed: seed } = inputs;
  return {
    ...{ batchSize, numSteps, numKvPairs, numHiddens, numHeads, numKvHeads, reads, drops },
    sentences,
    inputs: given,
    ...(W_q && W_k && W_v && { parameters: { W_q, W_k, W_v, ...(W_o && { W_o }) } }),
    ...(keep.data.includes(0) && { keep }),
    scale,
    softcap,
    ...(dropped && { dropout: { p, seed, kept: keptOf(attentionWeights, dropped) } }),
    edits: inputs.edits.filter(({ stage }) => stage === 'scores' || stage === 'attentionWeights'),
  };
}

function inputsOf({ stages: { X, queries, keys, Q, K, V }, reads }: Source): Recipe['inputs'] {
  if (reads === 'itself') return { X } as Recipe['inputs'];
  return (reads === 'another' ? { queries, keys } : { Q, K, V }) as Recipe['inputs'];
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

/** A weight that was 0 before counts as kept. */
const keptOf = (weights: Tensor, dropped: Tensor): Tensor => ({
  data: weights.data.map((weight, i) => (weight === 0 || dropped.data[i] !== 0 ? 1 : 0)),
  shape: weights.shape,
});
