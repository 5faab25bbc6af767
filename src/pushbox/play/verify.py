"""Replay: whether a text is a solution of a level, and what it counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ..arguments import check_text
from ..board import Board
from ..errors import IllegalMove, NotationError
from ..games.registry import find
from ..level import Level, check_level
from ..metrics import Metrics
from ..notation import is_push_list
from . import pushlist


class ReplayStatus(Enum):
    """What a replay found."""

    SOLVED = "solved"
    UNSOLVED = "unsolved"
    ILLEGAL = "illegal"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Verification:
    """What a replay found; true of a solution alone.

    `text` is the part that was played, in the game's own spelling, and `metrics` counts it (None for an ``error``).
    `step` is the first illegal step, from 1, or 0.  `solved_at` is the number of moves after which the level was first
    solved, None if it never was.  `message` says in a sentence what keeps the text from being a solution, or what is
    odd about one.
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

    def __bool__(self) -> bool:
        return self.solved

    def __repr__(self) -> str:
        parts = (self.metrics.summary if self.metrics else "", self.message)
        return f"<Verification: {self.status.value}{''.join(f', {part}' for part in parts if part)}>"


def verify(level: Level, text: str) -> Verification:
    """Replay a text on a level by the rules of its game.

    A solution counts if the position after its last move is solved.  Letter case is not insisted on, and a push list is
    played with shortest walks.  Raises LevelError
    for a level that no state can hold and UnsupportedError for a game that there is not.
    """
    check_level(level)
    check_text("text", text, "the moves as a text")
    game = find(level.game)
    start = game.rules.initial_state(level)
    try:
        moves = game.controls.parse(start, pushlist.decode(level, text) if is_push_list(text) else text)
    except NotationError as error:
        return Verification(ReplayStatus.ERROR, message=str(error))
    except IllegalMove as error:  # a push list with a walk or a push that there is not
        return Verification(ReplayStatus.ILLEGAL, step=error.step, message=str(error))
    line = game.rules.play_line(start, moves)
    spelled = game.controls.format_played(start, moves, line)
    metrics, solved_at = line.metrics, line.solved_at
    if line.played < len(moves):
        step = line.played + 1
        refusal = str(IllegalMove(game.rules.explain_illegal(line.state, moves[line.played]), step=step))
        return Verification(ReplayStatus.ILLEGAL, spelled, metrics, step, solved_at, refusal)
    outcome = game.rules.outcome(line.state)
    if not outcome.solved:
        message = outcome.reason or _unsolved(game.rules.board(line.state), solved_at)
        return Verification(ReplayStatus.UNSOLVED, spelled, metrics, 0, solved_at, message)
    extra = line.played - (solved_at or 0)
    message = f"solved after {solved_at} moves already, {extra} more follow" if extra else ""
    return Verification(ReplayStatus.SOLVED, spelled, metrics, 0, solved_at, message)


def position_after(level: Level, text: str) -> Level:
    """Return the position after some moves, as a level without words; the level itself where there are no moves.

    Raises NotationError and IllegalMove for moves that cannot be played, and what `verify` raises.
    """
    check_level(level)
    check_text("text", text, "the moves as a text")
    if not text.strip():
        return level
    game = find(level.game)
    start = game.rules.initial_state(level)
    moves = game.controls.parse(start, text)
    line = game.rules.play_line(start, moves)
    if line.played < len(moves):
        raise IllegalMove(game.rules.explain_illegal(line.state, moves[line.played]), step=line.played + 1)
    return game.rules.to_level(line.state)


def _unsolved(board: Board, solved_at: int | None) -> str:
    if solved_at is not None:
        return f"solved after {solved_at} moves, but no more after the last"
    goals = set(board.cells_of("goal"))
    if goals and (off := sum(box.anchor not in goals for box in board.of_kind("box"))):
        return f"{off} {'box is' if off == 1 else 'boxes are'} not on a goal after the last move"
    return "the position after the last move is not solved"
