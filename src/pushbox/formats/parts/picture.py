"""Boards of plain parts, one sign a cell, in formats with signs of their own for what XSB draws with ``# @ $ .``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ...board import FLOOR, GOAL, WALL, Board
from ...level import Level, Problem, Source
from ..xsb import board as boards
from ..xsb.dialect import sokoban_or_multiban
from . import plain

MOST_BAD = 100  # signs of a board that are told of
LEFT_OUT = "this level was left out"


class Row(NamedTuple):
    """The signs of a row, and where the first of them stands, counted from 1; column 0 where that is unknown."""

    signs: str
    line: int
    column: int = 0


class Alphabet(NamedTuple):
    """The signs of a format: `read` makes each that of XSB, `write` goes back, with `outside` for floor beyond walls.

    `strange` matches a sign that the format does not have.
    """

    read: Mapping[int, str]
    write: Mapping[int, str]
    strange: re.Pattern[str]
    names: str
    outside: str


def alphabet(signs: Mapping[str, str], *, outside: str = "") -> Alphabet:
    """Return the alphabet in which the cell with an XSB sign is any of ``signs[sign]``; the first of them is written.

    `outside` is written for floor that is not inside of walls, if that differs.
    """
    floor = signs[" "]
    read = {ord(other): sign for sign, others in signs.items() for other in others + (outside if sign == " " else "")}
    write = {ord(sign): others[0] for sign, others in signs.items()}
    every = "".join(map(chr, read))
    return Alphabet(read, write, re.compile(f"[^{re.escape(every)}]"), " ".join(every), outside or floor[0])


def level(rows: Sequence[Row], alphabet: Alphabet, text: str, line: int) -> tuple[Level | None, list[Problem]]:
    """Return the level that rows draw, without any words, and what is wrong with it; None where no board comes of them.

    `text` are the lines in the file that the level is made of, and `line` is the number of the first.
    """
    bad = list(islice(((row, match) for row in rows for match in alphabet.strange.finditer(row.signs)), MOST_BAD))
    if bad:
        expected = f"one of {alphabet.names}"
        return None, [
            Problem(
                row.line, row.column and row.column + match.start(), "error", f"found {match[0]!r}", expected, LEFT_OUT
            )
            for row, match in bad
        ]
    width = max((len(row.signs) for row in rows), default=0)
    if not width:
        return None, [Problem(line, 0, "error", "found a board without cells", "at least one", LEFT_OUT)]
    if width * len(rows) > boards.MOST_CELLS:
        size = f"found {width} x {len(rows)} cells"
        return None, [Problem(line, 0, "error", size, f"at most {boards.MOST_CELLS:,}", LEFT_OUT)]
    board, gap = boards.read([row.signs.translate(alphabet.read) for row in rows])
    first = rows[0]
    even = first.column and all(row[1:] == (first.line + i, first.column) for i, row in enumerate(rows))
    framed, step = int(gap >= 0), int(bool(even))
    source = Source(text, line, board, first.line, max(first.column, 1), framed, framed, step, step)
    problems = []
    if framed:
        row, column = divmod(gap, width)
        cell = (row + 1) * board.width + column + 1
        found, repair = "the player can leave the board here", "a frame of walls was added"
        problems.append(Problem(*source.where(cell), "warning", found, "walls all around", repair, cell))
    return Level(board, sokoban_or_multiban(board), source=source), problems


def rows(board: Board, alphabet: Alphabet) -> list[str]:
    """Return the rows of a board of plain parts, all of its width."""
    signs = [_TERRAIN[terrain] for terrain in board.terrain]
    if alphabet.outside != alphabet.write[ord(" ")]:
        for cell in _outside(board):
            signs[cell] = alphabet.outside
    for piece in board.pieces:
        cell = piece.cells[0]
        signs[cell] = _PIECES[piece.kind, board.terrain[cell].kind]
    cells = "".join(signs).translate(alphabet.write)
    return [cells[start : start + board.width] for start in range(0, len(cells), board.width)]


def losses(board: Board) -> Iterator[str]:
    """Yield a sentence for everything on a board that such a picture cannot hold."""
    found = list(plain.losses(board))
    yield from found
    if not found and (sentence := boards.leak(board)):
        yield sentence


_TERRAIN = {WALL: "#", FLOOR: " ", GOAL: "."}
_PIECES = {("pusher", "floor"): "@", ("pusher", "goal"): "+", ("box", "floor"): "$", ("box", "goal"): "*"}


def _outside(board: Board) -> Iterator[int]:
    """Yield the cells of bare floor from which one gets to the edge past no wall."""
    shape = board.grid
    solid = bytearray(terrain == WALL for terrain in board.terrain)
    solid.append(1)
    width, height = board.width, board.height
    edge = {*range(width), *range(shape.outside - width, shape.outside)}
    edge.update(row * width + column for row in range(height) for column in (0, width - 1))
    front = [cell for cell in sorted(edge) if not solid[cell]]
    for cell in front:
        solid[cell] = 1
    taken = {piece.cells[0] for piece in board.pieces}
    for cell in front:  # grows while it is walked
        if board.terrain[cell] == FLOOR and cell not in taken:
            yield cell
        for step in shape.step:
            near = step[cell]
            if not solid[near]:
                solid[near] = 1
                front.append(near)
