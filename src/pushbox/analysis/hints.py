"""Hints during play: whether the line can still be won, which push lost it, and the first steps of a solution.

Source: the ladder is an idea of this project; a search by halves finds the last winnable position, because a lost
position stays lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..board import Board, Piece
from ..play.recorded_session import LinePosition
from ..sentence import Language
from ..solver import Limit, native
from .hint_ladder import HintLadder, hint_ladder
from .winnable import LineVerdict, Verdicts, WinStatus

LIMIT = Limit(seconds=4.0, nodes=200_000, memory=256)


@dataclass(frozen=True, slots=True)
class Hint:
    """The verdict on the last position of a line, and the first steps of a solution.

    If it is lost, `node` is the last position of the line known to be winnable. `since` is the number of the push that
    lost it, 0 if it could not be won from the start, None if that is not known or no push.
    """

    verdict: LineVerdict
    ladder: HintLadder | None = None
    node: int | None = None
    since: int | None = None

    @property
    def status(self) -> WinStatus:
        """Whether the position can be won."""
        return self.verdict.verdict.status

    def sentence(self, rung: int, board: Board, language: Language = "en") -> str:
        """Return the sentence of a rung, from 1, as far as it is known; `board` has the size."""
        if self.ladder is not None:
            return self.ladder.sentence(rung, board, language)
        return self.verdict.sentence(language)


def hint(line: Sequence[LinePosition], focus: Piece | None, verdicts: Verdicts | None = None) -> Hint:
    """Return the hint for the last position of a line, which begins with the start of the level.

    Its moves are in the notation in which they are typed while `focus` is steered.  `verdicts` are those on other
    positions of the level, if there are any.  Raises MissingCore where there was no solver to decide it.
    """
    positions = [step.position for step in line]
    verdict = (Verdicts(LIMIT) if verdicts is None else verdicts).judge_line(positions)
    if verdict.verdict.status == "unknown":
        native.require_core()
    if verdict.verdict.status != "lost":
        return Hint(verdict, hint_ladder(positions[-1], verdict.verdict, focus))
    node = None if verdict.last_winnable is None else line[verdict.last_winnable].node
    return Hint(verdict, node=node, since=_losing_push(line, verdict))


def _losing_push(line: Sequence[LinePosition], verdict: LineVerdict) -> int | None:
    """Return the number of the push that lost a line, 0 if it was lost at its start."""
    if verdict.first_lost == 0:
        return 0
    move = verdict.losing_move
    return line[move].pushes if move is not None and line[move].pushes > line[move - 1].pushes else None
