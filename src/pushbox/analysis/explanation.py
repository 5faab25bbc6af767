"""The whole answer on a line of play: can it still be won, since which move not, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ..board import Board
from ..deadline import Deadline, OutOfTime
from ..errors import PushboxError
from ..games.position import Position
from ..level import Level
from ..render.annotations import Annotations
from ..rich_display import repr_html
from ..sentence import Language
from ..solver import Limit
from ..solver.api import ProgressCallback
from .deadlocks import DeadlockReport, Witness, check_witness, find_deadlocks
from .deadlocks.sentences import explain
from .deadlocks.serialize import witness_to_json
from .texts import fill
from .winnable import LIMIT, LineVerdict, Verdicts, WinStatus

_MOST_BOXES = 5_000_000  # of all positions of a line


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where a line of positions was lost, and the deadlocks of one of them, at index `explained`, with its board.

    This is the first position known to be lost, or the last of all if no deadlock is shown there. Every witness has
    been checked. `report` is None unless the line is lost.
    """

    verdict: LineVerdict
    explained: int
    board: Board
    report: DeadlockReport | None

    @property
    def deadlocks(self) -> tuple[Witness, ...]:
        """The deadlocks, each with a witness that has been checked."""
        return () if self.report is None else self.report.deadlocks

    @property
    def annotations(self) -> Annotations:
        """The boxes and cells of the deadlocks as marks, the boxes numbered in the order of the chain."""
        boxes = [box for deadlock in self.deadlocks for box in deadlock.boxes]
        cells = [cell for deadlock in self.deadlocks for cell in deadlock.cells if cell not in boxes]
        labels = {box: index for deadlock in self.deadlocks for index, box in enumerate(deadlock.boxes, start=1)}
        return Annotations({"problem": boxes, "area": cells}, labels=labels)

    def headline(self, language: Language = "en") -> str:
        """Say in one sentence whether the line can still be won, and which move lost it."""
        return self.verdict.sentence(language)

    def why_silent(self, language: Language = "en") -> str:
        """Return why no deadlock is shown, in one sentence; nothing where one is, or the line is not lost."""
        if self.report is None or self.report.deadlocks:
            return ""
        return fill(language, f"win.silent.{self.report.coverage}")

    _repr_html_ = repr_html


def explain_line(
    line: Sequence[Position],
    *,
    limit: Limit = LIMIT,
    progress: ProgressCallback | None = None,
    solutions: Level | None = None,
) -> Explanation:
    """Explain whether the last of some positions, each a move after the one before, can be won, and if not why.

    `limit.seconds` is for all of it: three quarters at most for the verdicts, two thirds of what is left for the
    deadlocks, and the rest for their checks; deadlocks not checked in time are left out. If a level is given, its saved
    solutions are replayed first, for half of the time at most. Raises InvalidWitness if the checker refuses a witness:
    a defect of pushbox.
    """
    whole = Deadline(limit.seconds)
    verdicts, deadline, replays = Verdicts(limit, progress), _share(whole, 3 / 4), _share(whole, 1 / 2)
    if solutions is not None:
        verdicts.add_solutions(line[0], solutions, replays)
    verdict = verdicts.judge_line(line, deadline)
    if verdict.first_lost is None:
        return Explanation(verdict, len(line) - 1, line[-1].board, None)
    explained, search = verdict.first_lost, _share(whole, 2 / 3)
    report = find_deadlocks(line[explained], limit=replace(limit, seconds=search.left), progress=progress)
    if not report.deadlocks and explained < len(line) - 1:
        later = find_deadlocks(line[-1], limit=replace(limit, seconds=search.left), progress=progress)
        explained, report = (len(line) - 1, later) if later.deadlocks else (explained, report)
    checked = _checked(line[explained], report.deadlocks, whole)
    complete = report.complete and len(checked) == len(report.deadlocks)
    report = replace(report, deadlocks=checked, complete=complete)
    return Explanation(verdict, explained, line[explained].board, report)


def judge_position(
    position: Position, verdicts: Verdicts, *, search: bool, limit: Limit, most: int = 3
) -> tuple[WinStatus, tuple[Witness, ...]]:
    """Return whether a position can be won, at once or by a `search`, and some checked witnesses of why it is lost.

    `limit` is for the search for witnesses where the verdict has none. What is lost for witnesses that cannot be
    checked in time is unknown. Raises InvalidWitness if the checker refuses one: a defect of pushbox.
    """
    verdict = verdicts.judge(position) if search else verdicts.judge_at_once(position)
    if verdict.status != "lost":
        return verdict.status, ()
    found = verdict.deadlocks or find_deadlocks(position, limit=limit).deadlocks
    checked = _checked(position, found[:most], Deadline(limit.seconds))
    return "lost" if checked or not verdict.deadlocks else "unknown", checked


def _share(deadline: Deadline, share: float) -> Deadline:
    """Return the deadline of a share of the time that is left."""
    return Deadline(None if deadline.left is None else deadline.left * share)


def _checked(position: Position, deadlocks: Iterable[Witness], deadline: Deadline) -> tuple[Witness, ...]:
    """Return the deadlocks that can be checked in time."""
    checked = []
    for deadlock in deadlocks:
        with suppress(OutOfTime):
            check_witness(position, deadlock, seconds=deadline.left)
            checked.append(deadlock)
    return tuple(checked)


def positions_of(start: Position, moves: Sequence[Any]) -> list[Position]:
    """Return the positions that moves lead to, the one in which they begin first.

    Raises IllegalMove, and PushboxError for more moves than there is room for: each position has its boxes.
    """
    PushboxError.beyond(_MOST_BOXES // (1 + len(start.board.pieces)), len(moves), "too-many-moves")
    return [start, *(Position(start.game, transition.state) for transition in start.transitions(moves))]


def explanation_to_json(explanation: Explanation, language: Language = "en") -> dict[str, Any]:
    """Return an explanation as JSON fields, cells by their names on the rulers."""
    verdict, board, report = explanation.verdict, explanation.board, explanation.report
    deadlocks = [
        {
            "kind": deadlock.kind,
            "boxes": [*map(board.cell_name, deadlock.boxes)],
            "cells": [*map(board.cell_name, deadlock.cells)],
            "sentence": explain(deadlock, board, language),
            "witness": witness_to_json(deadlock, board),
            "checked": True,
        }
        for deadlock in explanation.deadlocks
    ]
    return {
        "status": verdict.verdict.status,
        "sentence": explanation.headline(language),
        "last_winnable": verdict.last_winnable,
        "first_lost": verdict.first_lost,
        "losing_move": verdict.losing_move,
        "explained": explanation.explained if report else None,
        "coverage": report.coverage if report else None,
        "deadlocks": deadlocks if report else None,
        "proof": verdict.verdict.proof or None,
        "message": explanation.why_silent(language) or None,
    }
