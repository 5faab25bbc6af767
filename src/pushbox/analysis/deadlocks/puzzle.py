"""Boxes, goals and pushers only: the input of the deadlock finders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ...games.parts.push_distance import NEVER, distances
from ...games.position import Position, load
from ...grid import Cell, Grid
from ...solver import native

MAX_CELLS = 20_000  # of a board whose boxes are looked at one by one
MAX_NUMBERED = 400_000  # cells of the board, as often as there are numbers of boxes


@dataclass(frozen=True, slots=True)
class BoxPuzzle:
    """A position of a game in which boxes are only obstacles to each other.

    `free` tells for every cell, the sentinel included, whether it is no wall. `goals` and `boxes` are in reading order,
    each with its number; a box belongs on a goal with the same number, 0 is none.
    """

    grid: Grid
    free: tuple[bool, ...]
    goals: tuple[tuple[Cell, int], ...]
    boxes: tuple[tuple[Cell, int], ...]
    pushers: tuple[Cell, ...]
    _live: dict[int, frozenset[Cell]] = field(default_factory=dict, repr=False, compare=False)  # as far as computed

    @classmethod
    def of(cls, position: Position) -> BoxPuzzle | None:
        """Return the puzzle of a position, None where its game knows more than boxes, goals and pushers.

        None too for a board that is larger than any finder could look through.
        """
        board = position.board
        if len(board.terrain) > MAX_CELLS or not native.plays_boxes(position) or not board.of_kind("pusher"):
            return None
        if len(board.terrain) * len({box.number for box in board.of_kind("box")}) > MAX_NUMBERED:
            return None
        goals = ((cell, sort.number) for cell, sort in enumerate(board.terrain) if sort.kind == "goal")
        return cls(
            board.grid,
            (*(sort.kind != "wall" for sort in board.terrain), False),
            tuple(goals),
            tuple((box.anchor, box.number) for box in board.of_kind("box")),
            tuple(pusher.anchor for pusher in board.of_kind("pusher")),
        )

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the boxes."""
        return tuple(cell for cell, _ in self.boxes)

    def only(self, cells: Iterable[Cell]) -> BoxPuzzle:
        """Return the puzzle with no boxes but those on some cells."""
        kept = frozenset(cells)
        return replace(self, boxes=tuple(box for box in self.boxes if box[0] in kept))

    def without(self, cells: Iterable[Cell]) -> BoxPuzzle:
        """Return the puzzle without the boxes on some cells."""
        return self.only(frozenset(self.cells).difference(cells))

    def live(self, number: int) -> frozenset[Cell]:
        """Return the squares from which a lone box of a number can be pushed to one of its goals."""
        if number not in self._live:
            self._live[number] = _live_squares(self.grid, self.free, self.goals_of(number))
        return self._live[number]

    def goals_of(self, number: int) -> frozenset[Cell]:
        """Return the goals of a number."""
        return frozenset(cell for cell, own in self.goals if own == number)

    def away(self) -> list[Cell]:
        """Return the boxes that are on no goal of theirs."""
        goals = dict(self.goals)
        return [cell for cell, number in self.boxes if goals.get(cell) != number]


@lru_cache(maxsize=64)
def _live_squares(grid: Grid, free: tuple[bool, ...], goals: frozenset[Cell]) -> frozenset[Cell]:
    far = distances(grid, free, goals)
    return frozenset(cell for cell, steps in enumerate(far) if steps != NEVER)


def position_with(position: Position, boxes: Iterable[Cell]) -> Position:
    """Return a position with no boxes but those on some cells."""
    kept = frozenset(boxes)
    level = position.level
    pieces = (piece for piece in position.board.pieces if piece.kind != "box" or piece.anchor in kept)
    return load(replace(level, board=position.board.with_pieces(pieces), source=None))
