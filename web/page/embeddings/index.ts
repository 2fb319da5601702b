// Real vectors for the words people type. They lie in files beside this one, fetched when first wanted; NOTICE.md says whose
// they are, web/scripts/make_embeddings.mjs how they were made.

import { fold, grammarOf, standinOf } from './standins';

/** Columns in the file, in the order of how much they tell apart: the first d are the best d. */
export const numDims = 64;

export type TokenVector =
  /** `word` is the token itself, in lower case. */
  | { source: 'word'; word: string; values: Float32Array }
  /** The vector is that of the English `word`, which stands in for the token. */
  | { source: 'translation'; word: string; values: Float32Array }
  /** An unknown word, or one of grammar alone: its vector is a random one, and the core is who draws numbers. */
  | { source: 'random' | 'particle' | 'measure'; word?: undefined; values?: undefined };

export interface Embeddings {
  words: readonly string[];
  /** One for each token, in order. `numHiddens` is at most `numDims`. */
  vectorsOf(tokens: readonly string[], numHiddens: number): TokenVector[];
}

/**
 * The norm of every vector: with W_q and W_k the identity, a word's scaled score with itself is 3 at any size, so that
 * about half its attention goes to itself and a related word is clearly seen to get most of the rest.
 */
export const normOf = (numHiddens: number): number => Math.sqrt(3 * Math.sqrt(numHiddens));

async function download(url: URL): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: HTTP status ${response.status}`);
  return response.arrayBuffer();
}

/** Rejects where the files cannot be had; the caller keeps what this resolves to. */
export async function loadEmbeddings(read: (url: URL) => Promise<ArrayBuffer> = download): Promise<Embeddings> {
  // Written out in full each, since that is what the bundler looks for.
  const [list, vectors] = await Promise.all([
    read(new URL('./words.txt', import.meta.url)),
    read(new URL('./vectors.bin', import.meta.url)),
  ]);
  const words = new TextDecoder().decode(list).trim().split('\n');
  const rank = new Map(words.map((word, i) => [word, i]));
  const scaleBytes = numDims * Float32Array.BYTES_PER_ELEMENT;
  const expected = scaleBytes + words.length * numDims;
  if (vectors.byteLength !== expected)
    throw new Error(`vectors.bin: expected ${expected} bytes for ${words.length} words, got ${vectors.byteLength}`);
  const scales = new Float32Array(vectors, 0, numDims);
  const steps = new Int8Array(vectors, scaleBytes);

  function scaledRow(row: number, numHiddens: number): Float32Array {
    const raw = scales.subarray(0, numHiddens).map((scale, d) => scale * (steps[row * numDims + d] ?? 0));
    const norm = Math.hypot(...raw);
    const factor = norm > 0 ? normOf(numHiddens) / norm : 0;
    return raw.map((x) => x * factor);
  }

  function vectorOf(token: string, numHiddens: number): TokenVector {
    const folded = fold(token);
    const own = rank.get(folded);
    if (own !== undefined) return { source: 'word', word: folded, values: scaledRow(own, numHiddens) };
    const grammar = grammarOf(folded);
    if (grammar) return { source: grammar };
    const word = standinOf(folded);
    const row = word === undefined ? undefined : rank.get(word);
    if (word === undefined || row === undefined) return { source: 'random' };
    return { source: 'translation', word, values: scaledRow(row, numHiddens) };
  }

  return {
    words,
    vectorsOf(tokens, numHiddens) {
      if (!(Number.isInteger(numHiddens) && numHiddens >= 1 && numHiddens <= numDims))
        throw new RangeError(`numHiddens: expected 1 to ${numDims}, got ${numHiddens}`);
      return tokens.map((token) => vectorOf(token, numHiddens));
    },
  };
}
