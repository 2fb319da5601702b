// The picture as a program for PyTorch: the steps that the page shows beside its numbers.
import type { Recipe } from '../recipe';
import { headSize } from '../stages';
import { givens, printed } from './python';

export function pytorchProgram(recipe: Recipe): string {
  const { numHeads, keep } = recipe;
  const size = headSize(recipe);
  const many = numHeads > 1;
  const split = (projected: string) =>
    many ? `(${projected}).unflatten(-1, (${numHeads}, ${size})).transpose(1, 2)` : projected;
  return `# Attention in PyTorch: the numbers of the page, computed again.
# Parameters are (in, out), as in X @ W_q; the weight of nn.Linear is (out, in), their transpose.
from math import inf, nan, sqrt

import torch

${givens(recipe, (literal, type) => `torch.tensor(${literal}, dtype=torch.${type === 'bool' ? 'bool' : 'float32'})`)}
Q = ${split('X @ W_q')}
K = ${split('X @ W_k')}
V = ${split('X @ W_v')}
scores = Q @ K.transpose(-2, -1)  # torch.bmm(queries, keys.transpose(1, 2))
scaled = scores / sqrt(${size})  # what the lesson calls scores
${
  keep
    ? `masked = scaled.masked_fill(~keep, -inf)
# A row that may read nothing gets zeros, not NaN.
attention_weights = masked.softmax(-1).masked_fill(~keep, 0)  # masked_softmax(scores, valid_lens)`
    : `masked = scaled  # nothing is forbidden
attention_weights = masked.softmax(-1)`
}
${
  many
    ? `heads = attention_weights @ V  # torch.bmm(dropout(attention_weights), values)
concat = heads.transpose(1, 2).flatten(-2)
output = concat @ W_o`
    : 'output = attention_weights @ V  # torch.bmm(dropout(attention_weights), values)'
}

torch.set_printoptions(precision=4, sci_mode=False, linewidth=200, threshold=10**9)
${printed(numHeads)}`;
}
