// Files of other kinds that people have: known by their first bytes, so that they can be named and something be advised.

import { FileError } from './errors';

/** A row for each kind: its name, how it begins, and what to do instead. */
type Row = readonly [name: string, starts: string, advice: string];

const unpack = 'unpack it and bring what is inside';
const fromPython = 'read it in Python and save the arrays with numpy.save or safetensors';
const fromSheet = 'save the sheet as CSV';
const noNumbers = 'it holds no arrays';

/** Inside a zip archive some name says what it is. */
const archives: readonly Row[] = [
  ['an .xlsx spreadsheet', 'xl/workbook', fromSheet],
  ['an .ods spreadsheet', 'opendocument.spreadsheet', fromSheet],
  ['a PyTorch file (.pt, .bin), which runs code when it is read', 'data.pkl', fromPython],
  ['a Keras model', 'model.weights.h5', fromPython],
  ['an Office document', '[Content_Types].xml', noNumbers],
  ['a zip or .npz archive', '', 'unpack it and bring the .npy files inside'],
];

const binaries: readonly Row[] = [
  ['a gzip archive', '\x1f\x8b', unpack],
  ['a bzip2 archive', 'BZh', unpack],
  ['an xz archive', '\xfd7zXZ', unpack],
  ['a Zstandard archive', '\x28\xb5\x2f\xfd', unpack],
  ['a 7z archive', '7z\xbc\xaf', unpack],
  ['a RAR archive', 'Rar!', unpack],
  ['a GGUF model', 'GGUF', 'its weights are quantised: bring the .safetensors it was made from'],
  ['a GGML model', 'lmgg', 'its weights are quantised: bring the .safetensors it was made from'],
  ['a GGML model', 'tjgg', 'its weights are quantised: bring the .safetensors it was made from'],
  ['an HDF5 file (.h5, .hdf5, .mat)', '\x89HDF', fromPython],
  ['a Parquet file', 'PAR1', fromPython],
  ['an Arrow or Feather file', 'ARROW1', fromPython],
  ['a MATLAB file', 'MATLAB 5', fromPython],
  ['an SQLite database', 'SQLite format 3', fromPython],
  ['an R file', 'RDX', fromPython],
  ['an .xls spreadsheet', '\xd0\xcf\x11\xe0', fromSheet],
  ['a PDF', '%PDF', noNumbers],
  ['a PNG picture', '\x89PNG', noNumbers],
  ['a JPEG picture', '\xff\xd8\xff', noNumbers],
  ['a GIF picture', 'GIF8', noNumbers],
  ['a TIFF picture', 'II*\0', noNumbers],
  ['a TIFF picture', 'MM\0*', noNumbers],
  ['a WebP picture, a sound or a film', 'RIFF', noNumbers],
  ['a sound', 'ID3', noNumbers],
  ['a sound', 'OggS', noNumbers],
  ['a WebAssembly module', '\0asm', noNumbers],
  ['text in UTF-32', '\xff\xfe\0\0', 'save it as UTF-8'],
  ['text in UTF-32', '\0\0\xfe\xff', 'save it as UTF-8'],
];

const texts: readonly Row[] = [
  ['a pointer of Git LFS', 'version https://git-lfs', 'fetch the file itself, with git lfs pull'],
  ['a web page', '<!doctype html', 'download the file itself'],
  ['a web page', '<html', 'download the file itself'],
  ['XML', '<?xml', noNumbers],
  ['an SVG picture', '<svg', noNumbers],
];

/** Kinds whose sign does not stand at their beginning, or is too short to be sure of. */
const elsewhere: readonly (readonly [name: string, isIt: (bytes: Uint8Array, file: string) => boolean, string])[] = [
  [
    'a Python pickle (.pkl, .pt, .bin), which runs code when it is read',
    ([first, version = 0]) => first === 0x80 && version >= 2 && version <= 5,
    fromPython,
  ],
  ['an ONNX model', ([first], file) => first === 8 && /\.(onnx|ort)$/i.test(file), fromPython],
  ['a TensorFlow Lite model', (bytes) => latin1(bytes.subarray(4, 8)) === 'TFL3', fromPython],
  ['a tar archive', (bytes) => latin1(bytes.subarray(257, 262)) === 'ustar', unpack],
  ['a film', (bytes) => latin1(bytes.subarray(4, 8)) === 'ftyp', noNumbers],
];

/** @throws FileError for a file of a kind that is known and not read here */
export function refuseOtherKinds(file: string, bytes: Uint8Array): void {
  const start = latin1(bytes.subarray(0, 64));
  const text = start
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  const row =
    (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06') ? archiveOf(bytes) : undefined) ??
    binaries.find(([, sign]) => start.startsWith(sign)) ??
    elsewhere.find(([, isIt]) => isIt(bytes, file)) ??
    texts.find(([, sign]) => text.startsWith(sign));
  if (row) throw new FileError('file', '.npy, .safetensors, .json or .csv', `${row[0]}: ${row[2]}`);
}

/** The names inside are in the first bytes and once more, all of them, in the last. */
function archiveOf(bytes: Uint8Array): Row | undefined {
  const ends = latin1(bytes.subarray(0, 1024)) + latin1(bytes.subarray(Math.max(0, bytes.length - 65_536)));
  return archives.find(([, name]) => ends.includes(name));
}

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
