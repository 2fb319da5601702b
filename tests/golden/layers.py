"""layers.txt: self-attention and multi-head attention with their parameters, every stage from Q, K, V to the output."""

import numpy as np
import torch

import reference
from case import coins, computed, in_float64, numbers, refused


def cases():
    return [*selves(), *multi_heads(), *cross(), *head_sizes(), *refusals()]


def selves():
    def layer(key, leading, D, steps=3):
        return dict(X=numbers(f"{key}/X", *leading, steps, D), **projections(key, (D, D, D), D, D))

    def attends(id, about, tensors, **options):
        D = tensors["W_q"].shape[0]
        return computed(f"layers/self-{id}", about, "self_attention", tensors, dict(num_hiddens=D, **options))

    yield attends("2d", "X (L, D) gives weights (L, L): no batch and no head axis.", layer("self-2d", (), 4))
    yield attends("3d", "X (B, L, D) gives weights (B, L, L).", layer("self-3d", (2,), 3))
    yield attends("one-token", "One token: the output is its own value.", layer("self-one", (1,), 5, steps=1))
    yield attends("no-tokens", "No token in, none out.", layer("self-none", (), 4, steps=0))
    yield attends("masked", "Causal, with a length for each sequence.", layer("self-masked", (2,), 4), causal=True,
                  valid_lens=np.array([3, 0], np.int32))
    yield attends("scaled", "Scale, softcap and bias reach the layer's attention.", layer("self-scaled", (), 4),
                  scale=0.25, softcap=1.5, attention_bias=numbers("self-scaled/bias", 3, 3))


def projections(key, sizes, D, kv):
    """W_q W_k W_v, (in, out); keys and values are narrower where kv heads are fewer."""
    q, k, v = sizes
    return dict(W_q=numbers(f"{key}/W_q", q, D, spread=1), W_k=numbers(f"{key}/W_k", k, kv, spread=1),
                W_v=numbers(f"{key}/W_v", v, kv, spread=1))


def layer(key, D, num_heads, num_kv_heads=None, sizes=None, bias=False):
    """Parameters and the settings they are made with."""
    kv = D // num_heads * (num_kv_heads or num_heads)
    parameters = dict(**projections(key, sizes or (D, D, D), D, kv), W_o=numbers(f"{key}/W_o", D, D, spread=1))
    settings = dict(num_hiddens=D, num_heads=num_heads)
    if num_kv_heads:
        settings["num_kv_heads"] = num_kv_heads
    if sizes:
        settings |= dict(zip(("query_size", "key_size", "value_size"), sizes))
    if bias:
        parameters |= {name: numbers(f"{key}/{name}", size, spread=1)
                       for name, size in dict(b_q=D, b_k=kv, b_v=kv, b_o=D).items()}
        settings["bias"] = True
    return parameters, settings


def attends(id, about, inputs, made, **options):
    parameters, settings = made
    return computed(f"layers/multi-{id}", about, "multi_head_attention", {**inputs, **parameters},
                    {**settings, **options})


def multi_heads():
    plain, biased = layer("plain", 4, 2), layer("biased", 4, 2, bias=True)
    for id, (parameters, _) in dict(plain=plain, biased=biased).items():
        agree_with_pytorch(f"layers/multi-{id}", numbers("plain/X", 2, 3, 4), parameters, num_heads=2)
    yield attends("plain", "Two heads and W_o, no bias.", dict(X=numbers("plain/X", 2, 3, 4)), plain)
    yield attends("biased", "A bias for each of the four projections.", dict(X=numbers("plain/X", 2, 3, 4)), biased)
    yield attends("2d", "X (L, D) gives weights (H, L, L) and output (L, D).", dict(X=numbers("2d/X", 3, 4)), plain)
    yield attends("one-head", "One head still has a head axis.", dict(X=numbers("one/X", 1, 2, 3)), layer("one", 3, 1))
    yield attends("grouped", "Four query heads over two kv heads: W_k and W_v are half as wide.",
                  dict(X=numbers("grouped/X", 1, 3, 8)), layer("grouped", 8, 4, 2))
    yield attends("grouped-to-one", "All heads share one kv head, with biases.", dict(X=numbers("shared/X", 1, 3, 6)),
                  layer("shared", 6, 3, 1, bias=True))
    yield attends("lens", "A length for each sequence, one of them 0: its output is b_o alone.",
                  dict(X=numbers("plain/X", 2, 3, 4)), biased, valid_lens=np.array([2, 0], np.int32))
    yield attends("lens-each-query", "A length for each query serves every head.", dict(X=numbers("plain/X", 2, 3, 4)),
                  plain, valid_lens=np.array([[1, 2, 3], [3, 1, 2]], np.int32))
    yield attends("causal", "Causal in every head.", dict(X=numbers("plain/X", 2, 3, 4)), plain, causal=True)
    yield attends("mask-for-each-head", "2-D X: a 3-D mask is (H, L, S).", dict(X=numbers("2d/X", 3, 4)), plain,
                  keep=coins("layers/keep", 2, 3, 3))
    yield attends("bias-for-each-head", "A bias of shape (H, L, S) beside a batch.",
                  dict(X=numbers("plain/X", 2, 3, 4)), plain, attention_bias=numbers("layers/bias", 2, 3, 3),
                  drop=np.array([[[[0, 0, 1]]], [[[1, 0, 0]]]], bool))
    yield attends("scaled", "Scale, softcap and window reach the heads.", dict(X=numbers("2d/X", 3, 4)), plain,
                  scale=0.3, softcap=2, window=(1, 0))


def cross():
    def inputs(key, leading, queries, pairs, sizes):
        return {name: numbers(f"{key}/{name}", *leading, steps, size)
                for name, steps, size in zip(("queries", "keys", "values"), (queries, pairs, pairs), sizes)}

    yield attends("cross", "Queries attend to another sequence.", inputs("cross", (2,), 2, 3, (4, 4, 4)),
                  layer("cross", 4, 2))
    yield attends("cross-sizes", "query_size, key_size and value_size all differ from num_hiddens.",
                  inputs("cross-sizes", (1,), 2, 3, (3, 5, 2)), layer("cross-sizes", 4, 2, sizes=(3, 5, 2)))
    yield attends("cross-everything", "Sizes, biases, grouped heads, lengths and causal at once.",
                  inputs("cross-all", (2,), 2, 3, (3, 2, 5)), layer("cross-all", 4, 2, 1, (3, 2, 5), bias=True),
                  causal="bottom-right", valid_lens=np.array([3, 1], np.int32))
    yield attends("cross-2d", "2-D queries, keys and values.", inputs("cross-2d", (), 2, 3, (4, 4, 4)),
                  layer("cross-2d", 4, 2))


def head_sizes():
    def splits(id, about, **options):
        return computed(f"layers/{id}", about, "split_heads", {}, options)

    yield splits("head-size", "512 hiddens in 8 heads: head_size 64.", num_hiddens=512, num_heads=8)
    yield splits("head-size-one", "As many heads as hiddens: head_size 1.", num_hiddens=6, num_heads=6)
    yield refused("layers/refuses-head-size", "10 hiddens do not split into 3 heads.", "split_heads", {},
                  dict(num_hiddens=10, num_heads=3), "num_heads")


def refusals():
    def refuses(id, about, throws, inputs, made, without=(), **replaced):
        parameters, settings = made
        parameters = {name: value for name, value in {**parameters, **replaced}.items() if name not in without}
        return refused(f"layers/refuses-{id}", about, "multi_head_attention", {**inputs, **parameters}, settings,
                       throws)

    plain, biased, X = layer("plain", 4, 2), layer("biased", 4, 2, bias=True), dict(X=numbers("plain/X", 2, 3, 4))
    yield refuses("width", "X of width 5 for parameters of 4.", "X", dict(X=numbers("r/X", 2, 3, 5)), plain)
    yield refuses("rank", "Layers take no 4-D input.", "X", dict(X=numbers("r/X", 1, 2, 3, 4)), plain)
    yield refuses("projection", "W_k of another shape than the settings say.", "W_k", X, plain,
                  W_k=numbers("r/W_k", 4, 3))
    yield refuses("output-projection", "W_o is not num_hiddens × num_hiddens.", "W_o", X, plain,
                  W_o=numbers("r/W_o", 4, 5))
    yield refuses("missing-projection", "W_v is missing.", "W_v", X, plain, without=("W_v",))
    yield refuses("missing-bias", "Biases are asked for and one is missing.", "b_k", X, biased, without=("b_k",))
    yield refuses("bias-size", "b_o of another size than num_hiddens.", "b_o", X, biased, b_o=numbers("r/b_o", 3))


def agree_with_pytorch(id, X, parameters, num_heads):
    """torch.nn.MultiheadAttention stacks W_q, W_k, W_v, each (out, in)."""
    given = {name: torch.from_numpy(value) for name, value in in_float64(parameters).items()}
    bias = "b_q" in given
    module = torch.nn.MultiheadAttention(X.shape[-1], num_heads, bias=bias, batch_first=True, dtype=torch.float64)
    module.in_proj_weight.data = torch.cat([given[name].T for name in ("W_q", "W_k", "W_v")])
    module.out_proj.weight.data = given["W_o"].T
    if bias:
        module.in_proj_bias.data = torch.cat([given[name] for name in ("b_q", "b_k", "b_v")])
        module.out_proj.bias.data = given["b_o"]
    x = torch.from_numpy(X.astype(np.float64))
    with torch.no_grad():
        output, weights = module(x, x, x, average_attn_weights=False)
    ours = reference.run("multi_head_attention", in_float64(dict(X=X, **parameters)), dict(num_heads=num_heads))
    np.testing.assert_allclose(ours["output"], output.numpy(), rtol=1e-12, atol=1e-13, err_msg=id)
    np.testing.assert_allclose(ours["attention_weights"], weights.numpy(), rtol=1e-12, atol=1e-13, err_msg=id)
