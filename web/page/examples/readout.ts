// What an output says. Each answer has a vector, so this is one more attention: the output is the query,
// the answers are the keys, and their weights, softmax(output · readoutᵀ), are the probabilities.
import type { AsyncEngine, Engine, Tensor } from 'xattention';

export interface Readout {
  /** output · readoutᵀ, not scaled. */
  scores: Tensor;
  /** The probability of each answer, in the rank of `output`: (batch_size, num_steps, answers). */
  probabilities: Tensor;
}

/** @param output - of the layer, (batch_size, num_steps, num_hiddens) */
export async function readoutOf(
  engine: Engine | AsyncEngine,
  readout: readonly (readonly number[])[],
  output: Tensor,
): Promise<Readout> {
  const answers = Array.from({ length: output.shape[0] ?? 0 }, () => readout);
  const { scores, attentionWeights } = await engine.trace(output, answers, answers, { scale: 1 });
  return { scores, probabilities: attentionWeights };
}
