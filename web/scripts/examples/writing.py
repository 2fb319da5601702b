"""What is published of a model and of an example, as web/page/examples/index.ts reads it."""

from .batch import measure
from .case import PAD
from .experiment import answers_after


def numbers(tensor):
    return [numbers(row) for row in tensor] if tensor.dim() else round(tensor.item(), 2) + 0.0


def model_of(task, model, vocabulary):
    """As the page reads it: the vectors of the embedding by token."""
    parameters = {name: numbers(p[0]) for name, p in model.parameters.items()}

    def layer(num_heads, prefix=""):
        names = [name for name in ("W_q", "W_k", "W_v", "W_o") if prefix + name in parameters]
        return {"numHeads": num_heads, "parameters": {name: parameters[prefix + name] for name in names}}

    return {
        "numHiddens": task.num_hiddens,
        "embedding": {token: parameters["embedding"][row] for token, row in vocabulary.items()},
        **({"depths": parameters["depths"]} if task.depth else {}),
        **({"positions": parameters.get("positions", "sinusoidal")} if task.positions else {}),
        **({"first": layer(task.first_heads, "first.")} if task.first_heads else {}),
        **layer(task.num_heads),
        "readout": parameters["readout"],
    }


def facts_of(task, model, seed, splits, batches):
    sizes = {name: p[0].numel() for name, p in model.parameters.items()}
    accuracy, on_token = measure(model, batches["held_out"])
    return {
        "trained": True,
        "seed": seed,
        "numHiddens": task.num_hiddens,
        "numHeads": task.num_heads,
        "numParameters": sum(sizes.values()),
        "numAttentionParameters": sum(size for name, size in sizes.items() if "W_" in name),
        "trainingSize": len(splits["training"]),
        "heldOutSize": len(splits["held_out"]),
        "accuracy": round(accuracy, 4),
        "largestOnRightToken": round(on_token, 4),
    }


def example_of(task, model, example, vocabulary):
    length = max(example.num_steps, *(len(case.tokens) for case in example.cases))
    spell = lambda token: task.spellings.get(token, token) if example.language == "zh" else token
    pad = lambda tokens: [*map(spell, tokens), *[PAD] * (length - len(tokens))]
    valid_lens = [len(case.tokens) for case in example.cases]
    experiment = {name: spell(value) if name == "token" else value for name, value in example.experiment.items()}
    return {
        "id": example.id,
        "language": example.language,
        "model": task.name,
        "title": example.title,
        "task": task.description,
        "question": example.question,
        "sentences": [pad(case.tokens) for case in example.cases],
        **({"sources": [list(case.source) for case in example.cases]} if example.cases[0].source else {}),
        **({"validLens": valid_lens} if min(valid_lens) < length else {}),
        **({"causal": True} if task.causal else {}),
        **({"opens": example.opens} if example.opens else {}),
        "answers": list(example.answers or task.answers),
        "asks": [
            {"sentence": i, "query": ask.query, "keys": list(ask.keys), "answer": ask.answer}
            for i, case in enumerate(example.cases)
            for ask in case.asks
        ],
        "experiment": {**experiment, "answers": answers_after(task, model, example, vocabulary)},
    }
