// Wrong calls throw an AttentionError that names the argument, and change nothing: the next call gives right numbers.

import { describe, expect, test } from 'vitest';
import { AttentionError, load } from 'xattention';
import { engines } from './engines.js';
import { layerRefusals, type Refusal, refusals } from './refusals.js';
import { expectRightNumbers, K, options, Q, V } from './small.js';

// biome-ignore lint/suspicious/noExplicitAny: wrong calls have no type
type Callee = any;

describe.each(engines)('%s refuses', (_, engine) => {
  test.each(refusals)('$what: $code, $argument', ({ call: [method, ...args], ...refusal }) => {
    expectRefusal(() => (engine as Callee)[method](...args), refusal);
    expectRightNumbers(engine.trace(Q, K, V, options));
  });

  test.each(layerRefusals)('in a layer $what: $code, $argument', ({ call: [method, ...args], ...refusal }) => {
    using layer: Callee = engine.multiHeadAttention({ numHiddens: 2, numHeads: 1 });
    const before = layer.forward(Q);
    expectRefusal(() => layer[method](...args), refusal);
    expect(layer.forward(Q)).toStrictEqual(before);
  });
});

describe('the asynchronous engine rejects, and never throws', async () => {
  const engine: Callee = await load();
  const layer: Callee = await engine.multiHeadAttention({ numHiddens: 2, numHeads: 1 });

  test.each(refusals)('$what: $code, $argument', async ({ call: [method, ...args], ...refusal }) => {
    await expectRejection(engine[method](...args), refusal);
    expectRightNumbers(await engine.trace(Q, K, V, options));
  });

  test.each(layerRefusals)('in a layer $what: $code, $argument', async ({ call: [method, ...args], ...refusal }) => {
    await expectRejection(layer[method](...args), refusal);
  });
});

test('an unknown option is told the nearest known one', () => {
  const [, engine] = engines[0] as (typeof engines)[0];
  const messageOf = (options: object) => messageThrown(() => engine.attention(Q, K, V, options));
  expect(messageOf({ cuasal: true })).toContain('causal');
  expect(messageOf({ valid_lens: [1] })).toContain('validLens');
  expect(messageOf({ attn_mask: [[1]] })).toMatch(/keep.*drop/);
  expect(messageOf({ soft_cap: 1 })).toContain('softcap');
});

function expectRefusal(call: () => unknown, refusal: Omit<Refusal, 'call'>): void {
  try {
    call();
  } catch (error) {
    expectError(error, refusal);
    return;
  }
  expect.fail('did not throw');
}

async function expectRejection(promise: Promise<unknown>, refusal: Omit<Refusal, 'call'>): Promise<void> {
  expect(promise).toBeInstanceOf(Promise);
  await promise.then(
    () => expect.fail('did not reject'),
    (error) => expectError(error, refusal),
  );
}

function expectError(error: unknown, { code, argument }: Omit<Refusal, 'call'>): void {
  expect(error).toBeInstanceOf(AttentionError);
  const { name, message, expected, got, ...rest } = error as AttentionError;
  expect(name).toBe('AttentionError');
  expect(rest).toMatchObject({ code, argument });
  expect(message).toBe(`${argument}: expected ${expected}, got ${got}`);
}

function messageThrown(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
  return expect.fail('did not throw');
}
