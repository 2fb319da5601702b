// Files and addresses damaged by seeded chance: bytes and words of the right kind in the wrong place.

import type { Random } from '../support/random.js';

/** What the readers look for, and what they have to be wary of. */
const words = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '"',
    "'",
    ',',
    ';',
    '\t',
    '\r\n',
    '\n',
    ' ',
    '\0',
    '\ufeff',
    '\u2212',
    '\u202e',
    '😀',
  ],
  ...[
    'NaN',
    '-inf',
    'Infinity',
    'null',
    'true',
    'False',
    '1e999',
    '-0',
    '1e-400',
    '0x10',
    '1_000',
    '９',
    '½',
    '0,5',
    '=1+1',
  ],
  ...['2147483648', '9007199254740993', '18446744073709551615', '-1', '0', '65536', '99999999999999999999'],
  ...["'descr': '<f8'", "'shape': (3,)", "'fortran_order': True", '<f4', '|O', '>i8', '\x93NUMPY'],
  ...[
    '"dtype":"F16"',
    '"dtype":"F8_E4M3"',
    '"shape":[1,2]',
    '"data_offsets":[0,8]',
    '__metadata__',
    '__proto__',
    'constructor',
  ],
  ...['"X"', '"tokens"', '"shape"', '"data"', '"inputs"', '"stages"', 'xattention trace', 'head', 'batch', 'sep=;'],
  ...[
    '&',
    '=',
    '#',
    '%',
    '%00',
    '%F0%9F',
    '+',
    'lang=zh',
    'text=',
    'given=',
    'edits=',
    'painted=',
    'num_hiddens=64',
    'at=output.1.2.3',
  ],
];

export function mutate(file: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  let bytes = file;
  for (let n = random.pick(1, 1, 2, 3, 6); n > 0; n--) bytes = once(bytes, others, random);
  return bytes;
}

function once(bytes: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  // Mostly where headers are.
  const at = random.chance(0.7) ? random.integer(0, Math.min(bytes.length, 200)) : random.integer(0, bytes.length);
  const to = Math.min(bytes.length, at + random.pick(1, 1, 2, 4, 8, random.integer(0, 64)));
  const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  switch (random.integer(0, 8)) {
    case 0:
      return before; // cut off
    case 1:
      return join(before, after); // left out
    case 2:
      return join(before, new TextEncoder().encode(random.pick(...words)), bytes.subarray(at));
    case 3:
      return join(before, new TextEncoder().encode(random.pick(...words)), after);
    case 4:
      return join(before, ...new Array<Uint8Array>(random.pick(2, 3, 50, 2000)).fill(middle), after); // said again
    case 5: {
      const other = random.pick(...others);
      return join(before, other.subarray(random.integer(0, other.length))); // goes on as another file
    }
    case 6:
      return withByte(bytes, at, 1 << random.integer(0, 7));
    case 7:
      return join(
        before,
        new TextEncoder().encode(random.pick('[', '{"a":', '(', '"', '1,', '1 ').repeat(random.pick(10, 3000))),
        after,
      );
    default:
      return withByte(bytes, at, random.integer(1, 255));
  }
}

/** One byte with some of its bits turned. */
function withByte(bytes: Uint8Array, at: number, bits: number): Uint8Array {
  const copy = bytes.slice();
  if (at < copy.length) copy[at] = (copy[at] as number) ^ bits;
  return copy;
}

function join(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
