// Call after call from a seed, until one is wrong or time is up.

import type { Court } from './faults.js';
import { generate } from './generate.js';
import { printTest } from './print.js';
import { shrink } from './shrink.js';
import type { Call } from './values.js';

export interface Limits {
  seed: number;
  /** Whichever comes first. */
  seconds?: number;
  calls?: number;
}

/** @returns a test for each kind of fault found, at most `most` of them */
export async function fuzz(
  court: Court,
  { seed, seconds = Infinity, calls = Infinity }: Limits,
  most = 1,
): Promise<string[]> {
  const tests = new Map<string, string>();
  const end = Date.now() + 1000 * seconds;
  for (let n = seed; court.calls < calls && Date.now() < end && tests.size < most; n++) {
    const call = generate(n);
    court.seed = n;
    const fault = await court.faultIn(call);
    if (fault !== undefined && !tests.has(kindOf(fault)))
      tests.set(kindOf(fault), await explain(court, call, fault, n));
  }
  return [...tests.values()];
}

async function explain(court: Court, call: Call, fault: string, seed: number): Promise<string> {
  const kind = kindOf(fault);
  const simplest = await shrink(call, async (simpler) => kindOf((await court.faultIn(simpler)) ?? '') === kind);
  return `// seed ${seed}\n${printTest((await court.faultIn(simplest)) ?? fault, simplest)}`;
}

/** What is wrong, whatever the numbers are. */
export const kindOf = (fault: string): string => fault.replace(/[-+]?\d+(\.\d+)?(e[-+]?\d+)?|NaN|-?Infinity/g, '#');
