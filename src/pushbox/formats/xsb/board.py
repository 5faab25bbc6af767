"""Rows of signs, and the boards that they draw."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from ...grid import Cell, cell_name, cut, framed, framed_cell, height_of, rc_of
from ...level import Problem, Source
from ...sentence import say, word
from ..parts import enclosure, sense

_TERRAIN = {
    "#": WALL, " ": FLOOR, "-": FLOOR, "_": FLOOR, "$": FLOOR, "@": FLOOR, ".": GOAL, "*": GOAL, "+": GOAL,
}  # fmt: skip
LETTER_SIGNS = str.maketrans("WpmPMbBo", "#@@++$*.")
_BOX = re.compile(r"[$*]")
_PLAYER = re.compile(r"[@+]")
_SIGNS = {("pusher", "floor"): "@", ("pusher", "goal"): "+", ("box", "floor"): "$", ("box", "goal"): "*"}
_TERRAIN_SIGNS = {WALL: "#", FLOOR: " ", GOAL: "."}
_BARE = frozenset(" .")  # the signs of cells on which nothing stands


class ParsedBoard(NamedTuple):
    """A board, and where a player could leave it (-1 nowhere): then a frame of walls was put around it.

    It is `whole` where it makes sense as a level (see `pushbox.formats.parts.sense`).
    """

    board: Board
    opening: int
    whole: bool


class BadCell(NamedTuple):
    """A place among the rows, both numbers from 0, where no cell could be read."""

    row: int
    column: int
    found: str
    expected: str


def parse(rows: list[str]) -> ParsedBoard:
    """Return the board of rows that hold signs and letters only, padded on the right with floor."""
    width = max(map(len, rows))
    signs = "".join(rows)
    if len(signs) < width * len(rows):
        signs = "".join([row.ljust(width) for row in rows])
    return (_kept_board if len(signs) <= _SMALL else _board)(signs.translate(LETTER_SIGNS), width)


def _board(signs: str, width: int) -> ParsedBoard:
    """Return the board whose cells have these signs, framed where a player could leave it."""
    whole = sense.is_whole(signs, width)
    opening = -1 if whole else enclosure.opening(signs, width, "@+")
    if opening >= 0:
        signs = "".join(framed(signs, width, "#"))
        width += 2
    return ParsedBoard(of_signs(signs, width), opening, whole)


_SMALL = 400  # cells of a board that is kept: what has been written is read back, and collections share levels
_kept_board = lru_cache(maxsize=16384)(_board)


def of_signs(signs: str, width: int) -> Board:
    """Return the board whose cells have these signs, row by row; the inverse of `signs`."""
    terrain = tuple(map(_TERRAIN.__getitem__, signs))
    boxes = [match.start() for match in _BOX.finditer(signs)]
    return of_cells(width, terrain, boxes, [match.start() for match in _PLAYER.finditer(signs)])


def of_cells(width: int, terrain: tuple[Terrain, ...], boxes: Iterable[Cell], players: Iterable[Cell]) -> Board:
    """Return the board of plain parts with this terrain, one a cell, row by row."""
    piece = _piece if len(terrain) <= _MOST_SHARED else _piece.__wrapped__
    pieces = (*[piece("box", cell) for cell in boxes], *[piece("pusher", cell) for cell in players])
    return Board(width, height_of(terrain, width), terrain, pieces)


_MOST_SHARED = 2048  # cells of a board whose pieces are shared with others: few are larger, and no two are alike


@lru_cache(maxsize=2 * _MOST_SHARED)
def _piece(kind: str, cell: Cell) -> Piece:
    """Return a plain piece; levels share equal ones, which is quicker and smaller than a new one for each."""
    return Piece(kind, (cell,))


def signs(board: Board) -> list[str]:
    """Return the sign of each cell of a board of plain parts."""
    cells = [_TERRAIN_SIGNS[terrain] for terrain in board.terrain]
    for piece in board.pieces:
        cell = piece.cells[0]
        cells[cell] = _SIGNS[piece.kind, board.terrain[cell].kind]
    return cells


def rows(board: Board) -> list[str]:
    """Return the rows of a board of plain parts, such that `parse` gives the same size again.

    Rows have no blanks at their end, except that one is filled with ``-`` if a column of floor would be lost otherwise;
    a row of floor is a single ``-``.
    """
    return trimmed("".join(signs(board)), board.width)


def trimmed(text: str, width: int, cell_width: int = 1) -> list[str]:
    """Return the rows of a board, given its width and the characters per cell, as `rows` describes.

    None ends within a cell.
    """
    lines = [row.rstrip() or "-" for row in cut(text, width * cell_width)]
    if cell_width > 1:
        lines = [row + "-" * (-len(row) % cell_width) for row in lines]
    if max(map(len, lines)) <= (width - 1) * cell_width:
        lines[0] = lines[0].ljust(width * cell_width, "-")
    if all(row[:cell_width].isspace() for row in lines):
        lines[0] = "-" + lines[0][1:]
    return lines


def open_problem(source: Source, opening: Cell) -> Problem:
    """Return the problem of a framed board: the player could leave it at a drawn cell."""
    cell = framed_cell(opening, source.board.width - 2)
    found, expected = say("can-leave"), say("walls-around")
    return Problem(*source.where(cell), "warning", found, expected, say("frame-added"), cell)


def opening_losses(cells: Sequence[str], width: int) -> list[str]:
    """Return the place where a player can leave the board, as a sentence: readers would add a frame of walls."""
    if (opening := enclosure.opening("".join(cells), width, "@+")) < 0:
        return []
    return [say("can-leave-at", cell=cell_name(*rc_of(opening, width)))]


def losses(board: Board) -> list[str]:
    """Return why rows cannot hold a board of plain parts: it is open, or begins or ends with a row of floor."""
    cells = signs(board)
    if open_ := opening_losses(cells, board.width):
        return open_
    lines = cut("".join(cells), board.width)
    for row, noun in ((0, word("row", "first")), (board.height - 1, word("row", "last"))):
        if _BARE.issuperset(lines[row]):
            return [say("row-without", cell=cell_name(row, 0), which=noun)]
    return row_losses(board)


def row_losses(board: Board) -> list[str]:
    """Return that a board has one row alone, as a sentence."""
    if board.height >= 2:
        return []
    return [say("one-row-board")]
