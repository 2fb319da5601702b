// One file, or one pasted text, of whatever kind it is. Its first bytes decide, not its name.
import { FileError, quoted } from '../../files/errors';
import { readNpy } from '../../files/npy';
import { readSafetensors } from '../../files/safetensors';
import type { Language } from '../state';
import { type Found, inFile, stem } from './found';
import { readJson } from './json';
import { readTableText } from './table';

/** More than the attention weights of a model take; a whole large model is refused before it is read. */
export const mostBytes = 256 * 2 ** 20;

export function checkSize(file: string, bytes: number): void {
  if (bytes > mostBytes) throw new FileError(file, `at most ${mostBytes} bytes`, String(bytes));
  if (bytes === 0) throw new FileError(file, 'numbers', 'an empty file');
}

export function readBytes(file: string, bytes: Uint8Array, language: Language): Found {
  checkSize(file, bytes.length);
  return inFile(file, () => {
    if (bytes[0] === 0x93) return npy(file, bytes);
    if (startsWith(bytes, 'PK'))
      throw new FileError('file', '.npy, .safetensors, .json or .csv', 'a zip or .npz archive');
    // The length of a header, then the header.
    if (bytes[8] === 0x7b && !isText(bytes.subarray(0, 8))) return safetensors(file, bytes);
    return readText(file, decoded(bytes), language);
  });
}

export function readText(file: string, text: string, language: Language): Found {
  const start = text.trimStart()[0];
  return start === '{' || start === '[' ? readJson(file, text, language) : readTableText(file, text);
}

function npy(file: string, bytes: Uint8Array): Found {
  const { dtype, shape, data } = readNpy(bytes);
  return { arrays: [{ file, name: stem(file), dtype, shape, read: () => data }] };
}

function safetensors(file: string, bytes: Uint8Array): Found {
  const { tensors } = readSafetensors(bytes);
  return { arrays: tensors.map(({ name, dtype, shape, read }) => ({ file, name, dtype, shape, read })) };
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((character, i) => bytes[i] === character.charCodeAt(0));

const isText = (bytes: Uint8Array): boolean => bytes.every((byte) => byte >= 0x20 || (byte >= 9 && byte <= 13));

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const start = String.fromCharCode(...bytes.subarray(0, 8));
    throw new FileError('file', '.npy, .safetensors, .json or .csv', quoted(start));
  }
}
