// When what failed is tried again: at first soon, then later each time, so that in an hour it is tried a few times only.

const FIRST_PAUSE = 2500;
const TIMES_LONGER = 4;
const HOUR = 3_600_000;

export class Retries {
  /** When it failed, within the last hour. */
  #failures: number[] = [];
  #due = Number.NEGATIVE_INFINITY;

  /** Whether the last pause is over. */
  get areDue(): boolean {
    return performance.now() >= this.#due;
  }

  /** Begins a pause. @returns its length in milliseconds: 2.5 s, 10 s, 40 s, … an hour, by the failures of the last hour */
  failed(): number {
    return this.#pause(this.#count());
  }

  /** Of what had worked until then: the first failure of an hour makes no pause. */
  broke(): number {
    const count = this.#count();
    return this.#pause(count === 1 ? 0 : count);
  }

  #count(): number {
    const now = performance.now();
    this.#failures = [...this.#failures.filter((then) => now - then < HOUR), now];
    return this.#failures.length;
  }

  #pause(count: number): number {
    const pause = count === 0 ? 0 : Math.min(FIRST_PAUSE * TIMES_LONGER ** (count - 1), HOUR);
    this.#due = performance.now() + pause;
    return pause;
  }
}

/** As it is told to people. */
export function inSeconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
