"""options.txt: scale, softcap, heads and groups, every rank, sizes at the edges; and additive attention's."""

import numpy as np

from case import computed, f32, numbers, refused

BATCH, HEADS = 2, 2


def cases():
    return [*scales(), *softcaps(), *groups(), *split_heads(), *ranks(), *edges(), *large_numbers(), *additive(),
            *refusals()]


def qkv(key, leading=(), queries=3, pairs=4, size=2, value_size=2, kv_leading=None):
    kv_leading = leading if kv_leading is None else kv_leading
    return dict(Q=numbers(f"{key}/Q", *leading, queries, size), K=numbers(f"{key}/K", *kv_leading, pairs, size),
                V=numbers(f"{key}/V", *kv_leading, pairs, value_size))


def attends(id, about, tensors, **options):
    return computed(f"options/{id}", about, "attention", tensors, options)


def scales():
    tensors = qkv("scale", size=3)
    yield attends("scale-default", "The default scale is 1/√head_size.", tensors)
    yield attends("scale-one", "A scale of 1 leaves the scores as they are.", tensors, scale=1)
    yield attends("scale-zero", "A scale of 0 is honoured: every allowed key weighs the same.", tensors, scale=0,
                  valid_lens=np.array([3], np.int32))
    yield attends("scale-negative", "A negative scale prefers the least similar key.", tensors, scale=-0.5)
    yield attends("scale-tiny", "A scale is a number like any other, here 2^-20.", tensors, scale=2**-20)


def softcaps():
    tensors = qkv("softcap", (BATCH,), size=3)
    yield attends("softcap", "scaled = softcap · tanh(scale · scores / softcap).", tensors, softcap=0.5)
    yield attends("softcap-scale", "The scale comes first, then the cap.", tensors, scale=2, softcap=1.5)
    yield attends("softcap-bias", "The bias comes after the cap and may go beyond it.", tensors, softcap=1,
                  attention_bias=numbers("softcap/bias", BATCH, 3, 4, spread=4))
    yield attends("softcap-forbidden", "The cap does not touch what a mask forbids.", tensors, softcap=0.25,
                  valid_lens=np.array([1, 3], np.int32), attention_bias=f32([0, -np.inf, 0, 0]))
    yield attends("softcap-large", "Large scores end at ±softcap.", dict(Q=f32([[100], [-100]]), K=f32([[100], [50]]),
                  V=f32([[1], [2]])), softcap=2, scale=1)


def groups():
    """Query head h uses kv head ⌊h · num_kv_heads / num_heads⌋."""
    for num_heads, num_kv_heads in ((4, 2), (4, 1), (6, 3), (2, 2)):
        key = f"groups-{num_heads}-over-{num_kv_heads}"
        yield attends(key, f"{num_heads} query heads over {num_kv_heads} kv heads, neighbours share.",
                      qkv(key, (1, num_heads), 2, 3, kv_leading=(1, num_kv_heads)))
    yield attends("groups-masked", "Grouped heads in two batches, each with its own length, causal.",
                  qkv("groups-masked", (BATCH, 4), 2, 3, kv_leading=(BATCH, 2)), causal="bottom-right",
                  valid_lens=np.array([2, 3], np.int32))
    yield attends("groups-bias-for-each-head", "A bias of shape (num_heads, L, S): each query head has its own.",
                  qkv("groups-bias", (1, 4), 2, 3, kv_leading=(1, 2)),
                  attention_bias=numbers("groups-bias/bias", 4, 2, 3))


def split_heads():
    """num_heads splits the last axis of 3-D inputs; the stages are then 4-D and the output 3-D again."""
    def packed(key, num_heads, num_kv_heads, size, value_size, batch=BATCH):
        return dict(Q=numbers(f"{key}/Q", batch, 3, num_heads * size),
                    K=numbers(f"{key}/K", batch, 4, num_kv_heads * size),
                    V=numbers(f"{key}/V", batch, 4, num_kv_heads * value_size))

    yield attends("heads-2", "Two heads side by side in the last axis.", packed("heads-2", 2, 2, 2, 2), num_heads=2)
    yield attends("heads-1", "One head still has a head axis.", packed("heads-1", 1, 1, 2, 2), num_heads=1)
    yield attends("heads-value-size", "Values of another head size than the keys.", packed("heads-value", 2, 2, 2, 3),
                  num_heads=2)
    yield attends("heads-grouped", "Four query heads over two kv heads, values narrower than keys.",
                  packed("heads-grouped", 4, 2, 2, 1, batch=1), num_heads=4, num_kv_heads=2)
    yield attends("heads-masked", "Beside 4-D scores a 3-D mask is (heads, L, S), and lengths serve every head.",
                  packed("heads-masked", 2, 2, 2, 2), num_heads=2,
                  valid_lens=np.array([[1, 2, 4], [4, 4, 3]], np.int32),
                  keep=np.array([[[1, 1, 0, 1]] * 3, [[0, 1, 1, 1]] * 3], bool))


def ranks():
    for rank, leading in ((2, ()), (3, (BATCH,)), (4, (BATCH, HEADS))):
        yield attends(f"rank-{rank}", "Rank in = rank out, in every stage.",
                      qkv(f"rank-{rank}", leading, 2, 3, 2, 3))


def edges():
    for size, value_size, pairs in ((1, 1, 1), (1, 2, 2), (3, 5, 3), (4, 4, 4), (5, 3, 5), (7, 9, 7), (8, 8, 8),
                                    (9, 7, 9), (15, 17, 2), (16, 16, 16), (17, 15, 17), (33, 1, 3), (2, 33, 33)):
        key = f"size-{size}-value-{value_size}-pairs-{pairs}"
        yield attends(key, "Sizes around the width of a vector lose no tail.",
                      qkv(key, (), 1 + pairs % 3, pairs, size, value_size))
    yield attends("one-token", "One token attends to itself with weight 1.", qkv("one-token", (1, 1), 1, 1))
    yield attends("batch-0", "No sequence in, no sequence out.", qkv("batch-0", (0,)))
    yield attends("batch-0-heads", "No sequence in, no sequence out, with heads.", qkv("batch-0", (0, HEADS)))
    yield attends("no-queries", "No query in, no query out.", qkv("no-queries", (BATCH,), 0, 3))
    yield attends("no-pairs", "Without keys every row is empty and the output 0.", qkv("no-pairs", (BATCH,), 2, 0))
    yield attends("no-pairs-uniform", "There is no key to spread a uniform row over either.",
                  qkv("no-pairs", (BATCH,), 2, 0), empty_row="uniform")
    yield attends("no-pairs-lens", "Lengths of 0 are the only ones that fit.", qkv("no-pairs", (BATCH,), 2, 0),
                  valid_lens=np.array([0, 0], np.int32))
    yield attends("tall", "More queries than keys.", qkv("tall", (), 7, 2))
    yield attends("wide", "More keys than queries.", qkv("wide", (), 2, 7))


def large_numbers():
    yield attends("scores-1e8", "Equal scores of 1e8 share the weight: the maximum is subtracted first.",
                  dict(Q=f32([[1e4], [-1e4]]), K=f32([[1e4], [1e4]]), V=f32([[3], [9]])), scale=1)
    yield attends("scores-far-apart", "Scores 2000 apart leave exactly one key.",
                  dict(Q=f32([[1]]), K=f32([[-1000], [1000], [0]]), V=f32([[3], [6], [9]])), scale=1)


def additive():
    def parts(key, leading, queries, pairs):
        return dict(queries=numbers(f"{key}/queries", *leading, queries, 3),
                    keys=numbers(f"{key}/keys", *leading, pairs, 2),
                    values=numbers(f"{key}/values", *leading, pairs, 2), W_q=numbers(f"{key}/W_q", 3, 5, spread=1),
                    W_k=numbers(f"{key}/W_k", 2, 5, spread=1), w_v=numbers(f"{key}/w_v", 5))

    def adds(id, about, tensors, **options):
        return computed(f"options/additive-{id}", about, "additive_attention", tensors, options)

    yield adds("2d", "2-D queries, keys and values are a batch of one.", parts("additive-2d", (), 2, 3))
    yield adds("masked", "The masks are those of every attention.", parts("additive-masked", (BATCH,), 3, 4),
               causal="bottom-right", keep=np.array([1, 0, 1, 1], bool), valid_lens=np.array([4, 3], np.int32))
    yield adds("bias", "A bias is added to the scores, and -inf forbids.", parts("additive-bias", (1,), 2, 3),
               attention_bias=f32([[0, 1, -np.inf], [-np.inf, -np.inf, -np.inf]]))
    tensors = parts("additive-poison", (BATCH,), 2, 3)
    tensors["keys"][0, 2], tensors["values"][0, 2] = np.nan, np.inf
    yield adds("poison", "NaN and infinity past the valid length do not reach the result.", tensors,
               valid_lens=np.array([2, 0], np.int32))


def refusals():
    def refuses(id, about, throws, tensors, **options):
        return refused(f"options/refuses-{id}", about, "attention", tensors, options, throws)

    yield refuses("head-size", "Keys of another size than the queries.", "K",
                  {**qkv("r", (BATCH,)), "K": numbers("r/k", BATCH, 4, 3)})
    yield refuses("pairs", "More values than keys.", "V", {**qkv("r", (BATCH,)), "V": numbers("r/v", BATCH, 5, 2)})
    yield refuses("batch", "Keys of another batch than the queries.", "K",
                  {**qkv("r", (BATCH,)), "K": numbers("r/k", 1, 4, 2)})
    yield refuses("rank", "Keys of another rank than the queries.", "K",
                  {**qkv("r", (BATCH,)), "K": numbers("r/k", 4, 2)})
    yield refuses("heads", "Three query heads over two kv heads.", "K",
                  qkv("r", (1, 3), kv_leading=(1, 2)))
    yield refuses("value-heads", "Values of another head count than the keys.", "V",
                  {**qkv("r", (1, 2)), "V": numbers("r/v", 1, 1, 4, 2)})
    yield refuses("head-size-0", "A head size of 0 has no scale.", "Q", qkv("r", (BATCH,), size=0))
    yield refuses("indivisible", "A last axis of 3 does not split into two heads.", "Q",
                  qkv("r", (BATCH,), size=3), num_heads=2)
    yield refuses("heads-beside-4d", "4-D inputs have their heads already: num_heads may say so, not otherwise.",
                  "num_heads", qkv("r", (BATCH, HEADS)), num_heads=4)
    yield refuses("kv-heads-indivisible", "Four query heads over three kv heads.", "K",
                  dict(Q=numbers("r/Q", 1, 2, 4), K=numbers("r/K", 1, 3, 3), V=numbers("r/V", 1, 3, 3)),
                  num_heads=4, num_kv_heads=3)
