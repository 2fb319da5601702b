"""Writes the golden values: `generate.py [cases.json]`. Running it twice writes the same bytes.

Needs PyTorch and NumPy (Debian: python3-torch, python3-numpy); the tests that read the files need neither.
cases.txt is written only where its source is given.
"""

import pathlib
import sys

import encoding
import faults
import layers
import lesson
import masks
import options
from write import write

HERE = pathlib.Path(__file__).parent
FILES = {
    "lesson.txt": (lesson.cases, "The lesson's own recipe, computed by PyTorch in float64."),
    "masks.txt": (masks.cases, "Every kind of mask, alone and in company, computed by the float64 reference."),
    "options.txt": (options.cases, "Scales, caps, heads, ranks and sizes, computed by the float64 reference."),
    "layers.txt": (layers.cases, "Layers with their parameters, computed by the float64 reference."),
    "encoding.txt": (encoding.cases, "Sinusoidal positional encoding, computed by the float64 reference."),
}


def main(arguments):
    for name, (cases, title) in FILES.items():
        write(HERE / name, title, cases())
    for path in arguments:
        write(HERE / "cases.txt", "Real faults of other implementations, with the right answers.",
              faults.cases(pathlib.Path(path)))


if __name__ == "__main__":
    main(sys.argv[1:])
