// The package as TypeScript sees it. Compiled in a project that has it installed, by the strictest settings; each line
// marked as an error has to be one.

import {
  type AsyncEngine,
  AttentionError,
  type AttentionErrorCode,
  type Engine,
  load,
  loadWasm,
  type MultiHeadAttentionParameters,
  type Tensor,
  tensor,
} from 'xattention';

const engine: Engine = await loadWasm({
  variant: 'simd',
  threads: 2,
  wasmUrl: new URL('https://example.com/simd.wasm'),
});

const X = tensor(new Float32Array(6), [2, 3]);
const shape: number[] = X.shape;
const nested = [
  [1, 2, 3],
  [4, 5, 6],
];

const { output }: { output: Tensor } = engine.attention(
  X,
  nested,
  { data: [1, 2, 3, 4], shape: [2, 2] },
  {
    scale: 0.5,
    causal: 'bottom-right',
    window: [1, -1],
    validLens: Int32Array.of(2),
    keep: [[true, false]],
    drop: { data: new Uint8Array(2), shape: [1, 2] },
    attentionBias: null,
    emptyRow: 'uniform',
    dropout: { p: 0.1, seed: 1 },
  },
);
const { attentionWeights, dropped } = engine.trace(X, X, X, { replace: { scores: [[0, 0]] } });
const maybeDropped: Float32Array | undefined = dropped?.data;
const indices: Int32Array = engine.summarize(X, X, X, {}, { topK: 2, reduce: 'mean' }).topK.indices.data;

using layer = engine.multiHeadAttention({ numHiddens: 4, numHeads: 2, bias: true, init: 'xavier' });
const parameters: MultiHeadAttentionParameters = layer.parameters;
const again = engine.multiHeadAttention({ numHiddens: 4, numHeads: 2, parameters });
const { Q, concat } = again.trace({ queries: X, keys: X, values: X }, { causal: true });

const entropy: Float32Array = layer.summarize(X, { causal: true }, { mapKeys: [0, 1], mapRows: 2 }).entropy.data;

const asyncEngine: AsyncEngine = await load({ worker: false });
const weights: Float32Array = (await asyncEngine.maskedSoftmax(nested)).data;
const asyncLayer = await asyncEngine.selfAttention({ numHiddens: 3, parameters: { W_q: X, W_k: X, W_v: X } });
const { map } = await asyncLayer.summarize({ queries: X, keys: X, values: X }, { queryOffset: 1 }, { reduce: 'max' });
const asyncOutput: Tensor = (await asyncLayer.forward(X)).output;
const W_q: Tensor = asyncLayer.parameters.W_q;

try {
  engine.positionalEncoding(3, 4);
} catch (error) {
  if (error instanceof AttentionError) {
    const code: AttentionErrorCode = error.code;
    const words: string[] = [code, error.argument, error.expected, error.got];
    console.log(words);
  }
}

// @ts-expect-error: a bare typed array has no shape
engine.attention(new Float32Array(4), X, X);
// @ts-expect-error: 64-bit integers are no numbers
tensor(new BigInt64Array(2), [2]);
// @ts-expect-error: flat data needs a shape
tensor(new Float32Array(4));
// @ts-expect-error: strings are no numbers
engine.attention([['1']], X, X);
// @ts-expect-error: there is no mask without polarity
engine.attention(X, X, X, { mask: [[true]] });
// @ts-expect-error: a bias is numbers
engine.attention(X, X, X, { attentionBias: [[true]] });
// @ts-expect-error: replace is for trace
engine.attention(X, X, X, { replace: {} });
// @ts-expect-error: dropout has a probability
engine.attention(X, X, X, { dropout: { seed: 1 } });
// @ts-expect-error: the heads are those of the layer
layer.forward(X, { numHeads: 2 });
// @ts-expect-error: a layer has sizes
engine.multiHeadAttention({ numHiddens: 4 });
// @ts-expect-error: self-attention has one head
engine.selfAttention({ numHiddens: 4, numHeads: 2 });
// @ts-expect-error: all four are needed
engine.multiHeadAttention({ numHiddens: 4, numHeads: 2, parameters: { W_q: X, W_k: X, W_v: X } });
// @ts-expect-error: a promise has no output
asyncEngine.attention(X, X, X).output;
// @ts-expect-error: the synchronous engine knows no worker
loadWasm({ worker: true });
// @ts-expect-error: there is no such variant
loadWasm({ variant: 'fast' });

export { asyncOutput, attentionWeights, concat, entropy, indices, map, maybeDropped, output, Q, shape, W_q, weights };
