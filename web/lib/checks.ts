// Readers of single values: each returns what it was asked for, or throws and names the argument.
// A reader judges kinds and ranges known without any shape; everything that depends on shapes is judged in C++.

import { AttentionError } from './errors.js';

export type Reader<T> = (value: unknown, argument: string) => T;

/** Getters and proxies are code of the caller's: what they throw becomes an error about the argument they stand for. */
export function reading<T>(argument: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof AttentionError) throw cause;
    throw new AttentionError('type', { argument, expected: 'what can be read', got: 'what throws' }, { cause });
  }
}

export function finiteNumber(value: unknown, argument: string): number {
  return number(value, argument, 'a finite number', Number.isFinite);
}

export function nonNegativeNumber(value: unknown, argument: string): number {
  return number(value, argument, 'a finite number, 0 or more', (n) => Number.isFinite(n) && n >= 0);
}

export function probability(value: unknown, argument: string): number {
  return number(value, argument, 'a number 0 … 1', (n) => n >= 0 && n <= 1);
}

export function integer(value: unknown, argument: string): number {
  return number(value, argument, 'an integer', isInt32);
}

export function positiveInteger(value: unknown, argument: string): number {
  return number(value, argument, 'a positive integer', (n) => isInt32(n) && n >= 1);
}

export function nonNegativeInteger(value: unknown, argument: string): number {
  return number(value, argument, 'an integer, 0 or more', (n) => isInt32(n) && n >= 0);
}

/** The seed of the counter-based generator: any integer a double holds exactly. */
export function seedInteger(value: unknown, argument: string): number {
  return number(value, argument, 'an integer 0 … 2⁵³ − 1', (n) => Number.isSafeInteger(n) && n >= 0);
}

export function boolean(value: unknown, argument: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new AttentionError('type', { argument, expected: 'true or false', got: describe(value) });
}

export function oneOf<const T extends string>(...choices: T[]): Reader<T> {
  return (value, argument) => {
    const choice = choices.find((name) => name === value);
    if (choice !== undefined) return choice;
    const expected = choices.map((name) => `'${name}'`).join(' or ');
    throw new AttentionError(typeof value === 'string' ? 'option' : 'type', {
      argument,
      expected,
      got: describe(value),
    });
  };
}

/** Integers cross to C++ as 32 bits; `| 0` is the identity on exactly these. */
export function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value;
}

function number(value: unknown, argument: string, expected: string, accepts: (n: number) => boolean): number {
  if (typeof value !== 'number') throw new AttentionError('type', { argument, expected, got: describe(value) });
  if (!accepts(value)) throw new AttentionError('option', { argument, expected, got: describe(value) });
  return value;
}

/** True for objects that are neither arrays nor views of a buffer, of whatever realm. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** True for objects that are nothing but their properties: what a Map or a Promise holds, no property says. */
export function isTable(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && ['Object', 'Module'].includes(kindOf(value));
}

/** `Float32Array`, `DataView`, …, also for views of another realm, where `instanceof` fails; undefined for anything else. */
export function viewKind(value: unknown): string | undefined {
  return ArrayBuffer.isView(value) ? kindOf(value) : undefined;
}

/** `ArrayBuffer`, `WebAssembly.Module`, …: what an object calls itself, in whatever realm it was made. */
export function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** A value as it reads in an error message. */
export function describe(value: unknown): string {
  try {
    return described(value);
  } catch {
    return 'what throws'; // a proxy that was revoked, a getter of the caller's
  }
}

function described(value: unknown): string {
  const view = viewKind(value);
  if (view) return `a bare ${view}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case 'bigint':
      return `the BigInt ${value}`;
    case 'object':
      return isTable(value) ? 'an object' : `a ${kindOf(value)}`;
    case 'function':
      return 'a function';
    default:
      return String(value);
  }
}
