"""本 or 只? A Chinese measure word goes with the noun that is counted, which a whole clause may keep away from it."""

from .case import BOX, Ask, Case, Example, Task, both, hide, replace

ANSWERS = ["本", "只", "张", "辆"]
THINGS = {
    **dict.fromkeys("书 词典 小说 杂志 日记".split(), 0),
    **dict.fromkeys("猫 狗 鸟 兔子 老虎".split(), 1),
    **dict.fromkeys("纸 画 地图 照片 票".split(), 2),
    **dict.fromkeys("车 汽车 卡车 马车 自行车".split(), 3),
}
ACTORS = "猫 狗 鸟 兔子 老虎".split()
PEOPLE = "老师 孩子 妈妈 朋友".split()
NUMBERS = "一 两 三 几".split()
VERBS = "喜欢 找到 弄坏 看见 带来".split()
ADJECTIVES = "新 旧 大 小".split()


def case_of(tokens):
    *others, counted = [i for i, token in enumerate(tokens) if token in THINGS or token in PEOPLE]
    combinations = tuple((tokens[other], tokens[counted]) for other in others)
    return Case(tuple(tokens), (Ask(tokens.index(BOX), (counted,), THINGS[tokens[counted]]),), combinations)


def draw(rng):
    tokens = [*([rng.choice(["我", "他", "她"]), "有"] if rng.random() < 0.4 else []), rng.choice(NUMBERS), BOX]
    counted = rng.choice(list(THINGS))
    actor = rng.choice([thing for thing in ACTORS if thing != counted] + PEOPLE)
    tokens += [actor, rng.choice(VERBS), "的"]
    return case_of([*tokens, *([rng.choice(ADJECTIVES)] if rng.random() < 0.4 else []), counted])


CAT_BOOK = case_of(["一", BOX, *"猫 弄坏 的 旧 书".split()])
DOG_MAP = case_of(["我", "有", "两", BOX, *"狗 找到 的 地图".split()])
TEACHER_BIRD = case_of(["三", BOX, *"老师 喜欢 的 鸟".split()])

EXAMPLES = [
    Example(
        "book", "zh", [CAT_BOOK],
        both("本 or 只?", "本还是只？"),
        both("Books take 本, cats take 只. Which noun does the box read?", "书论“本”，猫论“只”。空格读的是哪个名词？"),
        hide(1, 6, both("Would it still know without 书?", "看不到“书”，它还会填对吗？"),
             both("Hide 书 from the box", "不让空格看到“书”")),
        num_steps=8,
    ),
    Example(
        "map", "zh", [DOG_MAP],
        both("The dog is nearer", "狗离得更近"),
        both("A dog stands right beside the box. Does it pull the measure word over?",
             "“狗”紧挨着空格，会把量词带偏吗？"),
        replace(7, "自行车", both("What if the dog found a bicycle (自行车)?", "换成“自行车”呢？"),
                both("Write 自行车 for 地图", "把“地图”改成“自行车”")),
    ),
    Example(
        "bird", "zh", [TEACHER_BIRD],
        both("Past the teacher", "越过老师"),
        both("Teachers take neither 本 nor 只. What makes the box look past 老师?",
             "老师不论“本”也不论“只”。空格为什么会越过“老师”？"),
        replace(2, "兔子", both("And if a rabbit (兔子) stood there?", "那里换成“兔子”呢？"),
                both("Write 兔子 for 老师", "把“老师”改成“兔子”")),
    ),
    Example(
        "two-counts", "zh", [CAT_BOOK, TEACHER_BIRD],
        both("Two phrases, one batch", "两个短语，一个批量"),
        both("The second phrase is shorter. What weight can padding get?", "第二个短语较短，填充能得到多少权重？"),
        replace(5, "照片", both("Does a change in one phrase reach the other?", "改动一句，会影响另一句吗？"),
                both("Write 照片 for 鸟", "把“鸟”改成“照片”"), sentence=1),
        opens=1,
    ),
]

TASK = Task(
    "measure-words",
    both("The box becomes 本, 只, 张 or 辆, the measure word of what is counted. Between the two stands somebody with a noun of their own.",
         "空格里填“本”“只”“张”还是“辆”，要看数的是什么；而它和空格之间还隔着另一个名词。"),
    ANSWERS, draw, EXAMPLES, num_steps=9, positions="learned", steps=1000,
)
