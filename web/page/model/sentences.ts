// A batch of sentences: what is written on each line, filled up with <pad> to one length.
import { pad, type Split, tokenize } from './tokens';

/** Each line is a sentence; one without a token is left out. */
export function sentencesIn(text: string, split: Split): string[][] {
  const lines = text.split(/\r?\n/).map((line) => tokenize(line, split));
  const written = lines.filter((tokens) => tokens.length > 0);
  return padded(written.length > 0 ? written : [[]]);
}

export function padded(sentences: readonly (readonly string[])[]): string[][] {
  const longest = Math.max(...sentences.map(({ length }) => length));
  return sentences.map((tokens) => [...tokens, ...Array<string>(longest - tokens.length).fill(pad)]);
}

/** As many as there are askers: where fewer answer, the last one answers the rest. */
export function answering(sentences: readonly (readonly string[])[], count: number): string[][] {
  return padded(Array.from({ length: count }, (_, i) => sentences[Math.min(i, sentences.length - 1)] ?? []));
}
