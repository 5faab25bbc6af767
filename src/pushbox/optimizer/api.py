"""The request to an optimizer and its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ..arguments import check_text
from ..errors import PushboxError
from ..metrics import Metrics
from ..reprs import abridged
from ..rich_display import repr_html
from ..sentence import located, say
from ..solver.api import LimitKind


class Objective(tuple[str, ...]):
    """Names of metrics, the most important first."""

    __slots__ = ()

    def key(self, metrics: Metrics) -> tuple[int, ...]:
        """Return the counts in this order, moves last: of two solutions the one with the smaller key is better."""
        return (*(getattr(metrics, name) for name in self), metrics.moves)

    def __str__(self) -> str:
        return "-".join(self)


def parse(text: str) -> Objective:
    """Read metric names joined by ``-``.

    >>> parse("pushes-moves").key(Metrics(33, 8, 7, 4, 7, 25))
    (8, 33, 33)

    Raises PushboxError for an unknown or repeated name.
    """
    check_text("objective", text, "names of metrics, such as 'pushes-moves'")
    names = text.split("-")
    for index, name in enumerate(names):
        if name not in Metrics._fields:
            raise PushboxError(
                located("objective", say("objective-names", found=name, known=", ".join(Metrics._fields)))
            )
        if name in names[:index]:
            raise PushboxError(located("objective", say("name-twice", name=name)))
    return Objective(names)


class Span(NamedTuple):
    """A part of a solution: its first and its last move, counted from 1; None is the end of the solution."""

    first: int = 1
    last: int | None = None


class Progress(NamedTuple):
    """Progress of the work: seconds since its start, positions visited, the best solution so far and its counts."""

    seconds: float
    nodes: int
    text: str
    metrics: Metrics


@dataclass(frozen=True, slots=True)
class Optimized:
    """The best solution found, replayed, and its counts; `before` are those of the best given solution.

    `optimal` is the objective if no solution is proven better by it (and then by moves), else None. `limit` is the
    limit that ended the work, or None if there was nothing left to try.
    """

    text: str
    metrics: Metrics
    before: Metrics
    optimal: str | None
    limit: LimitKind | None
    nodes: int
    seconds: float

    def __repr__(self) -> str:
        optimal = f", optimal by {self.optimal}" if self.optimal else ""
        return f"<Optimized: {abridged(self.text)}, {self.metrics.summary}{optimal}>"

    _repr_html_ = repr_html


ProgressCallback = Callable[[Progress], object]
