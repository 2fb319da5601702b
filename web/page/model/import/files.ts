// One file, or one pasted text, of whatever kind it is. Its first bytes decide, not its name.
import { FileError } from '../../files/errors';
import { refuseOtherKinds } from '../../files/kinds';
import { readNpy } from '../../files/npy';
import { readSafetensors } from '../../files/safetensors';
import { decodeText } from '../../files/text';
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
    if (isSafetensors(bytes)) return safetensors(file, bytes);
    refuseOtherKinds(file, bytes);
    const { text, encoding } = decodeText(bytes);
    const found = readText(file, text, language);
    return encoding === 'GB18030'
      ? { ...found, remarks: [{ file, kind: 'encoding', encoding }, ...(found.remarks ?? [])] }
      : found;
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

/** The length of a header in eight bytes, of which the upper ones are 0 as in no text, then the header. */
const isSafetensors = (bytes: Uint8Array): boolean =>
  bytes[8] === 0x7b && bytes.subarray(4, 8).every((byte) => byte === 0);

function safetensors(file: string, bytes: Uint8Array): Found {
  const { tensors } = readSafetensors(bytes);
  return {
    arrays: tensors.map(({ name, dtype, shape, read }) => ({
      file,
      name,
      dtype,
      shape,
      read: () => inFile(file, read),
    })),
  };
}
