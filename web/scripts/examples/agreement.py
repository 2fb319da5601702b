"""is or are? The verb agrees with the first noun, however many others stand between."""

from .case import BOX, Ask, Case, Example, Task, both, hide, replace

SINGULAR = "key cabinet dog tree child flower vase window teacher book shelf car garden boat".split()
PLURAL = "keys cabinets dogs trees children flowers vases windows teachers books shelves cars gardens boats".split()
NOUNS = SINGULAR + PLURAL
PREPOSITIONS = "to in near behind on under".split()
ADJECTIVES = "old tall new small red".split()
# With these and the adjectives the first noun stands now here, now there: its place alone does not give it away.
OPENINGS = ["", "", "", "today", "perhaps", "I think", "we know that"]
ANSWERS = ["is", "are"]


def phrase(rng, noun):
    return ["the", *rng.sample(ADJECTIVES, rng.choice([0, 0, 0, 1, 1, 2])), noun]


def case_of(tokens):
    nouns = [i for i, token in enumerate(tokens) if token in NOUNS]
    first, *others = nouns
    combinations = tuple((tokens[first], tokens[other]) for other in others)
    return Case(tuple(tokens), (Ask(len(tokens) - 1, (first,), int(tokens[first] in PLURAL)),), combinations)


def draw(rng):
    first, *others = rng.sample(NOUNS, rng.choice([2, 2, 3]))
    tokens = [*rng.choice(OPENINGS).split(), *phrase(rng, first)]
    for other in others:
        tokens += [rng.choice(PREPOSITIONS), *phrase(rng, other)]
    return case_of([*tokens, BOX]) if len(tokens) < 12 else draw(rng)


def sentence(text):
    return case_of([*text.split(), BOX])


KEYS = sentence("the keys to the old cabinet")
DOG = sentence("the dog behind the tall trees")
FLOWERS = sentence("the flowers in the vase near the window")
BOOK = sentence("the book on the shelves")

EXAMPLES = [
    Example(
        "keys", "en", [KEYS],
        both("is or are?", "is 还是 are？"),
        both("Which noun does the box read to choose its verb?", "空格靠哪个名词来选动词？"),
        hide(6, 1, both("Would it still know without *keys*?", "看不到“keys”，它还会填对吗？"),
             both("Hide *keys* from the box", "不让空格看到“keys”")),
        num_steps=8,
    ),
    Example(
        "dog", "en", [DOG],
        both("One dog, many trees", "一只狗，许多树"),
        both("The nearest noun is plural. Does the box follow it?", "离得最近的名词是复数，空格会跟着它吗？"),
        replace(1, "dogs", both("What if it were *dogs*?", "换成“dogs”呢？"),
                both("Write *dogs* for *dog*", "把“dog”改成“dogs”")),
    ),
    Example(
        "flowers", "en", [FLOWERS],
        both("Two nouns in between", "中间隔着两个名词"),
        both("Seven words back: how much weight is left for *vase* and *window*?",
             "主语远在七个词之前：“vase”和“window”还分到多少权重？"),
        hide(8, 1, both("Which noun is read once *flowers* cannot be?", "看不到“flowers”，它会去读哪个名词？"),
             both("Hide *flowers* from the box", "不让空格看到“flowers”")),
    ),
    Example(
        "two-sentences", "en", [KEYS, BOOK],
        both("Two sentences, one batch", "两个句子，一个批量"),
        both("The second sentence is shorter. What weight can padding get?", "第二句较短，填充能得到多少权重？"),
        replace(1, "books", both("Does a change in one sentence reach the other?", "改动一句，会影响另一句吗？"),
                both("Write *books* for *book*", "把“book”改成“books”"), sentence=1),
        opens=1,
    ),
]

TASK = Task(
    "agreement",
    both("The box becomes *is* or *are*. It has to find the noun the verb belongs to, past nouns that only stand closer.",
         "空格里填 is 还是 are，要看动词的主语是哪个名词，不能被离得更近的名词带偏。"),
    ANSWERS, draw, EXAMPLES, num_steps=12, positions="learned",
)
