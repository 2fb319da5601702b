// Numbers of a result against what they should be.

import { newStage, type Stage } from './reference.js';
import { countOf } from './values.js';

export interface Numbers {
  data: ArrayLike<number>;
  shape: readonly number[];
}

/** What a method gave: a tensor, or tensors by name. */
export type Result = { readonly [name: string]: unknown };

/** The first complaint, if there is one. */
export function firstOf(...complaints: (() => string | undefined)[]): string | undefined {
  for (const complaint of complaints) {
    const said = complaint();
    if (said !== undefined) return said;
  }
  return undefined;
}

export function checkStage(name: string, actual: unknown, shape: readonly number[], stage: Stage): string | undefined {
  return (
    checkShape(name, actual, shape) ??
    findWrong(name, actual as Numbers, (y, i) => isWithin(y, stage.exact[i] as number, stage.bound[i] as number), stage)
  );
}

/** Bit by bit, −0 apart from 0; one NaN is as good as another. */
export function checkExact(name: string, actual: unknown, shape: readonly number[], exact: ArrayLike<number>) {
  const stage = { ...newStage(0), exact: exact as Float64Array };
  return checkShape(name, actual, shape) ?? findWrong(name, actual as Numbers, (y, i) => Object.is(y, exact[i]), stage);
}

export function checkNames(result: Result, names: readonly string[]): string | undefined {
  const found = Object.keys(result).join();
  return found === names.join() ? undefined : `expected the stages ${names.join()}, got ${found}`;
}

function checkShape(name: string, actual: unknown, shape: readonly number[]): string | undefined {
  const { data, shape: got } = (actual ?? {}) as Partial<Numbers>;
  if (!data || got?.join() !== shape.join()) return `${name}: expected shape ${shape}, got ${got}`;
  return data.length === countOf(shape) ? undefined : `${name}: ${data.length} numbers for shape ${shape}`;
}

function findWrong(
  name: string,
  { data }: Numbers,
  isRight: (y: number, i: number) => boolean,
  { exact, bound }: Stage,
): string | undefined {
  for (let i = 0; i < data.length; i++)
    if (!isRight(data[i] as number, i))
      return `${name}[${i}]: expected ${exact[i]}${bound[i] ? ` ± ${bound[i]}` : ''}, got ${data[i]}`;
  return undefined;
}

const LARGEST = 2 ** 128 - 2 ** 104;

/** What is beyond float32 is infinite there. A bound of NaN allows anything, one of −1 exactly this number. */
export function isWithin(y: number, x: number, bound: number): boolean {
  if (Number.isNaN(bound)) return true;
  if (bound < 0 || !(Math.abs(x) < Infinity)) return Object.is(y, x);
  if (Math.abs(y) === Infinity) return Math.sign(y) === Math.sign(x) && Math.abs(x) > LARGEST * (1 - 1e-6) - bound;
  return Math.abs(y - x) <= bound;
}
