"""lesson.txt: what PyTorch gives, in float64, for the recipe of Dive into Deep Learning's attention mechanisms.

The lesson masks by writing -1e6 over the scores past the valid length. That equals a structural mask wherever at least
one key is valid; for a valid length of 0 it spreads the weight evenly, which `empty_row uniform` reproduces.
Its variable `scores` is already divided by √d: the stage `scaled` here. Its projections are nn.Linear, whose weight is
(out, in): ours are (in, out), transposed on the way.
"""

import math

import numpy as np
import torch
from torch import nn

import reference
from case import Case, in_float64, integers, numbers, uniform


# --- the recipe -------------------------------------------------------------------------------------------------


def masked_softmax(scores, valid_lens):
    if valid_lens is None:
        return torch.softmax(scores, dim=-1)
    lens = valid_lens[:, None, None] if valid_lens.dim() == 1 else valid_lens[:, :, None]
    padding = torch.arange(scores.shape[-1]) >= lens
    return torch.softmax(scores.masked_fill(padding, -1e6), dim=-1)


def dot_product_attention(Q, K, V, valid_lens):
    scaled = torch.bmm(Q, K.transpose(1, 2)) / math.sqrt(Q.shape[-1])
    weights = masked_softmax(scaled, valid_lens)
    return dict(scaled=scaled, attention_weights=weights, output=torch.bmm(weights, V))


def additive_attention(queries, keys, values, W_q, W_k, w_v, valid_lens):
    hidden = linear(W_q)(queries).unsqueeze(2) + linear(W_k)(keys).unsqueeze(1)
    scores = linear(w_v[:, None])(torch.tanh(hidden)).squeeze(-1)
    weights = masked_softmax(scores, valid_lens)
    return dict(scores=scores, attention_weights=weights, output=torch.bmm(weights, values))


def self_attention(X, W_q, W_k, W_v, valid_lens):
    Q, K, V = (linear(W)(X) for W in (W_q, W_k, W_v))
    return dict(Q=Q, K=K, V=V, **dot_product_attention(Q, K, V, valid_lens))


def multi_head_attention(queries, keys, values, W_q, W_k, W_v, W_o, num_heads, valid_lens):
    """The heads are folded into the batch, so that one dot_product_attention serves them all."""
    def split(x):
        return x.unflatten(-1, (num_heads, -1)).transpose(1, 2).flatten(0, 1)

    def unfold(x):
        return x.unflatten(0, (-1, num_heads))

    if valid_lens is not None:  # each sequence's lengths once for each of its heads, heads adjacent
        valid_lens = valid_lens.repeat_interleave(num_heads, dim=0)
    Q, K, V = split(linear(W_q)(queries)), split(linear(W_k)(keys)), split(linear(W_v)(values))
    stages = {"Q": Q, "K": K, "V": V, **dot_product_attention(Q, K, V, valid_lens)}
    stages = {name: unfold(stage) for name, stage in stages.items()}
    heads = stages.pop("output")
    concat = heads.transpose(1, 2).flatten(2)
    return {**stages, "heads": heads, "concat": concat, "output": linear(W_o)(concat)}


def positional_encoding(num_steps, num_hiddens):
    angles = torch.arange(num_steps, dtype=torch.float64)[:, None] / torch.pow(
        10000, torch.arange(0, num_hiddens, 2, dtype=torch.float64) / num_hiddens)
    P = torch.zeros(num_steps, num_hiddens, dtype=torch.float64)
    P[:, 0::2], P[:, 1::2] = torch.sin(angles), torch.cos(angles)
    return dict(output=P)


def linear(W):
    layer = nn.Linear(*W.shape, bias=False, dtype=torch.float64)
    layer.weight.data = W.T
    return layer


RECIPE = {"masked_softmax": lambda scores, valid_lens: dict(attention_weights=masked_softmax(scores, valid_lens)),
          "attention": dot_product_attention, "additive_attention": additive_attention,
          "self_attention": self_attention, "multi_head_attention": multi_head_attention}


# --- cases ------------------------------------------------------------------------------------------------------


def taught(id, about, op, tensors, valid_lens=None, **options):
    """A case by the recipe; the float64 reference has to say the same, or nothing is written.

    Lengths change nothing before the weights, so with lengths the projections are not listed again.
    """
    inputs = {name: torch.from_numpy(value) for name, value in in_float64(tensors).items()}
    lens = None if valid_lens is None else torch.from_numpy(np.asarray(valid_lens))
    settings = {"num_heads": options["num_heads"]} if op == "multi_head_attention" else {}
    with torch.no_grad():
        stages = {name: stage.numpy() for name, stage in RECIPE[op](**inputs, valid_lens=lens, **settings).items()}
    if lens is not None:
        options["valid_lens"] = lens.numpy()
        if (lens == 0).any():
            options["empty_row"] = "uniform"
    agree(id, stages, reference.run(op, in_float64(tensors), options))
    if lens is not None:
        stages = {name: stage for name, stage in stages.items() if name not in ("Q", "K", "V")}
    return Case(f"lesson/{id}", about, op, tensors, options, expected=stages)


def agree(id, stages, others):
    for name, stage in stages.items():
        np.testing.assert_allclose(stage, others[name], rtol=1e-12, atol=1e-13, err_msg=f"{id}: {name}")


def cases():
    return [*softmaxes(), *dot_products(), *additive(), *selves(), *multi_heads(), *encodings()]


def weight(key, *shape):
    """Small enough that scores stay where float32 softmax is accurate."""
    return numbers(key, *shape, spread=0.5)


def softmaxes():
    scores = uniform("lesson/scores", 2, 2, 4)
    yield taught("softmax", "Without valid lengths it is the plain softmax of each row.", "masked_softmax",
                 dict(scores=scores))
    yield taught("softmax-lens", "A length for each sequence: the weight past it is exactly 0.", "masked_softmax",
                 dict(scores=scores), np.array([2, 3]))
    yield taught("softmax-lens-each", "A length for each query.", "masked_softmax", dict(scores=scores),
                 np.array([[1, 3], [2, 4]]))
    yield taught("softmax-lens-zero", "A valid length of 0 gives the uniform row of the lesson's -1e6 recipe.",
                 "masked_softmax", dict(scores=scores), np.array([0, 3]))


def dot_products():
    def qkv(id, B, L, S, E, Ev):
        return dict(Q=numbers(id + "/Q", B, L, E), K=numbers(id + "/K", B, S, E), V=numbers(id + "/V", B, S, Ev))

    square = qkv("lesson/square", 2, 4, 4, 8, 8)
    cross = qkv("lesson/cross", 2, 3, 5, 4, 6)
    yield taught("dot-product", "The lesson's shapes: (2, 4, 8) attends to itself.", "attention", square)
    yield taught("dot-product-lens", "A valid length for each sequence.", "attention", square, np.array([3, 2]))
    yield taught("dot-product-lens-each", "A valid length for each query.", "attention", square,
                 np.array([[1, 2, 3, 4], [4, 3, 2, 1]]))
    yield taught("dot-product-lens-zero", "A valid length of 0 averages V, as the lesson's recipe does.", "attention",
                 square, np.array([0, 4]))
    yield taught("dot-product-lens-zero-each", "One query without a valid key beside queries that have some.",
                 "attention", cross, np.array([[0, 5, 1], [3, 0, 0]]))
    yield taught("dot-product-cross", "Three queries attend to five pairs; values are wider than keys.", "attention",
                 cross, np.array([5, 2]))
    yield taught("dot-product-identical-keys", "The lesson's example: equal keys share the weight of the valid ones.",
                 "attention", dict(Q=numbers("lesson/identical/Q", 2, 1, 2), K=np.ones((2, 10, 2), np.float32),
                                   V=np.broadcast_to(np.arange(40, dtype=np.float32).reshape(10, 4), (2, 10, 4))),
                 np.array([2, 6]))
    yield taught("dot-product-one-token", "One token attends to itself with weight 1.", "attention",
                 qkv("lesson/one", 1, 1, 1, 3, 2))


def additive():
    def parts(id, B, L, S, q, k, h, v):
        return dict(queries=numbers(id + "/queries", B, L, q), keys=numbers(id + "/keys", B, S, k),
                    values=numbers(id + "/values", B, S, v), W_q=weight(id + "/W_q", q, h),
                    W_k=weight(id + "/W_k", k, h), w_v=weight(id + "/w_v", h))

    tensors = parts("lesson/additive", 2, 2, 5, 6, 3, 8, 4)
    yield taught("additive", "Queries and keys of different sizes meet in the hidden layer.", "additive_attention",
                 tensors)
    yield taught("additive-lens", "A valid length for each sequence.", "additive_attention", tensors, np.array([2, 5]))
    yield taught("additive-lens-each", "A valid length for each query, one of them 0.", "additive_attention", tensors,
                 np.array([[1, 4], [0, 3]]))


def selves():
    def layer(id, B, L, D):
        return dict(X=numbers(id + "/X", B, L, D), W_q=weight(id + "/W_q", D, D), W_k=weight(id + "/W_k", D, D),
                    W_v=weight(id + "/W_v", D, D))

    tensors = layer("lesson/self", 2, 4, 8)
    yield taught("self", "X (2, 4, 8) to output (2, 4, 8) by way of weights (2, 4, 4).", "self_attention", tensors,
                 num_hiddens=8)
    yield taught("self-lens", "Padding at the end of each sequence gets no weight.", "self_attention", tensors,
                 np.array([3, 2]), num_hiddens=8)
    yield taught("self-odd", "A width that fills no vector.", "self_attention", layer("lesson/self-odd", 1, 5, 3),
                 num_hiddens=3)


def multi_heads():
    def layer(id, B, L, S, D, sizes):
        q, k, v = sizes
        return dict(queries=numbers(id + "/queries", B, L, q), keys=numbers(id + "/keys", B, S, k),
                    values=numbers(id + "/values", B, S, v), W_q=weight(id + "/W_q", q, D),
                    W_k=weight(id + "/W_k", k, D), W_v=weight(id + "/W_v", v, D), W_o=weight(id + "/W_o", D, D))

    tensors = layer("lesson/multi", 2, 4, 6, 10, (10, 10, 10))
    yield taught("multi-head", "Five heads of size 2, four queries, six pairs.", "multi_head_attention", tensors,
                 num_hiddens=10, num_heads=5)
    yield taught("multi-head-lens", "Every head of a sequence sees that sequence's valid length.",
                 "multi_head_attention", tensors, np.array([3, 2]), num_hiddens=10, num_heads=5)
    yield taught("multi-head-lens-each", "A valid length for each query, the same for every head.",
                 "multi_head_attention", tensors, integers("lesson/lens", 1, 6, 2, 4), num_hiddens=10, num_heads=5)
    yield taught("multi-head-sizes", "Queries, keys and values of three sizes.", "multi_head_attention",
                 layer("lesson/sizes", 2, 3, 4, 6, (5, 4, 7)), np.array([4, 1]), num_hiddens=6, num_heads=2,
                 query_size=5, key_size=4, value_size=7)


def encodings():
    for num_steps, num_hiddens in ((12, 8), (3, 32)):
        stages = {name: stage.numpy() for name, stage in positional_encoding(num_steps, num_hiddens).items()}
        options = dict(num_steps=num_steps, num_hiddens=num_hiddens)
        agree("encoding", stages, reference.run("positional_encoding", {}, options))
        yield Case(f"lesson/encoding-{num_steps}x{num_hiddens}",
                   "Even columns are sines and odd columns cosines, slower to the right.", "positional_encoding", {},
                   options, expected=stages)
