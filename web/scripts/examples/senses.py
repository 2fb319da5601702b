"""One word, two senses: bank by the water or with the money, 苹果 to eat or to switch on. A clue in the sentence decides."""

from .case import Ask, Case, Example, Task, both, hide, replace

RIVER = "boat fish water mud duck oar".split()
MONEY = "cash loan money coins check salary".split()
VERBS = "left took saw got found lost wanted".split()
FRUIT = {"verb": "吃 削 洗 摘 切".split(), "adjective": "甜 酸 熟 脆 烂".split()}
PHONE = {"verb": "重启 升级 解锁 调试 刷机".split(), "adjective": "联网 死机 黑屏 断网 卡顿".split()}


def asked(tokens, word, first, second):
    (clue,) = [i for i, token in enumerate(tokens) if token in first + second]
    return Ask(tokens.index(word), (clue,), int(tokens[clue] in second))


def english(tokens):
    clue = next(token for token in tokens if token in RIVER + MONEY)
    verb = next(token for token in tokens if token in VERBS)
    return Case(tuple(tokens), (asked(tokens, "bank", RIVER, MONEY),), ((clue, verb),))


def draw_english(rng):
    who = rng.choice("he she we they".split())
    what = [rng.choice(VERBS), rng.choice(["the", "some"]), rng.choice(RIVER + MONEY)]
    where = [rng.choice("at by near from".split()), "the", "bank"]
    return english([who, *what, *where] if rng.random() < 0.5 else [*where, who, *what])


def chinese(tokens):
    case = asked(tokens, "苹果", FRUIT["verb"] + FRUIT["adjective"], PHONE["verb"] + PHONE["adjective"])
    return Case(tuple(tokens), (case,), ((tokens[0], tokens[case.keys[0] - 1], tokens[case.keys[0]]),))


def draw_chinese(rng):
    who, when = rng.choice("我 他 她 你 妈妈 爸爸 老师 朋友".split()), rng.choice("正在 刚刚 已经 又 总 还".split())
    clues = rng.choice([FRUIT, PHONE])
    if rng.random() < 0.5:
        return chinese([who, when, rng.choice(clues["verb"]), "苹果"])
    return chinese([who, "的", "苹果", when, rng.choice(clues["adjective"]), "了"])


ENGLISH = Task(
    "bank",
    both("*bank* may be the edge of a river or a place that keeps money. No order and no positions: a clue anywhere in the sentence decides.",
         "“bank”可以是河岸，也可以是银行。这里没有位置信息：线索出现在句中哪里都行，一个就够。"),
    ["river", "money"], draw_english,
    [
        Example(
            "bank", "en",
            [english("she left the boat by the bank".split()), english("she left the cash by the bank".split())],
            both("One word in two sentences", "同一个词，两个句子"),
            both("*bank* goes in as the same row twice. Does it come out the same?",
                 "“bank”在两句里输入的是同一行数，输出还一样吗？"),
            hide(6, 3, both("What is left to decide by without *boat*?", "看不到“boat”，还能靠什么判断？"),
                 both("Hide *boat* from *bank*", "不让“bank”看到“boat”")),
        ),
    ],
)

CHINESE = Task(
    "apple",
    both("苹果 may be a fruit or a phone. No order and no positions: a clue anywhere in the sentence decides.",
         "“苹果”可以是水果，也可以是手机。这里没有位置信息：线索出现在句中哪里都行，一个就够。"),
    ["水果", "手机"], draw_chinese,
    [
        Example(
            "apple", "zh",
            [chinese("妈妈 正在 削 苹果".split()), chinese("妈妈 的 苹果 又 死机 了".split())],
            both("苹果: fruit or phone?", "苹果：水果还是手机？"),
            both("苹果 goes in as the same row twice. What makes it come out different?",
                 "“苹果”在两句里输入的是同一行数，是什么让它的输出不同？"),
            replace(2, "重启", both("What if she restarts it (重启)?", "换成“重启”呢？"),
                    both("Write 重启 for 削", "把“削”改成“重启”")),
        ),
    ],
)

TASKS = [ENGLISH, CHINESE]
