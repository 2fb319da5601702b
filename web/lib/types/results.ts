// What calls give back: outputs, traces, summaries.

import type { Tensor } from './tensors.js';

/** What `attention` and `forward` return. */
export interface Output {
  /** (B, L, value size) or the rank that came in. */
  output: Tensor;
}

/** Every stage from scores to output; an absent stage is an absent key. */
export interface AttentionTrace {
  /** Q Kᵀ before anything else, (B, H, L, S). */
  scores: Tensor;
  /** scores × scale, then softcap. */
  scaled: Tensor;
  /** scaled + attentionBias, forbidden positions −Infinity. */
  masked: Tensor;
  /** Softmax of masked over the last axis. */
  attentionWeights: Tensor;
  /** attentionWeights after dropout; only when dropout is on. */
  dropped?: Tensor;
  output: Tensor;
}

/** scores = w_vᵀ tanh(W_q q + W_k k); no scale. */
export type AdditiveAttentionTrace = Omit<AttentionTrace, 'scaled'>;

/** What can be said of attentionWeights without storing them. */
export interface Summary {
  /** Largest weight of each query, (B, H, L). */
  rowMax: Tensor;
  /** −Σ w ln w of each query, in nats, (B, H, L). */
  entropy: Tensor;
  /** (B, H, L, topK), largest first; index −1 with weight 0 past the last allowed key. */
  topK: { indices: { data: Int32Array; shape: number[] }; attentionWeights: Tensor };
  /** (B, H, mapRows, mapCols). */
  map: Tensor;
}
