"""Replay a text: whether it solves a level, and its counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from .. import move_notations
from ..arguments import Line, line_of
from ..board import Board
from ..deadline import NEVER, Deadline
from ..errors import IllegalMove, NotationError
from ..games.api import Game, PlayedLine
from ..games.position import Position, joined, position_of
from ..level import Level
from ..metrics import Metrics
from ..notation import is_push_list
from ..rich_display import repr_html
from ..sentence import say, without_place
from . import push_lists


class ReplayStatus(Enum):
    """The result of a replay."""

    SOLVED = "solved"
    UNSOLVED = "unsolved"
    ILLEGAL = "illegal"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a replay; true only for a solution.

    `text` is the part that was played, in the game's own notation, and `metrics` counts it (None for an ``error``).
    `step` is the first illegal step, from 1, or 0. `solved_at` is the number of moves after which the level was first
    solved, or None. `message` says in a sentence why the text is not a solution, or what is unusual about one.
    """

    status: ReplayStatus
    text: str = ""
    metrics: Metrics | None = None
    step: int = 0
    solved_at: int | None = None
    message: str = ""

    @property
    def solved(self) -> bool:
        """Whether the text is a solution."""
        return self.status is ReplayStatus.SOLVED

    @property
    def reason(self) -> str:
        """The message without the step that it names, for an IllegalMove of that step."""
        return without_place(self.message)

    def __bool__(self) -> bool:
        return self.solved

    def __repr__(self) -> str:
        parts = (self.metrics.summary if self.metrics else "", self.message)
        return f"<Verification: {self.status.value}{''.join(f', {part}' for part in parts if part)}>"

    _repr_html_ = repr_html


def verify(
    level: Level | Position, text: Line, *, game: Game | None = None, deadline: Deadline = NEVER
) -> Verification:
    """Replay a text on a level, or from a position on, by the rules of its game.

    A value that has a text, as `Solved`, is taken for it, and a list of moves or of their texts is taken as well.  The
    game is the one that the level names, unless another is given.  A solution counts if the position after its last
    move is solved.  Letter case is not insisted on, moves may be in any of `pushbox.move_notations`, and a push list is
    played with shortest walks.  Raises LevelError for a level that no state can hold, UnsupportedError for a game that
    is not registered, and OutOfTime after the deadline.
    """
    position = position_of(level, game)
    given = joined(position, line_of("text", text))
    try:
        if isinstance(given, str) and is_push_list(given):
            given = push_lists.decode(position, given)
        moves, line = _played(position, given, deadline)
    except NotationError as error:
        return Verification(ReplayStatus.ERROR, message=str(error))
    except IllegalMove as error:  # a push list with a walk or a push that is not possible
        return Verification(ReplayStatus.ILLEGAL, step=error.step, message=str(error))
    formatted = position.format_played(moves, line)
    metrics, solved_at = line.metrics, line.solved_at
    if line.played < len(moves):
        refusal = position.illegal_move(moves, line)
        return Verification(ReplayStatus.ILLEGAL, formatted, metrics, refusal.step, solved_at, str(refusal))
    outcome = position.rules.outcome(line.state)
    if not outcome.solved:
        message = outcome.reason or _unsolved(position.rules.board(line.state), solved_at)
        return Verification(ReplayStatus.UNSOLVED, formatted, metrics, 0, solved_at, message)
    extra = line.played - (solved_at or 0)
    message = say("solved-before", count=solved_at, extra=extra) if extra else ""
    return Verification(ReplayStatus.SOLVED, formatted, metrics, 0, solved_at, message)


def _played(position: Position, given: Any, deadline: Deadline = NEVER) -> tuple[list[Any], PlayedLine[Any]]:
    """Return the moves of a line and how they play: in the game's own notation, else in another.

    Raises NotationError for neither.
    """
    try:
        return position.play(given, deadline)
    except NotationError:
        letters = move_notations.recognise(given) if isinstance(given, str) else None
        if letters is None:
            raise
        return position.play(letters, deadline)


def position_after(level: Level | Position, text: Line, *, game: Game | None = None) -> Position:
    """Return the position after some moves from a level's start, or from a position on.

    Raises NotationError and IllegalMove for moves that cannot be played, and what `verify` raises.
    """
    position = position_of(level, game)
    given = joined(position, line_of("text", text))
    if isinstance(given, str) and not given.strip():
        return position
    moves, line = _played(position, given)
    if not moves:
        return position
    if line.played < len(moves):
        raise position.illegal_move(moves, line)
    return Position(position.game, line.state)


def _unsolved(board: Board, solved_at: int | None) -> str:
    if solved_at is not None:
        return say("solved-until", count=solved_at)
    goals = set(board.cells_of("goal"))
    if goals and (off := sum(box.anchor not in goals for box in board.of_kind("box"))):
        if off == 1:
            return say("one-off-goal")
        return say("off-goal", count=off)
    return say("not-solved")
