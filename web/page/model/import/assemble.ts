// From arrays and what they are for to what the figure takes, or to attention weights to look at.
import type { Tensor } from 'xattention';
import { FileError } from '../../files/errors';
import { checkGiven, type Given } from '../given';
import { limits } from '../state';
import type { FoundArray } from './found';
import type { Chosen, Role } from './roles';

export interface Names {
  tokens: readonly string[] | undefined;
  keys: readonly string[] | undefined;
  numHeads: number | undefined;
}

/** Attention weights that were computed elsewhere; nothing can be computed from them, but they can be looked at. */
export interface Look {
  tokens: string[];
  keys?: string[];
  /** (num_queries, num_kv_pairs), with heads before them, a batch before those, and layers before all. */
  attentionWeights: Tensor;
  /** Of four axes, the first is the layers. */
  layered: boolean;
}

export interface Assembled {
  given?: Given;
  look?: Look;
}

/** 12 layers of 12 heads × 512 × 512, and more. */
const mostWeights = 2 ** 26;
const mostTokens = 8192;

/** @throws FileError where a role lacks what it needs, or sizes do not fit */
export function assemble(chosen: readonly Chosen[], names: Names): Assembled {
  const by = new Map<Role, Chosen>();
  for (const one of chosen) {
    if (one.role === null) continue;
    const other = by.get(one.role);
    if (other) throw new FileError(one.role, 'one array', `${labelOf(other.array)} and ${labelOf(one.array)}`);
    by.set(one.role, one);
  }
  const weights = by.get('attention_weights');
  const given = givenOf(by, names);
  if (!weights && !given)
    throw new FileError('arrays', 'X; X, W_q, W_k and W_v; Q, K and V; or attention_weights', 'none of them');
  return { ...(given && { given }), ...(weights && { look: lookOf(weights, names) }) };
}

const labelOf = ({ file, name }: FoundArray): string => `${file}: ${name}`;

type Roles = ReadonlyMap<Role, Chosen>;

const hasAny = (by: Roles, ...some: Role[]): boolean => some.some((role) => by.has(role));

/** What stands for a role; the others there are say why it is needed. */
function needed(by: Roles, role: Role, ...others: Role[]): Chosen {
  const one = by.get(role);
  if (one) return one;
  const there = others.filter((other) => by.has(other)).join(', ');
  throw new FileError(role, `an array beside ${there}`, 'none');
}

function givenOf(by: Roles, names: Names): Given | undefined {
  const given = hasAny(by, 'X', 'W_q', 'W_k', 'W_v', 'W_o')
    ? inputOf(by, names)
    : hasAny(by, 'Q', 'K', 'V')
      ? projectedOf(by, names)
      : undefined;
  if (given) checkGiven(given);
  return given;
}

function inputOf(by: Roles, { tokens: named, numHeads = 1 }: Names): Given {
  const parts = ['W_q', 'W_k', 'W_v', 'W_o'] as const;
  const X = matrix(needed(by, 'X', ...parts)).tensor;
  const tokens = namesFor('tokens', named, X.shape[0] ?? 0, 'row of X');
  if (!hasAny(by, ...parts)) return { kind: 'X', tokens, X };
  const read = (role: Role) => parameter(needed(by, role, ...parts));
  const parameters = {
    W_q: read('W_q'),
    W_k: read('W_k'),
    W_v: read('W_v'),
    ...(by.has('W_o') && { W_o: read('W_o') }),
  };
  return { kind: 'layer', tokens, X, numHeads, parameters };
}

function projectedOf(by: Roles, names: Names): Given {
  const [Q, K, V] = (['Q', 'K', 'V'] as const).map((role) => matrix(needed(by, role, 'Q', 'K', 'V'))) as [
    Matrix,
    Matrix,
    Matrix,
  ];
  const tokens = namesFor('tokens', names.tokens, Q.tensor.shape[0] ?? 0, 'row of Q');
  const rows = K.tensor.shape[0] ?? 0;
  const keys = names.keys || rows !== tokens.length ? namesFor('keys', names.keys, rows, 'row of K') : undefined;
  const numHeads = Q.numHeads ?? names.numHeads ?? 1;
  return { kind: 'QKV', tokens, ...(keys && { keys }), numHeads, Q: Q.tensor, K: K.tensor, V: V.tensor };
}

/** As they were given, or numbers. */
function namesFor(where: string, given: readonly string[] | undefined, count: number, of: string): string[] {
  if (!given) return Array.from({ length: count }, (_, i) => String(i));
  if (given.length !== count) throw new FileError(where, `${count}, one for each ${of}`, String(given.length));
  return [...given];
}

interface Matrix {
  tensor: Tensor;
  /** Where several heads were an axis of their own. */
  numHeads?: number;
}

/** Rows of tokens; heads that are an axis of their own are laid side by side. Sized before it is read. */
function matrix({ array, role }: Chosen): Matrix {
  const shape = [...array.shape];
  while (shape.length > 2 && shape[0] === 1) shape.shift();
  const hasHeads = role === 'Q' || role === 'K' || role === 'V';
  const heads = shape.length === 3 && hasHeads ? (shape.shift() ?? 1) : 1;
  const [rows = 0, size = 0] = shape;
  const cols = heads * size;
  if (shape.length !== 2 || rows > limits.tokens || cols > limits.numHiddens)
    throw new FileError(
      labelOf(array),
      `${role}, at most (${limits.tokens}, ${limits.numHiddens})`,
      shown(array.shape),
    );
  const numbers = array.read();
  const at = (row: number, col: number) =>
    numbers[(Math.floor(col / size) * rows + row) * size + (col % size)] ?? Number.NaN;
  const data = Float32Array.from({ length: rows * cols }, (_, i) => at(Math.floor(i / cols), i % cols));
  return { tensor: { data, shape: [rows, cols] }, ...(heads > 1 && { numHeads: heads }) };
}

function parameter(chosen: Chosen): Tensor {
  const { tensor } = matrix(chosen);
  const [rows = 0, cols = 0] = tensor.shape;
  if (!chosen.turned) return tensor;
  const data = tensor.data.map((_, i) => tensor.data[(i % rows) * cols + Math.floor(i / rows)] ?? 0);
  return { data, shape: [cols, rows] };
}

function lookOf({ array, layered }: Chosen, names: Names): Look {
  const { shape } = array;
  const [rows = 0, cols = 0] = shape.slice(-2);
  const count = shape.reduce((product, size) => product * size, 1);
  const fits = count > 0 && count <= mostWeights && Math.max(rows, cols) <= mostTokens;
  if (shape.length < 2 || shape.length > 5 || !fits)
    throw new FileError(
      labelOf(array),
      `(num_layers, batch_size, num_heads, num_queries, num_kv_pairs) or fewer axes, 1 to ${mostWeights} numbers`,
      shown(shape),
    );
  const tokens = namesFor('tokens', names.tokens, rows, 'row of attention_weights');
  const others = names.keys || cols !== rows;
  const keys = others ? namesFor('keys', names.keys, cols, 'column of attention_weights') : undefined;
  const attentionWeights = { data: Float32Array.from(array.read()), shape: [...shape] };
  return { tokens, ...(keys && { keys }), attentionWeights, layered };
}

const shown = (shape: readonly number[]): string => `(${shape.join(', ')})`;
