"""The meaning of clicks: a piece and then its target, a drag, the floor to walk there; and the preview on the board.

It knows no rule: the controls of the game answer which cells are in reach, and by which moves. The same clicks have the
same effect in the web client.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...games.position import Position
from ...grid import Cell
from ...play import pointing
from ...play.describe import describe


class Drag(NamedTuple):
    """The meaning of a click: take the piece on `start` to `end`."""

    start: Cell
    end: Cell


class Pointer:
    """The selection on a board, as the player sees the position; `focus` is the cell of the steered piece.

    A selection ends when the position changes: make a new pointer then.
    """

    def __init__(self, position: Position, focus: Cell | None) -> None:
        self._position = position
        self._board = position.view
        self._focus = focus
        self._reached: dict[Cell, Mapping[Cell, Sequence[Any]]] = {}
        self.selected: Cell | None = None
        self._hovered: Cell | None = None

    @property
    def _origin(self) -> Cell:
        """Return the start of a walk: off the board if the player has yet to be placed."""
        return len(self._board.terrain) if self._focus is None else self._focus

    def click(self, cell: Cell) -> Drag | None:
        """Handle a click: return its meaning, or None if it only changes the selection."""
        selected, self.selected = self.selected, None
        if cell == selected:
            return None
        if selected is not None and cell in self._reach(selected):
            return Drag(selected, cell)
        if self._is_piece(cell) and cell != self._focus:
            self.selected = cell if self._reach(cell) else None
            return None
        return Drag(self._origin, cell) if cell in self._reach(self._origin) else None

    def hover(self, cell: Cell | None) -> None:
        """Note which cell the pointer is over."""
        self._hovered = cell

    def marks(self) -> dict[Cell, str]:
        """Return the marks of the selected piece, its reach, and the way to the pointer."""
        marks: dict[Cell, str] = {}
        if self.selected is not None:
            marks |= dict.fromkeys(self._reach(self.selected), "target")
            marks[self.selected] = "selected"
        if self._hovered is not None:
            origin = self._origin if self.selected is None else self.selected
            if moves := self._reach(origin).get(self._hovered):
                carried, _ = pointing.trail(self._position, moves, origin)
                marks |= dict.fromkeys([*carried[1:], self._hovered], "path")
        return marks

    def describe(self) -> str:
        """Describe the cell under the pointer, or the steered piece."""
        cell = self._focus if self._hovered is None else self._hovered
        return describe(self._board, self._origin if cell is None else cell)

    def _is_piece(self, cell: Cell) -> bool:
        return any(not piece.hidden for piece in self._board.at(cell))

    def _reach(self, cell: Cell) -> Mapping[Cell, Sequence[Any]]:
        """Return the cells to which the piece on a cell can be taken, with the moves, without its own cell."""
        if cell not in self._reached:
            reached = pointing.reach(self._position, cell, through=False)
            self._reached[cell] = {target: moves for target, moves in reached.items() if target != cell and moves}
        return self._reached[cell]
