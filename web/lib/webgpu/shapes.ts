// Shapes inside: always (batch, heads, steps, size), with a note of which of the first two the caller sees.

import type { CoreTensor } from '../wasm/core.js';

export type Shape4 = readonly [batch: number, heads: number, steps: number, size: number];

export interface Axes {
  readonly batch: boolean;
  readonly heads: boolean;
}

/**
 * Thrown where arguments do not fit each other. The core says why: it is given the same arguments, and its refusal is
 * what the caller gets, word for word.
 */
export class Misfit extends Error {
  override readonly name = 'Misfit';
}

export function fitting(holds: boolean): void {
  if (!holds) throw new Misfit();
}

export function axesOf({ shape }: Pick<CoreTensor, 'shape'>): Axes {
  fitting(shape.length >= 2 && shape.length <= 4);
  return { batch: shape.length >= 3, heads: shape.length === 4 };
}

/** (L, E), (B, L, E) or (B, H, L, E) as four sizes; with axes given, (H, L, E) too. */
export function lifted({ shape }: Pick<CoreTensor, 'shape'>, axes = axesOf({ shape })): Shape4 {
  fitting(shape.length === Number(axes.batch) + Number(axes.heads) + 2);
  const [steps, size] = shape.slice(-2) as [number, number];
  const batch = axes.batch ? (shape[0] as number) : 1;
  const heads = axes.heads ? (shape[Number(axes.batch)] as number) : 1;
  return [batch, heads, steps, size];
}

/** The shape as the caller sees it. */
export function lowered([batch, heads, steps, size]: Shape4, axes: Axes): number[] {
  return [...(axes.batch ? [batch] : []), ...(axes.heads ? [heads] : []), steps, size];
}

export function sameAxes(a: Axes, b: Axes): boolean {
  return a.batch === b.batch && a.heads === b.heads;
}

export function countOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** Sizes are padded so that every row is made of whole vectors of four. */
export function padded(size: number): number {
  return Math.ceil(size / 4) * 4;
}
