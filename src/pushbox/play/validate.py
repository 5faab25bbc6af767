"""Whether a level can be played at all."""

from __future__ import annotations

from ..errors import LevelError
from ..games.api import Game
from ..games.position import Position, game_for, position_of
from ..level import Level
from ..sentence import listed


def require_playable(start: Level | Position, game: Game | None = None) -> Position:
    """Return the position that a level begins in, or the one given, which has no fault that keeps it from being played.

    The game is the one that the level names, unless another is given.  Raises LevelError with a sentence for every such
    fault, UnsupportedError for a game that is not registered.
    """
    if isinstance(start, Position):
        known, level = position_of(start, game), start.level
        played = known.game
    else:
        known, level = None, start
        played = game_for(start, game)
    errors = [problem for problem in played.rules.problems(level) if problem.severity == "error"]
    if errors:
        raise LevelError(listed([*map(str, errors)], "semicolon"), cell=errors[0].cell)
    return known or Position(played, played.rules.initial_state(level), level)
