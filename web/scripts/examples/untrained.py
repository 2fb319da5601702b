"""Two layers fresh from the drawing of their parameters, for comparison: their weights mean nothing yet."""

import torch

from .case import both
from .writing import numbers

SENTENCES = {
    "en": "a small boat crossed the quiet lake at dawn".split(),
    "zh": "清晨 一 只 小船 划过 平静 的 湖面".split(),
}
TEXTS = {
    1: (both("Untrained", "未训练"),
        both("The parameters are as they were drawn, before any training. Compare these weights with those of a trained example.",
             "参数是刚刚随机生成的，还没有训练。拿这些权重与训练好的例子比一比。"),
        both("Does any word find the word it belongs to?", "有哪个词找到了与它相关的词吗？")),
    2: (both("Untrained, two heads", "未训练，两个头"),
        both("Two heads with parameters as they were drawn. They differ by chance, not by purpose.",
             "两个头，参数都是随机生成的。它们不同只是碰巧，并没有分工。"),
        both("Do the two heads look for different things?", "两个头在找不同的东西吗？")),
}


def layer(num_hiddens, num_heads, seed):
    """The linear initialisation, U(±1/√num_hiddens), rounded like everything here; token vectors are N(0, 1)."""
    generator = torch.Generator().manual_seed(seed)
    bound = num_hiddens**-0.5
    draw = lambda: numbers((torch.rand(num_hiddens, num_hiddens, generator=generator) * 2 - 1) * bound)
    tokens = [token for sentence in SENTENCES.values() for token in sentence]
    return {
        "numHiddens": num_hiddens,
        "embedding": {token: numbers(torch.randn(num_hiddens, generator=generator)) for token in tokens},
        "numHeads": num_heads,
        "parameters": {name: draw() for name in ("W_q", "W_k", "W_v", *(["W_o"] if num_heads > 1 else []))},
    }


def untrained():
    """(name, model, facts, examples) of each, like those that were trained."""
    for num_hiddens, num_heads in ((4, 1), (8, 2)):
        name = "untrained" if num_heads == 1 else "untrained-heads"
        model = layer(num_hiddens, num_heads, seed=1)
        title, task, question = TEXTS[num_heads]
        parameters = (3 + (num_heads > 1)) * num_hiddens**2
        facts = {"trained": False, "seed": 1, "numHiddens": num_hiddens, "numHeads": num_heads,
                 "numAttentionParameters": parameters, "numParameters": parameters + num_hiddens * len(model["embedding"])}
        examples = [
            {"id": f"{name}-{language}", "language": language, "model": name, "title": title, "task": task,
             "question": question, "sentences": [sentence], "answers": [], "asks": []}
            for language, sentence in SENTENCES.items()
        ]
        yield name, model, facts, examples
