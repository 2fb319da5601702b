// The picture as a program for NumPy alone: every step written out.
import type { Recipe } from '../recipe';
import { headSize } from '../stages';
import { assignments, givens, printed, projected } from './python';

export function numpyProgram(recipe: Recipe): string {
  const { numHeads, numKvHeads, keep, scale, softcap, dropout, parameters } = recipe;
  const size = headSize(recipe);
  const many = numHeads > 1;
  const of = projected(recipe);
  const split = (product: string, heads: number) => (many ? `split(${product}, ${heads})` : product);
  const shared = (name: string) =>
    numKvHeads < numHeads ? `np.repeat(${name}, ${numHeads / numKvHeads}, axis=1)` : name;
  const weights = dropout ? 'dropped' : 'attention_weights';
  return `# Attention in NumPy: the numbers of the page, computed again.
import sys
from math import inf, nan, sqrt

import numpy as np

${givens(recipe, (literal, type) => `np.array(${literal}, dtype=${type === 'bool' ? 'bool' : 'np.float32'})`)}

${
  many && parameters
    ? `def split(projected, heads):
    """Each head its own columns: (batch_size, heads, num_steps, head_size)."""
    return projected.reshape(*projected.shape[:-1], heads, ${size}).swapaxes(1, 2)


`
    : ''
}def softmax(masked):
    """A row that may read nothing has no largest number; it gets zeros, not NaN."""
    largest = masked.max(axis=-1, keepdims=True)
    powers = np.exp(masked - np.where(largest == -inf, np.float32(0), largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, np.float32(1), total)


${
  parameters
    ? `Q = ${split(`${of.Q} @ W_q`, numHeads)}
K = ${split(`${of.K} @ W_k`, numKvHeads)}
V = ${split(`${of.V} @ W_v`, numKvHeads)}
`
    : ''
}scores = Q @ ${shared('K')}.swapaxes(-1, -2)${assignments(recipe, 'scores', 'scores')}
scaled = ${scale === null ? `scores / np.float32(sqrt(${size}))` : `scores * np.float32(${scale})`}${softcap === 0 ? '' : `\nscaled = np.float32(${softcap}) * np.tanh(scaled / np.float32(${softcap}))`}
masked = ${keep ? 'np.where(keep, scaled, np.float32(-inf))' : 'scaled'}
attention_weights = ${keep ? 'np.where(keep, softmax(masked), np.float32(0))' : 'softmax(masked)'}${assignments(recipe, 'attentionWeights', 'attention_weights')}${
    dropout ? `\ndropped = np.where(kept, attention_weights / np.float32(1 - ${dropout.p}), np.float32(0))` : ''
  }
${
  many
    ? `heads = ${weights} @ ${shared('V')}
concat = heads.swapaxes(1, 2).reshape(heads.shape[0], heads.shape[2], -1)${parameters ? '\noutput = concat @ W_o' : ''}`
    : `output = ${weights} @ V`
}

np.set_printoptions(precision=4, suppress=True, linewidth=200, threshold=sys.maxsize)
${printed(recipe)}`;
}
