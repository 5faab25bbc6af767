"""Rate how hard a level is for people, and why.

The number, from 0 to 100, is 50 for a level in the middle of those that the weights were fitted to, and its grade is
the name for it (see `GRADES`). It is rated by a solution: the shorter that is, the better the number. `Certainty` says
how far it is to be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...arguments import Line, check_callback, check_optional, check_seconds, line_of
from ...deadline import Deadline, OutOfTime
from ...errors import IllegalMove, NotSolved
from ...games.position import Position
from ...grades import GRADES, SCALE, Bounds, Grade, grade_of
from ...level import Level
from ...play.validate import require_playable
from ...play.verify import verify
from ...rich_display import repr_html
from ...sentence import Language
from ...solver.api import ProgressCallback
from ..texts import fill, texts
from .features import Features, Interrupted, measure_features, narrow_features, puzzle_of
from .model import Certainty, model
from .reasons import Reason, explain

__all__ = [
    "GRADES",
    "REASONS",
    "SCALE",
    "Bounds",
    "Certainty",
    "Difficulty",
    "Features",
    "Grade",
    "Interrupted",
    "Reason",
    "grade_of",
    "rate_between",
    "rate_difficulty",
    "rate_replayed",
]

REASONS = 3  # that are given for a number


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of a level, from 0 to 100, with the strongest reasons first, and its features."""

    value: float
    reasons: tuple[Reason, ...]
    features: Features

    @property
    def grade(self) -> Grade:
        """The name of the difficulty, the same everywhere in pushbox."""
        return grade_of(self.value)

    @property
    def certainty(self) -> Certainty:
        """How sure the number and the grade are, by orders of people that the weights were not fitted to."""
        return model().certainty(self.value)

    def explain(self, language: Language = "en") -> str:
        """Return the grade with its reasons in one sentence, and how sure that is in another."""
        sure = self.certainty
        bounds = fill(language, "difficulty.sure", low=round(sure.low), high=round(sure.high))
        return texts(language)["list.sentence"].join(
            filter(None, (explain(self.value, self.reasons, language), bounds))
        )

    _repr_html_ = repr_html


def rate_difficulty(
    level: Level | Position,
    solution: Line,
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
    deadline = Deadline(seconds)
    position, text = _solved(level, solution, deadline)
    return rate_replayed(position, text, seconds=deadline.left, progress=progress)


def rate_replayed(
    position: Position, solution: str, *, seconds: float | None = None, progress: ProgressCallback | None = None
) -> Difficulty:
    """Rate how hard a playable position is by a solution that has been replayed, as the replay spells it.

    Raises UnsupportedError and Interrupted as `rate_difficulty` does.
    """
    return _difficulty(measure_features(position, solution, seconds=seconds, progress=progress))


def rate_between(
    level: Level | Position,
    solution: Line,
    minimum: float,
    maximum: float,
    *,
    seconds: float | None = None,
    progress: ProgressCallback | None = None,
) -> Difficulty | None:
    """Rate how hard a level is if that lies between two numbers, both included; return None if not.

    This is the quicker the farther off it is, as what takes long to measure is left out as soon as it cannot matter.
    Raises as `rate_difficulty`.
    """
    check_optional(check_seconds, "seconds", seconds)
    check_callback("progress", progress)
    deadline = Deadline(seconds)
    position, text = _solved(level, solution, deadline)
    value = model().value
    least = None
    for least, most in narrow_features(position, text, seconds=deadline.left, progress=progress):
        if value(most) < minimum or value(least) > maximum:
            return None
    assert least is not None, "there are always bounds"
    return _difficulty(least)


def _solved(level: Level | Position, solution: Line, deadline: Deadline) -> tuple[Position, str]:
    """Return the position of a level, and a solution of it as it is spelled.  Raises Interrupted at the deadline."""
    given = line_of("solution", solution)
    position = require_playable(level)
    puzzle_of(position)
    try:
        replay = verify(position, given, deadline=deadline)
        deadline.check()
    except OutOfTime:
        raise Interrupted from None
    if not replay.solved:
        raise (IllegalMove(replay.reason, step=replay.step) if replay.step else NotSolved(replay.message))
    return position, replay.text


def _difficulty(features: Features) -> Difficulty:
    return Difficulty(*model().judge(features, REASONS), features)
