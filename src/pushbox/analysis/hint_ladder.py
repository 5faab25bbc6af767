"""A ladder of five hints, each saying more: it can still be won; where; which box; its target; the moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..board import Board, Piece
from ..games.api import Transition
from ..games.position import Position
from ..grid import Cell
from ..render.annotations import Annotations, Arrow
from ..sentence import Language
from .texts import fill
from .winnable import WinVerdict

RUNGS = 5


@dataclass(frozen=True, slots=True)
class HintLadder:
    """The first steps of a solution from a winnable position.

    `region` is the middle of the 3 x 3 cells around the `box`; `box` and `target` are the start and end of its first
    run of pushes, `path` the cells between, `text` the moves until then in the game's notation.
    """

    region: Cell
    box: Cell
    target: Cell
    path: tuple[Cell, ...]
    text: str

    def sentence(self, rung: int, board: Board, language: Language = "en") -> str:
        """Return the sentence of a rung, from 1 to `RUNGS`."""
        names = {name: board.cell_name(getattr(self, name)) for name in ("region", "box", "target")}
        key = ("win.winnable", "hint.region", "hint.box", "hint.target", "hint.path")[rung - 1]
        return fill(language, key, moves=self.text, **names)

    def annotations(self, rung: int, board: Board) -> Annotations:
        """Return the marks of a rung on the board."""
        row, column = board.rc(self.region)
        around = [board.cell(row + y, column + x) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        area = [cell for cell in around if cell < len(board.terrain)]
        match rung:
            case 1:
                return Annotations()
            case 2:
                return Annotations({"area": area})
            case 3:
                return Annotations({"selected": [self.box]})
            case 4:
                return Annotations({"selected": [self.box]}, arrows=[Arrow(self.box, self.target)])
            case _:
                return Annotations({"selected": [self.box], "path": self.path})


def hint_ladder(position: Position, verdict: WinVerdict, focus: Piece | None = None) -> HintLadder | None:
    """Return the hints for a position with its verdict, None unless it can be won, by a push.

    Their moves are as they are typed while `focus` is steered.  O(moves of the solution's first pushes).
    """
    path: list[Cell] = []
    count = 0
    for number, transition in enumerate(position.transitions(verdict.solution), start=1):
        moved = _first_moved(transition)
        if moved is None:
            continue
        if path and (moved[0] != path[-1] or moved[-1] in path):  # another one, or the same on its way back
            break
        path += moved[1:] if path else moved
        count = number
    if not path:
        return None
    row, column = position.board.rc(path[0])
    middle = position.board.cell(
        min(row // 3 * 3 + 1, position.board.height - 1), min(column // 3 * 3 + 1, position.board.width - 1)
    )
    text = position.controls.format_from(position.state, focus, verdict.solution[:count])
    return HintLadder(middle, path[0], path[-1], tuple(path), text)


def _first_moved(transition: Transition[Any]) -> Sequence[Cell] | None:
    """Return the way of the first moving piece other than a pusher, from its cell on, or None.

    A piece that falls after its step, or is dyed there and falls, continues its way; a piece that was pushed and
    vanished moved one cell.
    """
    for start, end in transition.pushes[:1]:
        return start, end if end >= 0 else _beyond(transition, start)
    way: list[Cell] = []
    moving: Piece | None = None
    for change in transition.changes:
        match change.before, change.after:
            case (Piece() as before, Piece() as after) if before.kind != "pusher" and moving in {None, before}:
                if moving is None:
                    way = [before.anchor, after.anchor]
                elif before.anchor != after.anchor:
                    way.append(after.anchor)
                moving = after
    return way or None


def _beyond(transition: Transition[Any], start: Cell) -> Cell:
    """Return the cell a vanished box went to: one cell beyond the pusher now on its cell, else its cell."""
    for change in transition.changes:
        match change.before, change.after:
            case (Piece(kind="pusher") as before, Piece() as after) if after.anchor == start:
                return 2 * start - before.anchor
    return start
