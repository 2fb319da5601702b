"""cases.txt: real faults of other implementations, each with a small input and the right answer.

They come as JSON in another vocabulary: `scores` there is `scaled` here, and a mask says its kind in a field of its
own. Every answer stated there is checked against the reference before it is written.
"""

import json

import numpy as np

import reference
from case import Made, computed, in_float64, refused

PROPERTIES = {
    "A01": "A query without an allowed key has weights 0 and output 0, and spreads no NaN",
    "A02": "Causal and a mask given together intersect",
    "A04": "A genuine score, however low, is never beaten by a masked one",
    "A05": "A valid length of 0 gives weights 0, not an average over padding",
    "A07": "Every head of a sequence sees that sequence's own length",
    "A08": "A bias or mask broadcast over batches or heads is read at the right offset",
    "A10": "keep, drop and attention_bias mean what their names say, and are not taken for each other",
    "A11": "A head that is masked out leaves the other heads alone",
    "A13": "Query heads that share a kv head are neighbours",
    "A14": "A scale left out is 1/√head_size; 0 and negative scales are honoured",
    "A16": "NaN and infinity at forbidden positions reach no result",
    "B01": "Large scores neither overflow nor vanish",
    "B03": "Non-finite data at an allowed position shows, in its own row",
    "B04": "No clamp distorts rows of very low scores",
    "C01": "Sizes that fill no vector or block lose no tail",
    "C03": "Shapes that do not fit are refused before anything is read",
    "C04": "Sequences of length 0 are ordinary",
    "C06": "num_hiddens has to be a multiple of num_heads",
    "C07": "Strided input gives what its contiguous copy gives",
    "D02": "A part of a larger buffer is read at its own offset",
    "D07": "A very long row of scores overflows no stack",
    "E01": "Every backend gives the same empty row",
    "E02": "Every backend takes -inf in a bias for forbidden",
    "E04": "Very many queries are all computed, the last included",
    "E08": "A large odd head size loses no tail",
}
REFUSED = {"A13.c": "K", "C03.a": "V", "C03.b": "K", "C03.c": "K", "C03.d": "keep", "C06.a": "num_heads",
           "C06.b": "num_heads", "C06.c": "num_heads", "C06.d": "num_heads"}
RAGGED = {"C03.e"}  # rows of different lengths: cannot be written as a tensor
NAMES = {"scores": "scaled", "weights": "attention_weights", "output": "output"}


def cases(path):
    for source in json.loads(path.read_text(encoding="utf-8")):
        if source["case"] in PROPERTIES and source["id"] not in RAGGED:
            yield translated(source)


def translated(source):
    id, inputs = source["id"], source["inputs"]
    about = f"{PROPERTIES[source['case']]}: {source['title']}."
    op, tensors, options = TRANSLATIONS[source["op"]](inputs)
    if source["expected"].get("throws"):
        return refused(id, about, op, in_float32(tensors), in_float32(options), REFUSED[id])
    check(source, op, tensors, options)
    digested = source["op"] == "sdpa_gen"
    return computed(id, about, op, in_float32(tensors), in_float32(options), ["output"] if digested else None, digested)


def check(source, op, tensors, options):
    """The reference, given the numbers before they are rounded to float32, has to agree with the stated answer."""
    stages, expected = reference.run(op, in_float64(tensors), options), source["expected"]
    if "output_digest" in expected:
        flat, digest = stages["output"].ravel(), expected["output_digest"]
        ours = [flat.size, flat.sum(), abs(flat).sum(), *flat[:8], *flat[-4:]]
        theirs = [digest["count"], digest["sum"], digest["sum_abs"], *digest["first"], *digest["last"]]
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, err_msg=source["id"])
    elif op == "split_heads":
        assert stages["head_size"] == expected["output"], source["id"]
    else:
        for name in NAMES.keys() & expected.keys() & ({"weights"} if op == "masked_softmax" else NAMES.keys()):
            ours = stages[NAMES[name]]
            np.testing.assert_allclose(ours, decoded(expected[name]).reshape(ours.shape), rtol=1e-12, atol=1e-15,
                                       err_msg=f"{source['id']}: {name}")


# --- one translation for each operation there ---------------------------------------------------------------------


def sdpa(inputs):
    tensors = {name.upper(): decoded(inputs[name], inputs.get(f"{name}_shape")) for name in "qkv"}
    return "attention", tensors, options_of(inputs, tensors["Q"].ndim)


def sdpa_strided(inputs):
    return "attention", {name.upper(): gathered(**inputs[name]) for name in "qkv"}, {}


def sdpa_gen(inputs):
    B, H, L, S, E, Ev = (inputs["dims"][size] for size in ("B", "H", "L", "S", "E", "Ev"))
    shapes = dict(q=(B, H, L, E), k=(B, H, S, E), v=(B, H, S, Ev))
    return "attention", {name.upper(): made(shape, **inputs[name]) for name, shape in shapes.items()}, {}


def masked_softmax(inputs):
    scores = decoded(inputs["X"])
    return "masked_softmax", dict(scores=scores), options_of(inputs, scores.ndim)


def split_heads(inputs):
    return "split_heads", {}, dict(num_hiddens=inputs["embed_dim"], num_heads=inputs["num_heads"])


TRANSLATIONS = {f.__name__: f for f in (sdpa, sdpa_strided, sdpa_gen, masked_softmax, split_heads)}


def options_of(inputs, rank):
    options = {}
    if inputs.get("scale") is not None:
        options["scale"] = inputs["scale"]
    if "causal" in inputs:
        options["causal"] = inputs["causal"].replace("_", "-")
    if "valid_lens" in inputs:
        options["valid_lens"] = np.array(inputs["valid_lens"], np.int32)
    if "mask" in inputs:
        name = dict(bool_attend="keep", bool_ignore="drop", additive="attention_bias")[inputs["mask_kind"]]
        options[name] = decoded(inputs["mask"]).astype(float if name == "attention_bias" else bool)
    if "key_padding_ignore" in inputs:  # (B, S), in front of the axes that it does not have
        padding = np.array(inputs["key_padding_ignore"], bool)
        B, S = padding.shape
        options["drop"] = padding.reshape({2: (1, S), 3: (B, 1, S), 4: (B, 1, 1, S)}[rank])
    return options


# --- numbers ----------------------------------------------------------------------------------------------------


def decoded(nested, shape=None):
    """Nested lists in which 'nan', 'inf' and '-inf' are strings; rows of other lengths never come here."""
    array = np.array(nested, dtype=object)
    return array.astype(np.float64).reshape(shape or array.shape)


def gathered(data, shape, strides, offset=0):
    places = sum((np.arange(n) * stride).reshape([-1] + [1] * (len(shape) - 1 - axis))
                 for axis, (n, stride) in enumerate(zip(shape, strides)))
    return decoded(data)[offset + places]


def made(shape, kind, seed=None, value=None):
    return Made(kind, shape, seed if kind == "gen" else value)


def in_float32(values):
    return {name: value.astype(np.float32) if isinstance(value, np.ndarray) and value.dtype == np.float64 else value
            for name, value in values.items()}
