"""encoding.txt: the sinusoidal positional encoding, odd widths included."""

from case import computed


def cases():
    for num_steps, num_hiddens in ((1, 1), (5, 2), (4, 3), (3, 7), (6, 8), (2, 17), (0, 4)):
        yield computed(f"encoding/{num_steps}x{num_hiddens}", about(num_hiddens), "positional_encoding", {},
                       dict(num_steps=num_steps, num_hiddens=num_hiddens))


def about(num_hiddens):
    return ("An odd width ends on a sine without its cosine." if num_hiddens % 2 else
            "Columns 2k and 2k+1 are the sine and cosine of i / 10000^(2k/num_hiddens).")
