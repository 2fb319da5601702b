// What the package makes of a core that fails, in place of a core that never should.

import type { Core } from 'dist/lib/wasm/core.js';
import { describe, expect, test } from 'vitest';
import { AttentionError } from 'xattention';
import { engineOver } from './inside.js';

/** An engine whose core answers attention so. */
const engineThat = (attention: () => unknown) => engineOver({ attention, delete() {} } as unknown as Core);

function errorOf(call: () => unknown): AttentionError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(AttentionError);
    return error as AttentionError;
  }
  return expect.fail('did not throw');
}

test('names of C++ become those of JavaScript, and symbols stay', () => {
  const complaint = {
    code: 'option',
    argument: 'valid_lens',
    expected: 'num_kv_pairs of W_q, b_k, w_v and K',
    got: '-1',
  };
  const engine = engineThat(() => ({ error: complaint }));
  expect(errorOf(() => engine.attention([[1]], [[1]], [[1]]))).toMatchObject({
    code: 'option',
    argument: 'validLens',
    expected: 'numKvPairs of W_q, b_k, w_v and K',
    got: '-1',
    message: 'validLens: expected numKvPairs of W_q, b_k, w_v and K, got -1',
  });
});

describe('memory that JavaScript cannot give', () => {
  test.each(['Array buffer allocation failed', 'Invalid typed array length: 1e10'])('is told: %s', (message) => {
    let calls = 0;
    const engine = engineThat(() => {
      if (calls++ === 0) throw new RangeError(message);
      return { output: { data: Float32Array.of(1), shape: [1, 1] } };
    });
    expect(errorOf(() => engine.attention([[1]], [[1]], [[1]])).code).toBe('out-of-memory');
    expect(engine.attention([[1]], [[1]], [[1]]).output.data[0]).toBe(1);
  });
});

describe('a trap', () => {
  test('stops the engine, which says so from then on and touches its memory no more', () => {
    let calls = 0;
    const engine = engineThat(() => {
      calls++;
      throw new WebAssembly.RuntimeError('unreachable');
    });
    const first = errorOf(() => engine.attention([[1]], [[1]], [[1]]));
    expect(first.code).toBe('internal');
    expect(first.message).toContain('unreachable');
    expect(first.cause).toBeInstanceOf(WebAssembly.RuntimeError);
    expect(errorOf(() => engine.attention([[1]], [[1]], [[1]])).code).toBe('internal');
    expect(calls).toBe(1);
    engine.dispose();
    expect(errorOf(() => engine.attention([[1]], [[1]], [[1]])).code).toBe('disposed');
  });
});
