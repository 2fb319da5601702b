// A long text and its tokens: the same ones `tokenize` gives, a slice at a time so that the page never waits.
import { type Split, tokenize } from '../tokens';

export const limits = { tokens: 8192, characters: 100_000, bytes: 1_000_000 } as const;

/** Why a text is not taken, with the limit it passed and by how much. */
export interface Excess {
  kind: 'characters' | 'tokens' | 'bytes';
  limit: number;
  count: number;
}

/** Segmenting is slower the longer the piece; shorter ones are not worth the cut. */
const sliceLength = 500;
/** The longest time in milliseconds without letting the page draw. */
const breath = 8;

const punctuated = /[。，、；：？！」』”…]/u;
const letter = /[\p{L}\p{N}]/u;

/** Cut only where no token can lie across: before white space, or between a mark of Chinese punctuation and a letter. */
export function* slicesOf(text: string, split: Split): Generator<string> {
  let start = 0;
  for (let end = sliceLength; end < text.length; end += 1) {
    const [before = '', after = ''] = [text[end - 1], text[end]];
    const isBetween = split !== 'space' && punctuated.test(before) && letter.test(after);
    if (!isBetween && !/\s/.test(after)) continue;
    yield text.slice(start, end);
    start = end;
    end += sliceLength;
  }
  if (start < text.length) yield text.slice(start);
}

/** Rejects where the signal says that nobody waits any more. */
export async function tokenizeLong(text: string, split: Split, signal: AbortSignal): Promise<string[]> {
  const tokens: string[] = [];
  let since = performance.now();
  for (const slice of slicesOf(text, split)) {
    for (const token of tokenize(slice, split)) tokens.push(token);
    if (performance.now() - since < breath) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    since = performance.now();
  }
  return tokens;
}

export const excessOf = (kind: Excess['kind'], count: number): Excess | null =>
  count > limits[kind] ? { kind, limit: limits[kind], count } : null;
