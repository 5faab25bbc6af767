"""Hanano Puzzle: levels of stones that bloom, as HananoPuzzleAI keeps them in its ``.dat`` files, and their moves.

::

    4 6          height and width
    ######       rows of # fixed block, . empty and R B Y, fixed flowers in red, blue and yellow
    #...B#
    #....#
    ######
    S R U 2 1    a stone: colour R B Y, direction of blooming R U L D, row and column from 0
    B 2 3 1 2    a movable block: row and column of its first cell, height and width
    2 1          moves, in files of their own there: row and column of the left one of two cells

Moves may follow the pieces, so that a level with its solution is the two files one after the other; they are saved
moves in the notation of the game, ``2,1 2,2``.  A blank line between moves begins new ones.  A pair of numbers is
no move but the size of the next level where a row follows it.

Source: asi1024/HananoPuzzleAI.  It has no words, so that a level has no title here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise

from ..board import FLOOR, WALL, Board, Piece, Terrain
from ..errors import FormatError
from ..grid import cell_of, cells_within, cut
from ..level import Collection, Level, Problem, SavedMoves, Source
from ..sentence import say
from ..tiling import DOWN, LEFT, RIGHT, UP
from .api import Format, FormatInfo
from .parts import plain
from .parts.metadata import Block, Read, collect, trimmed
from .text import lines

_COLOURS = {"R": "red", "B": "blue", "Y": "yellow"}
_ARROWS = {"R": RIGHT, "U": UP, "L": LEFT, "D": DOWN}
_TERRAIN = {"#": WALL, ".": FLOOR} | {sign: Terrain("flower", colour=colour) for sign, colour in _COLOURS.items()}
_SIGN_OF = {terrain: sign for sign, terrain in _TERRAIN.items()}
_LETTER_OF = {colour: letter for letter, colour in _COLOURS.items()}
_ARROW_OF = {arrow: letter for letter, arrow in _ARROWS.items()}

_LOOKED_AT = 100_000  # characters in which a map is looked for
_PAIR = re.compile(r"\s*([0-9]{1,7})\s+([0-9]{1,7})\s*")
_ROW = re.compile(r"[#.RBY]+\s*")
_STONE = re.compile(r"\s*S\s+([RBY])\s+([RULD])\s+(-?[0-9]{1,7})\s+(-?[0-9]{1,7})\s*")
_BLOCK = re.compile(r"\s*B\s+(-?[0-9]{1,7})\s+(-?[0-9]{1,7})\s+([0-9]{1,7})\s+([0-9]{1,7})\s*")
_MOVES = re.compile(r"(?:[0-9]{1,7},[0-9]{1,7} )*[0-9]{1,7},[0-9]{1,7}")


class Hanano(Format):
    info = FormatInfo(
        key="hanano",
        name="Hanano",
        endings=(".dat",),
        summary="Hanano Puzzle: a map with flowers, a list of stones and blocks, and moves",
        recognised_by="a height and a width in the first line, and rows of `# . R B Y` below",
        not_recognised="a map without its first line",
        source="asi1024/HananoPuzzleAI",
        level_fields=("saved_moves",),
        games=("hanano",),
    )

    def recognise(self, text: str, name: str) -> str:
        head = text[:_LOOKED_AT].lstrip()
        size = _PAIR.fullmatch(re.split("[\r\n]", head, maxsplit=1)[0])
        rows = head.splitlines()[1 : 1 + int(size[1])] if size else []
        drawn = rows and all(map(_ROW.fullmatch, rows))
        return say("is-hanano") if drawn else ""

    def scan(self, text: str) -> Collection:
        raw = lines(text)
        spans = list(_spans(raw))
        if not spans:
            raise FormatError.said("no-hanano", line=1)
        above = enumerate(raw[: spans[0][0]], start=1)
        strange = [_strange(number, line, say("expected-hanano")) for number, line in above if line.strip()]
        return collect(chain([(None, strange)], (_level(raw, start, end) for start, end in spans)))

    def losses(self, level: Level) -> Iterator[str]:
        board = level.board
        for cell, terrain in enumerate(board.terrain):
            if terrain not in _SIGN_OF:
                place = board.cell_name(cell)
                yield say("in-red-blue-yellow", place=place, terrain=terrain.kind, expected=say("block-or-flower"))
        for piece in board.pieces:
            if not _line(board, piece):
                place = board.cell_name(piece.cells[0] if piece.cells else 0)
                yield say("piece-expecting", place=place, piece=piece.kind, expected=say("unbloomed-or-block"))
        yield from plain.counter_losses(board)
        for number, moves in enumerate(level.saved_moves, start=1):
            if moves.title or moves.notes:
                yield say("moves-with-words", number=number, format=self.info.name)
            if not _MOVES.fullmatch(moves.text):
                yield say("moves-otherwise", number=number)

    def write_level(self, level: Level, collection: Collection) -> str:
        board = level.board
        signs = "".join(_SIGN_OF[terrain] for terrain in board.terrain)
        rows = cut(signs, board.width)
        head = "\n".join([f"{board.height} {board.width}", *rows, *(_line(board, piece) for piece in board.pieces)])
        moves = (moves.text.replace(" ", "\n").replace(",", " ") for moves in level.saved_moves)
        return "\n\n".join([head, *moves])


def _spans(raw: list[str]) -> Iterator[Block]:
    """Yield the lines of each level: from its size to before the next one's."""
    starts = [index for index in range(len(raw) - 1) if _PAIR.fullmatch(raw[index]) and _ROW.fullmatch(raw[index + 1])]
    yield from pairwise([*starts, len(raw)])


def _strange(number: int, line: str, expected: str) -> Problem:
    return Problem(number, 0, "error", say("found-text", what=line.strip()[:40]), expected, say("line-left-out"))


def _level(raw: list[str], start: int, end: int) -> Read:
    head = _PAIR.fullmatch(raw[start])
    assert head is not None  # by this a span begins
    height, width = int(head[1]), int(head[2])
    top = start + 1
    rows: list[str] = []
    while top + len(rows) < end and _ROW.fullmatch(row := raw[top + len(rows)]):
        rows.append(row.strip())
    problems = []
    longest = max(map(len, rows))
    if (height, width) != (len(rows), longest):
        found = say("found-size", height=height, width=width)
        size = say("size-of-rows", height=len(rows), width=longest)
        problems.append(Problem(top, 0, "error", found, size, say("rows-believed")))
    if large := plain.oversize(longest, len(rows), top):
        return None, large
    for index, row in enumerate(rows):
        if len(row) < longest:
            found = say("row-of-cells", count=len(row))
            problems.append(Problem(top + index + 1, len(row), "error", found, str(longest), say("filled")))
    terrain = tuple(_TERRAIN[sign] for row in rows for sign in row.ljust(longest, "#"))
    pieces: list[Piece] = []
    moves: list[list[str]] = [[]]
    for index in range(top + len(rows), end):
        line = raw[index]
        if not line.strip():
            moves.append([])
        elif pair := _PAIR.fullmatch(line):
            moves[-1].append(f"{int(pair[1])},{int(pair[2])}")
        elif (piece := _piece(line, len(rows), longest)) is not None:
            pieces.append(piece)
        else:
            problems.append(_strange(index + 1, line, say("stone-or-block")))
    board = Board(longest, len(rows), terrain, tuple(pieces))
    source = Source("\n".join(raw[slice(*trimmed(raw, start, end))]), start + 1, board, top + 1)
    saved_moves = tuple(SavedMoves("", " ".join(group)) for group in moves if group)
    return Level(board, "hanano", saved_moves=saved_moves, source=source), problems


def _piece(line: str, height: int, width: int) -> Piece | None:
    """Return the piece of a line, or None where it is none, or does not lie on the board."""
    if stone := _STONE.fullmatch(line):
        row, column = int(stone[3]), int(stone[4])
        if 0 <= row < height and 0 <= column < width:
            return Piece("stone", (cell_of(row, column, width),), (_COLOURS[stone[1]],), arrow=_ARROWS[stone[2]])
    elif block := _BLOCK.fullmatch(line):
        row, column, high, wide = map(int, block.groups())
        if 0 <= row < row + high <= height and 0 <= column < column + wide <= width:
            return Piece("block", tuple(cells_within(row, column, row + high - 1, column + wide - 1, width)))
    return None


def _line(board: Board, piece: Piece) -> str:
    """Return the line of a piece, or an empty string if it has none."""
    if not piece.cells or any(not 0 <= cell < len(board.terrain) for cell in piece.cells):
        return ""
    cell, last = piece.cells[0], piece.cells[-1]
    (row, column), (bottom, right) = board.rc(cell), board.rc(last)
    if piece.kind == "stone":
        colour = piece.colours[0] if piece.colours else ""
        if colour not in _LETTER_OF or piece != Piece("stone", (cell,), (colour,), arrow=piece.arrow):
            return ""
        return f"S {_LETTER_OF[colour]} {_ARROW_OF[piece.arrow]} {row} {column}" if piece.arrow in _ARROW_OF else ""
    line = f"B {row} {column} {bottom - row + 1} {right - column + 1}"
    return line if bottom >= row and right >= column and _piece(line, board.height, board.width) == piece else ""


FORMAT = Hanano()
