// What `npm run fuzz` found, as it printed it.

import { test } from 'vitest';
import { call, expectRight, tensor } from '../fuzz/expect-right.js';

test('shares of values near the largest float32 that add up beyond it', async () => {
  const [ones, V] = [tensor([2, 1], [1, 1]), tensor([2, 1], [3.3999999521443642e38, 3.3999999521443642e38])];
  await expectRight(call('attention', [ones, ones, V]));
});

test('a row that is NaN, of which dropout leaves nothing', async () => {
  const Q = tensor([1, 1], [Number.NaN]);
  await expectRight(call('attention', [Q, tensor([2, 1], [1, 2]), tensor([2, 1], [3, 4]), { dropout: { p: 1 } }]));
});

test('an infinite weight of an edited stage on an infinite value', async () => {
  const replace = { attentionWeights: tensor([1, 2], [Infinity, 0.5]) };
  const [Q, K] = [tensor([1, 1], [1]), tensor([2, 1], [1, 1])];
  await expectRight(call('trace', [Q, K, tensor([2, 2], [Infinity, 2, 1, 1]), { replace }]));
});

test('a scale that is 0 in float32 beside what is forbidden', async () => {
  const one = tensor([2, 1, 1, 1], [1, 1]);
  const options = { causal: true, queryOffset: [-3, 5], scale: 1e-300 };
  await expectRight(call('attention', [one, one, one, options]));
});
