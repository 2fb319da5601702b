// Files for the tests: as hexadecimal text, from parts, and damaged by seeded chance.

import { FileError } from '../../../web/page/files/errors.js';

export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

export function join(...parts: (string | ArrayLike<number>)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => Array.from(typeof part === 'string' ? new TextEncoder().encode(part) : part)),
  );
}

/** Whole numbers from 0 to below `most`, the same for the same seed (mulberry32). */
export function chance(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}

/** The file with a few bytes changed, cut off, left out or put in. */
export function damaged(file: Uint8Array, next: (most: number) => number): Uint8Array {
  const bytes = Array.from(file);
  for (let changes = 1 + next(3); changes > 0; changes--) {
    // Mostly where the headers are.
    const at = next(4) > 0 ? next(Math.min(bytes.length, 128)) : next(bytes.length);
    switch (next(6)) {
      case 0:
        bytes.length = at;
        break;
      case 1:
        bytes.splice(at, 1 + next(4));
        break;
      case 2:
        bytes.splice(at, 0, next(256));
        break;
      case 3:
        bytes[at] = '0123456789-,()[]{}"\'<>|fiucOL '.charCodeAt(next(30));
        break;
      default:
        bytes[at] = next(256);
    }
    if (bytes.length === 0) break;
  }
  return Uint8Array.from(bytes, (byte) => byte ?? 0);
}

/** Reads, or says what was wrong with the file; any other failure is the reader's own. */
export function readOrRefuse<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
