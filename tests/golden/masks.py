"""masks.txt: every kind of mask alone, every pair and every triple of kinds, and what lies under a mask."""

from itertools import combinations, count

import numpy as np

from case import coins, computed, f32, integers, numbers, refused

B, H, L, S = 2, 2, 3, 4
SHAPE = (B, H, L, S)
STAGES = ("masked", "attention_weights", "output")  # what a mask can change
NAN, INF = np.nan, np.inf


def cases():
    return [*together(), *broadcast(), *aligned(), *windowed(), *lengths(), *empty_rows(), *finite_bias(),
            *poisoned(), *non_finite(), *softmax_alone(), *refusals()]


def qkv(key, rank=4, batch=B, heads=H, queries=L, pairs=S):
    def tensor(name, steps, size):
        return numbers(f"{key}/{name}", *(batch, heads)[:rank - 2], steps, size)
    return dict(Q=tensor("Q", queries, 2), K=tensor("K", pairs, 2), V=tensor("V", pairs, 2))


def attends(id, about, tensors, stages=STAGES, **options):
    return computed(f"masks/{id}", about, "attention", tensors, options, stages)


# --- all kinds, alone and in company ------------------------------------------------------------------------------

# Each kind comes in several forms; which of them a combination gets follows from its place in the list.
FORMS = {
    "valid_lens": lambda key, n: dict(valid_lens=integers(key, 1, S, *((B,), (B, L))[n % 2])),
    "causal": lambda key, n: (dict(causal=True, query_offset=any_offset(n)),
                              dict(causal=("top-left", "bottom-right")[n // 2 % 2]))[n % 2],
    "window": lambda key, n: dict(window=((1, 1), (2, 0), (1, -1), (-1, 1), (0, 2))[n % 5]),
    "keep": lambda key, n: dict(keep=coins(key, *any_shape(n))),
    "drop": lambda key, n: dict(drop=coins(key, *any_shape(n + 3), share=0.25)),
    "bias": lambda key, n: dict(attention_bias=numbers(key, *any_shape(n + 5))),
    "minus_infinity": lambda key, n: dict(attention_bias=np.where(coins(key, *SHAPE[n % 2:], share=0.25), f32(-INF),
                                                                  f32(0)))}


OPTION = {"bias": "attention_bias", "minus_infinity": "attention_bias"}


def any_offset(n):
    return ("bottom-right", 0, "top-left", 1, -1, np.array([2, 0], np.int32), np.array([-1, 1], np.int32))[n % 7]


def any_shape(n):
    return ((B, H, L, S), (H, L, S), (L, S), (B, 1, L, S), (S,), (B, 1, 1, S), (H, 1, S), (L, 1), (1, H, L, 1))[n % 9]


def together():
    combined = [kinds for size in (1, 2, 3) for kinds in combinations(FORMS, size)]
    for n, kinds in enumerate(combined):
        yield next(case for case in (combination(kinds, n + attempt) for attempt in count())
                   if every_kind_matters(case, kinds) and some_row_is_shared(case))


def combination(kinds, n):
    id = "+".join(kinds)
    options = {}
    for kind in kinds:
        part = FORMS[kind](f"{id}/{kind}/{n}", n)
        if kind == "minus_infinity" and "attention_bias" in options:  # one bias that both shifts and forbids
            part = {"attention_bias": options["attention_bias"] + part["attention_bias"]}
        options.update(part)
    if "window" in kinds and "query_offset" not in options and options.get("causal") in (None, True):
        options["query_offset"] = any_offset(n)
    if n % 2:
        options["empty_row"] = "uniform"
    names = ", ".join(kinds).replace("minus_infinity", "a bias of -inf")
    about = f"Only {names} decides." if len(kinds) == 1 else f"Allowed is what all of them allow: {names}."
    stages = STAGES if len(kinds) < 3 else STAGES[1:]  # a triple's masked is that of its pairs
    return attends(id, about, qkv(id), stages, **options)


def every_kind_matters(case, kinds):
    """A kind whose omission changed nothing would not be tested."""
    return all(differs(case, without) for without in map(OPTION.get, kinds, kinds))


def differs(case, without):
    fewer = {name: value for name, value in case.options.items() if name != without}
    if without == "causal" and case.options["causal"] is not True and "window" in fewer:
        fewer["query_offset"] = case.options["causal"]  # the alignment stays, for the window
    weights = attends(case.id, case.about, case.tensors, **fewer).expected["attention_weights"]
    return not np.allclose(weights, case.expected["attention_weights"])


def some_row_is_shared(case):
    """Rows of a single key, and uniform ones, say nothing about scores."""
    weights = case.expected["attention_weights"]
    return (((weights > 0).sum(axis=-1) > 1) & (np.ptp(weights, axis=-1) > 0.01)).any()


# --- one kind at a time, in every form ----------------------------------------------------------------------------


def broadcast():
    """Right-aligned against scores of rank 4, 3 and 2. B = H, so that a mask read along the wrong axis still fits."""
    shapes = {4: [(B, H, L, S), (B, 1, L, S), (1, H, L, S), (H, L, S), (B, 1, 1, S), (H, 1, S), (L, S), (1, S), (S,),
                  (L, 1), (B, H, 1, 1), (1,)],
              3: [(B, L, S), (B, 1, S), (1, L, S), (L, S), (S,), (B, L, 1)],
              2: [(L, S), (1, S), (L, 1), (S,)]}
    for rank, of_rank in shapes.items():
        for n, shape in enumerate(of_rank):
            for kind in ("keep", "drop", "attention_bias"):
                if rank == 4 and n % 3 != ("keep", "drop", "attention_bias").index(kind) and shape[-1] == S:
                    continue  # enough: each shape once, each kind with several shapes
                id = f"{kind}-{'x'.join(map(str, shape))}-beside-{rank}d"
                value = (numbers(id, *shape) if kind == "attention_bias" else
                         coins(id, *shape, share=0.7 if kind == "keep" else 0.3))
                yield attends(id, f"{kind} of shape {shape} broadcasts right-aligned beside {rank}-D scores.",
                              qkv(id, rank), ("attention_weights", "output"), **{kind: value})


def aligned():
    """query_offset is the position of the first query among the keys."""
    wide, tall = dict(queries=2, pairs=5), dict(queries=4, pairs=2)
    for id, sizes, offset in (("top-left", wide, "top-left"), ("bottom-right", wide, "bottom-right"),
                              ("number", wide, 1), ("past-the-keys", wide, 9), ("top-left-tall", tall, "top-left"),
                              ("bottom-right-tall", tall, "bottom-right"), ("negative", wide, -1),
                              ("before-every-key", wide, -5), ("each-batch", wide, np.array([3, -1], np.int32))):
        yield attends(f"offset-{id}", f"Causal with query_offset {offset}: j ≤ i + offset.",
                      qkv(f"offset-{id}", 3, **sizes), causal=True, query_offset=offset)
    yield attends("causal-square", "With as many queries as pairs nothing has to be said.",
                  qkv("causal-square", 2, pairs=L), causal=True)
    yield attends("causal-decode", "One query at the end of a cache sees every key.",
                  qkv("causal-decode", 4, queries=1, pairs=5), causal="bottom-right")
    yield attends("causal-decode-top-left", "The same query aligned top-left sees the first key only.",
                  qkv("causal-decode", 4, queries=1, pairs=5), causal="top-left")


def windowed():
    """i + offset - left ≤ j ≤ i + offset + right."""
    for window in ((1, 1), (0, 0), (2, 0), (0, 2), (-1, 0), (0, -1), (-1, -1), (9, 9)):
        id = f"window-{window[0]}-{window[1]}".replace("--1", "-unbounded")
        yield attends(id, f"A window of {window} around each query; -1 is unbounded.",
                      qkv(id, 2, queries=5, pairs=5), window=window)
    for offset in ("top-left", "bottom-right", -2, np.array([4, 1], np.int32)):
        id = f"window-offset-{offset}".replace(" ", "").replace("[", "").replace("]", "")
        yield attends(f"window-offset-{'each-batch' if isinstance(offset, np.ndarray) else offset}",
                      f"The window moves with query_offset {offset}.", qkv(id, 3, queries=3, pairs=6), window=(1, 1),
                      query_offset=offset)
    yield attends("window-causal", "Causal cuts the right half of the window.", qkv("window-causal", 3, pairs=6),
                  window=(2, 1), causal="bottom-right")


def lengths():
    yield attends("lens-full", "Lengths equal to num_kv_pairs forbid nothing.", qkv("lens-full", 3),
                  valid_lens=np.array([S, S], np.int32))
    yield attends("lens-each-query", "A length for each query, the same for every head.", qkv("lens-each"),
                  valid_lens=np.array([[1, 2, 3], [4, 3, 2]], np.int32))
    yield attends("lens-2d", "2-D input is a batch of one: valid_lens has shape (1).", qkv("lens-2d", 2),
                  valid_lens=np.array([2], np.int32))
    yield attends("lens-2d-each-query", "2-D input with a length for each query: shape (1, num_queries).",
                  qkv("lens-2d-each", 2), valid_lens=np.array([[1, 4, 2]], np.int32))


def empty_rows():
    tensors = qkv("empty", 3)
    none = np.zeros((L, S), bool)
    one_row = np.array([[1, 1, 0, 1], [0, 0, 0, 0], [0, 1, 0, 0]], bool)
    for rule in ("zero", "uniform"):
        result = {"zero": "no weight and output 0", "uniform": "1/num_kv_pairs over every key"}[rule]
        yield attends(f"empty-lens-{rule}", f"A valid length of 0: {result}.", tensors,
                      valid_lens=np.array([0, 3], np.int32), empty_row=rule)
        yield attends(f"empty-row-{rule}", f"One empty row leaves its neighbours alone: {result}.", tensors,
                      keep=one_row, empty_row=rule)
        yield attends(f"empty-all-{rule}", f"Nothing is allowed anywhere: {result}.", tensors, keep=none,
                      empty_row=rule)
        yield attends(f"empty-bias-{rule}", f"A row of -inf in the bias is an empty row: {result}.", tensors,
                      attention_bias=np.where(one_row, f32(0.5), f32(-INF)), empty_row=rule)
        yield attends(f"empty-causal-{rule}", f"Queries before the first key are empty rows: {result}.", tensors,
                      causal=True, query_offset=-2, empty_row=rule)
        yield attends(f"empty-scores-{rule}", f"Every allowed score is -inf, so the row is empty: {result}.",
                      dict(Q=f32([[1], [-1]]), K=f32([[-INF], [-INF], [2]]), V=f32([[5], [7], [9]])), scale=1,
                      keep=np.array([[1, 1, 0], [0, 0, 1]], bool), empty_row=rule)
        yield attends(f"empty-head-{rule}", f"Every row of one head is empty, the other head is not: {result}.",
                      qkv("empty-head"), drop=np.array([[[True]], [[False]]]), empty_row=rule)


def finite_bias():
    # Whole numbers: every sum below is exact in float32 too.
    whole = dict(Q=f32([[1], [2]]), K=f32([[1], [3], [0]]), V=f32([[1], [10], [100]]))
    yield attends("bias-finite-row", "A row of -1e6 is arithmetic: it shifts every score alike and empties nothing.",
                  whole, scale=1, attention_bias=f32([[-1e6, -1e6, -1e6], [0, 0, 0]]))
    yield attends("bias-lowest-row", "A row of the lowest float32 is not empty: equal scores, equal weights.", whole,
                  scale=1, attention_bias=np.full((2, 3), np.finfo(np.float32).min))
    yield attends("bias-beside-infinity", "Beside -inf, a key at -1e9 is the only one allowed and has weight 1.",
                  whole, scale=1, attention_bias=f32([[-1e9, -INF, -INF], [-INF, -INF, -1e9]]))
    yield attends("low-score-beside-padding", "A genuine score of -2e6 beats padding, whatever the padding's score.",
                  dict(Q=f32([[-2000]]), K=f32([[1000], [0]]), V=f32([[1], [100]])), scale=1,
                  valid_lens=np.array([1], np.int32))


# --- under a mask -----------------------------------------------------------------------------------------------


def poisoned():
    """NaN and infinity where nothing may be read: the results are those of clean data."""
    def spoil(key, rows, rank=3, **sizes):
        tensors = qkv(key, rank, **sizes)
        for row, bad in zip(rows, (NAN, INF, -INF, NAN)):
            tensors["K"][..., row, :] = bad
            tensors["V"][..., row, :] = -bad
        return tensors

    yield attends("poison-lens", "Padding past the valid length is never read.", spoil("poison-lens", (2, 3)),
                  valid_lens=np.array([1, 2], np.int32))
    yield attends("poison-keep", "A key that keep leaves out is never read.", spoil("poison-keep", (1, 2)),
                  keep=np.array([1, 0, 0, 1], bool))
    yield attends("poison-drop", "A key that drop names is never read.", spoil("poison-drop", (0, 3), 4),
                  drop=np.array([1, 0, 0, 1], bool))
    yield attends("poison-bias", "A key biased by -inf is never read.", spoil("poison-bias", (3,), 2),
                  attention_bias=f32([0.5, 0, -0.5, -INF]))
    yield attends("poison-causal", "A key after the last query is never read.", spoil("poison-causal", (2, 3, 4), 3,
                  queries=2, pairs=5), causal="top-left")
    yield attends("poison-window", "A key no window reaches is never read.", spoil("poison-window", (0, 1), 3,
                  queries=2, pairs=4), window=(0, -1), query_offset="bottom-right")
    tensors = qkv("poison-one-query", 2)
    tensors["K"][2], tensors["V"][2] = NAN, NAN
    keep = np.array([[1, 1, 0, 1], [1, 0, 0, 1], [1, 1, 1, 0]], bool)
    yield attends("poison-one-query", "The one query that may read the bad key is NaN, the others are clean.",
                  tensors, keep=keep)
    yield attends("poison-bias-under-mask", "NaN and +inf in the bias of a forbidden position are never read.",
                  qkv("poison-bias-under-mask", 2),
                  attention_bias=f32([[0, NAN, 1, 0], [INF, 0, 0, 1], [0, 1, 0, NAN]]),
                  keep=np.array([[1, 0, 1, 1], [0, 1, 1, 1], [1, 1, 1, 0]], bool))
    tensors = qkv("poison-empty", 3)
    tensors["Q"][0], tensors["K"][0], tensors["V"][0] = NAN, INF, NAN
    yield attends("poison-empty", "An empty sequence of bad numbers gives zeros, and its neighbour is clean.", tensors,
                  valid_lens=np.array([0, 4], np.int32))
    tensors = qkv("poison-empty-uniform", 2)
    tensors["Q"][1], tensors["K"][3] = NAN, NAN
    yield attends("poison-empty-uniform", "A uniform empty row reads V, but neither Q nor K.", tensors,
                  keep=np.array([[1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 1, 0]], bool), empty_row="uniform")


def non_finite():
    """At an allowed position: NaN in that row, and in no other."""
    tensors = qkv("nan-query", 3)
    tensors["Q"][1, 0, 1] = NAN
    yield attends("nan-query", "NaN in one query is NaN in its row alone; forbidden positions of that row keep 0.",
                  tensors, valid_lens=np.array([3, 2], np.int32))
    tensors = qkv("nan-key", 2, pairs=3)
    tensors["K"][1, 0] = NAN
    yield attends("nan-key", "Causal: NaN in key 1 reaches queries 1 and 2, not query 0.", tensors, causal=True)
    tensors = qkv("nan-value", 2, pairs=3)
    tensors["V"][2, 1] = NAN
    yield attends("nan-value", "Causal: NaN in one column of value 2 reaches that column of query 2 alone.", tensors,
                  causal=True)
    yield attends("nan-bias", "NaN in the bias of an allowed position is NaN in that row.",
                  qkv("nan-bias", 2, queries=2), attention_bias=f32([[0, 1, NAN, 0], [1, 0, 0, -INF]]))
    yield attends("infinite-bias", "+inf at an allowed position is NaN in that row.", qkv("inf-bias", 2, queries=2),
                  attention_bias=f32([[0, INF, 0, -INF], [1, 0, 0, -INF]]))
    yield attends("minus-infinite-score", "An allowed score of -inf has weight 0, and its value is not read.",
                  dict(Q=f32([[1], [2]]), K=f32([[-INF], [1], [0.5]]), V=f32([[NAN], [7], [3]])), scale=1)


# --- the function by itself, and what it refuses ------------------------------------------------------------------


def softmax_alone():
    def softmax(id, about, scores, **options):
        return computed(f"masks/softmax-{id}", about, "masked_softmax", dict(scores=scores), options)

    yield softmax("2d", "Plain softmax of each row.", numbers("softmax-2d", L, S))
    yield softmax("lens-4d", "A length for each sequence, the same for every head.", numbers("softmax-4d", *SHAPE),
                  valid_lens=np.array([1, 3], np.int32))
    yield softmax("lens-zero", "A valid length of 0 gives weights 0.", numbers("softmax-zero", B, L, S),
                  valid_lens=np.array([0, 2], np.int32))
    yield softmax("lens-zero-uniform", "A valid length of 0 gives 1/num_kv_pairs where that is asked for.",
                  numbers("softmax-zero", B, L, S), valid_lens=np.array([[0, 2, 1], [4, 0, 3]], np.int32),
                  empty_row="uniform")
    yield softmax("together", "Causal, window, keep, drop and bias all intersect.", numbers("softmax-all", *SHAPE),
                  causal="bottom-right", window=(2, -1), keep=coins("softmax-all/keep", B, 1, L, S, share=0.8),
                  drop=coins("softmax-all/drop", H, 1, S, share=0.2),
                  attention_bias=np.where(coins("softmax-all/none", L, S, share=0.1), f32(-INF), f32(0.25)))
    yield softmax("nan", "NaN in one row, +inf in another, both NaN; the row between them is clean.",
                  f32([[1, NAN, 2], [3, 2, 1], [INF, 0, 0]]))
    yield softmax("nan-forbidden", "NaN and infinity past the valid length do not matter.",
                  f32([[[1, 2, NAN], [0, 1, INF]]]), valid_lens=np.array([2], np.int32))
    yield softmax("minus-infinity", "-inf in the scores has weight 0; a row of nothing else is an empty row.",
                  f32([[0, -INF, 1], [-INF, -INF, -INF]]))
    yield softmax("large", "Scores of ±1e30 neither overflow nor vanish.", f32([[1e30, -1e30], [-1e30, -1e30]]))
    yield softmax("low", "Scores far below zero keep their differences.", f32([[-65536, -65537], [-2e6, -2e6 - 2]]))


def refusals():
    def refuses(id, about, throws, rank=3, **options):
        return refused(f"masks/refuses-{id}", about, "attention", qkv(f"refuses-{id}", rank), options, throws)

    def ints(*values):
        return np.array(values, np.int32)

    yield refuses("long-length", "A valid length above num_kv_pairs.", "valid_lens", valid_lens=ints(2, S + 1))
    yield refuses("negative-length", "A negative valid length.", "valid_lens", valid_lens=ints(2, -1))
    yield refuses("lengths-of-another-batch", "Three lengths for a batch of two.", "valid_lens",
                  valid_lens=ints(1, 2, 3))
    yield refuses("lengths-of-other-queries", "Lengths for two queries where there are three.", "valid_lens",
                  valid_lens=np.ones((B, 2), np.int32))
    yield refuses("causal-unaligned", "Causal with L ≠ S and no alignment.", "query_offset", causal=True)
    yield refuses("window-unaligned", "A window with L ≠ S and no alignment.", "query_offset", window=(1, 1))
    yield refuses("offsets-of-another-batch", "Three offsets for a batch of two.", "query_offset", causal=True,
                  query_offset=ints(0, 1, 2))
    yield refuses("window-below-minus-one", "A window of -2 means nothing.", "window", window=(-2, 0), query_offset=0)
    yield refuses("keep-shape", "keep does not broadcast to the scores.", "keep", keep=coins("k", L, S + 1))
    yield refuses("drop-shape", "drop does not broadcast to the scores.", "drop", drop=coins("d", L + 1, S))
    yield refuses("bias-shape", "attention_bias does not broadcast to the scores.", "attention_bias",
                  attention_bias=numbers("b", 3, L, S))
    yield refuses("keep-rank", "A 4-D mask beside 3-D scores.", "keep", keep=coins("k", B, 1, L, S))
