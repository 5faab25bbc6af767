"""The map of the console exercise: ``#`` wall, ``.`` floor, ``-`` goal, ``+`` box, ``O`` box on a goal, ``P`` player.

One level a file, without words; blank lines and blanks around a row mean nothing.  The reader is strict, as a map is
either right or wrong: the first fault is raised.  XSB uses the same characters with other meanings; one ``P`` inside a
ring of ``#``, with no other signs than these, is a map, as it would have no box in XSB.

Source: the console exercise.  It has no sign for a player on a goal at the start; while playing, ``P`` is drawn there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..board import Board
from ..errors import FormatError
from ..grid import cut, rc_of
from ..level import Collection, Level
from ..sentence import Sentence, say
from .api import MOST_CELLS, Format, FormatInfo
from .parts import enclosure, picture, plain
from .text import lines
from .xsb import board as boards

_AS_XSB = str.maketrans("#.-+OP", "# .$*@")
_SIGNS = "# . - + O P"
_TERRAIN = {"wall": "#", "goal": "-"}
_UNKNOWN = re.compile(r"[^#.\-+OP]")


class Console(Format):
    info = FormatInfo(
        key="console",
        name="Console maps",
        endings=(".txt",),
        summary="the map of the console exercise: one level in the signs # . - + O P",
        recognised_by="a rectangle of walls with one P, and no sign that the game does not have",
        not_recognised="a map that is not closed, or with several players",
        source="the console exercise",
        games=("sokoban",),
    )

    def recognise(self, text: str, name: str) -> str:
        if text.count("P") != 1:
            return ""
        rows = [line.strip() for line in text[: 2 * MOST_CELLS].splitlines()[:1000] if line.strip()]
        ring = rows and {rows[0], rows[-1]} == {"#" * len(rows[0])} and all(row[0] == row[-1] == "#" for row in rows)
        if ring and not any(_UNKNOWN.search(row) for row in rows):
            return say("expected-console")
        return ""

    def scan(self, text: str) -> Collection:
        """Return the level of a map.  Raises FormatError for its first fault, also where it cannot be played."""
        rows = [picture.row_of(line, number) for number, line in enumerate(lines(text), start=1) if line.strip()]
        if not rows:
            raise FormatError.said("no-map-in-it")
        width, first = len(rows[0].signs), rows[0].line
        if width * len(rows) > MOST_CELLS:
            raise FormatError.said("map-too-large", width=width, height=len(rows), most=MOST_CELLS, line=first)
        for row, line, column in rows:
            if bad := _UNKNOWN.search(row):
                raise FormatError.said(
                    "one-of-signs", found=bad[0], signs=_SIGNS, line=line, column=column + bad.start()
                )
            if len(row) != width:
                raise FormatError.said(
                    "row-as-first", count=len(row), width=width, line=line, column=column + min(len(row), width)
                )
        signs = "".join(row.signs for row in rows)

        if fault := _fault(signs, width):
            message, cell = fault
            down, right = rc_of(cell, width)
            _, line, column = rows[down]
            raise FormatError(message, line=line, column=column + right)
        board = boards.of_signs(signs.translate(_AS_XSB), width)
        source = picture.source_of(rows, "\n".join(row.signs for row in rows), first, board)
        return Collection((Level(board, source=source if source.pitch else None),))

    def losses(self, level: Level) -> Iterator[str]:
        board = level.board
        yield from plain.losses(board)
        goals = board.cells_of("goal")
        for piece in board.of_kind("pusher"):
            if piece.cells[0] in goals:
                cell = board.cell_name(piece.cells[0])
                yield say("console-player-on-goal", cell=cell)

    def collection_losses(self, collection: Collection) -> Iterator[str]:
        if len(collection.levels) > 1:
            yield say("console-one-level", count=len(collection.levels))

    def write_level(self, level: Level, collection: Collection) -> str:
        return draw(level.board)


def _fault(signs: str, width: int) -> tuple[Sentence, int] | None:
    """Return why a map cannot be played, and the cell where that shows."""
    first = signs.find("P")
    if first < 0:
        return say("console-no-player"), 0
    if (second := signs.find("P", first + 1)) >= 0:
        return say("console-second-player"), second
    if not re.search("[+O]", signs):
        return say("console-box"), 0
    if not re.search("[-O]", signs):
        return say("console-goal"), 0
    if (opening := enclosure.opening(signs, width)) >= 0:
        return say("console-open"), opening
    return None


def draw(board: Board) -> str:
    """Return the picture of a board, a row a line; a player on a goal is drawn as ``P``.

    What the map has no sign for is drawn as the nearest that it has: see `Console.losses`.
    """
    signs = [_TERRAIN.get(terrain.kind, ".") for terrain in board.terrain]
    for piece in board.pieces:
        for cell in piece.cells:
            signs[cell] = "P" if piece.kind == "pusher" else "O" if signs[cell] == "-" else "+"
    return "\n".join(cut("".join(signs), board.width))


FORMAT = Console()
