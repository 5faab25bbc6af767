"""Changes of a board by number, so that each is sent once: the same ones come again and again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...board import Change, Piece
from ...formats.json import change_to_json
from ..sockets.envelope import Object
from .serialize import cells_to_json

MAX_CHANGES = 4_000  # the newest ones, which a client has to keep


class ChangeTable:
    """Numbers for changes, and the ones not yet sent to a client.

    The change of a piece that repeats on other cells is three values: the number of its shape, which is the change
    without cells, and the cells before and after. Any other is written as in `formats.json`.
    """

    def __init__(self) -> None:
        self._numbers: dict[Change, int] = {}
        self._shapes: dict[Any, int] = {}
        self._new_shapes: list[Object] = []
        self._new_changes: list[Any] = []
        self.count = 0  # of all changes that ever had a number
        self.shape_count = 0

    def forget(self) -> None:
        """Send everything anew, under new numbers."""
        self._numbers.clear()
        self._shapes.clear()
        self.take()

    def refer(self, changes: Iterable[Change]) -> list[int]:
        """Return the numbers of changes."""
        numbers = self._numbers
        return [numbers[change] if change in numbers else self._add(change) for change in changes]

    def take(self) -> tuple[list[Object], list[Any]]:
        """Return the shapes and the changes that are new since the last call."""
        new = self._new_shapes, self._new_changes
        self._new_shapes, self._new_changes = [], []
        return new

    def _add(self, change: Change) -> int:
        if len(self._numbers) >= MAX_CHANGES:
            del self._numbers[next(iter(self._numbers))]
        self._numbers[change] = number = self.count
        self.count += 1
        self._new_changes.append(self._write(change))
        return number

    def _write(self, change: Change) -> Any:
        before, after = change.before, change.after
        if not isinstance(before, Piece) or not isinstance(after, Piece) or before._replace(cells=after.cells) != after:
            return change_to_json(change)
        key = (change.tick, change.cause, before._replace(cells=()))
        if (shape := self._shapes.get(key)) is None:
            self._shapes[key] = shape = self.shape_count
            self.shape_count += 1
            piece = change_to_json(change)["piece"][0]
            without_cells = {name: value for name, value in piece.items() if name != "cells"}
            self._new_shapes.append({"tick": change.tick, "cause": change.cause, "piece": without_cells})
        return [shape, cells_to_json(before.cells), cells_to_json(after.cells)]
