// Wrong calls are refused on the GPU in the very words of the core, and the next call gives right numbers.

import { describe, expect, test } from 'vitest';
import { type AttentionError, load } from 'xattention';
import { layerRefusals, refusals } from '../lib/refusals.js';
import { expectRightNumbers, K, options, Q, V } from '../lib/small.js';
import { engine, isAvailable } from './engine.js';

// biome-ignore lint/suspicious/noExplicitAny: wrong calls have no type
type Callee = any;

describe.runIf(isAvailable)('the GPU refuses', async () => {
  const core: Callee = await load();

  test.each(refusals)('$what: $code, $argument', async ({ call: [method, ...args] }) => {
    const expected = await refusalOf(() => core[method](...args));
    expect(await refusalOf(() => (engine as Callee)[method](...args))).toEqual(expected);
  });

  test('and computes after that', async () => {
    expectRightNumbers(await engine.trace(Q, K, V, options));
    expect(engine.counters.buffersInUse).toBe(0);
  });

  test.each(layerRefusals)('in a layer $what: $code, $argument', async ({ call: [method, ...args] }) => {
    const spec = { numHiddens: 2, numHeads: 1 };
    using layer: Callee = await engine.multiHeadAttention(spec);
    using right: Callee = await core.multiHeadAttention(spec);
    const expected = await refusalOf(() => right[method](...args));
    expect(await refusalOf(() => layer[method](...args))).toEqual(expected);
  });
});

/** What a rejection says. A method that throws instead of rejecting fails here. */
async function refusalOf(call: () => Promise<unknown>) {
  const promise = call();
  expect(promise).toBeInstanceOf(Promise);
  return promise.then(
    () => expect.fail('was not refused'),
    ({ name, code, argument, message }: AttentionError) => ({ name, code, argument, message }),
  );
}
