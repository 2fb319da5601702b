"""Find the earlier occurrence and say what came after it. That takes two layers: one brings to every place the token before
it, then a place can be found by what came before."""

from .case import Ask, Case, Example, Task, both, replace

NAMES = ["Ann", "Tom", "Eve", "Sam"]
DRINKS = ["tea", "milk", "juice", "water"]
SPELLINGS = dict(zip(NAMES + DRINKS, "小安 小明 小红 小山 茶 牛奶 果汁 水".split()))


def case_of(tokens):
    first = tokens.index(tokens[-1])
    ask = Ask(len(tokens) - 1, (first + 1,), DRINKS.index(tokens[first + 1]))
    return Case(tuple(tokens), (ask,), (tuple(tokens),))


def draw(rng):
    names = rng.sample(NAMES, 3)
    return case_of([word for name in names for word in (name, rng.choice(DRINKS))] + [rng.choice(names)])


def example(id, language, answers):
    spell = lambda name: SPELLINGS[name] if language == "zh" else name
    ann, eve = spell("Ann"), spell("Eve")
    return Example(
        id, language, [case_of("Tom tea Ann milk Eve juice Ann".split())],
        both("Seen before?", "见过吗？"),
        both(f"{ann} comes up again. What did she have the first time?", f"“{ann}”又出现了，她上次喝的是什么？"),
        replace(6, eve, both(f"And if {eve} came again?", f"如果再来的是“{eve}”呢？"),
                both(f"Write *{eve}* for the last *{ann}*", f"把最后的“{ann}”改成“{eve}”")),
        answers=answers,
    )


TASK = Task(
    "induction",
    both("A name comes a second time, and the output says what followed it the first time. Two layers: here X is what a first layer of two heads made, where every row has taken in the token before it.",
         "一个名字再次出现时，输出要说出它上次后面跟的是什么。模型有两层：这里的 X 是第一层（两个头）的输出，每一行已经带着前一个词元的信息。"),
    DRINKS, draw,
    [example("again", "en", DRINKS), example("again-zh", "zh", [SPELLINGS[drink] for drink in DRINKS])],
    num_hiddens=8, first_heads=2, causal=True, num_steps=7, positions="learned", spellings=SPELLINGS,
    num_seeds=24, steps=1500,
)
