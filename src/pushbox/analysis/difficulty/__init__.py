"""Rate how hard a level is for people, and why.

The number, from 0 to 100, is roughly the percentage of easier levels among those that the weights were fitted to. It is
rated by a solution: the shorter that is, the better the number.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...arguments import check_callback, check_optional, check_seconds, check_text
from ...errors import IllegalMove, NotSolved, UnsupportedError
from ...games.position import Position
from ...level import Level
from ...play.validate import require_playable
from ...play.verify import verify
from ...rich_display import repr_html
from ...solver.api import ProgressCallback
from ..texts import Language
from .features import Features, Interrupted, measure_features, narrow_features, puzzle_of
from .model import TERMS, Model, model
from .reasons import MIDDLE, Reason, explain

__all__ = ["REASONS", "Difficulty", "Features", "Interrupted", "Reason", "can_rate", "rate_between", "rate_difficulty"]

REASONS = 3  # that are given for a number


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of a level, from 0 to 100, with the strongest reasons first, and its features."""

    value: float
    reasons: tuple[Reason, ...]
    features: Features

    def explain(self, language: Language = "en") -> str:
        """Return the reasons in one sentence."""
        return explain(self.value, self.reasons, language)

    _repr_html_ = repr_html


def can_rate(position: Position) -> bool:
    """Return whether the difficulty of a position can be rated: it has only boxes, goals and one pusher."""
    try:
        puzzle_of(position)
    except UnsupportedError:
        return False
    return True


def rate_difficulty(
    level: Level | Position,
    solution: str,
    *,
    seconds: float | None = None,
    progress: ProgressCallback | None = None,
) -> Difficulty:
    """Rate how hard a level is by one of its solutions, preferably the best known one.

    The same level and solution give the same answer on every machine, if the time is enough. Raises UnsupportedError
    for games with more than one pusher, boxes and goals, LevelError for a level with faults, NotSolved for a text that
    does not solve it, and Interrupted if the time is over or `progress` returns True.
    """
    check_optional(check_seconds, "seconds", seconds)
    check_callback("progress", progress)
    position, text = _solved(level, solution)
    return _difficulty(measure_features(position, text, seconds=seconds, progress=progress))


def rate_between(level: Level | Position, solution: str, minimum: float, maximum: float) -> Difficulty | None:
    """Rate how hard a level is if that lies between two numbers, both included; return None if not.

    This is the quicker the farther off it is, as what takes long to measure is left out as soon as it cannot matter.
    Raises as `rate_difficulty`.
    """
    position, text = _solved(level, solution)
    value = model().value
    least = None
    for least, most in narrow_features(position, text):
        if value(most) < minimum or value(least) > maximum:
            return None
    assert least is not None, "there are always bounds"
    return _difficulty(least)


def _solved(level: Level | Position, solution: str) -> tuple[Position, str]:
    """Return the position of a level, and a solution of it as it is spelled."""
    check_text("solution", solution, "the moves of a solution as a text")
    position = require_playable(level)
    puzzle_of(position)
    replay = verify(position, solution)
    if not replay.solved:
        raise (IllegalMove(replay.message, step=replay.step) if replay.step else NotSolved(replay.message))
    return position, replay.text


def _difficulty(features: Features) -> Difficulty:
    return Difficulty(model().value(features), _reasons(features, model()), features)


def _reasons(features: Features, weights: Model) -> tuple[Reason, ...]:
    """Return the terms that move the number most in its direction, one of each group, then those against it."""
    effects = weights.effects(features)
    sign = 1 if weights.value(features) >= MIDDLE else -1
    strongest: dict[str, str] = {}
    for name in sorted(effects, key=lambda name: -abs(effects[name])):
        strongest.setdefault(TERMS[name].group, name)
    names = sorted(strongest.values(), key=lambda name: (sign * effects[name] <= 0, -abs(effects[name])))[:REASONS]
    points = 25 / weights.scale  # the slope of the number at its middle
    return tuple(Reason(name, TERMS[name].count(features), effects[name] * points) for name in names)
