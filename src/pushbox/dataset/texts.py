"""Boards of plain Sokoban as the rows of a data set have them, and their ids."""

from __future__ import annotations

import hashlib

from .. import identity
from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..errors import LevelError
from ..identity.sokoban_grid import sokoban_grid
from ..level import Level

_TERRAIN = {"#": WALL, " ": FLOOR, "$": FLOOR, "@": FLOOR, ".": GOAL, "*": GOAL, "+": GOAL}
_PIECES = {"$": "box", "*": "box", "@": "pusher", "+": "pusher"}
_MOST_CELLS = 65_000  # as the solver takes


def board_of(text: str) -> Board:
    """Return the board that rows of XSB draw.  Raises LevelError where they draw none of plain Sokoban."""
    rows = text.split("\n")
    width = max(map(len, rows))
    if not 0 < width * len(rows) <= _MOST_CELLS:
        raise LevelError.said("dataset-size", most=_MOST_CELLS)
    signs = "".join([row.ljust(width) for row in rows])
    if not _TERRAIN.keys() >= set(signs) or signs.count("@") + signs.count("+") != 1:
        raise LevelError.said("dataset-board")
    pieces = [Piece(_PIECES[sign], (cell,)) for cell, sign in enumerate(signs) if sign in _PIECES]
    return Board(width, len(rows), tuple([_TERRAIN[sign] for sign in signs]), tuple(pieces))


def ids_of(board: Board) -> identity.Ids:
    """Return the ids of a board of plain Sokoban: canonical, and of its normal form."""
    return identity.ids(Level(board), normalize=True)


def least_turn(rows: bytes) -> bytes:
    """Return the rows of a board in the least of its eight symmetries: equal where the canonical ids are."""
    lines = rows.split(b"\n")
    width = max(map(len, lines))
    if len(rows) != len(lines) * (width + 1) - 1:
        lines = [line.ljust(width) for line in lines]
        rows = b"\n".join(lines)
    columns = [rows[column :: width + 1] for column in range(width)]
    ways = (rows, b"\n".join(lines[::-1]), b"\n".join(columns), b"\n".join(columns[::-1]))
    return min(*ways, *[way[::-1] for way in ways])  # backwards, a rectangle is turned by half


def digest_of(normal_form: bytes) -> bytes:
    """Return the id of a normal form, whose hexadecimal digits are `identity.Ids.normal`."""
    return hashlib.sha256(normal_form).digest()[:16]


def is_plain_board(level: Level) -> bool:
    """Return whether a level has plain Sokoban on its board and nothing else to it."""
    return not level.options and len(level.board.terrain) <= _MOST_CELLS and sokoban_grid(level.board) is not None
