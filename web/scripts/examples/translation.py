"""A sentence reads its translation: queries come from one language, keys and values from the other."""

from .case import Ask, Case, Example, Task, both, hide, replace

OWNERS = {"my": "我", "her": "她", "his": "他", "our": "我们", "your": "你", "their": "他们"}
OLDER = {"brother": "哥哥", "sister": "姐姐"}
YOUNGER = {"brother": "弟弟", "sister": "妹妹"}
ACTIVE = {"knows": "认识", "likes": "喜欢", "helps": "帮助", "misses": "想念"}
PASSIVE = {"seen": "看见", "called": "叫住", "found": "找到", "invited": "请来"}
ANIMALS = {"猫": "cat", "狗": "dog", "鸟": "bird", "鸭子": "duck", "老虎": "tiger", "猴子": "monkey"}
PAST = {"看见": "saw", "听见": "heard", "遇见": "met", "找到": "found", "赶上": "caught", "弄醒": "woke"}


def siblings(first, second, verb):
    """`first` and `second` are (owner, sibling, older or younger). Chinese names first the one who acts, the English passive last."""
    tail = [OWNERS[second[0]], second[2][second[1]]]
    if verb in PASSIVE:
        source = [OWNERS[first[0]], first[2][first[1]], PASSIVE[verb], "了", *tail]
        tokens, people = [*second[:2], "was", verb, "by", *first[:2]], {1: second, 6: first}
    else:
        source = [OWNERS[first[0]], first[2][first[1]], ACTIVE[verb], *tail]
        tokens, people = [*first[:2], verb, *second[:2]], {1: first, 4: second}
    asks = tuple(Ask(i, (source.index(who[2][who[1]]),), int(who[2] is YOUNGER)) for i, who in people.items())
    return Case(tuple(tokens), asks, ((*source[:2], *tail),), tuple(source))


def draw_siblings(rng):
    people = zip(rng.sample(list(OWNERS), 2), rng.sample(["brother", "sister"], 2), rng.choices([OLDER, YOUNGER], k=2))
    return siblings(*people, rng.choice([*ACTIVE, *PASSIVE]))


def animals(first, second, many, verb, passive):
    """English names first the one who acts, a Chinese sentence with 被 the other one."""
    source = ["the", ANIMALS[first] + "s" * many[0], PAST[verb], "the", ANIMALS[second] + "s" * many[1]]
    tokens = [second, "被", first, verb, "了"] if passive else [first, verb, "了", second]
    places = {tokens.index(first): (1, many[0]), tokens.index(second): (4, many[1])}
    asks = tuple(Ask(i, (place,), answer) for i, (place, answer) in sorted(places.items()))
    return Case(tuple(tokens), asks, ((source[1], source[4]),), tuple(source))


def draw_animals(rng):
    many = rng.choice([(0, 1), (1, 0), (0, 1), (1, 0), (0, 0), (1, 1)])  # mostly unlike, so that it matters which is read
    return animals(*rng.sample(list(ANIMALS), 2), many, rng.choice(list(PAST)), rng.random() < 0.5)


TASKS = [
    Task(
        "translation-siblings",
        both("English says *brother*, Chinese says which: 哥哥 is older, 弟弟 younger. Each English word asks, the Chinese sentence answers.",
             "英语只说 brother，汉语却要分清是哥哥还是弟弟。提问的是英语的每个词，回答的是汉语的句子。"),
        ["older", "younger"], draw_siblings,
        [
            Example(
                "siblings", "en", [siblings(("her", "sister", OLDER), ("my", "brother", YOUNGER), "seen")],
                both("Older or younger? Ask the translation", "哥哥还是弟弟？看译文"),
                both("The two sentences run in opposite order. Do the weights follow words or places?",
                     "两个句子语序相反，权重跟着词走，还是跟着位置走？"),
                hide(1, 5, both("What can *brother* say without 弟弟?", "看不到“弟弟”，“brother”还能说什么？"),
                     both("Hide 弟弟 from *brother*", "不让“brother”看到“弟弟”")),
            ),
        ],
    ),
    Task(
        "translation-animals",
        both("Chinese leaves open whether one cat or several are meant, English says it. Each Chinese word asks, the English sentence answers.",
             "“猫”可以是一只，也可以是几只，英语却要说清楚。提问的是汉语的每个词，回答的是英语的句子。"),
        ["一只", "几只"], draw_animals,
        [
            Example(
                "animals", "zh", [animals("狗", "猫", (0, 1), "看见", True)],
                both("One or several? Ask the translation", "一只还是几只？看译文"),
                both("猫 comes first in Chinese and last in English. Which word does it read?",
                     "“猫”在汉语句子里排第一，在英语句子里排最后。它读的是哪个词？"),
                hide(0, 4, both("What can 猫 say without *cats*?", "看不到“cats”，“猫”还能说什么？"),
                     both("Hide *cats* from 猫", "不让“猫”看到“cats”")),
            ),
        ],
        steps=1600, entropy=0.02,
    ),
]
