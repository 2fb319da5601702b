"""Cases as tensors, and what share of their questions a model gets right."""

from dataclasses import dataclass

import torch

from .case import PAD
from .model import Rows, rows_of


def vocabulary_of(cases):
    tokens = dict.fromkeys(token for case in cases for token in (*case.tokens, *case.source))
    return {token: row for row, token in enumerate([PAD, *sorted(tokens)])}


@dataclass
class Batch:
    queries: Rows
    source: Rows  # of keys and values: the queries' own in self-attention
    answers: torch.Tensor  # (batch_size, L), −1 where nothing is asked
    keys: torch.Tensor  # (batch_size, num_heads, L): the token that each head should read

    def take(self, chosen):
        queries = self.queries.take(chosen)
        source = queries if self.source is self.queries else self.source.take(chosen)
        return Batch(queries, source, self.answers[chosen], self.keys[chosen])


def batch_of(task, cases, vocabulary):
    queries = rows_of(task, [case.tokens for case in cases], vocabulary)
    source = rows_of(task, [case.source for case in cases], vocabulary) if cases[0].source else queries
    L = queries.rows["embedding"].shape[1]
    answers = torch.full((len(cases), L), -1)
    keys = torch.zeros(len(cases), task.num_heads, L, dtype=torch.long)
    for i, case in enumerate(cases):
        for ask in case.asks:
            answers[i, ask.query] = ask.answer
            keys[i, :, ask.query] = torch.tensor(ask.keys)
    return Batch(queries, source, answers, keys)


@torch.no_grad()
def measure(model, batch):
    """The share of questions answered right, and of those with the largest weight of every head on the right token."""
    (*_, attention_weights), logits = model.forward(batch.queries, batch.source)
    asked = batch.answers >= 0
    right = (logits[0].argmax(-1) == batch.answers)[asked]
    on_token = (attention_weights[0].argmax(-1) == batch.keys).all(1)[asked]
    return right.float().mean().item(), on_token.float().mean().item()
