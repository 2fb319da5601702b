// Who reads, and what is looked at, where nobody has chosen: a word, never padding or punctuation.
import { pad } from './tokens';

/** Letters of any script, digits, and the place to fill. */
const isWord = (token: string): boolean => token !== pad && /[\p{L}\p{N}▢]/u.test(token);

/** The last word that another one follows: it has words on both sides, so that hiding what comes after is seen. */
export function readerIn(tokens: readonly string[]): number {
  const words = [...tokens.keys()].filter((i) => isWord(tokens[i] ?? ''));
  return words.at(-2) ?? words[0] ?? 0;
}

/** The first word that is not the reader itself. */
export function keyIn(tokens: readonly string[], reader: number | null): number {
  const first = tokens.findIndex((token, i) => i !== reader && isWord(token));
  return Math.max(0, first);
}

/** Where tokens are written anew: a choice of one's own stays with its token, anything else is chosen anew. */
export function kept(before: readonly string[], now: readonly string[], index: number, usual: typeof readerIn): number {
  const isChosen = index !== usual(before);
  return isChosen && now[index] !== undefined && now[index] === before[index] ? index : usual(now);
}

/** In another sentence the same place, if a word stands there. */
export const sameOr = (now: readonly string[], index: number, usual: typeof readerIn): number =>
  isWord(now[index] ?? '') ? index : usual(now);
