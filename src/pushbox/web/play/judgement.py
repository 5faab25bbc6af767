"""Whether the position that a push has led to is lost, and why, for a player who wants to know.

What is said is proven: each reason is a witness that the checker has accepted, or a search that has seen everything.
"""

from __future__ import annotations

from collections import OrderedDict

from ...analysis.deadlocks.sentences import explain
from ...analysis.explanation import judge_position
from ...analysis.winnable import Verdicts
from ...games.position import Position
from ...sentence import Language
from ...solver import Limit
from ...solver.api import ProgressCallback
from ..sockets.envelope import Object

BUDGET = Limit(seconds=1.5, nodes=100_000, memory=128)  # of the search for a push
REPLAY_SECONDS = 0.5  # for the solution that is known of a level
_MAX_PLAYS = 32  # of which something is kept; searches are one at a time
_MAX_BOXES = 20_000  # in all positions that are kept of a play, which take some 2 MB

UNKNOWN: Object = {"is": "judged", "status": "unknown", "reasons": []}


class RecentVerdicts:
    """The verdicts on positions of recently judged plays.

    A few pushes usually lead back to a line known to solve the level, which is found sooner than another line;
    completed searches are not repeated.
    """

    def __init__(self) -> None:
        self._plays: OrderedDict[int, Verdicts] = OrderedDict()

    def of(self, play: int, position: Position, stopped: ProgressCallback | None = None) -> Verdicts:
        """Return the verdicts for a play at a position, for one thread, whose searches end when `stopped` says so."""
        verdicts = self._plays.pop(play, None)
        if verdicts is None or verdicts.known_count * len(position.board.pieces) > _MAX_BOXES:
            verdicts = Verdicts(BUDGET)
        self._plays[play] = verdicts
        if len(self._plays) > _MAX_PLAYS:
            self._plays.popitem(last=False)
        return verdicts.sharing(stopped)


def most_pushes(start: Position) -> int:
    """Return how many pushes a known solution may have whose positions are kept, which leaves room for others."""
    return _MAX_BOXES // (2 * (1 + len(start.board.pieces)))


def judge(position: Position, language: Language, *, search: bool, verdicts: Verdicts | None = None) -> Object:
    """Return the verdict on a position with its reasons: at once, or by a search within `BUDGET`.

    The boxes and cells of a reason come beside its sentence, which is in the language.  `verdicts` are what is known of
    the level.
    """
    status, reasons = judge_position(position, verdicts or Verdicts(BUDGET), search=search, limit=BUDGET)
    said = [(explain(it, position.board, language), it.boxes, it.cells) for it in reasons]
    listed = [{"text": text, "boxes": list(boxes), "cells": list(cells)} for text, boxes, cells in said]
    return {"is": "judged", "status": status, "reasons": listed}
