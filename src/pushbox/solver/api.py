"""What a solver is asked and what it answers.

A `Verdict` is one of three: `Solved`, with a solution that the game's own rules have replayed; `Unsolvable`, with the
proof by name; `GaveUp`, with the limit that was reached.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from ..metrics import Metrics

Objective = Literal["any", "pushes"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)
LimitKind = Literal["seconds", "nodes", "memory", "stopped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When to give up: wall-clock seconds, positions visited, MiB of memory; None is no limit of that kind."""

    seconds: float | None = 60.0
    nodes: int | None = None
    memory: int | None = 2048


class Progress(NamedTuple):
    """How far a search is: seconds since its start, positions visited, positions waiting.

    `bound` is the fewest pushes that a solution is proven to need, None where nothing is proven.
    """

    seconds: float
    nodes: int
    open: int
    bound: int | None = None


@dataclass(frozen=True, slots=True)
class Solved:
    """A solution in the game's notation, replayed; `optimal` is the objective for which it is proven the best."""

    text: str
    metrics: Metrics
    optimal: Objective | None
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """A proof that there is no solution; `proof` says of what kind."""

    proof: str
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class GaveUp:
    """No answer: which limit was reached; ``stopped`` where the caller asked for it."""

    limit: LimitKind
    nodes: int
    seconds: float
    bound: int | None = None


Verdict = Solved | Unsolvable | GaveUp
Watch = Callable[[Progress], object]
