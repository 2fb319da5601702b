// The picture as a program for PyTorch: the steps that the page shows beside its numbers.
import type { Recipe } from '../recipe';
import { headSize } from '../stages';
import { assignments, givens, printed, projected } from './python';

export function pytorchProgram(recipe: Recipe): string {
  const { numHeads, numKvHeads, keep, scale, softcap, dropout, parameters } = recipe;
  const size = headSize(recipe);
  const many = numHeads > 1;
  const of = projected(recipe);
  const split = (product: string, heads: number) =>
    many ? `(${product}).unflatten(-1, (${heads}, ${size})).transpose(1, 2)` : product;
  const shared = numKvHeads < numHeads ? `.repeat_interleave(${numHeads / numKvHeads}, dim=1)` : '';
  const weights = dropout ? 'dropped' : 'attention_weights';
  return `# Attention in PyTorch: the numbers of the page, computed again.
# Parameters are (in, out), as in X @ W_q; the weight of nn.Linear is (out, in), their transpose.
from math import inf, nan, sqrt

import torch

${givens(recipe, (literal, type) => `torch.tensor(${literal}, dtype=torch.${type === 'bool' ? 'bool' : 'float32'})`)}
${
  parameters
    ? `Q = ${split(`${of.Q} @ W_q`, numHeads)}
K = ${split(`${of.K} @ W_k`, numKvHeads)}
V = ${split(`${of.V} @ W_v`, numKvHeads)}
`
    : ''
}scores = Q @ K${shared}.transpose(-2, -1)  # torch.bmm(queries, keys.transpose(1, 2))${assignments(recipe, 'scores', 'scores')}
scaled = ${scale === null ? `scores / sqrt(${size})  # what the lesson calls scores` : `scores * ${scale}`}${softcap === 0 ? '' : `\nscaled = ${softcap} * torch.tanh(scaled / ${softcap})`}
${
  keep
    ? `masked = scaled.masked_fill(~keep, -inf)
# A row that may read nothing gets zeros, not NaN.
attention_weights = masked.softmax(-1).masked_fill(~keep, 0)  # masked_softmax(scores, valid_lens)`
    : `masked = scaled  # nothing is forbidden
attention_weights = masked.softmax(-1)`
}${assignments(recipe, 'attentionWeights', 'attention_weights')}${
  dropout
    ? `\ndropped = (attention_weights / (1 - ${dropout.p})).masked_fill(~kept, 0)  # dropout(attention_weights)`
    : ''
}
${
  many
    ? `heads = ${weights} @ V${shared}  # torch.bmm(dropout(attention_weights), values)
concat = heads.transpose(1, 2).flatten(-2)${parameters ? '\noutput = concat @ W_o' : ''}`
    : `output = ${weights} @ V  # torch.bmm(dropout(attention_weights), values)`
}

torch.set_printoptions(precision=4, sci_mode=False, linewidth=200, threshold=10**9)
${printed(recipe)}`;
}
