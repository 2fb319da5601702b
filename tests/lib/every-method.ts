// One result of every method that computes, of an engine of either kind.

import { type AsyncEngine, type Engine, tensor } from 'xattention';
import { mulberry32 } from './golden.js';

const X = tensor(mulberry32(4, 40), [1, 5, 8]);
const W = { W_q: tensor(mulberry32(6, 24), [8, 3]), W_k: tensor(mulberry32(7, 24), [8, 3]), w_v: tensor([1, 2, 3]) };

export async function resultOfEveryMethod(engine: Engine | AsyncEngine): Promise<[string, object][]> {
  using layer = await engine.multiHeadAttention({ numHiddens: 8, numHeads: 2 });
  using single = await engine.selfAttention({ numHiddens: 8 });
  return [
    ['attention', await engine.attention(X, X, X)],
    ['trace', await engine.trace(X, X, X)],
    ['maskedSoftmax', await engine.maskedSoftmax(X)],
    ['summarize', await engine.summarize(X, X, X)],
    ['additiveAttention', await engine.additiveAttention(X, X, X, W)],
    ['positionalEncoding', await engine.positionalEncoding(5, 8)],
    ['forward', await layer.forward(X)],
    ['trace of a layer', await layer.trace(X)],
    ['summarize of a layer', await layer.summarize(X)],
    ['forward of one head', await single.forward(X)],
  ];
}
