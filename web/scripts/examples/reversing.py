"""Reverse a sequence: the first row reads the last token, the second the last but one."""

from .case import Ask, Case, Example, Task, both, without_positions


def task(name, symbols, example):
    def case_of(tokens):
        last = len(tokens) - 1
        asks = tuple(Ask(i, (last - i,), symbols.index(tokens[last - i])) for i in range(len(tokens)))
        return Case(tuple(tokens), asks, (tuple(tokens),))

    tokens = example[2]
    return Task(
        name,
        both("Row after row, the output spells the sequence backwards. The right weights lie on the other diagonal.",
             "输出逐行把序列倒着写出来。正确的权重落在另一条对角线上。"),
        list(symbols), lambda rng: case_of([rng.choice(symbols) for _ in tokens]),
        [
            Example(
                example[0], example[1], [case_of(tokens)], example[3], example[4],
                without_positions(both("What is left of it without positions?", "没有位置，还剩下什么？"),
                                  both("Take the positions away", "去掉位置编码")),
            ),
        ],
        num_hiddens=8, positions="sinusoidal", steps=1000,
    )


TASKS = [
    task("reversing-letters", "delorst", ("stressed", "en", "stressed", both("A word that hides its dessert", "倒过来是甜点"),
         both("What does *stressed* spell backwards?", "“stressed”倒过来是什么？"))),
    task("reversing-characters", "人为我大家好事多", ("everyone", "zh", "人人为我", both("All for one", "人人为我"),
         both("人人为我, all for one. And backwards?", "“人人为我”倒过来是什么？"))),
]
