// Which word's vector a token takes: its own where it is one of the words, else that of an English word standing in for it.

import { chinese, chineseCounts, chineseEnds, chineseMeasures, chineseStarts } from './chinese';

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

/** The English word that stands in for a folded token; undefined where none is known. */
export function standinOf(token: string): string | undefined {
  const known = leftOut.get(token) ?? chinese.get(token);
  if (known !== undefined) return known;
  // Only one part is ever taken off, so that what is left is most of the meaning.
  const characters = [...token];
  const [first = '', last = ''] = [characters[0], characters.at(-1)];
  const front = characters.slice(0, -1).join('');
  if (chineseEnds.has(last) || (chineseMeasures.has(last) && chineseCounts.has(front))) return chinese.get(front);
  return chineseStarts.has(first) ? chinese.get(characters.slice(1).join('')) : undefined;
}
