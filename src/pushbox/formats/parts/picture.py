"""Boards of plain parts, one sign per cell, in formats with their own signs for XSB's ``# @ $ .``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from ...board import FLOOR, WALL, Board
from ...grid import cut
from ...level import Level, Problem, Source
from ...path.walk import reachable_from
from ...sentence import say
from ..api import Format
from ..xsb import board as boards
from . import plain, sense
from .metadata import Read

MOST_BAD = 100  # signs of a board that are reported


class Row(NamedTuple):
    """The signs of a row, and the column of the first, from 1; 0 if unknown."""

    signs: str
    line: int
    column: int = 0


def row_of(line: str, number: int) -> Row:
    """Return the row of a line without the blanks around it, in the line of that number."""
    return Row(line.strip(), number, len(line) - len(line.lstrip()) + 1)


def widest(rows: Sequence[Row]) -> int:
    """Return the line of the row that is longer than all others, 0 where several are: it may hold more than a row."""
    lengths = [len(row.signs.rstrip()) for row in rows]
    longest = max(lengths)
    return rows[lengths.index(longest)].line if lengths.count(longest) == 1 else 0


def missing(rows: Sequence[Row], first: int) -> int:
    """Return the line in which a row may be missing, 0 for none: one with two rows, or one of those from `first` on."""
    if (long := sense.long_row([len(row.signs.rstrip()) for row in rows])) >= 0:
        return rows[long].line
    lines = [first - 1, *(row.line for row in rows)]
    return next((above + 1 for above, below in pairwise(lines) if below > above + 1), 0)


def source_of(rows: Sequence[Row], text: str, line: int, board: Board, frame: int = 0) -> Source:
    """Return the source of a board from its rows, without a frame of some cells.

    `text` and `line` are those of `Source`. Cells have a place only if the rows are directly below each other.
    """
    first = rows[0]
    even = first.column and all(row[1:] == (first.line + i, first.column) for i, row in enumerate(rows))
    step = int(bool(even))
    return Source(text, line, board, first.line, max(first.column, 1), frame, frame, step, step)


class Charset(NamedTuple):
    """The signs of a format: `read` converts to XSB, `write` back, with `outside` for floor beyond walls.

    `strange` matches a sign that the format does not have.
    """

    read: Mapping[int, str]
    write: Mapping[int, str]
    strange: re.Pattern[str]
    names: str
    outside: str


def charset(signs: Mapping[str, str], *, outside: str = "") -> Charset:
    """Return the charset in which the cell with an XSB sign is any of ``signs[sign]``; the first of them is written.

    `outside` is written for floor that is not inside of walls, if that differs.
    """
    floor = signs[" "]
    read = {ord(other): sign for sign, others in signs.items() for other in others + (outside if sign == " " else "")}
    write = {ord(sign): others[0] for sign, others in signs.items()}
    every = "".join(map(chr, read))
    return Charset(read, write, re.compile(f"[^{re.escape(every)}]"), " ".join(every), outside or floor[0])


class PictureFormat(Format):
    """A format whose boards are rows of its own signs."""

    charset: Charset

    def read_board(self, rows: Sequence[Row], text: str, line: int) -> Read:
        """Return the level of rows, without texts, or None, and the problems.

        `text` are the lines in the file that the level is made of, and `line` is the number of the first.
        """
        charset = self.charset
        if problems := _bad_signs(rows, charset):
            return None, problems
        width = max((len(row.signs) for row in rows), default=0)
        if not width:
            return None, [Problem(line, 0, "error", say("board-without-cells"), say("at-least-one"), plain.LEFT_OUT)]
        if problems := plain.oversize(width, len(rows), line):
            return None, problems
        board, opening, _ = boards.parse([row.signs.translate(charset.read) for row in rows])
        framed = int(opening >= 0)
        source = source_of(rows, text, line, board, framed)
        problems = [boards.open_problem(source, opening)] if framed else []
        return Level(board, self.implied_game(board), source=source), problems

    def write_rows(self, board: Board) -> list[str]:
        """Return the rows of a board of plain parts, all of its width."""
        signs = boards.signs(board)
        if self.charset.outside != self.charset.write[ord(" ")]:
            for cell in _outside(board):
                signs[cell] = self.charset.outside
        return cut("".join(signs).translate(self.charset.write), board.width)

    def losses(self, level: Level) -> Iterable[str]:
        board = level.board
        return [*plain.losses(board)] or boards.opening_losses(boards.signs(board), board.width)


def _bad_signs(rows: Sequence[Row], charset: Charset) -> list[Problem]:
    bad = islice(((row, match) for row in rows for match in charset.strange.finditer(row.signs)), MOST_BAD)
    places = (
        (row.line, row.column and row.column + match.start(), say("found-text", what=match[0])) for row, match in bad
    )
    expected = say("one-of", names=charset.names)
    return [Problem(line, column, "error", found, expected, plain.LEFT_OUT) for line, column, found in places]


def _outside(board: Board) -> Iterator[int]:
    """Yield the cells of bare floor from which one gets to the edge past no wall."""
    free = [*(terrain != WALL for terrain in board.terrain), False]
    taken = {piece.cells[0] for piece in board.pieces}
    for cell in reachable_from(board.grid, free, filter(free.__getitem__, board.grid.edge)):
        if board.terrain[cell] == FLOOR and cell not in taken:
            yield cell
