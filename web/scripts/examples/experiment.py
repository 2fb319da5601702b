"""What becomes of the answers once the experiment of an example is made."""

import torch

from .batch import batch_of
from .case import Case


@torch.no_grad()
def answers_after(task, model, example, vocabulary):
    """What every question of the example is answered once its experiment is made."""
    change, cases = example.experiment, list(example.cases)
    if change["kind"] == "replace":
        case = cases[change["sentence"]]
        tokens = [change["token"] if i == change["step"] else token for i, token in enumerate(case.tokens)]
        cases[change["sentence"]] = Case(tuple(tokens), case.asks, case.combinations, case.source)
    batch = batch_of(task, cases, vocabulary)
    drop = None
    if change["kind"] == "hide":
        L, S = (rows.rows["embedding"].shape[1] for rows in (batch.queries, batch.source))
        drop = torch.zeros(len(cases), 1, L, S, dtype=torch.bool)
        drop[change["sentence"], 0, change["query"], change["key"]] = True
    if change["kind"] == "positions":
        batch.queries.rows.pop("positions")
    _, logits = model.forward(batch.queries, batch.source, drop)
    return [logits[0, i, ask.query].argmax().item() for i, case in enumerate(cases) for ask in case.asks]
