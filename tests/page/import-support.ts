// Files and pasted text as tests bring them.
import { writeNpy } from '../../web/page/files/npy.js';
import { type Assembled, assemble, type Names } from '../../web/page/model/import/assemble.js';
import { readBytes, readText } from '../../web/page/model/import/files.js';
import type { Found } from '../../web/page/model/import/found.js';
import { guess } from '../../web/page/model/import/roles.js';
import { join } from './files/bytes.js';

export const noNames: Names = { tokens: undefined, keys: undefined, numHeads: undefined };
export const read = (text: string, file = 'file.json'): Found => readText(file, text, 'en');

/** What files amount to, by the guesses and by the names that they bring. */
export function brought(...found: Found[]): Assembled {
  const { tokens, keys, numHeads } = Object.assign({}, noNames, ...found) as Names;
  return assemble(guess(found.flatMap(({ arrays }) => arrays)), { tokens, keys, numHeads });
}

export const npy = (name: string, shape: number[], values: number[]): Found =>
  readBytes(name, writeNpy({ data: Float32Array.from(values), shape }), 'en');
export const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

/** A file with this header of 8 bytes' length and these bytes. */
export function safetensors(header: object, data: ArrayLike<number>): Uint8Array {
  const text = JSON.stringify(header);
  return join([text.length & 255, text.length >> 8, 0, 0, 0, 0, 0, 0], text, data);
}
export const float32 = (values: number[]) => new Uint8Array(Float32Array.from(values).buffer);
