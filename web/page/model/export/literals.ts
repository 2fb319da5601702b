// Numbers and texts as source code. The brackets and the escapes here mean the same in JavaScript, JSON and Python.
import type { Tensor } from 'xattention';
import { shortest } from '../../files/digits';

/** What a language calls what is no finite number; the infinite ones with a minus before them where negative. */
export interface Words {
  nan: string;
  infinity: string;
}

/** [[1, 0.5], …], the numbers of one row on one line. */
export function nested({ data, shape }: Tensor, words: Words, indent = ''): string {
  const [size = 0, ...rest] = shape;
  if (rest.length === 0) return `[${Array.from(data, (value) => numeral(value, words)).join(', ')}]`;
  const length = data.length / size;
  const inner = `${indent}    `;
  const parts = Array.from({ length: size }, (_, i) => {
    const part = { data: data.subarray(i * length, (i + 1) * length), shape: rest };
    return `${inner}${nested(part, words, inner)},\n`;
  });
  return `[\n${parts.join('')}${indent}]`;
}

function numeral(value: number, { nan, infinity }: Words): string {
  if (Number.isNaN(value)) return nan;
  if (Number.isFinite(value)) return shortest(value);
  return value > 0 ? infinity : `-${infinity}`;
}

/** A string literal. */
export const quoted = (text: string): string => inert(JSON.stringify(text));

/**
 * JSON that says the same wherever it is put. Escaped is also what could end a script element around it, what would
 * turn the direction of what follows, and the line ends that only some languages know.
 */
export const inert = (json: string): string =>
  json.replace(
    /<(?=[/!])|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A list of string literals. */
export const quotedList = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`;
