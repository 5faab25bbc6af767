"""Values of play as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ...analysis.hint_ladder import RUNGS
from ...analysis.hints import Hint
from ...board import Board, Change, Piece
from ...formats.json import change_to_json
from ...games.api import Outcome
from ...grid import Cell
from ..sockets.envelope import Object, phrase_to_json


def changes_to_json(changes: Iterable[Change]) -> list[Object]:
    """Return the changes of a board as JSON values, which nobody may change: recent ones are cached."""
    return [_change_to_json(change) for change in changes]


def changes_to_rows(changes: Iterable[Change]) -> list[Any]:
    """Return changes that may never be shown, in short: one that puts a piece on other cells as a row.

    A row has the tick, the cause, the kind of the piece, its cells before and after, and what else it has.
    """
    return [_change_to_row(change) for change in changes]


def focus_to_json(focus: Piece | None) -> list[Cell] | None:
    """Return the cells that the keys steer."""
    return None if focus is None else list(focus.cells)


def outcome_to_json(outcome: Outcome) -> Object:
    """Return the outcome of the play."""
    value = {"status": outcome.status.value, "reason": outcome.reason, "winner": outcome.winner}
    return value | phrase_to_json(outcome.reason) if outcome.reason else value


def hint_to_json(hint: Hint, step: int, board: Board) -> Object:
    """Return a step of the hint ladder, with everything revealed by earlier steps."""
    message: Object = {"is": "hint", "step": step, "status": hint.status, "node": hint.node, "since": hint.since}
    if (ladder := hint.ladder) is not None:
        told = {"region": ladder.region, "cell": ladder.box, "target": ladder.target, "moves": ladder.text}
        message |= dict(list(told.items())[: step - 1])
        if step == RUNGS:
            message["path"] = list(ladder.path)
    return message | {"text": hint.sentence(step, board)}


_change_to_json = lru_cache(1 << 13)(change_to_json)  # 12 MiB


@lru_cache(1 << 13)
def _change_to_row(change: Change) -> Any:
    before, after = change.before, change.after
    if not isinstance(before, Piece) or not isinstance(after, Piece) or before._replace(cells=after.cells) != after:
        return change_to_json(change)
    piece = change_to_json(change)["piece"][0]
    row = [change.tick, change.cause, piece.pop("kind"), piece.pop("cells"), [*after.cells]]
    row[3:] = [cells[0] if len(cells) == 1 else cells for cells in row[3:]]
    return [*row, piece] if piece else row
