// Where X comes from: the tables of an example's model, or for a person's own words real vectors where they are known,
// and vectors drawn by the core where not.
import type { AsyncEngine, LayerOptions, Tensor } from 'xattention';
import type { Embeddings } from '../embeddings';
import type { Model } from '../examples';
import { inputOf, positionsOf, vectorsOf } from '../examples/inputs';
import type { Inputs } from './state';
import { seedOf } from './tokens';

/** Whose vector a token has: its own word's, that of an English word for it, one of a model's table, or one just drawn. */
export type Source =
  | { source: 'word' | 'translation'; word: string }
  | { source: 'table'; deep: boolean }
  | { source: 'own' };

export interface Embedding {
  X: Tensor;
  /** One for each token. */
  sources: readonly Source[];
  /** X is their sum, where no layer lies below. */
  vectors?: Tensor;
  positions?: Tensor | undefined;
}

/** @param masks - of a layer below */
export async function embedExample(
  engine: AsyncEngine,
  model: Model,
  { tokens, numHiddens }: Inputs,
  masks: LayerOptions,
): Promise<Embedding> {
  const deep = model.depths !== undefined;
  const sources = tokens.map(() => ({ source: 'table' as const, deep }));
  const X = await inputOf(engine, model, [tokens], masks);
  if (model.first) return { X, sources };
  const rows = vectorsOf(model, tokens).map((row) => row ?? Array<number>(numHiddens).fill(0));
  const positions = await positionsOf(engine, model, tokens.length);
  return { X, sources, vectors: { data: Float32Array.from(rows.flat()), shape: X.shape }, positions };
}

export async function embedWords(engine: AsyncEngine, inputs: Inputs, position: boolean): Promise<Embedding> {
  const { tokens, numHiddens } = inputs;
  const shape = [1, tokens.length, numHiddens];
  const known = (await words())?.vectorsOf(tokens, numHiddens) ?? tokens.map(() => ({ source: 'own' as const }));
  const vectors: Tensor = { data: new Float32Array(tokens.length * numHiddens), shape };
  const rows = await Promise.all(
    known.map((one, i) => (one.source === 'own' ? drawn(engine, tokens[i] ?? '', numHiddens) : one.values)),
  );
  for (const [i, row] of rows.entries()) vectors.data.set(row, i * numHiddens);
  const positions = position ? await engine.positionalEncoding(tokens.length, numHiddens) : undefined;
  const X = positions ? { data: vectors.data.map((value, i) => value + (positions.data[i] ?? 0)), shape } : vectors;
  const sources = known.map((one): Source => (one.source === 'own' ? one : { source: one.source, word: one.word }));
  return { X, sources, vectors, positions };
}

let loading: Promise<Embeddings | undefined> | undefined;

/** The real vectors; undefined where they cannot be had, and the next sentence asks again. */
export function words(): Promise<Embeddings | undefined> {
  loading ??= import('../embeddings')
    .then(({ loadEmbeddings }) => loadEmbeddings())
    .catch(() => {
      loading = undefined;
      return undefined;
    });
  return loading;
}

/** The same vector for the same text, wherever it stands: a row of seeded parameters, U(−1, 1). */
async function drawn(engine: AsyncEngine, token: string, numHiddens: number): Promise<Float32Array> {
  // With one input, PyTorch's linear initialisation draws from ±1/√1.
  const layer = await engine.multiHeadAttention({ numHiddens, numHeads: 1, querySize: 1, seed: seedOf(token) });
  const row = layer.parameters.W_q.data;
  layer.dispose();
  return row;
}
