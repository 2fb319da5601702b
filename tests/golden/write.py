"""Writes golden cases as text that needs no library to read and is pleasant to compare line by line.

    # a comment
    case <id>
    about <one sentence: the property that the case states>
    op <attention | masked_softmax | additive_attention | self_attention | multi_head_attention |
        positional_encoding | split_heads>
    tensor <name> <shape> <values>           float32, in the shortest form that reads back exactly
    gen <name> <shape> <seed>                float32 values of mulberry32 in [-1, 1)
    const <name> <shape> <value>             the same value everywhere
    iota <name> <shape>                      0, 1, 2, …
    bools <keep | drop> <shape> <0 or 1 …>
    ints <valid_lens | query_offset> <shape> <integers>
    option <name> <words>                    scale 0.5, causal bottom-right, window 2 -1, bias true, …
    expect <stage> <shape> <values>          float64, ten significant digits; nan, inf and -inf are spelt so
    digest <stage> <count> <sum> <sum of absolute values> <first …> | <last …>
    throws <the argument that the error names>
    end

A shape is 2x3x4; a size may be 0, as in 0x2. Values are row-major. A line that begins with a space continues the one
before it, so that a matrix looks like one. A case has either expectations or `throws`.
"""

import numpy as np

from case import Made


def write(path, title, cases):
    cases = list(cases)
    ids = [case.id for case in cases]
    assert len(set(ids)) == len(ids), f"{path}: an id is used twice"
    lines = [f"# {title}", "# Written by generate.py; write.py describes the format."]
    for case in cases:
        lines += ["", *lines_of(case)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def lines_of(case):
    assert (case.throws is None) == bool(case.expected), case.id
    lines = [f"case {case.id}", f"about {case.about}", f"op {case.op}"]
    for name, value in {**case.tensors, **case.options}.items():
        lines += input_lines(name, value)
    for stage, value in case.expected.items():
        lines += [digest_line(stage, value)] if case.digested else array_lines("expect", stage, value, ten_digits)
    if case.throws:
        lines.append(f"throws {case.throws}")
    return [*lines, "end"]


def input_lines(name, value):
    if isinstance(value, Made):
        parameter = {"gen": word, "const": shortest, "iota": lambda _: ""}[value.kind](value.parameter)
        return [f"{value.kind} {name} {shape_of(value)} {parameter}".rstrip()]
    if not isinstance(value, np.ndarray):
        words = value if isinstance(value, tuple) else (value,)
        return [" ".join(["option", name, *map(word, words)])]
    if value.dtype == np.float32:
        return array_lines("tensor", name, value, shortest)
    if value.dtype == bool:
        return array_lines("bools", name, value, lambda x: str(int(x)))
    return array_lines("ints", name, value, str)


def array_lines(keyword, name, value, spell):
    head = f"{keyword} {name} {shape_of(value)}"
    if value.size == 0:
        return [head]
    rows = [" ".join(map(spell, row)) for row in value.reshape(-1, value.shape[-1])]
    return [f"{head} {rows[0]}"] if len(rows) == 1 else [head, *("  " + row for row in rows)]


def digest_line(stage, value):
    """Enough to catch a lost tail or a wrong sum in a result too large to list."""
    flat = value.ravel()
    parts = [flat.size, *map(ten_digits, (flat.sum(), abs(flat).sum(), *flat[:8])), "|", *map(ten_digits, flat[-4:])]
    return " ".join(["digest", stage, *map(str, parts)])


def shape_of(value):
    return "x".join(map(str, value.shape))


def word(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def shortest(x):
    text = str(np.float32(x)).removesuffix(".0")
    assert np.float32(float(text)) == x or np.isnan(x)  # also when a reader goes through float64
    return text


def ten_digits(x):
    return f"{x + 0.0:.10g}"  # + 0.0: no -0
