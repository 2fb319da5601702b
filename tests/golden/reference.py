"""Attention in float64, stage by stage, written as the formula reads. Slow, and meant to be.

    softmax(Q Kᵀ · scale [softcap] + attention_bias [masked]) V

Everything works on 4-D arrays: Q (B, H, L, E), K (B, G, S, E), V (B, G, S, Ev), scores (B, H, L, S), where H is a
multiple of G. Inputs of rank 2 and 3 are lifted to 4-D and the stages are lowered again, so rank in = rank out.

The contract that the masks follow:
  * a forbidden position is never read: NaN or infinity there cannot reach a weight or an output;
  * a row without an allowed key, or whose every allowed score is -inf, has weights 0 (or 1/S over every key);
  * NaN or +inf at an allowed position makes that row NaN at its allowed positions and leaves 0 at the forbidden ones;
  * a finite number is arithmetic, however negative it is.
"""

import math

import numpy as np

np.seterr(invalid="ignore", over="ignore")


def run(op, tensors, options):
    """Every stage of one operation, in the order in which they are computed."""
    return OPERATIONS[op](**{**tensors, **options})


# --- stages -----------------------------------------------------------------------------------------------------


def dot_products(Q, K):
    """scores[b,h,i,j] = Σ Q[b,h,i,:] K[b,g,j,:], where query head h uses kv head g = ⌊h·G/H⌋."""
    return np.einsum("bhie,bhje->bhij", Q, K[:, kv_heads(Q, K)])


def kv_heads(Q, K):
    H, G = Q.shape[1], K.shape[1]
    return [h * G // H for h in range(H)]


def scale_and_cap(scores, E, scale=None, softcap=None):
    scaled = scores * (1 / math.sqrt(E) if scale is None else scale)
    return scaled if softcap is None else softcap * np.tanh(scaled / softcap)


def allowed_positions(shape, rank, causal=None, query_offset=None, window=None, valid_lens=None, keep=None,
                      drop=None, attention_bias=None):
    """Which positions may be read: the intersection of every mask given."""
    B, H, L, S = shape
    if causal in ("top-left", "bottom-right"):
        query_offset = causal
    j = np.arange(S)
    position = np.arange(L).reshape(L, 1) + offsets(query_offset, L, S)  # of the query, among the keys
    allowed = np.ones(shape, dtype=bool)
    if causal:
        allowed &= j <= position
    if window is not None:
        left, right = window
        if left >= 0:
            allowed &= j >= position - left
        if right >= 0:
            allowed &= j <= position + right
    if valid_lens is not None:
        allowed &= j < np.reshape(valid_lens, (B, 1, -1, 1))
    if keep is not None:
        allowed &= lift_mask(keep, rank)
    if drop is not None:
        allowed &= ~lift_mask(drop, rank)
    if attention_bias is not None:
        allowed &= lift_mask(attention_bias, rank) != -np.inf
    return allowed


def offsets(query_offset, L, S):
    if query_offset is None or isinstance(query_offset, str):
        return {None: 0, "top-left": 0, "bottom-right": S - L}[query_offset]
    return np.reshape(query_offset, (-1, 1, 1, 1))  # one number, or one for each batch


def mask(scaled, rank, attention_bias=None, **masks):
    """masked = scaled + attention_bias where allowed, -inf where forbidden; and which is which."""
    allowed = allowed_positions(scaled.shape, rank, attention_bias=attention_bias, **masks)
    biased = scaled if attention_bias is None else scaled + lift_mask(attention_bias, rank)
    return np.where(allowed, biased, -np.inf), allowed


def softmax(masked, allowed, empty_row="zero"):
    """Over the allowed positions of each row."""
    weights = np.zeros(masked.shape)
    for row in np.ndindex(masked.shape[:-1]):
        x, S = masked[row][allowed[row]], masked.shape[-1]
        if np.isnan(x).any() or np.isposinf(x).any():
            weights[row][allowed[row]] = np.nan
        elif (x == -np.inf).all():  # also when nothing is allowed at all
            weights[row] = 1 / S if empty_row == "uniform" and S > 0 else 0
        else:
            exponentials = np.exp(x - x.max())
            weights[row][allowed[row]] = exponentials / exponentials.sum()
    return weights


def weighted_sum(weights, V):
    """heads[b,h,i,:] = Σ weights[b,h,i,j] V[b,g,j,:], reading only the V whose weight is not 0."""
    B, H, L, _ = weights.shape
    heads = np.zeros((B, H, L, V.shape[-1]))
    for b, h, i in np.ndindex(B, H, L):
        w, v = weights[b, h, i], V[b, kv_heads(weights, V)[h]]
        read = w != 0
        heads[b, h, i] = (w[read, None] * v[read]).sum(axis=0)
    return heads


# --- ranks ------------------------------------------------------------------------------------------------------


def lift(x, num_heads=None):
    """(L, E) and (B, L, E) to (B, 1, L, E); with num_heads, (B, L, H·E) to (B, H, L, E)."""
    if x.ndim == 2:
        return x[None, None]
    if x.ndim == 3:
        B, L, size = x.shape
        return x.reshape(B, L, num_heads or 1, size // (num_heads or 1)).transpose(0, 2, 1, 3)
    return x


def lift_mask(x, rank):
    """A mask broadcasts right-aligned against scores of the caller's rank: beside 3-D scores (B, L, S) has no heads."""
    return x[:, None] if rank == 3 and x.ndim == 3 else x


def lower(x, rank):
    return x[0, 0] if rank == 2 else x[:, 0] if rank == 3 else x


def concatenate(heads):
    """(B, H, L, E) to (B, L, H·E): heads side by side."""
    B, H, L, E = heads.shape
    return heads.transpose(0, 2, 1, 3).reshape(B, L, H * E)


# --- operations -------------------------------------------------------------------------------------------------


def four_dimensional(Q, K, V, rank, scale=None, softcap=None, empty_row="zero", **masks):
    scores = dot_products(Q, K)
    scaled = scale_and_cap(scores, Q.shape[-1], scale, softcap)
    masked, allowed = mask(scaled, rank, **masks)
    weights = softmax(masked, allowed, empty_row)
    return dict(scores=scores, scaled=scaled, masked=masked, attention_weights=weights, heads=weighted_sum(weights, V))


def attention(Q, K, V, num_heads=None, num_kv_heads=None, **options):
    rank = 4 if num_heads else Q.ndim
    G = num_kv_heads or num_heads
    stages = four_dimensional(lift(Q, num_heads), lift(K, G), lift(V, G), rank, **options)
    heads = stages.pop("heads")
    stages = {name: lower(stage, rank) for name, stage in stages.items()}
    return {**stages, "output": concatenate(heads) if num_heads else lower(heads, rank)}


def masked_softmax(scores, empty_row="zero", **masks):
    masked, allowed = mask(lift(scores), scores.ndim, **masks)
    return {"attention_weights": lower(softmax(masked, allowed, empty_row), scores.ndim)}


def additive_attention(queries, keys, values, W_q, W_k, w_v, empty_row="zero", **masks):
    """scores[b,i,j] = w_vᵀ tanh(W_qᵀ queries[b,i] + W_kᵀ keys[b,j]); no scale."""
    rank = queries.ndim
    hidden = np.tanh((lift(queries) @ W_q)[:, :, :, None] + (lift(keys) @ W_k)[:, :, None])
    scores = hidden @ w_v
    masked, allowed = mask(scores, rank, **masks)
    weights = softmax(masked, allowed, empty_row)
    stages = dict(scores=scores, masked=masked, attention_weights=weights, output=weighted_sum(weights, lift(values)))
    return {name: lower(stage, rank) for name, stage in stages.items()}


def self_attention(X, W_q, W_k, W_v, num_hiddens=None, **options):
    """The lesson's layer: one head and no head axis, no bias, no W_o."""
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    return dict(Q=Q, K=K, V=V, **attention(Q, K, V, **options))


def multi_head_attention(W_q, W_k, W_v, W_o, num_heads, num_kv_heads=None, X=None, queries=None, keys=None,
                         values=None, b_q=0, b_k=0, b_v=0, b_o=0, num_hiddens=None, query_size=None, key_size=None,
                         value_size=None, bias=None, **options):
    """Always with a head axis: the stages of a 2-D input are (H, L, S), those of a 3-D input (B, H, L, S).

    The sizes, and whether there are biases, are what a layer is made with; here the parameters say them already.
    """
    if X is not None:
        queries = keys = values = X
    flat = queries.ndim == 2
    if flat:
        queries, keys, values = queries[None], keys[None], values[None]
    G = num_kv_heads or num_heads
    Q = lift(queries @ W_q + b_q, num_heads)
    K = lift(keys @ W_k + b_k, G)
    V = lift(values @ W_v + b_v, G)
    stages = dict(Q=Q, K=K, V=V, **four_dimensional(Q, K, V, 4, **options))
    stages["concat"] = concatenate(stages["heads"])
    stages["output"] = stages["concat"] @ W_o + b_o
    return {name: stage[0] for name, stage in stages.items()} if flat else stages


def positional_encoding(num_steps, num_hiddens):
    """P[i, 2k] = sin(i / 10000^(2k/num_hiddens)), P[i, 2k+1] = cos of the same; an odd width ends on a sine."""
    P = np.zeros((num_steps, num_hiddens))
    for i, column in np.ndindex(num_steps, num_hiddens):
        angle = i / 10000 ** ((column - column % 2) / num_hiddens)
        P[i, column] = math.cos(angle) if column % 2 else math.sin(angle)
    return {"output": P}


def split_heads(num_hiddens, num_heads):
    return {"head_size": np.array([num_hiddens / num_heads])}


OPERATIONS = {f.__name__: f for f in (attention, masked_softmax, additive_attention, self_attention,
                                      multi_head_attention, positional_encoding, split_heads)}
