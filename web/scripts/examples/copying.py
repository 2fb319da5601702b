"""Copy the token before: what matters is only where a token stands, so the rotation of the sinusoids by one step."""

from .case import Ask, Case, Example, Task, both, without_positions

SYMBOLS = "abcdefgh"


def case_of(tokens):
    asks = tuple(Ask(i, (i - 1,), SYMBOLS.index(tokens[i - 1])) for i in range(1, len(tokens)))
    return Case(tuple(tokens), asks, (tuple(tokens),))


def draw(rng):
    return case_of([rng.choice(SYMBOLS) for _ in range(6)])


SPELLINGS = dict(zip("abcdefgh", "甲乙丙丁戊己庚辛"))


def example(id, language, tokens):
    return Example(
        id, language, [case_of(tokens)],
        both("Copy the token before", "抄前一个词元"),
        both("The same token stands in two places. Why does each copy read another one?", "同一个词元出现了两次，为什么读的却不是同一个？"),
        without_positions(both("Can it find *before* without positions?", "没有位置，还找得到“前一个”吗？"),
                          both("Take the positions away", "去掉位置编码")),
        answers=list(SYMBOLS) if language == "en" else list(SPELLINGS.values()),
    )


TASK = Task(
    "copying",
    both("Every token says the one before it. Nothing about the tokens helps, only the sinusoids of their positions.",
         "每个词元都要说出前面那一个是什么。词元本身帮不上忙，只能靠正弦位置编码。"),
    list(SYMBOLS), draw, [example("copy", "en", "decade"), example("copy-zh", "zh", "decade")],
    causal=True, positions="sinusoidal", spellings=SPELLINGS,
)
