// What was changed by hand, as short text for the address.
import { type Edit, editable, type Pair } from './edits';
import { type Inputs, limits } from './state';

type Sized = Pick<Inputs, 'sentences' | 'tokens' | 'keyTokens'>;

/** stage.index.value, one after another. */
export const writeEdits = (edits: readonly Edit[]): string =>
  edits.map(({ stage, index, value }) => `${stage}.${index}.${value}`).join('~');

/** Those that can be: an unknown stage, a number that is none, one too many are left out. */
export function readEdits(text: string | null): Edit[] {
  return (text ?? '').split('~', limits.edits).flatMap((part) => {
    const [, name, index, value] = /^([A-Za-z_]{1,20})\.(\d{1,6})\.(-?[\d.]+(?:e[+-]?\d{1,2})?)$/.exec(part) ?? [];
    const stage = editable.find((one) => one === name);
    const number = Number(value);
    if (!stage || !(Math.abs(number) <= limits.magnitude)) return [];
    return [{ stage, index: Number(index), value: number }];
  });
}

const place = ({ sentence, query, key }: Pair, { tokens, keyTokens }: Sized): number =>
  (sentence * tokens.length + query) * keyTokens.length + key;

/** A bit for each pair of the batch, as base64 for addresses. */
export function writePainted(painted: readonly Pair[], sizes: Sized): string {
  const places = painted.map((pair) => place(pair, sizes));
  const bytes = new Uint8Array(Math.floor(Math.max(...places) / 8) + 1);
  for (const at of places) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** null where the text is no such bits. */
export function readPainted(text: string | null, { sentences, tokens, keyTokens }: Sized): Pair[] | null {
  const pairs = sentences.length * tokens.length * keyTokens.length;
  if (text === null || !/^[\w-]+$/.test(text) || text.length > Math.ceil(pairs / 6) + 1) return null;
  let bytes: string;
  try {
    bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
  const painted: Pair[] = [];
  for (let at = 0; at < Math.min(pairs, bytes.length * 8); at += 1) {
    if (((bytes.charCodeAt(at >> 3) >> (at & 7)) & 1) === 0) continue;
    const row = Math.floor(at / keyTokens.length);
    painted.push({ sentence: Math.floor(row / tokens.length), query: row % tokens.length, key: at % keyTokens.length });
  }
  return painted;
}
