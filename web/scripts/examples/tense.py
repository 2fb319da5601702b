"""is, are, was or were? Two things to look up at once, the noun and the time, and so two heads."""

from .agreement import PLURAL, PREPOSITIONS, SINGULAR, phrase
from .case import BOX, Ask, Case, Example, Task, both, replace

ANSWERS = ["is", "are", "was", "were"]
NOUNS = SINGULAR[:8] + PLURAL[:8]
NOW = "today now currently nowadays".split()
THEN = "yesterday earlier once formerly".split()


def case_of(tokens):
    first, *others = [i for i, token in enumerate(tokens) if token in NOUNS]
    (time,) = [i for i, token in enumerate(tokens) if token in NOW + THEN]
    answer = 2 * (tokens[time] in THEN) + (tokens[first] in PLURAL)
    combinations = tuple((tokens[first], tokens[other]) for other in others)
    return Case(tuple(tokens), (Ask(len(tokens) - 1, (first, time), answer),), combinations)


def draw(rng):
    first, other = rng.sample(NOUNS, 2)
    tokens = [*phrase(rng, first), rng.choice(PREPOSITIONS), *phrase(rng, other)]
    time = rng.choice(NOW + THEN)
    return case_of([time, *tokens, BOX] if rng.random() < 0.5 else [*tokens, time, BOX])


EXAMPLES = [
    Example(
        "tense", "en", [case_of("yesterday the keys to the cabinet".split() + [BOX])],
        both("Two heads, two questions", "两个头，两个问题"),
        both("Which head looks for the noun, and which for the time?", "哪个头找主语，哪个头找时间？"),
        replace(0, "today", both("What if it were *today*?", "换成“today”呢？"),
                both("Write *today* for *yesterday*", "把“yesterday”改成“today”")),
    ),
]

TASK = Task(
    "tense",
    both("The box becomes *is*, *are*, *was* or *were*. One head has to find the noun the verb belongs to, the other the word that says when.",
         "空格里填 is、are、was 还是 were：一个头要找动词的主语，另一个头要找表示时间的词。"),
    ANSWERS, draw, EXAMPLES, num_hiddens=8, num_heads=2, num_steps=11, positions="learned", steps=1000,
)
