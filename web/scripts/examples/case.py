"""What a task is made of: cases to train and measure on, and the examples that the page shows."""

from dataclasses import dataclass, field
from typing import Callable, Optional, Sequence

PAD = "<pad>"
BOX = "▢"  # the place to fill


@dataclass(frozen=True)
class Ask:
    """One question: what the output at `query` should say, and the token that each head should read for it."""

    query: int
    keys: tuple  # one for each head
    answer: int


@dataclass(frozen=True)
class Case:
    """One sequence with its questions."""

    tokens: tuple
    asks: tuple
    combinations: tuple  # what the case is made of: no combination is both trained on and measured on
    source: tuple = ()  # the sequence that hands out keys and values, where it is another one


@dataclass
class Example:
    """Cases as the page shows them; every text is {"en": …, "zh": …}."""

    id: str
    language: str
    cases: Sequence[Case]
    title: dict
    question: dict
    experiment: dict
    answers: Optional[Sequence[str]] = None  # where they are spelt otherwise than in the task
    num_steps: int = 0  # padded to this length
    opens: int = 0  # the sentence of the batch that the question is about


@dataclass
class Task:
    name: str
    description: dict
    answers: Sequence[str]
    draw: Callable  # (random.Random) -> Case
    examples: Sequence[Example]
    num_hiddens: int = 4
    num_heads: int = 1
    first_heads: int = 0  # of a layer below, whose output is then X
    causal: bool = False
    num_steps: int = 0  # the longest sequence; needed where positions are learned
    positions: Optional[str] = None  # "learned" or "sinusoidal"
    depth: bool = False  # X also carries how deep in brackets a token lies
    spellings: dict = field(default_factory=dict)  # other tokens that share a token's vector
    num_seeds: int = 12
    steps: int = 800
    entropy: float = 0.01  # what a nat of entropy in an asked row costs


def both(en, zh):
    return {"en": en, "zh": zh}


def hide(query, key, text, action, sentence=0):
    """Forbid one pair by hand."""
    return {"kind": "hide", "sentence": sentence, "query": query, "key": key, "text": text, "action": action}


def replace(step, token, text, action, sentence=0):
    """Put another token in one place."""
    return {"kind": "replace", "sentence": sentence, "step": step, "token": token, "text": text, "action": action}


def without_positions(text, action):
    return {"kind": "positions", "sentence": 0, "text": text, "action": action}
