// Which word's vector a token takes: its own where it is one of the words, else that of an English word standing in for it.

import {
  chinese,
  chineseCounted,
  chineseCounts,
  chineseEnds,
  chineseMeasures,
  chineseParticles,
  chineseStarts,
} from './chinese';
import { inSimplified } from './chinese/traditional';

/** What the list of words leaves out though every text has it. */
const leftOut = new Map([
  ['a', 'an'],
  ['i', 'me'],
  ['。', '.'],
  ['、', ','],
  ...['《', '「'].map((quote): [string, string] => [quote, '“']),
  ...['》', '」'].map((quote): [string, string] => [quote, '”']),
  ...'zero one two three four five six seven eight nine ten'
    .split(' ')
    .map((word, number): [string, string] => [String(number), word]),
]);

/** Capitals and full-width forms are another way to write the same word. */
export const fold = (token: string): string => token.normalize('NFKC').toLowerCase();

/** A word that only grammar has a use for, so that no word of another language stands in for it. */
export function grammarOf(token: string): 'particle' | 'measure' | undefined {
  const plain = inSimplified(token);
  if (chineseParticles.has(plain)) return 'particle';
  return chineseMeasures.has(plain) ? 'measure' : undefined;
}

/** The English word that stands in for a folded token; undefined where none is known. */
export function standinOf(token: string): string | undefined {
  const plain = inSimplified(token);
  // 著 is 着, but 著名 is no 着名.
  const known = leftOut.get(token) ?? chinese.get(token) ?? chinese.get(plain);
  if (known !== undefined) return known;
  // Only one part is ever taken off, so that what is left is most of the meaning.
  return leftovers(plain)
    .map((rest) => chinese.get(rest))
    .find((word) => word !== undefined);
}

/** What is left of a word without an end or a beginning that says little. */
function leftovers(word: string): string[] {
  const [first = '', second = '', ...rest] = word;
  const last = word.at(-1) ?? '';
  const front = word.slice(0, -last.length);
  const isCounted = chineseCounted.has(last) && chineseCounts.has(front);
  const isNamed = chineseCounts.has(first) && chineseMeasures.has(second);
  return [
    ...chineseStarts.filter((start) => word.startsWith(start)).map((start) => word.slice(start.length)),
    ...chineseEnds.filter((end) => word.endsWith(end)).map((end) => word.slice(0, -end.length)),
    ...(isCounted ? [front] : []),
    ...(isNamed ? [rest.join('')] : []),
  ];
}
