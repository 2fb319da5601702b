// A stream of random numbers from a seed.

import type { Tensor } from 'xattention';

/** Numbers in [0, 1): mulberry32. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(...choices: readonly T[]): T {
    return choices[this.integer(0, choices.length - 1)] as T;
  }

  /** Numbers in [−1, 1). */
  tensor(...shape: number[]): Tensor {
    const count = shape.reduce((product, size) => product * size, 1);
    return { data: Float32Array.from({ length: count }, () => 2 * this.next() - 1), shape };
  }
}
