"""他, 她 or 它? Of a chain of owners the last noun is the one that is meant."""

from .case import BOX, Ask, Case, Example, Task, both, hide, replace

ANSWERS = ["他", "她", "它"]
NOUNS = {
    **dict.fromkeys("爸爸 哥哥 爷爷 叔叔 弟弟".split(), 0),
    **dict.fromkeys("妈妈 姐姐 奶奶 阿姨 妹妹".split(), 1),
    **dict.fromkeys("猫 狗 鸟 兔子 马".split(), 2),
}
PEOPLE = [noun for noun, answer in NOUNS.items() if answer < 2]


def case_of(tokens):
    *owners, meant = [i for i, token in enumerate(tokens) if token in NOUNS]
    combinations = tuple((tokens[owner], tokens[meant]) for owner in owners)
    return Case(tuple(tokens), (Ask(tokens.index(BOX), (meant,), NOUNS[tokens[meant]]),), combinations)


def draw(rng):
    meant = rng.choice(list(NOUNS))
    owners = rng.sample([noun for noun in PEOPLE if noun != meant], rng.choice([1, 2]))
    tokens = [word for owner in owners for word in (owner, "的")] + [meant]
    tokens += [rng.choice("累 饿 病 困".split()), "了", "，", BOX, "想", rng.choice("睡觉 回家 休息 吃饭".split())]
    return case_of(tokens)


EXAMPLES = [
    Example(
        "pronoun", "zh", [case_of(["奶奶", "的", "猫", "饿", "了", "，", BOX, "想", "回家"])],
        both("他, 她 or 它?", "他、她还是它？"),
        both("Grandmother and her cat: who wants to go home?", "奶奶和她的猫：想回家的是谁？"),
        hide(6, 2, both("Who is meant when 猫 cannot be seen?", "看不到“猫”时，指的是谁？"),
             both("Hide 猫 from the box", "不让空格看到“猫”")),
    ),
    Example(
        "chain", "zh", [case_of(["妹妹", "的", "爷爷", "的", "阿姨", "困", "了", "，", BOX, "想", "睡觉"])],
        both("A chain of three", "三个人连成一串"),
        both("Three people stand before the box. Which of them is tired?", "空格前有三个人，困的是哪一个？"),
        replace(4, "弟弟", both("What if it were a brother (弟弟)?", "换成“弟弟”呢？"),
                both("Write 弟弟 for 阿姨", "把“阿姨”改成“弟弟”")),
    ),
]

TASK = Task(
    "pronouns",
    both("The box becomes 他, 她 or 它. It has to find the one who is meant, past those who only own or are related to them.",
         "空格里填“他”“她”还是“它”，要看指的是谁，不能被前面提到的主人或亲戚带偏。"),
    ANSWERS, draw, EXAMPLES, num_steps=11, positions="learned",
)
