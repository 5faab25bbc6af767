"""Which of its mirror images and turns a level is like."""

from __future__ import annotations

from collections.abc import Iterator

from ...board import Board
from ...grid import Cell
from ...identity.symmetry import ALL, transform
from ...tiling import IDENTITY, Symmetry
from .trials import inner_floor

NAMES = {
    Symmetry(0, mirrored=True): "left_right",
    Symmetry(2, mirrored=True): "up_down",
    Symmetry(2): "half_turn",
    Symmetry(1): "quarter_turn",
    Symmetry(3): "quarter_turn",
    Symmetry(1, mirrored=True): "diagonal",
    Symmetry(3, mirrored=True): "diagonal",
}

_Part = tuple[int, int, object]


def symmetries(board: Board) -> Iterator[tuple[str, bool]]:
    """Yield the names of the symmetries that make a board of itself, each with whether that holds for the pushers too.

    Only what can be reached counts, wherever on the board it stands.
    """
    whole, bare = _parts(board)
    found: dict[str, bool] = {}
    for symmetry in ALL:
        if symmetry == IDENTITY:
            continue
        turned_whole, turned_bare = _parts(transform(board, symmetry))
        if turned_bare == bare:
            found[NAMES[symmetry]] = found.get(NAMES[symmetry], False) or turned_whole == whole
    yield from found.items()


def _parts(board: Board) -> tuple[frozenset[_Part], frozenset[_Part]]:
    """Return all that is on the floor within the walls, by its place from the first row and column.

    With the pushers, and without.
    """
    floor = {cell: board.rc(cell) for cell in inner_floor(board)}
    top = min((row for row, _ in floor.values()), default=0)
    left = min((column for _, column in floor.values()), default=0)

    def part(cell: Cell, what: object) -> _Part:
        row, column = board.rc(cell)
        return row - top, column - left, what

    bare = {part(cell, board.terrain[cell]) for cell in floor}
    bare |= {part(piece.anchor, piece._replace(cells=())) for piece in board.pieces if piece.kind != "pusher"}
    pushers = {part(piece.anchor, piece._replace(cells=())) for piece in board.of_kind("pusher")}
    return frozenset(bare | pushers), frozenset(bare)
