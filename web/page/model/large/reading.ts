// A long text as a layer reads it: X, the layer, and how to ask the core about some of the pairs.
import type { AsyncEngine, Summary, SummaryRequest, Tensor } from 'xattention';
import { embedWords, type Source } from '../embedding';
import { type Layer, layerFor } from '../layer';
import type { Plan } from './plan';

/** From … to − 1. */
export interface Range {
  from: number;
  to: number;
}

export interface Work {
  signal: AbortSignal;
  /** How much is done, 0 … 1. */
  progress(share: number): void;
}

export interface Reading {
  tokens: readonly string[];
  /** Whose vector each token has. */
  sources: readonly Source[];
  numHeads: number;
  /** Why no word has its real vector. */
  unfetched: Error | undefined;
  /** What the layer says of these queries' attention weights; the request says which keys its map covers. */
  summarize(queries: Range, request: SummaryRequest): Promise<Summary>;
  dispose(): void;
}

export async function openReading(
  engine: AsyncEngine,
  tokens: readonly string[],
  plan: Plan,
  work: Work,
): Promise<Reading> {
  const { numHiddens, numHeads } = plan.layer;
  const { X, sources, unfetched } = await embedLong(engine, tokens, numHiddens, plan.position, work);
  const layer: Layer = await layerFor(engine, plan.layer, undefined);
  const { options } = plan;
  const isPlaced = options.causal || options.window;
  return {
    tokens,
    sources,
    numHeads,
    unfetched,
    async summarize({ from, to }, request) {
      const queries = { data: X.data.subarray(from * numHiddens, to * numHiddens), shape: [to - from, numHiddens] };
      return layer.summarize(
        { queries, keys: X, values: X },
        { ...options, ...(isPlaced && { queryOffset: from }) },
        request,
      );
    },
    dispose: () => layer.dispose(),
  };
}

/** Words at a time: each unknown one has its numbers drawn by the core. */
const wordsAtOnce = 256;

/** The vector of each different word is had once, and copied to wherever the word stands. */
async function embedLong(
  engine: AsyncEngine,
  tokens: readonly string[],
  numHiddens: number,
  position: boolean,
  { signal, progress }: Work,
): Promise<{ X: Tensor; sources: Source[]; unfetched: Error | undefined }> {
  const places = new Map<string, number[]>();
  for (const [i, token] of tokens.entries()) {
    const known = places.get(token);
    if (known) known.push(i);
    else places.set(token, [i]);
  }
  const X: Tensor = { data: new Float32Array(tokens.length * numHiddens), shape: [tokens.length, numHiddens] };
  const sources: Source[] = Array<Source>(tokens.length).fill({ source: 'random' });
  const words = [...places.keys()];
  let missing: Error | undefined;
  for (let start = 0; start < words.length; start += wordsAtOnce) {
    const some = words.slice(start, start + wordsAtOnce);
    const { X: vectors, sources: found, unfetched } = await embedWords(engine, [some], numHiddens, false);
    missing ??= unfetched;
    signal.throwIfAborted();
    for (const [w, word] of some.entries()) {
      const vector = vectors.data.subarray(w * numHiddens, (w + 1) * numHiddens);
      for (const place of places.get(word) ?? []) {
        X.data.set(vector, place * numHiddens);
        sources[place] = found[0]?.[w] ?? { source: 'random' };
      }
    }
    progress(Math.min(1, (start + some.length) / words.length));
  }
  if (!position) return { X, sources, unfetched: missing };
  const { data } = await engine.positionalEncoding(tokens.length, numHiddens);
  signal.throwIfAborted();
  return { X: { ...X, data: X.data.map((value, i) => value + (data[i] ?? 0)) }, sources, unfetched: missing };
}
