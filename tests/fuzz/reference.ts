// Every stage in float64, each from the float32 numbers of the stage before it, with how far off float32 may be.
// Plain loops over (batch, head, query, key); nothing of the package.

import type { Four, Scoring } from './contract.js';

/** A number, and how far from it the contract lets float32 be; NaN for the bound where float32 may overflow. */
export interface Stage {
  exact: Float64Array;
  bound: Float64Array;
}

const LARGEST = 2 ** 128 - 2 ** 104;

export const newStage = (count: number): Stage => ({ exact: new Float64Array(count), bound: new Float64Array(count) });

/** Adds up products: 1e-6 + 4·√k·2⁻²⁴·Σ|aᵢbᵢ| for sums of k terms, unless a part of the sum is beyond float32. */
export class Sum {
  #sum = 0;
  #finite = 0;
  #count = 0;

  add(a: number, b: number): void {
    const product = a * b;
    this.#sum += product;
    this.#count++;
    if (Math.abs(product) < Infinity) this.#finite += Math.abs(product);
  }

  store({ exact, bound }: Stage, at: number, more = 0): void {
    exact[at] = this.#sum;
    bound[at] =
      this.#finite > LARGEST ? Number.NaN : 1e-6 + 4 * Math.sqrt(this.#count) * 2 ** -24 * this.#finite + more;
  }
}

/** Calls back for each row of scores, with the flat index of its first key. */
function forEachRow(Q: Four, S: number, visit: (b: number, h: number, i: number, first: number) => void): void {
  let first = 0;
  for (let b = 0; b < Q.batch; b++)
    for (let h = 0; h < Q.heads; h++) for (let i = 0; i < Q.steps; i++, first += S) visit(b, h, i, first);
}

const kvHead = (Q: Four, K: Four, h: number): number => Math.floor((h * K.heads) / Q.heads);

export function scoresOf(Q: Four, K: Four): Stage {
  const stage = newStage(Q.batch * Q.heads * Q.steps * K.steps);
  forEachRow(Q, K.steps, (b, h, i, first) => {
    const q = Q.at(b, h, i);
    for (let j = 0; j < K.steps; j++) {
      const k = K.at(b, kvHead(Q, K, h), j);
      const sum = new Sum();
      for (let e = 0; e < Q.size; e++) sum.add(Q.data[q + e] as number, K.data[k + e] as number);
      sum.store(stage, first + j);
    }
  });
  return stage;
}

export const scaledOf = (score: number, { scale, softcap }: Scoring): number =>
  softcap > 0 ? softcap * Math.tanh((score * scale) / softcap) : score * scale;

/** One row: what is forbidden is −∞, and to the rest the bias is added. */
export function maskRow(row: Float64Array, scoring: Scoring, b: number, h: number, i: number): void {
  for (let j = 0; j < row.length; j++)
    row[j] = scoring.isAllowed(b, h, i, j) ? (row[j] as number) + scoring.bias(b, h, i, j) : -Infinity;
}

/** In place: −∞ weighs 0, and NaN or +∞ anywhere makes NaN of everything else. */
export function softmaxRow(row: Float64Array, isUniform: boolean): void {
  let most = -Infinity;
  for (const x of row) if (!(x <= most) && !Number.isNaN(most)) most = x;
  if (most === -Infinity) {
    row.fill(isUniform ? 1 / row.length : 0);
    return;
  }
  let sum = 0;
  for (const x of row) if (x !== -Infinity) sum += Math.exp(x - most);
  for (let j = 0; j < row.length; j++) row[j] = row[j] === -Infinity ? 0 : Math.exp((row[j] as number) - most) / sum;
}

export function droppedOf(weight: number, flat: number, { p, seed }: { p: number; seed: number }): number {
  return uniform(seed, flat) >= p ? Math.fround(weight / (1 - p)) : 0;
}

/** Σ weights · V over the keys that are not forbidden. */
export function outputOf(Q: Four, V: Four, weights: ArrayLike<number>, masked: ArrayLike<number>): Stage {
  const stage = newStage(Q.batch * Q.heads * Q.steps * V.size);
  const S = V.steps;
  let at = 0;
  forEachRow(Q, S, (b, h, _, first) => {
    for (let e = 0; e < V.size; e++, at++) {
      const sum = new Sum();
      for (let j = 0; j < S; j++) {
        const weight = weights[first + j] as number;
        if (weight === 0 && masked[first + j] === -Infinity) continue;
        sum.add(weight, V.data[V.at(b, kvHead(Q, V, h), j) + e] as number);
      }
      sum.store(stage, at);
    }
  });
  return stage;
}

export { forEachRow };

/** Element `index` of Philox4×32-10 with this key: Salmon et al. (2011), §3. A multiple of 2⁻²⁴ in [0, 1). */
export function uniform(seed: number, index: number, stream = 0): number {
  const block = Math.floor(index / 4);
  const counter = [block >>> 0, Math.floor(block / 2 ** 32), stream, 0];
  let [k0, k1] = [seed >>> 0, Math.floor(seed / 2 ** 32)];
  for (let round = 0; round < 10; round++) {
    const [c0, c1, c2, c3] = counter as [number, number, number, number];
    const [low0, low1] = [Math.imul(0xd2511f53, c0) >>> 0, Math.imul(0xcd9e8d57, c2) >>> 0];
    counter[0] = (highWord(0xcd9e8d57, c2) ^ c1 ^ k0) >>> 0;
    counter[1] = low1;
    counter[2] = (highWord(0xd2511f53, c0) ^ c3 ^ k1) >>> 0;
    counter[3] = low0;
    k0 = (k0 + 0x9e3779b9) >>> 0;
    k1 = (k1 + 0xbb67ae85) >>> 0;
  }
  return ((counter[index % 4] as number) >>> 8) / 2 ** 24;
}

/** The upper half of a product of two 32-bit words. */
function highWord(a: number, b: number): number {
  const [a0, a1, b0, b1] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const other = a0 * b1 + (middle % 65536);
  return a1 * b1 + Math.floor(middle / 65536) + Math.floor(other / 65536);
}
