// Groups of named options: a table says how each is read, and no name outside the table passes.

import { describe, isTable, type Reader, reading } from './checks.js';
import { AttentionError } from './errors.js';

/** One reader for each option of a group, in the order in which they are read. */
export type Readers<T> = { [K in keyof T]-?: Reader<Exclude<T[K], undefined>> };

/**
 * Reads every option that is given; `null` and `undefined` are left out.
 *
 * @param argument - the name of the group in errors
 * @param prefix - what stands before an option's name in errors: `dropout.` for `dropout.p`
 * @throws AttentionError `type` where the group is no object, `option` for an unknown name, and what the readers throw
 */
export function readGroup<T extends object>(
  given: unknown,
  readers: Readers<T>,
  argument = 'options',
  prefix = '',
): Partial<T> {
  if (given === undefined || given === null) return {};
  const names = reading(argument, () => {
    if (isTable(given)) return Object.keys(given);
    throw new AttentionError('type', { argument, expected: 'an object', got: describe(given) });
  });
  refuseUnknownNames(names, Object.keys(readers), prefix);
  const read: Partial<T> = {};
  for (const name of Object.keys(readers) as (keyof T & string)[]) {
    reading(prefix + name, () => {
      const value = (given as T)[name];
      if (value !== undefined && value !== null) read[name] = readers[name](value as never, prefix + name);
    });
  }
  return read;
}

/** @throws AttentionError `type` where an option that has no default was left out */
export function required<T>(value: T | undefined, argument: string, expected: string): T {
  if (value !== undefined) return value;
  throw new AttentionError('type', { argument, expected, got: 'nothing' });
}

function refuseUnknownNames(names: string[], known: string[], prefix: string): void {
  const name = names.find((candidate) => !known.includes(candidate));
  if (name === undefined) return;
  throw new AttentionError('option', {
    argument: prefix + name,
    expected: `a known option (${suggestion(name, known)})`,
    got: 'an unknown one',
  });
}

function suggestion(name: string, known: string[]): string {
  // A bare mask has no polarity: the nearest name by spelling would only be a guess at what it means.
  if (/mask/i.test(name) && known.includes('keep')) return 'keep: true may attend, or drop: true must not';
  const distances = known.map((candidate) => editDistance(name.toLowerCase(), candidate.toLowerCase()));
  return `the nearest is ${known[distances.indexOf(Math.min(...distances))]}`;
}

/** Levenshtein's distance: how many letters to insert, delete or change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
