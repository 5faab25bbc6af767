"""How good a solution is: stars beside those that are known, by the tables of the web client, and what to try next."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import reduce
from math import inf
from types import MappingProxyType
from typing import Literal, NamedTuple

from ..client import read_stars
from ..level import Level
from ..metrics import Metrics
from .verify import verify

MOST = 3
_MOST_REPLAYED = 10  # of the moves that are saved with a level

Advice = Literal["fewest", "shortest", "fewer", "moves", "next", "first"]


class Known(NamedTuple):
    """What is known of the solutions of a level.

    `lowest` has the lowest of each count, `best` pushes and moves of those with the fewest of either, and `proven`
    which of these two counts no solution can have fewer of.
    """

    lowest: Mapping[str, int] = MappingProxyType({})
    best: tuple[tuple[int, int], ...] = ()
    proven: frozenset[str] = frozenset()

    def joined(self, metrics: Metrics) -> Known:
        """Return this with one more solution."""
        lowest = {name: min(self.lowest.get(name, count), count) for name, count in metrics._asdict().items()}
        everything = (*self.best, (metrics.pushes, metrics.moves))
        best = dict.fromkeys((min(everything), min(everything, key=lambda one: one[::-1])))
        return Known(lowest, tuple(best), self.proven)


def known_of(level: Level) -> Known:
    """Return what the moves that are saved with a level tell of its solutions; a few of them are replayed."""
    replays = (verify(level, saved.text) for saved in level.saved_moves[:_MOST_REPLAYED])
    metrics = (replay.metrics for replay in replays if replay.solved and replay.metrics is not None)
    return reduce(Known.joined, metrics, Known())


class Rating(NamedTuple):
    """1 to 3 stars, how many help has cost, and what to try next, or what the solution has reached."""

    stars: int
    cost: int
    advice: Advice

    @property
    def picture(self) -> str:
        """The stars, with those that are missing."""
        return "★" * self.stars + "☆" * (MOST - self.stars)


def rate(metrics: Metrics, known: Known, bound: int | None = None, assists: Collection[str] = ()) -> Rating:
    """Rate a solution beside those known before it; `bound` is how many pushes every solution has.

    >>> rate(Metrics(20, 10, 1, 1, 1, 1), Known().joined(Metrics(18, 9, 1, 1, 1, 1)))
    Rating(stars=2, cost=0, advice='fewer')
    """
    rows: list[dict[str, float]] = read_stars("STARS")
    with_help: dict[str, int] = read_stars("WITH_HELP")
    earned = max((_stars(rows, metrics, *one) for one in known.best), default=MOST)
    stars = min(earned, *(with_help.get(name, with_help["any"]) for name in assists), MOST)
    return Rating(stars, earned - stars, _advice(metrics, known, bound))


def _stars(rows: list[dict[str, float]], metrics: Metrics, pushes: int, moves: int) -> int:
    times = (row.get("times", inf) for row in rows)
    kept = next(index for index, by in enumerate(times) if by == inf or _is_within(metrics, pushes * by, moves * by))
    return int(rows[kept]["stars"])


def _is_within(metrics: Metrics, pushes: float, moves: float) -> bool:
    return metrics.pushes <= pushes and metrics.moves <= moves


def _advice(metrics: Metrics, known: Known, bound: int | None) -> Advice:
    pushes, moves = known.lowest.get("pushes", metrics.pushes), known.lowest.get("moves", metrics.moves)
    is_fewest = metrics.pushes <= pushes
    is_proven = (bound is not None and metrics.pushes <= bound) or (is_fewest and "pushes" in known.proven)
    if not is_fewest and not is_proven:
        return "fewer"
    if metrics.moves > moves:
        return "moves"
    if is_proven and metrics.pushes:  # where nothing is pushed there is nothing to prove
        return "fewest"
    if "moves" in known.proven:
        return "shortest"
    return "next" if known.best else "first"
