// Text as programs save it: what its first bytes say, else UTF-8, else GB18030, in which Chinese Windows and its Excel save.

import { FileError, quoted } from './errors';

export type Encoding = 'UTF-8' | 'UTF-16' | 'GB18030';

export interface DecodedText {
  text: string;
  encoding: Encoding;
}

/** @throws FileError where it is text in no encoding that is read here, or no text */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = markOf(bytes);
  if (marked) return { text: decoded(marked, bytes) ?? refuse(bytes), encoding: 'UTF-16' };
  const utf16 = decodeUnmarked(bytes);
  if (utf16 !== undefined) return { text: utf16, encoding: 'UTF-16' };
  const utf8 = decoded('utf-8', bytes);
  if (utf8 !== undefined) return { text: utf8, encoding: 'UTF-8' };
  const chinese = bytes.some(isControl) ? undefined : decoded('gb18030', bytes);
  return { text: chinese ?? refuse(bytes), encoding: 'GB18030' };
}

type Utf16 = 'utf-16le' | 'utf-16be';

/** What a byte order mark says. */
function markOf([first, second]: Uint8Array): Utf16 | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Enough to know the encoding by. */
const sample = 4096;

/** UTF-16 without a mark: each blank, digit and separator has a zero, on the same side, and other text has none. */
function decodeUnmarked(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, sample);
  const zeros = (side: number) => start.filter((byte, i) => byte === 0 && i % 2 === side).length;
  const [high, low] = [zeros(0), zeros(1)];
  // Few characters have a zero on the other side, as 一 has.
  if (Math.max(high, low) * 16 < start.length || Math.max(high, low) <= 2 * Math.min(high, low)) return undefined;
  const text = decoded(low > high ? 'utf-16le' : 'utf-16be', bytes);
  return text === undefined || Array.from(text).some(isControlCharacter) || !isMostlyAscii(text) ? undefined : text;
}

/** Of what has a zero, most is a blank, a digit, a separator or a letter without an accent. */
function isMostlyAscii(text: string): boolean {
  const narrow = Array.from(text.slice(0, sample)).filter((character) => character < '\u0100');
  return narrow.filter((character) => character < '\u0080').length * 2 > narrow.length;
}

/** A text in whatever encoding; undefined for what is none. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    const { text } = decodeText(bytes);
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

function decoded(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What stands in no text, but in most other files; line ends, tabs and the end mark of old systems do not count. */
const isControl = (byte: number): boolean =>
  (byte < 0x20 && !(byte >= 9 && byte <= 13) && byte !== 0x1a) || byte === 0x7f;

const isControlCharacter = (character: string): boolean => {
  const code = character.charCodeAt(0);
  return (code < 0x100 && isControl(code)) || (code >= 0x80 && code < 0xa0);
};

function refuse(bytes: Uint8Array): never {
  if (!bytes.some(isControl))
    throw new FileError('file', 'text in UTF-8, UTF-16 or GB18030', 'text in another encoding: save it as UTF-8');
  throw new FileError(
    'file',
    '.npy, .safetensors, .json or .csv',
    quoted(String.fromCharCode(...bytes.subarray(0, 8))),
  );
}
