"""Whether a level can be played at all."""

from __future__ import annotations

from typing import Any

from ..errors import LevelError
from ..games.api import Game, Rules
from ..games.position import Position, game_for, position_of
from ..level import Level


def require_playable(start: Level | Position[Any, Any], game: Game[Any, Any] | None = None) -> Position[Any, Any]:
    """Return the position that a level begins in, or the one given, which has no fault that keeps it from being played.

    The game is the one that the level names, unless another is given.  Raises LevelError with a sentence for every such
    fault, UnsupportedError for a game that is not registered.
    """
    if isinstance(start, Position):
        position_of(start, game)  # refuses another game
        _require_no_errors(start.rules, start.level)
        return start
    game = game_for(start, game)
    _require_no_errors(game.rules, start)
    return Position(game, game.rules.initial_state(start), start)


def _require_no_errors(rules: Rules[Any, Any], level: Level) -> None:
    errors = [problem for problem in rules.problems(level) if problem.severity == "error"]
    if errors:
        raise LevelError("; ".join(map(str, errors)), cell=errors[0].cell)
