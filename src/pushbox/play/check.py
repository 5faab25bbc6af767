"""Whether a level can be played at all."""

from __future__ import annotations

from typing import Any

from ..errors import LevelError
from ..games.api import Game
from ..games.registry import find
from ..level import Level


def playable(level: Level) -> Game[Any, Any]:
    """Return the game of a level that has no fault which keeps it from being played.

    Raises LevelError with a sentence for every such fault, UnsupportedError for a game that there is not.
    """
    game = find(level.game)
    faults = [problem for problem in game.rules.problems(level) if problem.severity == "error"]
    if faults:
        raise LevelError("; ".join(map(str, faults)), cell=faults[0].cell)
    return game
