// Random shapes, masks and numbers from a seed: what nobody thought of.

import type { AttentionOptions, QueryOffset, Tensor } from 'xattention';
import { Random } from '../support/random.js';

export interface Example {
  Q: Tensor;
  K: Tensor;
  V: Tensor;
  options: AttentionOptions;
}

/** Inputs of attention, in one of the ways there are to give them, with some of the options there are. */
export function randomExample(seed: number): Example {
  const random = new Random(seed);
  const [B, kvHeads, group] = [random.integer(1, 2), random.integer(1, 2), random.integer(1, 3)];
  // Around the sizes of tiles and vectors, and anywhere below.
  const size = (...edges: number[]) => (random.chance(0.3) ? random.pick(...edges) : random.integer(1, 24));
  const [L, S] = [size(1, 31, 32, 33), size(1, 32, 33, 65, 70)];
  const [d, dv] = [size(1, 4, 5, 33), size(1, 4, 33, 65)];
  const H = kvHeads * group;
  const options = randomOptions(random, [B, H, L, S]);
  const Q = random.tensor(B, H, L, d);
  const K = random.tensor(B, kvHeads, S, d);
  const V = random.tensor(B, kvHeads, S, dv);
  if (random.chance(0.2)) {
    const { data } = random.pick(Q, K, V);
    data[random.integer(0, data.length - 1)] = random.pick(Number.NaN, Infinity, -Infinity);
  }
  if (random.chance(0.3)) {
    // The same numbers, read as heads that lie side by side.
    Q.shape = [B, L, H * d];
    K.shape = [B, S, kvHeads * d];
    V.shape = [B, S, kvHeads * dv];
    Object.assign(options, { numHeads: H, numKvHeads: kvHeads });
  }
  return { Q, K, V, options };
}

function randomOptions(random: Random, scores: [number, number, number, number]): AttentionOptions {
  const [B, , L, S] = scores;
  const options: AttentionOptions = {};
  const offset = () => random.integer(-L, S);
  if (random.chance(0.3)) options.causal = true;
  if (random.chance(0.2)) options.window = [random.integer(-1, S), random.integer(-1, S)];
  if (options.causal || options.window) {
    options.queryOffset = random.pick<QueryOffset>(
      'top-left',
      'bottom-right',
      offset(),
      Array.from({ length: B }, offset),
    );
  }
  if (random.chance(0.3)) {
    const perQuery = random.chance(0.5);
    const data = Array.from({ length: B * (perQuery ? L : 1) }, () => random.integer(0, S));
    options.validLens = { data, shape: perQuery ? [B, L] : [B] };
  }
  /** A shape that broadcasts to scores. */
  const shape = () => scores.map((extent) => (random.chance(0.4) ? 1 : extent)).slice(random.integer(0, 3));
  const mask = (share: number) => {
    const sizes = shape();
    const count = sizes.reduce((product, extent) => product * extent, 1);
    return { data: Array.from({ length: count }, () => random.chance(share)), shape: sizes };
  };
  if (random.chance(0.25)) options.keep = mask(0.7);
  if (random.chance(0.25)) options.drop = mask(0.2);
  if (random.chance(0.3)) {
    const bias = random.tensor(...shape());
    bias.data.forEach((_, i) => {
      if (random.chance(0.1)) bias.data[i] = -Infinity;
    });
    options.attentionBias = bias;
  }
  if (random.chance(0.2)) options.softcap = random.pick(0.5, 2, 30);
  if (random.chance(0.2)) options.scale = random.pick(0, 1, -0.7, 2);
  if (random.chance(0.2)) options.dropout = { p: random.pick(0, 0.1, 0.5, 1), seed: random.integer(0, 2 ** 30) * 8192 };
  if (random.chance(0.3)) options.emptyRow = 'uniform';
  return options;
}
