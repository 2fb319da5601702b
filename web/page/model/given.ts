// Numbers of a person's own for the figure: X, a whole layer with its X, or Q, K and V.
import type { Tensor } from 'xattention';
import { FileError } from '../files/errors';
import { limits } from './state';

export interface Parameters {
  /** (in, out), each (num_hiddens, num_hiddens). */
  W_q: Tensor;
  W_k: Tensor;
  W_v: Tensor;
  /** Where there are heads to join, and only there. */
  W_o?: Tensor;
}

/** The tokens name the rows of X or Q; `keys`, where they are others, those of K and V. */
export type Given = { tokens: string[] } & (
  | { kind: 'X' /** (num_steps, num_hiddens) */; X: Tensor }
  | { kind: 'layer'; X: Tensor; numHeads: number; parameters: Parameters }
  /** Heads side by side: (num_queries, num_hiddens), (num_kv_pairs, num_hiddens) twice. */
  | { kind: 'QKV'; keys?: string[]; numHeads: number; Q: Tensor; K: Tensor; V: Tensor }
);

/** Whatever a file says: sizes the figure can show, in tensors that fit each other, of finite numbers. */
export function checkGiven(given: Given): void {
  checkTokens('tokens', given.tokens);
  const rows = given.tokens.length;
  if (given.kind === 'QKV') {
    const { Q, K, V, numHeads, keys } = given;
    if (keys) checkTokens('keys', keys);
    const numHiddens = widthOf('Q', Q);
    checkHeads(numHeads, numHiddens);
    checkTensor('Q', Q, [rows, numHiddens]);
    checkTensor('K', K, [(keys ?? given.tokens).length, numHiddens]);
    checkTensor('V', V, [(keys ?? given.tokens).length, numHiddens]);
    return;
  }
  const numHiddens = widthOf('X', given.X);
  checkTensor('X', given.X, [rows, numHiddens]);
  if (given.kind === 'X') return;
  const { numHeads, parameters } = given;
  checkHeads(numHeads, numHiddens);
  const { W_q, W_k, W_v, W_o } = parameters;
  const square: [number, number] = [numHiddens, numHiddens];
  for (const [name, parameter] of Object.entries({ W_q, W_k, W_v, ...(W_o && { W_o }) }))
    checkTensor(name, parameter, square);
  if (numHeads > 1 && !W_o) throw new FileError('W_o', `(${square.join(', ')}), to join ${numHeads} heads`, 'nothing');
  if (numHeads === 1 && W_o) throw new FileError('W_o', 'none, as one head has nothing to join', shown(W_o.shape));
}

const shown = (shape: readonly number[]): string => `(${shape.join(', ')})`;

function checkTokens(where: string, tokens: readonly string[]): void {
  const count = tokens.length;
  if (count < 1 || count > limits.tokens) throw new FileError(where, `1 to ${limits.tokens}`, String(count));
  const characters = tokens.reduce((sum, token) => sum + token.length, 0);
  if (characters > limits.characters)
    throw new FileError(where, `at most ${limits.characters} characters`, String(characters));
}

/** The hidden size that a tensor says. */
function widthOf(where: string, { shape }: Tensor): number {
  const [, width = 0] = shape;
  if (shape.length !== 2) throw new FileError(where, '2 axes', shown(shape));
  if (width < 1 || width > limits.numHiddens)
    throw new FileError(where, `1 to ${limits.numHiddens} numbers a row`, String(width));
  return width;
}

function checkHeads(numHeads: number, numHiddens: number): void {
  if (!Number.isInteger(numHeads) || numHeads < 1 || numHeads > limits.numHeads || numHiddens % numHeads !== 0)
    throw new FileError('num_heads', `1 to ${limits.numHeads}, dividing ${numHiddens}`, String(numHeads));
}

function checkTensor(where: string, { data, shape }: Tensor, sizes: readonly [number, number]): void {
  if (shape.length !== 2 || shape.some((size, axis) => size !== sizes[axis]))
    throw new FileError(where, shown(sizes), shown(shape));
  if (data.length !== sizes[0] * sizes[1])
    throw new FileError(where, `${sizes[0] * sizes[1]} numbers for the shape ${shown(shape)}`, String(data.length));
  const bad = data.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    throw new FileError(
      `${where}[${Math.floor(bad / sizes[1])}][${bad % sizes[1]}]`,
      'a finite number',
      String(data[bad]),
    );
}
