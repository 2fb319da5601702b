// safetensors: the length of a header, the header as JSON, the numbers. Nothing it says is believed before it is checked.
// https://github.com/huggingface/safetensors#format

import { FileError, quoted } from './errors';
import { countOf, decode, type Numbers, type NumberType, numberTypes } from './numbers';

export interface StoredTensor {
  name: string;
  dtype: string;
  shape: number[];
  /**
   * Decoded when asked for, so that a large file costs only the tensors that are wanted of it.
   * @throws FileError for a type that is not known here, as those of 8 bits and fewer
   */
  read(): Numbers;
}

export interface Safetensors {
  /** In the order in which they lie in the file. */
  tensors: StoredTensor[];
  metadata: Map<string, string>;
}

const lengthBytes = 8;
/** The limit of the format's own reader. */
const longestHeader = 100_000_000;

const types = new Map<string, NumberType>([
  ['F64', numberTypes.f8],
  ['F32', numberTypes.f4],
  ['F16', numberTypes.f2],
  ['BF16', numberTypes.bf2],
  ['I64', numberTypes.i8],
  ['I32', numberTypes.i4],
  ['I16', numberTypes.i2],
  ['I8', numberTypes.i1],
  ['U64', numberTypes.u8],
  ['U32', numberTypes.u4],
  ['U16', numberTypes.u2],
  ['U8', numberTypes.u1],
  ['BOOL', numberTypes.b1],
]);

const known = `one of ${[...types.keys()].join(', ')}`;

export function readSafetensors(file: Uint8Array): Safetensors {
  const { header, data } = split(file);
  let metadata = new Map<string, string>();
  const placed: (StoredTensor & { begin: number; end: number })[] = [];
  for (const [name, info] of entriesOf(parse(header), 'safetensors header')) {
    if (name === '__metadata__') metadata = parseMetadata(info);
    else placed.push(parseTensor(name, info, data));
  }

  // The tensors must fill the data from end to end, so no byte has two meanings, or none.
  placed.sort((a, b) => a.begin - b.begin || a.end - b.end);
  let at = 0;
  for (const { name, begin, end } of placed) {
    if (begin !== at)
      throw new FileError(`data_offsets of ${quoted(name)}`, `to begin at ${at}, without gap or overlap`, `${begin}`);
    at = end;
  }
  if (at !== data.length) throw new FileError('safetensors data', `${at} bytes, as the tensors take`, `${data.length}`);
  return { tensors: placed.map(({ name, dtype, shape, read }) => ({ name, dtype, shape, read })), metadata };
}

function split(file: Uint8Array): { header: string; data: Uint8Array } {
  if (file.length < lengthBytes)
    throw new FileError('safetensors file', `at least ${lengthBytes} bytes`, `${file.length}`);
  const length = new DataView(file.buffer, file.byteOffset).getBigUint64(0, true);
  const most = Math.min(longestHeader, file.length - lengthBytes);
  if (length > BigInt(most)) throw new FileError('safetensors header', `at most ${most} bytes`, `${length}`);
  const end = lengthBytes + Number(length);
  try {
    const header = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file.subarray(lengthBytes, end));
    return { header, data: file.subarray(end) };
  } catch {
    throw new FileError('safetensors header', 'UTF-8', 'other bytes');
  }
}

function parse(header: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(header);
  } catch {
    throw new FileError('safetensors header', 'JSON', quoted(header));
  }
  const twice = repeatedKey(header);
  if (twice !== undefined) throw new FileError('safetensors header', 'each name once', `${quoted(twice)} twice`);
  return parsed;
}

/** JSON.parse keeps the last of two equal keys and says nothing; this finds the second, in text that it has accepted. */
function repeatedKey(json: string): string | undefined {
  const objects: Set<string>[] = [];
  for (const [, key, bracket] of json.matchAll(/("(?:[^"\\]+|\\.)*")\s*:|"(?:[^"\\]+|\\.)*"|([{}])/g)) {
    if (bracket === '{') objects.push(new Set());
    if (bracket === '}') objects.pop();
    if (key === undefined) continue;
    const name = JSON.parse(key) as string;
    const names = objects.at(-1);
    if (names?.has(name)) return name;
    names?.add(name);
  }
  return undefined;
}

function entriesOf(value: unknown, where: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FileError(where, 'an object', written(value));
  return Object.entries(value);
}

function parseMetadata(info: unknown): Map<string, string> {
  return new Map(
    entriesOf(info, '__metadata__').map(([key, value]) => {
      if (typeof value !== 'string') throw new FileError(`__metadata__ ${quoted(key)}`, 'text', written(value));
      return [key, value];
    }),
  );
}

function parseTensor(name: string, info: unknown, data: Uint8Array) {
  const where = quoted(name);
  const fields = new Map(entriesOf(info, where));
  const dtype = fields.get('dtype');
  if (typeof dtype !== 'string') throw new FileError(`dtype of ${where}`, known, written(dtype));
  const type = types.get(dtype);

  const shape = fields.get('shape');
  if (!isSizes(shape)) throw new FileError(`shape of ${where}`, 'whole numbers from 0', written(shape));
  const offsets = fields.get('data_offsets');
  const [begin = 0, end = 0] = isSizes(offsets) ? offsets : [];
  if (!isSizes(offsets) || offsets.length !== 2 || begin > end || end > data.length)
    throw new FileError(
      `data_offsets of ${where}`,
      `[begin, end] with 0 ≤ begin ≤ end ≤ ${data.length}`,
      written(offsets),
    );

  const bytes = type ? countOf(shape) * type.bytes : end - begin;
  if (end - begin !== bytes)
    throw new FileError(
      `data_offsets of ${where}`,
      `${bytes} bytes for the shape [${shape.join(', ')}]`,
      `${end - begin}`,
    );
  const read = () => {
    if (!type) throw new FileError(`dtype of ${where}`, known, written(dtype));
    return decode(type, data.subarray(begin, end));
  };
  return { name, dtype, shape, begin, end, read };
}

const isSizes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);

const written = (value: unknown): string => (value === undefined ? 'nothing' : quoted(JSON.stringify(value)));
