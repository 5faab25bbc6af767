"""The choice of the bosses: the best level of each building, with the shortest solution that the optimizer finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from pushbox.analysis.difficulty import rate_difficulty
from pushbox.analysis.similarity import NearIndex
from pushbox.level import Level, SavedMoves
from pushbox.optimizer import optimize
from pushbox.play.verify import verify
from pushbox.solver import Limit

from .. import campaign, notes
from .search import KNOWN, PUSHES, Candidate

TITLE = "Campaign 18: Strongholds"
_BEST = Limit(seconds=None, nodes=200_000)  # positions of the last try to make a solution better


def levels_of(
    candidates: Iterable[Candidate], others: Iterable[Level], most: int, report: Callable[[str], object]
) -> list[Level]:
    """Return at most so many levels, the best of their buildings, the easiest for people first, with notes and headers.

    None is nearly the same as one of `others`.
    """
    index = NearIndex()
    for level in others:
        index.add(level)
    best: dict[str, Candidate] = {}
    for candidate in sorted(candidates, key=lambda one: -one.quality):
        if candidate.plan not in best and candidate.pushes in PUSHES and not index.find(candidate.level):
            best[candidate.plan] = candidate
    rated = [rated_level(candidate.level, report) for candidate in [*best.values()][:most]]
    return noted(level for _, level in sorted(rated, key=lambda pair: pair[0]))


def rated_level(level: Level, report: Callable[[str], object]) -> tuple[float, Level]:
    """Return the difficulty of a level, and the level trimmed, with the best solution that is found, and headers."""
    text = optimize(level, level.saved_moves[0].text, limit=_BEST).text
    small = campaign.trimmed(replace(level, saved_moves=(SavedMoves(KNOWN, text),)))
    rating = rate_difficulty(small, text).value
    report(f"{level.title}: {rating:.0f} of 100, {verify(small, text).metrics}")
    return rating, replace(small, headers=campaign.headers(rating, campaign.positions(small)))


def noted(levels: Iterable[Level]) -> list[Level]:
    """Return levels in their order with notes; headers stay."""
    used: Counter[str] = Counter()
    return [_noted(level, used) for level in levels]


def _noted(level: Level, used: Counter[str]) -> Level:
    text = level.saved_moves[0].text
    metrics = verify(level, text).metrics
    note = notes.least_used(level, text, metrics, used, notes.OF_BOARD)
    return replace(level, notes=notes.with_known(note, level, text, metrics))
