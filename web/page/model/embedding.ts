// Where X comes from: the tables of an example's model, or for a person's own words real vectors where they are known,
// and vectors drawn by the core where not.
import type { LayerOptions, Tensor } from 'xattention';
import { arrival } from '../browser/arrivals';
import type { Embeddings, TokenVector } from '../embeddings';
import type { Model } from '../examples';
import { inputOf, positionsOf, vectorsOf } from '../examples/inputs';
import type { Core } from './core';
import { seedOf } from './tokens';

/** Whose vector a token has: its own word's, that of an English word for it, one of a model's table, or a random one. */
export type Source =
  | { source: 'word' | 'translation'; word: string }
  | { source: 'table'; deep: boolean }
  | { source: Drawn }
  | { source: 'given' };

/** Why a vector is random: the word is not known, or is one of grammar alone. */
type Drawn = 'random' | 'particle' | 'measure';

export interface Embedding {
  X: Tensor;
  /** One for each token of each sentence. */
  sources: readonly (readonly Source[])[];
  /** X is their sum, where no layer lies below. */
  vectors?: Tensor;
  positions?: Tensor | undefined;
  /** Why no word has its real vector. */
  unfetched?: Error;
}

type Sentences = readonly (readonly string[])[];

/** @param masks - of a layer below */
export async function embedExample(
  engine: Core,
  model: Model,
  sentences: Sentences,
  masks: LayerOptions,
): Promise<Embedding> {
  const deep = model.depths !== undefined;
  const sources = sentences.map((tokens) => tokens.map(() => ({ source: 'table' as const, deep })));
  const X = await inputOf(engine, model, sentences, masks);
  if (model.first) return { X, sources };
  const zeros = Array<number>(model.numHiddens).fill(0);
  const rows = sentences.flatMap((tokens) => vectorsOf(model, tokens).map((row) => row ?? zeros));
  const positions = await positionsOf(engine, model, sentences[0]?.length ?? 0);
  return { X, sources, vectors: { data: Float32Array.from(rows.flat()), shape: X.shape }, positions };
}

/** @param sentences - all of one length */
export async function embedWords(
  engine: Core,
  sentences: Sentences,
  numHiddens: number,
  position: boolean,
): Promise<Embedding> {
  const numSteps = sentences[0]?.length ?? 0;
  const tokens = sentences.flat();
  const shape = [sentences.length, numSteps, numHiddens];
  const { embeddings, unfetched } = await words().then(
    (embeddings) => ({ embeddings, unfetched: undefined }),
    (error: Error) => ({ embeddings: undefined, unfetched: error }),
  );
  const known = embeddings?.vectorsOf(tokens, numHiddens) ?? tokens.map(unknown);
  const vectors: Tensor = { data: new Float32Array(tokens.length * numHiddens), shape };
  const rows = await Promise.all(known.map((one, i) => one.values ?? drawn(engine, tokens[i] ?? '', numHiddens)));
  for (const [i, row] of rows.entries()) vectors.data.set(row, i * numHiddens);
  const positions = position ? await engine.positionalEncoding(numSteps, numHiddens) : undefined;
  const added = (value: number, i: number) => value + (positions?.data[i % positions.data.length] ?? 0);
  const X = positions ? { data: vectors.data.map(added), shape } : vectors;
  const of = known.map((one): Source => (one.values ? { source: one.source, word: one.word } : { source: one.source }));
  const sources = sentences.map((_, i) => of.slice(i * numSteps, (i + 1) * numSteps));
  return { X, sources, vectors, positions, ...(unfetched !== undefined && { unfetched }) };
}

const unknown = (): TokenVector => ({ source: 'random' });

/** X as it came in. */
export function embedGiven({ data, shape }: Tensor, tokens: readonly string[]): Embedding {
  const X: Tensor = { data, shape: [1, ...shape] };
  return { X, sources: [tokens.map(() => ({ source: 'given' }))], vectors: X };
}

let loading: Promise<Embeddings> | undefined;

/** The real vectors; where they do not arrive, the next sentence asks again. */
export function words(): Promise<Embeddings> {
  loading ??= arrival(async () => (await import('../embeddings')).loadEmbeddings());
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

// Vectors drawn before, by size and text: a sentence that is being typed has most of its words already.
const known = new WeakMap<Core, Map<string, Promise<Float32Array>>>();
const mostKnown = 10_000;

function drawn(engine: Core, token: string, numHiddens: number): Promise<Float32Array> {
  const vectors = known.get(engine) ?? new Map<string, Promise<Float32Array>>();
  known.set(engine, vectors);
  const key = `${numHiddens} ${token}`;
  const vector = vectors.get(key) ?? draw(engine, token, numHiddens);
  if (vectors.size >= mostKnown) vectors.clear();
  vectors.set(key, vector);
  vector.catch(() => vectors.delete(key));
  return vector;
}

/** The same vector for the same text, wherever it stands: a row of seeded parameters, U(−1, 1). */
async function draw(engine: Core, token: string, numHiddens: number): Promise<Float32Array> {
  // With one input, PyTorch's linear initialisation draws from ±1/√1.
  const sizes = { querySize: 1, keySize: 1, valueSize: 1 };
  const layer = await engine.multiHeadAttention({ numHiddens, numHeads: 1, ...sizes, seed: seedOf(token) });
  const row = layer.parameters.W_q.data;
  layer.dispose();
  return row;
}
