"""A golden case, and the numbers that cases are made of."""

import zlib
from dataclasses import dataclass, field

import numpy as np

import reference


@dataclass
class Case:
    id: str
    about: str
    op: str
    tensors: dict  # name: float32 array, or a Made one
    options: dict  # name: number, string, bool, tuple; bool, int or float32 array
    expected: dict = field(default_factory=dict)  # stage: float64 array
    throws: str | None = None  # the argument that the error names
    digested: bool = False  # too large to list: only a digest of each stage is written


@dataclass
class Made:
    """A tensor too large to list: a reader makes it again from one line."""

    kind: str  # 'gen', 'const' or 'iota'
    shape: tuple
    parameter: float | None = None  # the seed, or the value

    def array(self):
        count = int(np.prod(self.shape))
        flat = (mulberry32(int(self.parameter), count) if self.kind == "gen" else
                np.full(count, self.parameter) if self.kind == "const" else np.arange(count))
        return flat.astype(np.float32).reshape(self.shape)


def computed(id, about, op, tensors, options=None, stages=None, digested=False):
    """A case whose expected stages (all of them, or those named) come from the float64 reference."""
    options = options or {}
    case = Case(id, about, op, tensors, options, digested=digested)
    results = reference.run(op, in_float64(tensors), in_float64(options))
    case.expected = {name: results[name] for name in stages or results}
    return case


def refused(id, about, op, tensors, options, throws):
    return Case(id, about, op, tensors, options, throws=throws)


def in_float64(values):
    return {name: value.array().astype(np.float64) if isinstance(value, Made) else
            value.astype(np.float64) if isinstance(value, np.ndarray) and value.dtype == np.float32 else value
            for name, value in values.items()}


# --- numbers. One stream per key, so that a case added or removed changes no other -------------------------------


def mulberry32(seed, count):
    """A 32-bit generator that is three lines in any language; float32 values in [-1, 1)."""
    values, a = np.empty(count, dtype=np.float32), seed
    for i in range(count):
        a = (a + 0x6D2B79F5) & 0xFFFFFFFF
        t = (a ^ a >> 15) * (a | 1) & 0xFFFFFFFF
        t ^= t + (t ^ t >> 7) * (t | 61) & 0xFFFFFFFF
        values[i] = np.float32(((t ^ t >> 14) & 0xFFFFFFFF) / 2**32 * 2 - 1)
    return values


def uniform(key, *shape):
    return mulberry32(zlib.crc32(key.encode()), int(np.prod(shape))).reshape(shape)


def numbers(key, *shape, spread=2):
    """Two decimals: as good as any others, and a person can read them."""
    return (np.round(uniform(key, *shape).astype(np.float64) * spread, 2) + 0.0).astype(np.float32)


def coins(key, *shape, share=0.7):
    """True for about this share of the places."""
    return uniform(key, *shape) < 2 * share - 1


def integers(key, low, high, *shape):
    """low … high, both included."""
    return (low + np.floor((uniform(key, *shape).astype(np.float64) + 1) / 2 * (high - low + 1))).astype(np.int32)


def f32(values):
    return np.array(values, dtype=np.float32)
