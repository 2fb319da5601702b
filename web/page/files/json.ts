// JSON, and the numbers beyond it that Python writes: NaN, Infinity and -Infinity by json.dumps, nan and inf by print.

import { FileError, quoted } from './errors';

/** Texts are stepped over, closed or not, so that no word inside one is taken for a number. */
const textsAndWords = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\b(?:NaN|nan|Infinity|inf)\b/g;

/** Stands for NaN, which has no spelling that JSON.parse knows. */
const nan = '\ue000NaN';

/** @throws FileError for what is neither */
export function parseJson(text: string): unknown {
  const plain = text.trim();
  let words = 0;
  try {
    return JSON.parse(plain);
  } catch (error) {
    const replaced = plain.replace(textsAndWords, (part) => {
      if (part.startsWith('"')) return part;
      words += 1;
      return spelling(part);
    });
    if (words === 0) throw refusal(error);
    try {
      return JSON.parse(replaced, (_, value: unknown) => (value === nan ? Number.NaN : value));
    } catch (other) {
      throw refusal(other);
    }
  }
}

/** A number too large for a float64 is read as infinity. */
function spelling(word: string): string {
  if (word.toLowerCase().endsWith('nan')) return JSON.stringify(nan);
  return word.startsWith('-') ? '-1e999' : '1e999';
}

const refusal = (error: unknown): FileError =>
  new FileError('JSON', 'JSON', error instanceof Error ? quoted(error.message) : 'other text');
