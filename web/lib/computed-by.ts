// What computed a result: kept beside it, as a result has the tensors of the formula and nothing else.

import type { Computation } from './types.js';

const computations = /* @__PURE__ */ new WeakMap<object, Computation>();

/** What computed a result of an engine, by the very object that was returned; undefined of any other. */
export function computedBy(result: object): Computation | undefined {
  return computations.get(result);
}

/** Notes what computed a result, unless that is known already. */
export function noteComputation<T extends object>(result: T, { backend, variant, threads }: Computation): T {
  if (!computations.has(result)) computations.set(result, { backend, variant, threads });
  return result;
}
