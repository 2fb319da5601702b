// Every reader of files and addresses, given what is almost right: it reads it, or says in its own words what is wrong,
// in a time and with as many numbers as there is room for in the file.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FileError } from '../../web/page/files/errors.js';
import { writeNpy } from '../../web/page/files/npy.js';
import { fromHash, toHash } from '../../web/page/model/hash.js';
import { assemble } from '../../web/page/model/import/assemble.js';
import { readBytes, readText } from '../../web/page/model/import/files.js';
import { type Found, inFile } from '../../web/page/model/import/found.js';
import { guess, roles } from '../../web/page/model/import/roles.js';
import { Random } from '../support/random.js';
import { mutate } from './mutate.js';

const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const seed = Number(process.env.FUZZ_SEED ?? 1);
/** How long one file of a few kilobytes may take, in milliseconds, on a machine that has other things to do. */
const PATIENCE = 5000;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const known = (kind: string): Uint8Array[] =>
  (JSON.parse(readFileSync(new URL(`../page/files/${kind}.json`, import.meta.url), 'utf8')) as { hex: string }[]).map(
    ({ hex }) => fromHex(hex),
  );

const files = [
  ...known('npy'),
  ...known('safetensors'),
  writeNpy({ data: Float32Array.from({ length: 24 }, (_, i) => i / 7), shape: [2, 3, 4] }),
  encode(',a,b,c\r\nthe,1,0,0\r\ncat,0.25,0.75,0\r\nsat,0.2,0.3,0.5\r\n'),
  encode('head,query,0,1\n0,a,1,0\n0,b,0.5,0.5\n1,a,0.25,0.75\n1,b,0,1\n'),
  encode('1 2 3\n4 5 6\n'),
  encode('sep=;\n0,5;1,5\n2;3\n'),
  encode('{"tokens":["a","b"],"attention_weights":[[[1,0],[0.5,0.5]]]}'),
  encode(
    '{"X":[[1,2],[3,4]],"W_q":[[1,0],[0,1]],"W_k":{"shape":[2,2],"data":[1,0,"NaN",1]},"W_v":[[1,0],[0,1]],"num_heads":1}',
  ),
  encode('[[1,2,3],[4,5,6]]'),
  encode(
    '{"format":"xattention trace","version":1,"address":"#lang=en&text=a+b","inputs":{"sentence":0,"tokens":["a","b"]},"sizes":{"numHeads":1},"stages":{"X":{"shape":[1,2,2],"data":[1,2,3,4]}}}',
  ),
];

const addresses = [
  '#lang=zh&theme=dark&text=我+爱+你&num_hiddens=8&num_heads=2&num_kv_heads=1&seed=7&position=1',
  '#s9&lang=en&example=siblings&sentence=1&at=output.0.0.1.1.0.0.0',
  '#lang=en&text=a+b%0Ac+d&valid_lens=2,1&causal=1&align=top-left&window=1,0&scale=0.5&softcap=2&dropout=0.1&dropout_seed=3',
  '#lang=en&text=one+two&source=three+four+five&split=words&painted=0.0.1&edits=scores.0.0.0.1:2.5',
].map(encode);

/** Calls back for mutant after mutant; says which one it was that failed. */
function forEachMutant(
  corpus: readonly Uint8Array[],
  count: number,
  check: (bytes: Uint8Array, random: Random) => void,
) {
  const end = Date.now() + 1000 * seconds;
  let n = seed;
  for (; n < seed + count || Date.now() < end; n++) {
    const random = new Random(n);
    const bytes = mutate(random.pick(...corpus), corpus, random);
    const start = performance.now();
    try {
      check(bytes, random);
    } catch (cause) {
      const text = Buffer.from(bytes.subarray(0, 2000)).toString('latin1');
      throw new Error(`seed ${n}, ${bytes.length} bytes ${JSON.stringify(text)}: ${cause}`, { cause });
    }
    const took = performance.now() - start;
    if (took > PATIENCE) throw new Error(`seed ${n}: ${took} ms for ${bytes.length} bytes`);
  }
  if (seconds > 0) console.log(`${n - seed} mutants`);
}

function orFileError<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    expect(error.message.length).toBeLessThan(2000);
    return undefined;
  }
}

/** Reads everything that was found, and makes of it what the page would. */
function use({ arrays, tokens, keys, numHeads }: Found, bytes: Uint8Array, random: Random): void {
  for (const { shape, read } of arrays) {
    const numbers = orFileError(read);
    if (!numbers) continue;
    expect(numbers.length).toBe(shape.reduce((product, size) => product * size, 1));
    expect(numbers.length, 'no more numbers than bytes').toBeLessThanOrEqual(8 * bytes.length);
  }
  const chosen = guess(arrays).map((one) => (random.chance(0.5) ? one : { ...one, role: random.pick(...roles) }));
  orFileError(() => assemble(chosen, { tokens, keys, numHeads }));
}

test('files are read or refused in so many words', () => {
  forEachMutant(files, 1200, (bytes, random) => {
    const found = orFileError(() => readBytes('file.npy', bytes, random.pick('en', 'zh')));
    if (found) use(found, bytes, random);
  });
});

test('pasted text is read or refused in so many words', () => {
  const texts = files.filter((bytes) => bytes[0] !== 0x93 && bytes[8] !== 0x7b);
  forEachMutant(texts, 600, (bytes, random) => {
    const found = orFileError(() =>
      inFile('text', () => readText('text', Buffer.from(bytes).toString('utf8'), random.pick('en', 'zh'))),
    );
    if (found) use(found, bytes, random);
  });
});

test('any address is a state, and the address of that state is the same state', () => {
  forEachMutant(addresses, 300, (bytes, random) => {
    const state = fromHash(Buffer.from(bytes).toString('utf8'), random.pick('en', 'zh'));
    const address = toHash(state);
    expect(toHash(fromHash(address, state.language))).toBe(address);
  });
});

test.each([
  ['rows', 'head,0\n', '0,1\n'],
  ['brackets', '{"format":"xattention trace","version":1,"address":"#lang=en","inputs":', '['],
  [
    'objects',
    '{"format":"xattention trace","version":1,"address":"#lang=en","sizes":{},"stages":{},"inputs":',
    '{"a":',
  ],
])('however many %s there are, they fit on the stack', (_, start, text) => {
  const bytes = encode(start + text.repeat(150_000));
  const found = orFileError(() => readBytes('file', bytes, 'en'));
  if (found) use(found, bytes, new Random(1));
});

test('an array is read once to guess what it is for, however wide it is', () => {
  let times = 0;
  const read = () => {
    times++;
    return new Float32Array(3 * 4096);
  };
  guess([{ file: 'file', name: 'unknown', dtype: 'F32', shape: [3, 4096], read }]);
  expect(times).toBe(1);
});
