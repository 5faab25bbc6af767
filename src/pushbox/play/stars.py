"""How good a solution is: stars beside the best that is known, by the table of the web client, and what to try next."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import inf
from typing import Literal, NamedTuple

from ..client import read_text
from ..metrics import Metrics

MOST = 3

Advice = Literal["fewest", "fewer", "moves", "next"]


class Rating(NamedTuple):
    """1 to 3 stars, and what to try next: fewer pushes, fewer moves, or another level, as none has fewer pushes."""

    stars: int
    advice: Advice

    @property
    def picture(self) -> str:
        """The stars, with those that are missing."""
        return "★" * self.stars + "☆" * (MOST - self.stars)


def rate(metrics: Metrics, best: Mapping[str, int], bound: int | None = None) -> Rating:
    """Rate a solution beside the fewest pushes and moves known before, and the pushes that every solution has.

    >>> rate(Metrics(20, 10, 1, 1, 1, 1), {"pushes": 9, "moves": 18})
    Rating(stars=2, advice='fewer')
    """
    pushes, moves = best.get("pushes", metrics.pushes), best.get("moves", metrics.moves)
    stars = next(
        row["stars"]
        for row in _table()
        if metrics.pushes <= pushes * row.get("pushes", inf) and metrics.moves <= moves * row.get("moves", inf)
    )
    is_proven = bound is not None and metrics.pushes <= bound
    if not is_proven and metrics.pushes > pushes:
        return Rating(int(stars), "fewer")
    if metrics.moves > moves:
        return Rating(int(stars), "moves")
    return Rating(int(stars), "fewest" if is_proven else "next")


@cache
def _table() -> list[dict[str, float]]:
    _, _, value = read_text("play/stars.js").partition("export const STARS = ")
    table: list[dict[str, float]] = json.loads(value.rstrip().removesuffix(";"))
    return table
