"""Which bracket closes? Each box has to find the one it matches. X carries how deep each token lies, because counting
is not something one layer of attention can do."""

from .case import BOX, Ask, Case, Example, Task, both, hide

OPEN = ["(", "[", "{"]
ANSWERS = [")", "]", "}"]
SPELLINGS = dict(zip(OPEN, "（【《"))


def case_of(tokens):
    asks, open_places = [], []
    for i, token in enumerate(tokens):
        if token == BOX:
            place = open_places.pop()
            asks.append(Ask(i, (place,), OPEN.index(tokens[place])))
        else:
            open_places.append(i)
    return Case(tuple(tokens), tuple(asks), (tuple(tokens),))


def draw(rng):
    pairs, tokens, inside = rng.choice([3, 4, 4, 4]), [], 0
    while len(tokens) < 2 * pairs:
        opens = sum(token != BOX for token in tokens)
        if opens < pairs and (inside == 0 or rng.random() < 0.5):
            tokens.append(rng.choice(OPEN))
            inside += 1
        else:
            tokens.append(BOX)
            inside -= 1
    return case_of(tokens)


def example(id, language, answers):
    return Example(
        id, language, [case_of(["(", "[", BOX, "{", "[", BOX, BOX, BOX])],
        both("Which bracket closes?", "该用哪个括号收尾？"),
        both("The last box is far from its partner. How does it find it?", "最后一个空格离它的另一半很远，怎么找到的？"),
        hide(7, 0, both("What does it close when its partner is hidden?", "看不到另一半，它会去配哪一个？"),
             both("Hide the first bracket from the last box", "不让最后一个空格看到第一个括号")),
        answers=answers,
    )


TASK = Task(
    "brackets",
    both("Every box becomes the bracket that closes its partner. X carries how deep each token lies: one layer can match depths, but not count them.",
         "每个空格都要填上配对的右括号。X 带着每个词元的嵌套深度：一层注意力能比较深度，却数不出深度。"),
    ANSWERS, draw, [example("brackets", "en", ANSWERS), example("brackets-zh", "zh", list("）】》"))],
    num_hiddens=8, causal=True, num_steps=8, positions="learned", depth=True, spellings=SPELLINGS, steps=1200,
)
