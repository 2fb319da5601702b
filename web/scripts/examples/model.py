"""The lesson's attention, without biases, once for every seed: all tensors begin with an axis of seeds."""

import math
from dataclasses import dataclass

import torch

from .case import BOX, PAD, Task


def positional_encoding(num_steps, num_hiddens):
    """As the core has it: sines in the even columns, cosines in the odd ones."""
    angles = torch.arange(num_steps)[:, None] / 10000 ** (torch.arange(0, num_hiddens, 2) / num_hiddens)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)


def depths(tokens):
    """How deep in brackets each token lies; a box closes the innermost open one."""
    inside, result = 0, []
    for token in tokens:
        inside += token not in (BOX, PAD)
        result.append(inside if token != PAD else 0)
        inside -= token == BOX
    return result


@dataclass
class Rows:
    """The rows of the tables that a batch of sequences reads, and how long each sequence is."""

    rows: dict  # the name of a table: (batch_size, num_steps)
    valid_lens: torch.Tensor

    def take(self, batch):
        return Rows({name: ids[batch] for name, ids in self.rows.items()}, self.valid_lens[batch])


def rows_of(task, sequences, vocabulary):
    num_steps = max(map(len, sequences))
    padded = [[*s, *[PAD] * (num_steps - len(s))] for s in sequences]
    own = [[vocabulary[token] for token in s] for s in padded]
    rows = {"embedding": own}
    if task.positions:
        rows["positions"] = [list(range(num_steps))] * len(padded)
    if task.depth:
        rows["depths"] = [depths(s) for s in padded]
    return Rows({name: torch.tensor(ids) for name, ids in rows.items()}, torch.tensor([len(s) for s in sequences]))


@dataclass
class Model:
    task: Task
    parameters: dict  # the name of a table or a projection: (seeds, …)

    def rounded(self, which):
        """One seed's model, in numbers of two decimals: what is published, and therefore what is measured."""
        one = {name: p[which : which + 1].detach() for name, p in self.parameters.items()}
        return Model(self.task, {name: (p * 100).round() / 100 for name, p in one.items()})

    def inputs(self, rows):
        X = 0
        for name, ids in rows.rows.items():
            if name == "positions" and self.task.positions == "sinusoidal":
                X = X + positional_encoding(ids.shape[1], self.task.num_hiddens)
            else:
                X = X + self.parameters[name][:, ids]
        return X

    def attend(self, X, source, of_source, num_heads, prefix="", drop=None):
        """One layer: attention_weights (seeds, batch_size, num_heads, L, S), output (seeds, batch_size, L, num_hiddens)."""
        def project(X, name):
            return torch.einsum("gnld,gde->gnle", X, self.parameters[prefix + name])

        Q, K, V = (
            project(of, name).unflatten(-1, (num_heads, -1)).transpose(2, 3)
            for of, name in ((X, "W_q"), (source, "W_k"), (source, "W_v"))
        )
        scaled = Q @ K.transpose(-1, -2) / math.sqrt(Q.shape[-1])
        L, S = scaled.shape[-2:]
        forbidden = (torch.arange(S) >= of_source.valid_lens[:, None])[:, None, None]
        if self.task.causal:
            forbidden = forbidden | torch.ones(L, S, dtype=torch.bool).triu(1)
        if drop is not None:
            forbidden = forbidden | drop
        attention_weights = scaled.masked_fill(forbidden, -math.inf).softmax(-1)
        output = (attention_weights @ V).transpose(2, 3).flatten(-2)
        return attention_weights, project(output, "W_o") if num_heads > 1 else output

    def forward(self, queries, of_source, drop=None):
        """The attention_weights of every layer, and the logits of the answers (seeds, batch_size, L, answers)."""
        task, X, source, weights = self.task, self.inputs(queries), self.inputs(of_source), []
        if task.first_heads:
            attention_weights, X = self.attend(X, source, of_source, task.first_heads, "first.")
            source = X
            weights.append(attention_weights)
        attention_weights, output = self.attend(X, source, of_source, task.num_heads, drop=drop)
        return [*weights, attention_weights], torch.einsum("gnld,gad->gnla", output, self.parameters["readout"])


def draw(task, vocabulary, num_seeds, first):
    """A model of every seed from `first` on; each starts from the same numbers, however many are trained beside it."""
    d = task.num_hiddens
    tables = {"embedding": len(vocabulary)}
    if task.positions == "learned":
        tables["positions"] = task.num_steps
    if task.depth:
        tables["depths"] = 6
    projections = ["W_q", "W_k", "W_v"] + (["W_o"] if task.num_heads > 1 else [])
    if task.first_heads:
        projections += ["first." + name for name in ("W_q", "W_k", "W_v", "W_o")]
    # (shape, standard deviation)
    start = {name: ((rows, d), 0.5) for name, rows in (tables | {"readout": len(task.answers)}).items()}
    start |= {name: ((d, d), 1.3 / math.sqrt(d)) for name in projections}
    generators = [torch.Generator().manual_seed(seed) for seed in range(first, first + num_seeds)]
    parameters = {
        name: torch.stack([torch.randn(shape, generator=generator) for generator in generators]) * deviation
        for name, (shape, deviation) in start.items()
    }
    parameters["embedding"][:, vocabulary[PAD]] = 0
    return Model(task, parameters)
