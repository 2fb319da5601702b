"""himself, herself or themselves? A reflexive pronoun goes back to the one who acts, not to the one who stands nearest."""

from .agreement import OPENINGS, phrase
from .case import BOX, Ask, Case, Example, Task, both, replace

ANSWERS = ["himself", "herself", "themselves"]
PEOPLE = {
    **dict.fromkeys("king boy father prince uncle grandfather".split(), 0),
    **dict.fromkeys("queen girl mother princess aunt grandmother".split(), 1),
    **dict.fromkeys("kings boys fathers queens girls mothers".split(), 2),
}
PREPOSITIONS = "beside behind near before with".split()
VERBS = "saw hurt helped washed taught".split()


def case_of(tokens):
    people = [i for i, token in enumerate(tokens) if token in PEOPLE]
    first, *others = people
    combinations = tuple((tokens[first], tokens[other]) for other in others)
    return Case(tuple(tokens), (Ask(len(tokens) - 1, (first,), PEOPLE[tokens[first]]),), combinations)


def draw(rng):
    first, *others = rng.sample(list(PEOPLE), rng.choice([2, 2, 3]))
    tokens = [*rng.choice(OPENINGS).split(), *phrase(rng, first)]
    for other in others:
        tokens += [rng.choice(PREPOSITIONS), *phrase(rng, other)]
    return case_of([*tokens, rng.choice(VERBS), BOX]) if len(tokens) < 11 else draw(rng)


EXAMPLES = [
    Example(
        "reflexive", "en", [case_of("the queen beside the old king saw".split() + [BOX])],
        both("Who saw whom?", "谁看见了自己？"),
        both("Two people, one pronoun: whose is it?", "两个人，一个代词：指的是谁？"),
        replace(1, "boys", both("What if *boys* stood there?", "换成“boys”呢？"),
                both("Write *boys* for *queen*", "把“queen”改成“boys”")),
    ),
]

TASK = Task(
    "reflexive",
    both("The box becomes *himself*, *herself* or *themselves*. It has to find who acts, past others who only stand nearer.",
         "空格里填 himself、herself 还是 themselves，要看动作是谁做的，不能被离得更近的人带偏。"),
    ANSWERS, draw, EXAMPLES, num_steps=12, positions="learned",
)
