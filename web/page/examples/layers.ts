// The layer of a model, in the engine.
import type {
  AsyncEngine,
  AsyncLayer,
  Engine,
  Layer,
  MultiHeadAttentionParameters,
  SelfAttentionParameters,
} from 'xattention';
import type { LayerModel } from './index';

type Parameters = SelfAttentionParameters | MultiHeadAttentionParameters;

export async function layerOf(
  engine: Engine | AsyncEngine,
  numHiddens: number,
  { numHeads, parameters }: LayerModel,
): Promise<Layer<Parameters> | AsyncLayer<Parameters>> {
  const { W_o, ...projections } = parameters;
  return W_o
    ? engine.multiHeadAttention({ numHiddens, numHeads, parameters: { ...projections, W_o } })
    : engine.selfAttention({ numHiddens, parameters: projections });
}
