// JSON: what this page saved, whole; an object of arrays by name; or one array.
import { describe } from '../../../lib/checks';
import { AttentionError } from '../../../lib/errors';
import { FileError, quoted } from '../../files/errors';
import { parseJson } from '../../files/json';
import { savedInputs } from '../export/json';
import { checkGiven, type Given } from '../given';
import { fromHash } from '../hash';
import { made } from '../hash-given';
import { namesLayers, readStacked } from '../stacked';
import { inputsOf, type Language, type State } from '../state';
import { type Found, type FoundArray, type Remark, stem } from './found';
import { roleOf } from './roles';

type Entries = ReadonlyMap<string, unknown>;

export function readJson(file: string, text: string, language: Language): Found {
  const value = parseJson(text);
  if (Array.isArray(value)) {
    if (isTexts(value)) return { arrays: [], tokens: value };
    return { arrays: [arrayOf(file, stem(file), value)] };
  }
  const entries = entriesOf(value, 'JSON');
  return entries.get('format') === 'xattention trace' ? readTrace(file, entries, language) : readNamed(file, entries);
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string');

function entriesOf(value: unknown, where: string): Entries {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FileError(where, 'an object', describe(value));
  return new Map(Object.entries(value));
}

function readNamed(file: string, entries: Entries): Found {
  const numHeads = entries.get('num_heads') ?? entries.get('numHeads');
  const { arrays, remarks } = readArrays(file, entries);
  const tokens = textsOf(entries.get('tokens'));
  const keys = textsOf(entries.get('keys'));
  if (arrays.length === 0 && !tokens)
    throw new FileError('JSON', 'arrays by name, as { "X": [[…], …] }', quoted([...entries.keys()].join(', ')));
  return {
    arrays,
    ...(tokens && { tokens }),
    ...(keys && { keys }),
    ...(typeof numHeads === 'number' && { numHeads }),
    remarks,
  };
}

/** What is no array of numbers is left out with a remark, unless it is called as what is looked for, or is all there is. */
function readArrays(file: string, entries: Entries): { arrays: FoundArray[]; remarks: Remark[] } {
  const [arrays, remarks, faults]: [FoundArray[], Remark[], unknown[]] = [[], [], []];
  const axes = entries.get('axes') ?? entries.get('dims');
  for (const [name, value] of entries) {
    if (!isNumbers(name, value)) continue;
    try {
      arrays.push(arrayOf(file, name, value, axes));
    } catch (error) {
      if (roleOf(name) || !(error instanceof AttentionError)) throw error;
      faults.push(error);
      remarks.push({ file, kind: 'no numbers', name });
    }
  }
  if (arrays.length === 0 && faults.length > 0) throw faults[0];
  return { arrays, remarks };
}

/** One sentence may come as a batch of one. */
function textsOf(value: unknown): string[] | undefined {
  const texts = Array.isArray(value) && value.length === 1 && Array.isArray(value[0]) ? value[0] : value;
  return isTexts(texts) ? texts : undefined;
}

/** Nested arrays that begin with a number or with something in its place, or { shape, data }. */
function isNumbers(name: string, value: unknown): boolean {
  if (Array.isArray(value)) return name !== 'axes' && name !== 'dims' && textsOf(value) === undefined;
  return typeof value === 'object' && value !== null && 'shape' in value && 'data' in value;
}

function arrayOf(file: string, name: string, value: unknown, beside?: unknown): FoundArray {
  const numbers = withSpecials(ofLayers(value));
  const { data, shape, isList } = readStacked(numbers, name);
  const { axes, dims } = Object(value) as { axes?: unknown; dims?: unknown };
  const [first] = [axes ?? dims ?? beside].flat();
  const layered = isList || namesLayers(name, shape) || (typeof first === 'string' && /^(num_)?layers?$/i.test(first));
  return { file, name, dtype: 'JSON', shape, read: () => data, ...(layered && { layered }) };
}

/** A list of objects, one for each layer, each with its attention weights by name. */
function ofLayers(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((layer: unknown) => {
    if (typeof layer !== 'object' || layer === null || Array.isArray(layer) || 'data' in layer) return layer;
    return Object.entries(layer).find(([name]) => roleOf(name) === 'attention_weights')?.[1] ?? layer;
  });
}

/** JSON has no word for what is no finite number; this page writes it as text. */
function withSpecials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => (Array.isArray(one) ? one : withSpecials(one)));
  if (typeof value !== 'object' || value === null) return value;
  const { data, shape } = value as { data?: unknown; shape?: unknown };
  return Array.isArray(data) ? { shape, data: data.map((one) => specials.get(one) ?? one) } : value;
}

const specials = new Map<unknown, number>([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** What this page saved: the very state where its address still means the same inputs, and the stages in any case. */
function readTrace(file: string, entries: Entries, language: Language): Found {
  if (entries.get('version') !== 1) throw new FileError('version', '1', describe(entries.get('version')));
  const inputs = entriesOf(entries.get('inputs'), 'inputs');
  const sentence = inputs.get('sentence');
  const index = typeof sentence === 'number' && Number.isSafeInteger(sentence) ? sentence : 0;
  const arrays = [...entriesOf(entries.get('stages'), 'stages')].map(([name, value]) =>
    ofSentence(arrayOf(file, name, value), index),
  );
  const { tokens, keyTokens: keys } = Object.fromEntries(inputs);
  const numHeads = entriesOf(entries.get('sizes'), 'sizes').get('numHeads');
  const state = stateOf(entries.get('address'), inputs, language);
  return {
    arrays,
    ...(isTexts(tokens) && { tokens }),
    ...(isTexts(keys) && JSON.stringify(keys) !== JSON.stringify(tokens) && { keys }),
    ...(typeof numHeads === 'number' && { numHeads }),
    ...(state && { state }),
  };
}

/** undefined where the address does not mean these inputs, as in a file from elsewhere, or one that was edited. */
function stateOf(address: unknown, inputs: Entries, language: Language): State | undefined {
  if (typeof address !== 'string') return undefined;
  const state = fromHash(address, language);
  const own = ownNumbers(inputs.get('layer'));
  const whole = own ? { ...state, given: own } : state;
  const meant: unknown = JSON.parse(savedInputs(inputsOf(whole)));
  return ordered(meant) === ordered(Object.fromEntries(inputs)) ? whole : undefined;
}

/** The same for the same content, whatever the order of names. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Numbers of a person's own that are too many for an address. */
function ownNumbers(layer: unknown): Given | null {
  const { kind, given } = Object(layer) as { kind?: unknown; given?: { parameters?: object } };
  if (kind !== 'given' || typeof given !== 'object' || given === null) return null;
  try {
    const numbers = made({ ...given, ...given.parameters });
    if (numbers) checkGiven(numbers);
    return numbers;
  } catch {
    return null; // then the address alone has to do, or the arrays
  }
}

/** Stages have a batch; parameters have two axes and none. */
function ofSentence(array: FoundArray, sentence: number): FoundArray {
  const [batchSize = 1, ...shape] = array.shape;
  if (shape.length < 2 || batchSize <= sentence) return array;
  const size = shape.reduce((product, count) => product * count, 1);
  const read = () => Array.prototype.slice.call(array.read(), sentence * size, (sentence + 1) * size) as number[];
  return { ...array, shape, read };
}
