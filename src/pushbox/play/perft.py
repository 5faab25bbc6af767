"""Perft: how many lines of play of a given length there are, the sum by which two implementations of rules compare."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..games.api import Game


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves from a state.

    Lines that meet in one state are counted together, so the cost follows the number of states and not of lines.
    """
    lines = Counter({state: 1})
    for _ in range(depth):
        longer: Counter[Any] = Counter()
        for position, count in lines.items():
            for _, successor in game.rules.successors(position):
                longer[successor] += count
        lines = longer
    return lines.total()


def split(game: Game[Any, Any], state: Any, depth: int) -> dict[str, int]:
    """Return the part of `perft` that each first move has, by its notation: where two counts differ, this tells why."""
    return {
        game.controls.format(state, [move]): perft(game, successor, depth - 1)
        for move, successor in game.rules.successors(state)
    }
