// NumPy's .npy: a magic word, a version, the length of a header, the header as a Python dictionary, the numbers.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

import { FileError, quoted } from './errors';
import { countOf, decode, type Numbers, type NumberType, numberTypes } from './numbers';

export interface NpyArray {
  /** As NumPy writes it: `<f4`. */
  dtype: string;
  shape: number[];
  /** In C order, whatever the order in the file. */
  data: Numbers;
}

const magic = '\x93NUMPY';
const start = magic.length + 2;
/** Longer ones describe records, which are refused in any case. */
const longestHeader = 65_535;
/** NumPy's own limit. */
const mostAxes = 64;

/** float32 in C order, version 1. */
export function writeNpy({ data, shape }: { data: Float32Array; shape: readonly number[] }): Uint8Array<ArrayBuffer> {
  if (countOf(shape) !== data.length)
    throw new FileError('shape', `one of ${data.length} numbers`, `(${shape.join(', ')})`);
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const dictionary = `{'descr': '<f4', 'fortran_order': False, 'shape': ${tuple}, }`;
  // Spaces and a line feed, so that the numbers begin at a multiple of 64.
  const offset = Math.ceil((start + 2 + dictionary.length + 1) / 64) * 64;
  const header = `${dictionary.padEnd(offset - start - 3)}\n`;

  const file = new Uint8Array(offset + data.byteLength);
  file.set(Array.from(`${magic}\x01\x00`, (character) => character.charCodeAt(0)));
  new DataView(file.buffer).setUint16(start, header.length, true);
  file.set(new TextEncoder().encode(header), start + 2);
  // Every machine that runs a browser keeps its floats little-endian.
  new Float32Array(file.buffer, offset).set(data);
  return file;
}

/** Versions 1 to 3, either byte order, C or Fortran order; real numbers, integers and booleans. */
export function readNpy(file: Uint8Array): NpyArray {
  const { header, data } = split(file);
  const { descr, fortranOrder, shape } = parseHeader(header);
  const { type, littleEndian } = parseType(descr);

  const expected = countOf(shape) * type.bytes;
  if (data.length !== expected)
    throw new FileError('data', `${expected} bytes for the shape (${shape.join(', ')})`, `${data.length}`);
  const numbers = decode(type, data, littleEndian);
  return { dtype: descr, shape, data: fortranOrder ? toCOrder(numbers, shape) : numbers };
}

function split(file: Uint8Array): { header: string; data: Uint8Array } {
  const word = String.fromCharCode(...file.subarray(0, magic.length));
  if (word !== magic) throw new FileError('npy file', `to begin with ${quoted(magic)}`, quoted(word));
  const [major = 0, minor = 0] = file.subarray(magic.length, start);
  if (major < 1 || major > 3 || minor !== 0 || file.length < start)
    throw new FileError('npy version', '1.0, 2.0 or 3.0', `${major}.${minor}`);

  const from = start + (major === 1 ? 2 : 4);
  if (file.length < from) throw new FileError('npy file', `at least ${from} bytes`, `${file.length}`);
  const view = new DataView(file.buffer, file.byteOffset);
  const length = major === 1 ? view.getUint16(start, true) : view.getUint32(start, true);
  const most = Math.min(longestHeader, file.length - from);
  if (length > most) throw new FileError('npy header', `at most ${most} bytes`, `${length}`);
  // ASCII in every file that can be read here, so the encoding of the versions does not matter.
  return { header: new TextDecoder().decode(file.subarray(from, from + length)), data: file.subarray(from + length) };
}

interface Header {
  descr: string;
  fortranOrder: boolean;
  shape: number[];
}

/** The one form of dictionary that NumPy writes, keys in any order. */
function parseHeader(header: string): Header {
  const unsupported = () =>
    new FileError('npy header', "{'descr': …, 'fortran_order': False or True, 'shape': (…)}", quoted(header.trim()));
  // A list of pairs describes records; it is read so far that they can be named when they are refused.
  const entry = /\s*(['"])(\w+)\1\s*:\s*(?:(['"])([^'"]*)\3|(True|False)|\(([\s\dL,]*)\)|(\[.*\]))\s*(,|(?=\}))/y;
  const opening = /^\s*\{/.exec(header);
  const closing = /\s*\}\s*$/y;
  if (!opening) throw unsupported();

  const found: Partial<Header> = {};
  let at = opening[0].length;
  for (let i = 0; i < 3; i++) {
    entry.lastIndex = at;
    const match = entry.exec(header);
    if (!match) throw unsupported();
    const [whole, , key, , text, truth, tuple, fields] = match;
    if (key === 'descr' && (text ?? fields) !== undefined) found.descr = text ?? fields ?? '';
    else if (key === 'fortran_order' && truth) found.fortranOrder = truth === 'True';
    else if (key === 'shape' && tuple !== undefined) found.shape = parseShape(tuple, unsupported);
    else throw unsupported();
    at += whole.length;
  }
  closing.lastIndex = at;
  const { descr, fortranOrder, shape } = found;
  if (!closing.test(header) || descr === undefined || fortranOrder === undefined || !shape) throw unsupported();
  return { descr, fortranOrder, shape };
}

function parseShape(tuple: string, unsupported: () => FileError): number[] {
  if (tuple.trim() === '') return [];
  // One axis needs a comma to be a tuple, more may have one at the end. Python 2 wrote 3L for 3.
  const parts = tuple.split(',').map((part) => part.trim());
  if (parts.length === 1) throw unsupported();
  if (parts.at(-1) === '') parts.pop();
  if (!parts.every((part) => /^\d+L?$/.test(part))) throw unsupported();
  if (parts.length > mostAxes) throw new FileError('npy shape', `at most ${mostAxes} axes`, `${parts.length}`);
  const shape = parts.map((part) => Number.parseInt(part, 10));
  if (!shape.every(Number.isSafeInteger))
    throw new FileError('npy shape', 'sizes up to 2⁵³ − 1', `(${parts.join(', ')})`);
  return shape;
}

const refused: Partial<Record<string, string>> = {
  c: 'complex numbers',
  O: 'Python objects',
  S: 'byte strings',
  U: 'text',
  V: 'records',
  M: 'dates',
  m: 'durations',
};

/** What NumPy lacks comes as bytes without a meaning, or by the name that its library gave it. */
function whyRefused(descr: string, kind: string, bytes: string): string {
  if (descr.includes('bfloat16') || (kind === 'V' && bytes === '2'))
    return 'as bfloat16 is saved: save it with .astype(numpy.float32)';
  if (/\b(float[468]|u?int[24])(_|\b)/.test(descr) || (kind === 'V' && bytes === '1'))
    return 'as numbers of 8 bits or fewer are saved: save them with .astype(numpy.float32)';
  if (descr.startsWith('[')) return 'records';
  if (kind === 'f' && Number(bytes) > 8) return 'long floats: save them with .astype(numpy.float64)';
  return refused[kind] ?? '';
}

function parseType(descr: string): { type: NumberType; littleEndian: boolean } {
  const [, order, kind = '', bytes = ''] = /^([<>|])([a-zA-Z])(\d*)$/.exec(descr) ?? [];
  const name = kind + bytes;
  const type =
    name !== 'bf2' && Object.hasOwn(numberTypes, name) ? numberTypes[name as keyof typeof numberTypes] : undefined;
  // One byte needs no order; more than one must have it.
  if (!type || (order === '|' && type.bytes > 1)) {
    const why = whyRefused(descr, kind, bytes);
    const names = Object.keys(numberTypes).filter((known) => known !== 'bf2');
    throw new FileError('npy type', `one of ${names.join(', ')}`, `${quoted(descr)}${why && ` (${why})`}`);
  }
  return { type, littleEndian: order !== '>' };
}

/** In Fortran order the first axis runs fastest, in C order the last. */
function toCOrder(numbers: Numbers, shape: readonly number[]): Numbers {
  const ordered = numbers.slice();
  const axes = shape.map((size, axis) => ({ size, stride: countOf(shape.slice(0, axis)), index: 0 })).reverse();
  let from = 0;
  for (let i = 0; i < ordered.length; i++) {
    ordered[i] = numbers[from] as number;
    // Like an odometer: the last axis turns, and carries.
    for (const axis of axes) {
      axis.index += 1;
      from += axis.stride;
      if (axis.index < axis.size) break;
      from -= axis.size * axis.stride;
      axis.index = 0;
    }
  }
  return ordered;
}
