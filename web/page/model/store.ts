import { report } from '../browser/report';

/** One value, changed only as a whole; whoever listens hears of it once per change, and of nothing that stays as it is. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<(now: T, before: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(next: Partial<T>): void {
    const before = this.#value;
    if (Object.entries(next).every(([name, value]) => before[name as keyof T] === value)) return;
    this.#value = { ...before, ...next };
    for (const listener of this.#listeners) this.#tell(listener, before);
  }

  /** One that fails is no reason for the others not to hear of it. */
  #tell(listener: (now: T, before: T) => void, before: T): void {
    try {
      listener(this.#value, before);
    } catch (error) {
      report(error);
    }
  }

  subscribe(listener: (now: T, before: T) => void): void {
    this.#listeners.add(listener);
  }
}
