// Puts a call to engines, and says what is wrong: with one of them, or between two.

import type { AsyncEngine, Engine } from 'xattention';
import { type Outcome, perform, performLater, refusalOf } from './engines.js';
import { expectationOf } from './judge.js';
import type { Result } from './numbers.js';
import { type Call, tensor } from './values.js';

export interface Contenders {
  /** The first of them decides the bits of those that are to have the same. */
  engines: readonly { name: string; engine: Engine }[];
  later?: readonly { name: string; engine: AsyncEngine }[];
}

/** Names of those whose bits are those of the fastest variant, as they are it. */
const sameBits = ['threads', 'promised', 'worker'];

export class Court {
  readonly #contenders: Contenders;
  readonly #laterEvery: number;
  readonly #canaries = new Map<string, Result>();
  #cases = 0;
  calls = 0;
  refused = 0;
  /** Of the last call. */
  seed = 0;

  /** @param laterEvery - of so many calls one goes to those that promise: each takes them as long as several */
  constructor(contenders: Contenders, laterEvery = 8) {
    this.#contenders = contenders;
    this.#laterEvery = laterEvery;
  }

  /** Who is wrong, and how. */
  async faultIn(call: Call): Promise<string | undefined> {
    const hearing = new Hearing(call);
    const { engines, later = [] } = this.#contenders;
    for (const { name, engine } of engines) {
      const fault = hearing.hear(name, perform(engine, call)) ?? this.#canary(name, perform(engine, canary), hearing);
      if (fault !== undefined) return fault;
    }
    for (const { name, engine } of this.#cases++ % this.#laterEvery === 0 ? later : []) {
      const fault =
        hearing.hear(name, await performLater(engine, call)) ??
        this.#canary(name, await performLater(engine, canary), hearing);
      if (fault !== undefined) return fault;
    }
    if (hearing.isRefused) this.refused++;
    return undefined;
  }

  /** The next call is as it was before any other. */
  #canary(name: string, outcome: Outcome, { isRefused }: Hearing): string | undefined {
    this.calls += 2; // the one before it too
    if (!('result' in outcome)) return `${name}: the next call throws ${outcome.error}`;
    const first = this.#canaries.get(name) ?? outcome.result;
    this.#canaries.set(name, first);
    return isSame(outcome.result, first)
      ? undefined
      : `${name}: the next call differs after a ${isRefused ? 'refusal' : 'result'}`;
  }
}

const canary: Call = {
  method: 'attention',
  args: [0, 1, 2].map(() => tensor([2, 3], [0.5, -1, 2, 1, 0, 3], 'numbers')),
};

/** One call and what each said to it. */
class Hearing {
  readonly #expectation: ReturnType<typeof expectationOf>;
  readonly #passed: Result[] = [];
  #refusal: string | undefined;

  constructor(call: Call) {
    this.#expectation = expectationOf(call);
  }

  get isRefused(): boolean {
    return this.#expectation === 'refusal';
  }

  hear(name: string, outcome: Outcome): string | undefined {
    if ('error' in outcome) return this.#hearError(name, outcome);
    const { result } = outcome;
    if (this.#expectation === 'refusal') return `${name}: gave a result, expected a refusal`;
    const [first] = this.#passed;
    if (first && sameBits.includes(name) && !isSame(result, first)) return `${name}: other bits than the first`;
    if (this.#passed.some((other) => isSame(result, other))) return undefined;
    const complaint = this.#expectation(result);
    this.#passed.push(result);
    return complaint === undefined ? undefined : `${name}: ${complaint}`;
  }

  #hearError(name: string, outcome: { error: unknown }): string | undefined {
    const refusal = refusalOf(outcome);
    if (refusal === undefined) return `${name}: threw ${describe(outcome.error)}`;
    if (this.#expectation !== 'refusal') return `${name}: refused, though it is right: ${describe(outcome.error)}`;
    this.#refusal ??= refusal;
    return refusal === this.#refusal
      ? undefined
      : `${name}: refused ${refusal}, where another refused ${this.#refusal}`;
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${(error as { code?: string }).code ?? error.name}: ${error.message}` : 'what is no error';

/** The same tensors under the same names, bit by bit. */
function isSame(a: unknown, b: unknown): boolean {
  if (ArrayBuffer.isView(a) || Array.isArray(a)) {
    const [x, y] = [a as ArrayLike<number>, b as ArrayLike<number>];
    if (x.length !== y?.length) return false;
    for (let i = 0; i < x.length; i++) if (!Object.is(x[i], y[i])) return false;
    return true;
  }
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return Object.is(a, b);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => isSame((a as Result)[name], (b as Result)[name]))
  );
}
