// Numbers of a person's own as text for the address, where they are few enough.
import type { Tensor } from 'xattention';
import { shortest } from '../files/digits';
import { checkGiven, type Given } from './given';

/** What leaves room for all else in an address. */
const longest = 6000;

type Named = Record<string, { shape: readonly number[]; data: ArrayLike<number> }>;

/** The tensors of a given, by name. */
function tensorsOf(given: Given): Named {
  switch (given.kind) {
    case 'X':
      return { X: given.X };
    case 'layer':
      return { X: given.X, ...given.parameters };
    case 'QKV':
      return { Q: given.Q, K: given.K, V: given.V };
  }
}

/** null where they are too many. */
export function writeGiven(given: Given): string | null {
  const tensors = Object.entries(tensorsOf(given)).map(([name, { shape, data }]) => [
    name,
    { shape, data: Array.from(data, (value) => Number(shortest(value))) },
  ]);
  const { kind, tokens } = given;
  const keys = given.kind === 'QKV' && given.keys ? { keys: given.keys } : {};
  const numHeads = given.kind === 'X' ? {} : { numHeads: given.numHeads };
  const text = JSON.stringify({ kind, tokens, ...keys, ...numHeads, ...Object.fromEntries(tensors) });
  return text.length <= longest ? text : null;
}

/** null where the text is no such thing, or holds what the page does not take. */
export function readGiven(text: string | null): Given | null {
  if (text === null || text.length > longest) return null;
  try {
    const given = made(JSON.parse(text) as Record<string, unknown>);
    if (given) checkGiven(given);
    return given;
  } catch {
    return null;
  }
}

/** Tensors by name beside kind, tokens and heads; what it says is not checked. */
export function made(read: Record<string, unknown>): Given | null {
  const tokens = texts(read.tokens);
  const numHeads = Number(read.numHeads);
  switch (read.kind) {
    case 'X':
      return { kind: 'X', tokens, X: tensor(read.X) };
    case 'layer': {
      const parameters = { W_q: tensor(read.W_q), W_k: tensor(read.W_k), W_v: tensor(read.W_v) };
      const W_o = read.W_o === undefined ? {} : { W_o: tensor(read.W_o) };
      return { kind: 'layer', tokens, X: tensor(read.X), numHeads, parameters: { ...parameters, ...W_o } };
    }
    case 'QKV': {
      const keys = read.keys === undefined ? {} : { keys: texts(read.keys) };
      return { kind: 'QKV', tokens, ...keys, numHeads, Q: tensor(read.Q), K: tensor(read.K), V: tensor(read.V) };
    }
    default:
      return null;
  }
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) throw new TypeError('expected texts');
  return value;
}

function tensor(value: unknown): Tensor {
  const { shape, data } = value as { shape: unknown; data: unknown };
  const numbers = (list: unknown): list is number[] =>
    Array.isArray(list) && list.every((one) => typeof one === 'number');
  if (!numbers(shape) || !numbers(data)) throw new TypeError('expected a shape and numbers');
  return { shape, data: Float32Array.from(data) };
}
