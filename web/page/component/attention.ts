// What the element is given, checked before anything of it is drawn.
import { describe } from '../../lib/checks';
import { AttentionError } from '../../lib/errors';
import { readStacked } from '../model/stacked';
import type { MatrixData } from '../widgets/matrix';

const most = 1024;

/** As it comes from a script, an attribute or a JSON child. */
export interface Given {
  tokens: unknown;
  keys: unknown;
  attentionWeights: unknown;
  /** The same of several layers, which are the first axis. */
  layers?: unknown;
}

/** One layer of one sentence, which is what can be looked at. */
export interface Attention {
  /** Who reads: a token for each row. */
  tokens: readonly string[];
  /** Who is read: a token for each column; `tokens` itself where a sentence reads itself. */
  keys: readonly string[];
  /** One sheet for each head. */
  heads: readonly MatrixData[];
}

/** All that was given. */
export interface Stack {
  numLayers: number;
  batchSize: number;
  /** The same object for the same place. */
  at(layer: number, sentence: number): Attention;
}

/** @throws AttentionError naming the place, what was expected there and what came */
export function readAttention(given: Given): Stack {
  const tokens = isGiven(given.tokens) ? readSentences(given.tokens, 'tokens') : undefined;
  const keys = isGiven(given.keys) ? readSentences(given.keys, 'keys') : undefined;
  const argument = isGiven(given.layers) && !isGiven(given.attentionWeights) ? 'layers' : 'attentionWeights';
  const { data, sizes } = readWeights(given[argument], argument);
  checkNames(argument, sizes, tokens, 'num_queries');
  checkNames(argument, sizes, keys ?? tokens, 'num_kv_pairs');
  const names = (sentence: number) => namesOf(sizes, sentence, tokens, keys);
  const places = new Map<number, Attention>();
  return {
    numLayers: sizes.layers,
    batchSize: sizes.batch,
    at(layer, sentence) {
      const place = layer * sizes.batch + sentence;
      const attention = places.get(place) ?? { ...names(sentence), heads: headsOf(data, sizes, place) };
      places.set(place, attention);
      return attention;
    },
  };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Tokens by sentence; one alone is that of every sentence. */
type Sentences = readonly (readonly string[])[];

/** Tokens that nobody names are numbered. */
function namesOf({ rows, cols }: Sizes, sentence: number, tokens?: Sentences, keys?: Sentences) {
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => String(i));
  const of = (sentences?: Sentences) => sentences?.[sentence] ?? sentences?.[0];
  const readers = of(tokens) ?? numbered(rows);
  const read = of(keys) ?? (cols === rows ? readers : numbered(cols));
  const same = read.length === readers.length && read.every((token, i) => token === readers[i]);
  return { tokens: readers, keys: same ? readers : read };
}

function readSentences(value: unknown, argument: string): Sentences {
  if (!Array.isArray(value) || value.length === 0 || !value.every(Array.isArray)) return [readTokens(value, argument)];
  return value.map((sentence, i) => readTokens(sentence, `${argument}[${i}]`));
}

function readTokens(value: unknown, argument: string): readonly string[] {
  if (!Array.isArray(value))
    throw new AttentionError('type', { argument, expected: 'an array of strings', got: describe(value) });
  return value.map((token: unknown, i) => {
    if (typeof token === 'string') return token;
    throw new AttentionError('type', { argument: `${argument}[${i}]`, expected: 'a string', got: describe(token) });
  });
}

/** Every sentence has as many tokens as there are rows, or columns. */
function checkNames(
  argument: string,
  sizes: Sizes,
  sentences: Sentences | undefined,
  of: 'num_queries' | 'num_kv_pairs',
): void {
  if (!sentences) return;
  const { batch, heads, rows, cols } = sizes;
  const wrong = sentences.find(({ length }) => length !== (of === 'num_queries' ? rows : cols));
  if (wrong) {
    const expected = `(num_heads, num_queries, num_kv_pairs) with ${of} = ${wrong.length}`;
    throw new AttentionError('shape', { argument, expected, got: `(${[heads, rows, cols].join(', ')})` });
  }
  if (sentences.length === 1 || sentences.length === batch) return;
  const where = of === 'num_queries' ? 'tokens' : 'keys';
  throw new AttentionError('shape', {
    argument: where,
    expected: `${batch} sentences`,
    got: `${sentences.length} sentences`,
  });
}

interface Sizes {
  layers: number;
  batch: number;
  heads: number;
  rows: number;
  cols: number;
}

function readWeights(value: unknown, argument: string): { data: Float32Array; sizes: Sizes } {
  const { data: numbers, shape, isList } = readStacked(value, argument);
  const sizes = sizesOf(shape, argument, isList || argument === 'layers');
  // What was given may change later without a word; what is drawn must not.
  const data = new Float32Array(numbers);
  const bad = data.findIndex((weight) => !(weight >= 0 && weight < Number.POSITIVE_INFINITY));
  if (bad < 0) return { data, sizes };
  const expected = 'a finite number, 0 or more';
  throw new AttentionError('option', {
    argument: `${argument}[${placeIn(shape, bad).join('][')}]`,
    expected,
    got: describe(numbers[bad]),
  });
}

function placeIn(shape: readonly number[], index: number): number[] {
  const place: number[] = [];
  let rest = index;
  for (const size of [...shape].reverse()) {
    place.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return place;
}

/** (L, S), with heads before them, before those a batch, or layers, or both. */
function sizesOf(shape: readonly number[], argument: string, layered: boolean): Sizes {
  const [cols = 0, rows = 0, ...before] = [...shape].reverse();
  const [heads = 1, batch = 1, layers = 1] =
    layered && before.length === 1
      ? [1, 1, ...before]
      : layered && before.length === 2
        ? [before[0], 1, before[1]]
        : before;
  if (shape.length < 2 || [heads, batch, layers].includes(0)) {
    const expected = '(num_layers, batch_size, num_heads, num_queries, num_kv_pairs), or fewer axes';
    throw new AttentionError('shape', { argument, expected, got: `(${shape.join(', ')})` });
  }
  // A shape without numbers may claim any number of them.
  for (const [name, count] of Object.entries({ heads, sentences: batch, layers }))
    if (count > most)
      throw new AttentionError('shape', { argument, expected: `1 to ${most} ${name}`, got: `${count} ${name}` });
  return { layers, batch, heads, rows, cols };
}

/** The sheets of one place in the stack. */
function headsOf(data: Float32Array, { heads, rows, cols }: Sizes, place: number): MatrixData[] {
  const size = rows * cols;
  return Array.from({ length: heads }, (_, head) => {
    const from = (place * heads + head) * size;
    return { rows, cols, data: data.subarray(from, from + size) };
  });
}
