// The picture as a program for NumPy alone: every step written out.
import type { Recipe } from '../recipe';
import { headSize } from '../stages';
import { givens, printed } from './python';

export function numpyProgram(recipe: Recipe): string {
  const { numHeads, keep } = recipe;
  const size = headSize(recipe);
  const many = numHeads > 1;
  const split = (projected: string) => (many ? `split(${projected})` : projected);
  return `# Attention in NumPy: the numbers of the page, computed again.
import sys
from math import inf, nan, sqrt

import numpy as np

${givens(recipe, (literal, type) => `np.array(${literal}, dtype=${type === 'bool' ? 'bool' : 'np.float32'})`)}

${
  many
    ? `def split(projected):
    """Each head its own columns: (batch_size, num_heads, num_steps, head_size)."""
    return projected.reshape(*projected.shape[:-1], ${numHeads}, ${size}).swapaxes(1, 2)


`
    : ''
}def softmax(masked):
    """A row that may read nothing has no largest number; it gets zeros, not NaN."""
    largest = masked.max(axis=-1, keepdims=True)
    powers = np.exp(masked - np.where(largest == -inf, np.float32(0), largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, np.float32(1), total)


Q = ${split('X @ W_q')}
K = ${split('X @ W_k')}
V = ${split('X @ W_v')}
scores = Q @ K.swapaxes(-1, -2)
scaled = scores / np.float32(sqrt(${size}))
masked = ${keep ? 'np.where(keep, scaled, np.float32(-inf))' : 'scaled'}
attention_weights = ${keep ? 'np.where(keep, softmax(masked), np.float32(0))' : 'softmax(masked)'}
${
  many
    ? `heads = attention_weights @ V
concat = heads.swapaxes(1, 2).reshape(X.shape)
output = concat @ W_o`
    : 'output = attention_weights @ V'
}

np.set_printoptions(precision=4, suppress=True, linewidth=200, threshold=sys.maxsize)
${printed(numHeads)}`;
}
