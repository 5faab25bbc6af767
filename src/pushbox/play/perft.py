"""Perft: count the lines of play of a given length, to compare two implementations of rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..games.position import Position, position_of
from ..level import Level


def perft(level: Level | Position, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves from a level's start, or from a position on.

    Lines that meet in one state are counted together, so the cost follows the number of states and not of lines.
    """
    position = position_of(level)
    successors = position.rules.successors
    lines = Counter({position.state: 1})
    for _ in range(depth):
        longer: Counter[Any] = Counter()
        for state, count in lines.items():
            for _, successor in successors(state):
                longer[successor] += count
        lines = longer
    return lines.total()


def split(level: Level | Position, depth: int) -> dict[str, int]:
    """Divide `perft` by the first move, by its notation, to locate a difference between two counts."""
    position = position_of(level)
    return {position.format([move]): perft(after, depth - 1) for move, after in position.successors()}
