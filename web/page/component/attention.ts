// What the element is given, checked before anything of it is drawn.
import { describe } from '../../lib/checks';
import { AttentionError } from '../../lib/errors';
import { readTensor } from '../../lib/tensors';
import type { MatrixData } from '../widgets/matrix';

const mostHeads = 1024;

/** As it comes from a script, an attribute or a JSON child. */
export interface Given {
  tokens: unknown;
  keys: unknown;
  attentionWeights: unknown;
}

export interface Attention {
  /** Who reads: a token for each row. */
  tokens: readonly string[];
  /** Who is read: a token for each column; `tokens` itself where a sentence reads itself. */
  keys: readonly string[];
  /** One sheet for each head. */
  heads: readonly MatrixData[];
}

/** @throws AttentionError naming the place, what was expected there and what came */
export function readAttention(given: Given): Attention {
  const tokens = readTokens(given.tokens, 'tokens');
  const named = given.keys === undefined || given.keys === null ? tokens : readTokens(given.keys, 'keys');
  const keys = sameTokens(tokens, named) ? tokens : named;
  return { tokens, keys, heads: readHeads(given.attentionWeights, tokens.length, named.length) };
}

const sameTokens = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((token, i) => token === b[i]);

function readTokens(value: unknown, argument: string): readonly string[] {
  if (!Array.isArray(value))
    throw new AttentionError('type', { argument, expected: 'an array of strings', got: describe(value) });
  return value.map((token: unknown, i) => {
    if (typeof token === 'string') return token;
    throw new AttentionError('type', { argument: `${argument}[${i}]`, expected: 'a string', got: describe(token) });
  });
}

function readHeads(value: unknown, numQueries: number, numKeys: number): MatrixData[] {
  const argument = 'attentionWeights';
  const { data: numbers, shape } = readTensor(value, argument);
  const [numHeads, rows, cols] = sizesOf(shape, argument);
  const fits = (expected: number, got: number, of: string) => {
    if (got === expected) return;
    const said = `(num_heads, num_queries, num_kv_pairs) with ${of} = ${expected}`;
    throw new AttentionError('shape', { argument, expected: said, got: `(${[numHeads, rows, cols].join(', ')})` });
  };
  fits(numQueries, rows, 'num_queries');
  fits(numKeys, cols, 'num_kv_pairs');
  // A shape without numbers may claim any number of them.
  if (numHeads > mostHeads)
    throw new AttentionError('shape', { argument, expected: `1 to ${mostHeads} heads`, got: `${numHeads} heads` });

  // What was given may change later without a word; what is drawn must not.
  const data = new Float32Array(numbers);
  const bad = data.findIndex((weight) => !(weight >= 0 && weight < Number.POSITIVE_INFINITY));
  if (bad >= 0) {
    const [head, row, col] = [Math.floor(bad / (rows * cols)), Math.floor(bad / cols) % rows, bad % cols];
    const place = `${argument}[${shape.length === 2 ? [row, col].join('][') : [head, row, col].join('][')}]`;
    const expected = 'a finite number, 0 or more';
    throw new AttentionError('option', { argument: place, expected, got: describe(numbers[bad]) });
  }
  return Array.from({ length: numHeads }, (_, head) => ({
    rows,
    cols,
    data: data.subarray(head * rows * cols, (head + 1) * rows * cols),
  }));
}

/** (L, S), (heads, L, S), or a batch of one. */
function sizesOf(shape: readonly number[], argument: string): [numHeads: number, rows: number, cols: number] {
  const [cols = 0, rows = 0, numHeads = 1, batchSize = 1] = [...shape].reverse();
  if (shape.length < 2 || batchSize !== 1 || numHeads === 0) {
    const expected =
      '(num_queries, num_kv_pairs), (num_heads, num_queries, num_kv_pairs) or (1, num_heads, num_queries, num_kv_pairs)';
    throw new AttentionError('shape', { argument, expected, got: `(${shape.join(', ')})` });
  }
  return [numHeads, rows, cols];
}
