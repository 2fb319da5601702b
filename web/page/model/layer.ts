// The layer of the figure, in the core: an example's, one of identities, or one drawn from a seed.
import type { AsyncEngine } from 'xattention';
import type { Model } from '../examples';
import { layerOf } from '../examples/layers';
import type { Inputs } from './state';

export async function layerFor(
  engine: AsyncEngine,
  { numHiddens, numHeads, layer }: Inputs,
  model: Model | undefined,
): ReturnType<typeof layerOf> {
  if (layer.kind === 'example') {
    if (!model) throw new Error('an example needs its model');
    return layerOf(engine, numHiddens, model);
  }
  if (layer.identity) {
    const same = identity(numHiddens);
    const parameters = { W_q: same, W_k: same, W_v: same, ...(numHeads > 1 && { W_o: same }) };
    return layerOf(engine, numHiddens, { numHeads, parameters });
  }
  const { seed } = layer;
  return numHeads > 1
    ? engine.multiHeadAttention({ numHiddens, numHeads, seed, init: 'xavier' })
    : engine.selfAttention({ numHiddens, seed, init: 'xavier' });
}

const identity = (size: number): number[][] =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)));
