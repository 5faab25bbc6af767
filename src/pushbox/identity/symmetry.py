"""The eight symmetries of a board: four turns, each with and without mirroring.

They form a group: one after the other is one of them again, and `Symmetry.inverse` undoes.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ..board import Board, Piece, Terrain, map_terrain
from ..grid import DIRECTIONS, LETTERS, Cell, Direction


class Symmetry(NamedTuple):
    """Mirror left to right if `mirrored`, then turn clockwise by `turns` quarters (0 to 3)."""

    turns: int = 0
    mirrored: bool = False

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one; a mirroring undoes itself."""
        return self if self.mirrored else Symmetry(-self.turns % 4)

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return width and height of the board that one of this size becomes."""
        return (height, width) if self.turns % 2 else (width, height)

    def direction(self, direction: Direction) -> Direction:
        """Return what a direction becomes; -1, none, stays."""
        if direction < 0:
            return direction
        return ((2 - direction if self.mirrored else direction) + self.turns) % 4

    def ports(self, ports: int) -> int:
        """Return what a bit set of directions becomes."""
        if not ports:
            return 0
        return sum(1 << self.direction(direction) for direction in DIRECTIONS if ports >> direction & 1)

    def letters(self, text: str) -> str:
        """Return what moves in the letters ``lurdLURD`` become; other characters stay."""
        turned = "".join(LETTERS[self.direction(direction)] for direction in DIRECTIONS)
        return text.translate(str.maketrans(LETTERS + LETTERS.upper(), turned + turned.upper()))


IDENTITY = Symmetry()
MIRROR = Symmetry(0, mirrored=True)
UPRIGHT = (IDENTITY, MIRROR)  # those that keep up and down, which is what gravity allows
ALL = tuple(Symmetry(turns, mirrored) for mirrored in (False, True) for turns in range(4))


class Traversal(NamedTuple):
    """Where the cells of a turned board come from: the old cell of the first one, and the steps among the old cells.

    A step leads to the old cell of what is then `below` a cell, or on the `right` of it.
    """

    start: Cell
    below: int
    right: int

    def old_cell(self, cell: Cell, width: int) -> Cell:
        """Return where a cell of the new board, which is so wide, comes from."""
        row, column = divmod(cell, width)
        return self.start + row * self.below + column * self.right


def traversal(width: int, height: int, symmetry: Symmetry) -> Traversal:
    """Return where the cells come from when a board of this size is turned and mirrored."""
    start, below, right = (width - 1, width, -1) if symmetry.mirrored else (0, width, 1)
    for _ in range(symmetry.turns):
        start, below, right = start + (height - 1) * below, right, -below
        width, height = height, width
    return Traversal(start, below, right)


def turned_text(cells: str, width: int, height: int, symmetry: Symmetry) -> str:
    """Return the signs of the cells of a board of this size, row by row, turned and mirrored.  O(cells)."""
    slices_of = _kept_row_slices if width * height <= _MOST_KEPT else _row_slices
    return "".join([cells[row] for row in slices_of(width, height, symmetry)])


def _row_slices(width: int, height: int, symmetry: Symmetry) -> tuple[slice, ...]:
    """Return where each row of the new board stands in the text of the old one."""
    if not width * height:
        return ()
    start, below, right = traversal(width, height, symmetry)
    columns, rows = symmetry.size(width, height)
    firsts = range(start, start + rows * below, below)
    return tuple(slice(first, end if (end := first + columns * right) >= 0 else None, right) for first in firsts)


_kept_row_slices = lru_cache(maxsize=128)(_row_slices)


def places(width: int, height: int, symmetry: Symmetry) -> tuple[Cell, ...]:
    """Return for every cell of the new board, in reading order, the cell of the old one, of this size, it comes from.

    O(cells); recent answers for boards that are not very large are kept.
    """
    return (_kept_places if width * height <= _MOST_KEPT else _places)(width, height, symmetry)


_MOST_KEPT = 10_000  # cells


def _places(width: int, height: int, symmetry: Symmetry) -> tuple[Cell, ...]:
    if not width * height:
        return ()
    start, below, right = traversal(width, height, symmetry)
    width, height = symmetry.size(width, height)
    firsts = range(start, start + height * below, below)
    return tuple(chain.from_iterable(range(first, first + width * right, right) for first in firsts))


_kept_places = lru_cache(maxsize=128)(_places)


def transform(board: Board, symmetry: Symmetry) -> Board:
    """Return a board turned and mirrored, everything on it that points somewhere too.

    The order of the cells of a piece is part of the piece and stays.  O(cells + pieces).
    """
    if symmetry == IDENTITY:
        return board
    origins = places(board.width, board.height, symmetry)
    ends = dict(zip(origins, range(len(origins)), strict=True))
    turned = map_terrain(lambda terrain: turn_terrain(terrain, symmetry), board.terrain)
    return Board(
        *symmetry.size(board.width, board.height),
        tuple(map(turned.__getitem__, origins)),
        tuple(turn_piece(piece, symmetry, ends) for piece in board.pieces),
        board.counters,
    )


def turn_terrain(terrain: Terrain, symmetry: Symmetry) -> Terrain:
    """Return the terrain with its direction and ports turned."""
    return terrain._replace(direction=symmetry.direction(terrain.direction), ports=symmetry.ports(terrain.ports))


def turn_piece(piece: Piece, symmetry: Symmetry, ends: dict[Cell, Cell]) -> Piece:
    """Return the piece with its arrow and ports turned, its cells where `ends` says that they come to lie.

    A cell off the board, which `ends` does not have, stays what it is.
    """
    turned = Piece(piece.kind, tuple([ends.get(cell, cell) for cell in piece.cells]), *piece[2:])
    if piece.arrow < 0 and not piece.ports:
        return turned
    return turned._replace(arrow=symmetry.direction(piece.arrow), ports=symmetry.ports(piece.ports))
