"""Crossoban: XSB with coloured boxes, filters, locks, ice, conveyors, holes, weak tiles and linked pushers.

A cell is one character, or two or three where the comment ``; @I2@`` or ``; @I3@`` stands above the board; a row that
ends within a cell is filled with blanks, with a warning.  All else is as in XSB: see `pushbox.formats.xsb`, whose lines
and segments these are.  There are no run lengths, and no letters with the meaning they have in XSB.

On the board a coloured box or pusher has its colour as its one `colours`, and a linked pusher the number of its link as
`group`: 1 to 9 for the digits, `symbols.LINKED` (10) for the one link of ``&``, which has no digit, and 0 for a pusher
that is not linked at all.  A weak tile ``w`` has one use left and ``W`` two.

Source: leehaywood.org, Crossoban, puzzle definitions; what its tables leave open (which letter is which colour, what
may stand together in a cell) is inferred.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from ...board import Board, distinct_terrain
from ...level import Problem, Source
from ...sentence import place, say
from ..xsb import Xsb
from ..xsb.board import BadCell, ParsedBoard
from ..xsb.gather import ENCODING
from . import board as boards

_ENCODING = re.compile(r"^[> \t]*+(?:;[ \t]*+)?(@I[123]@)[ \t]*+\r?$", re.MULTILINE)
_ROW = re.compile(r"#[#@+.$* _\-BGRYbgryCHSZchszafqxAFQX!&:^><v'\"wW]*#")
_SPECIAL = re.compile("[!&:^><'\"GRYgryCHSZchszafqxAFQXwv]")
# A line that may be a row with a sign of Crossoban alone: as good as none is, in a file of another format.
_CANDIDATE = re.compile(r"^[> \t_\-]*+#[#@+.$* _\-BbW]*+[!&:^><'\"GRYgryCHSZchszafqxAFQXwv].*$", re.MULTILINE)
_QUOTE = re.compile(r"[> \t]*>")


def _row(line: str) -> str:
    """Return the row that a line is, without quotes and blanks around it, or nothing where it is none."""
    unquoted = _QUOTE.sub("", line, count=1) if line.lstrip()[:1] == ">" else line
    trimmed = unquoted.strip(" \t\r\n_-")
    return trimmed if _ROW.fullmatch(trimmed) else ""


def _special_rows(text: str) -> Iterator[tuple[int, str]]:
    """Yield where rows of boards begin that have a sign of Crossoban alone, and the sign."""
    for match in _CANDIDATE.finditer(text):
        above = text.rfind("\n", 0, max(match.start() - 1, 0)) + 1
        below = text.find("\n", match.end() + 1)
        near = (text[above : match.start()], text[match.end() + 1 : below if below >= 0 else None])
        if (row := _row(match[0])) and (sign := _SPECIAL.search(row)) and any(map(_row, near)):
            yield match.start(), sign[0]


_FEWEST = 2  # rows with such a sign that are evidence


class Crossoban(Xsb):
    info = replace(
        Xsb.info,
        key="crossoban",
        name="Crossoban",
        endings=(".txt",),
        summary="XSB with colours, filters, locks, ice, conveyors, holes, weak tiles and linked pushers",
        recognised_by="the comment `@I1@`, `@I2@` or `@I3@`, or two rows with signs that Crossoban alone has",
        not_recognised="one such row, as its sign may be a slip: `--from crossoban` reads it",
        source="leehaywood.org, Crossoban, puzzle definitions",
        games=("sokoban", "multiban", "crossoban"),
    )
    alphabet = boards.ALPHABET

    def recognise(self, text: str, name: str) -> str:
        """Return why a text is Crossoban: a comment ``@I1@``, or rows with signs that only Crossoban has.

        A row begins and ends with ``#`` and touches another, as a line alone is text.  One such row is no evidence: its
        sign may be a slip.
        """
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")

        def line_at(start: int) -> int:
            return text.count("\n", 0, start) + 1

        if "@I" in text and (encoding := _ENCODING.search(text)):
            return say("is-comment", place=place(line_at(encoding.start(1))), comment=encoding[1])
        rows = islice(_special_rows(text), _FEWEST)
        found = [(place(line_at(start)), sign) for start, sign in rows]
        if len(found) < _FEWEST:
            return ""
        (line, sign), (other, _) = found
        return say("is-crossoban", place=line, sign=sign, other=other)

    def cell_width(self, comments: list[str]) -> int:
        """Return the characters per cell: the last comment decides."""
        return next((int(size[1]) for comment in reversed(comments) if (size := ENCODING.fullmatch(comment))), 1)

    def parse_board(self, rows: list[str], cell_width: int) -> ParsedBoard | list[BadCell]:
        return boards.parse(rows, cell_width)

    def cell_warnings(self, rows: list[str], cell_width: int, source: Source) -> list[Problem]:
        """Return warnings for rows that end within a cell, and for linked pushers on ice, which the page calls red."""
        return [
            *boards.cut_cell_warnings(rows, cell_width, source),
            *boards.colour_warnings(rows, cell_width, source),
        ]

    def own_headers(self, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the headers of a level without the comment on how many characters a cell takes."""
        return [header for header in headers if header[0] or not ENCODING.fullmatch(header[1])]

    def board_rows(self, board: Board) -> list[str]:
        rows = boards.rows(board)
        if rows[0][:1] == ";" or sum(1 for _ in islice(_special_rows("\n".join(rows)), _FEWEST)) != 1:
            return rows
        return ["; @I1@", *rows]  # or one row would be no evidence

    def board_losses(self, board: Board) -> list[str]:
        return boards.losses(board)

    def implied_game(self, board: Board) -> str:
        """Return the game of Crossoban where anything on a board is of Interlock or one of Crossoban's extensions."""
        plain = all(terrain.kind in ("wall", "floor", "goal") for terrain in distinct_terrain(board.terrain))
        if plain and not any(piece.colours or piece.group for piece in board.pieces):
            return super().implied_game(board)
        return self.info.games[-1]


FORMAT = Crossoban()
