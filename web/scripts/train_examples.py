"""Trains the page's examples: python3 web/scripts/train_examples.py [task …]   (needs python3-torch; then npm run format)

Each task is one file beside examples/case.py and one line in TASKS. For a task, every seed of a range is trained; the
parameters are rounded to two decimals; the seed is chosen on validation cases, both by its answers and by where its
largest weights lie; the published shares are measured on held-out cases. The same seeds give the same files.
"""

import json
import sys
from pathlib import Path

import torch

sys.dont_write_bytecode = True  # no __pycache__ among the sources

from examples import agreement, brackets, copying, induction, measure_words, pronouns, reflexive, reversing
from examples import senses, tense, translation
from examples.batch import batch_of, measure, vocabulary_of
from examples.training import choose, draw_splits, train
from examples.untrained import untrained
from examples.writing import example_of, facts_of, model_of

TASKS = [
    agreement.TASK,
    measure_words.TASK,
    reflexive.TASK,
    pronouns.TASK,
    *senses.TASKS,
    *translation.TASKS,
    tense.TASK,
    copying.TASK,
    *reversing.TASKS,
    induction.TASK,
    brackets.TASK,
]
FOLDER = Path(__file__).parents[1] / "page" / "examples"


def trained(task):
    splits = draw_splits(task)
    shown = [case for example in task.examples for case in example.cases]
    vocabulary = vocabulary_of(splits["training"])
    vocabulary |= {spelt: vocabulary[token] for token, spelt in task.spellings.items()}
    batches = {name: batch_of(task, cases, vocabulary) for name, cases in splits.items()}
    model, seed = choose(task, train(task, batches["training"], vocabulary), batches["validation"], vocabulary)
    for case in shown:
        assert measure(model, batch_of(task, [case], vocabulary)) == (1, 1), (task.name, case)
    facts = facts_of(task, model, seed, splits, batches)
    examples = [example_of(task, model, example, vocabulary) for example in task.examples]
    return task.name, model_of(task, model, vocabulary), facts, examples


def publish(name, model, facts, examples):
    """Writes the model, and puts it and its examples in their place in the list."""
    (FOLDER / "models" / f"{name}.json").write_text(to_json(model))
    listed = FOLDER / "list.json"
    before = json.loads(listed.read_text()) if listed.exists() else {"models": {}, "examples": []}
    order = [task.name for task in TASKS] + [name for name, *_ in untrained()]
    models = before["models"] | {name: facts}
    others = [example for example in before["examples"] if example["model"] != name]
    examples = sorted(others + examples, key=lambda example: order.index(example["model"]))
    listed.write_text(to_json({"models": {name: models[name] for name in order if name in models}, "examples": examples}))
    print(name, facts, flush=True)


def to_json(value):
    return json.dumps(value, ensure_ascii=False) + "\n"


def main(names):
    torch.set_num_threads(1)
    for task in TASKS:
        if not names or task.name in names:
            publish(*trained(task))
    for layer in untrained():
        publish(*layer)


main(sys.argv[1:])
