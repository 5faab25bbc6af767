"""Blockage: a map and a list of what is on it, in a text form of pushbox's own.

::

    Title: Over the gap
    Map:
    ########
    #......#
    ###..###
    ########
    stone red 1 1              a coloured stone at row 1, column 1, both from 0
    stone green fixed 1 2      one that is fixed for good
    stone black 1 3            a black stone, which is solid for all others
    target red 2 3             a cell on which a red stone is to be fixed
    dye blue 1 4               a cell that paints, once
    teleporter 1 5 2 4         two cells that take a stone from one to the other, once
    Solution: 1,1> 1,2!

``Map:`` begins a board: rows of ``#`` wall and ``.`` empty, all of one width.  The things follow, one a line and in any
order; ``used`` after the colour of a dye, or after ``teleporter``, marks one that has been used up.  Several stones may
stand in a cell.  Lines above ``Map:`` and among the things speak of the level, as
`pushbox.formats.parts.metadata` describes.

On the board a target is a goal with a colour, a dye and a teleporter have ``uses=1`` until they are used, the two ends
of a teleporter the same `pair`, counted from 1 in the order of the lines, and a black stone has the colour ``black``.

Source: pushbox; no file format of Blockage is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from ..board import FLOOR, WALL, Board, Piece, Terrain
from ..grid import Rectangle, cut, height_of
from ..level import Collection, Level, Problem
from ..sentence import say
from .api import LEVEL_FIELDS, Format, FormatInfo
from .parts import metadata, picture, plain
from .parts.metadata import Block, Read
from .text import lines

_LOOKED_AT = 100_000  # characters in which a map and a stone are looked for

_MAP = re.compile(r"\s*Map\s*:\s*", re.IGNORECASE)
_ROW = re.compile(r"\s*[#.]+\s*")
_COLOUR = re.compile(r"[a-z]{1,20}")
_AT = r"\s+([0-9]{1,7})\s+([0-9]{1,7})"
_STONE = re.compile(rf"\s*stone\s+([a-z]{{1,20}})(\s+fixed)?{_AT}\s*")
_CELL = re.compile(rf"\s*(target|dye)\s+([a-z]{{1,20}})(\s+used)?{_AT}\s*")
_PAIR = re.compile(rf"\s*(teleporter)(\s+used)?{_AT}{_AT}\s*")
_THING = re.compile(r"\s*(?:stone|target|dye|teleporter)\b(?!\s*:).*", re.IGNORECASE)
_EXPECTED = say("blockage-lines")


class Blockage(Format):
    info = FormatInfo(
        key="blockage",
        name="Blockage",
        endings=(".blockage",),
        summary="Blockage: a map with a list of stones, targets, dyes and teleporters",
        recognised_by="`Map:` above a row of `#` and `.`, and a line of a block",
        not_recognised="a map without blocks",
        source="pushbox",
        expected=say("expected-blockage"),
        level_fields=LEVEL_FIELDS,
        games=("blockage",),
    )

    def recognise(self, text: str, name: str) -> str:
        head = text[:_LOOKED_AT]
        if "stone" not in head.lower():
            return ""
        rows = head.splitlines()
        has_map = any(_MAP.fullmatch(line) and _ROW.fullmatch(below) for line, below in pairwise(rows))
        thing = next(filter(_STONE.fullmatch, rows), "") if has_map else ""
        return say("is-blockage", line=thing.strip()) if thing else ""

    def scan(self, text: str) -> Collection:
        raw = lines(text)
        return metadata.collection(raw, list(_blocks(raw)), _board)

    def losses(self, level: Level) -> Iterator[str]:
        yield from _board_losses(level.board)
        yield from metadata.line_losses(level)

    def write_level(self, level: Level, collection: Collection) -> str:
        board = level.board
        signs = "".join("#" if terrain == WALL else "." for terrain in board.terrain)
        rows = cut(signs, board.width)
        return "\n".join([*metadata.lines(level, self.implied_game(board)), "Map:", *rows, *_things(board)])


def _blocks(raw: list[str]) -> Iterator[Block]:
    """Yield where the lines of a board are: from ``Map:`` to the last thing before the next map or a blank line."""
    index = 0
    while index < len(raw):
        if not _MAP.fullmatch(raw[index]):
            index += 1
            continue
        end = index + 1
        while end < len(raw) and (_ROW.fullmatch(raw[end]) or _THING.fullmatch(raw[end])):
            end += 1
        yield index, end
        index = end


@dataclass(slots=True)
class _BoardBuilder:
    """A board while its things are put on it."""

    width: int
    terrain: list[Terrain]
    pieces: list[Piece] = field(default_factory=list)
    pairs: int = 0

    def cell(self, row: str, column: str) -> int:
        """Return the cell at two numbers, or -1 off the map."""
        cell = Rectangle(self.width, height_of(self.terrain, self.width)).cell(int(row), int(column))
        return -1 if cell == len(self.terrain) else cell

    def put(self, cell: int, terrain: Terrain) -> bool:
        """Make an empty cell special; False where it is not empty."""
        if cell < 0 or self.terrain[cell] != FLOOR:
            return False
        self.terrain[cell] = terrain
        return True

    def take(self, line: str) -> bool:
        """Put the thing of a line on the board; False where it is none, or there is no place for it."""
        if thing := _STONE.fullmatch(line):
            cell = self.cell(thing[3], thing[4])
            if cell >= 0:
                self.pieces.append(Piece("stone", (cell,), (thing[1],), fixed=bool(thing[2])))
            return cell >= 0
        if thing := _CELL.fullmatch(line):
            if thing[1] == "target":
                return not thing[3] and self.put(self.cell(thing[4], thing[5]), Terrain("goal", colour=thing[2]))
            return self.put(self.cell(thing[4], thing[5]), Terrain("dye", colour=thing[2], uses=int(not thing[3])))
        if thing := _PAIR.fullmatch(line):
            ends = self.cell(thing[3], thing[4]), self.cell(thing[5], thing[6])
            if min(ends) < 0 or ends[0] == ends[1] or any(self.terrain[cell] != FLOOR for cell in ends):
                return False
            self.pairs += 1
            return all(self.put(end, Terrain("teleporter", uses=int(not thing[2]), pair=self.pairs)) for end in ends)
        return False


def _board(raw: list[str], start: int, end: int, text: str, line: int) -> Read:
    """Return the level that a block of lines draws."""
    rows = [picture.row_of(raw[index], index + 1) for index in range(start + 1, end) if _ROW.fullmatch(raw[index])]
    if not rows:
        return None, [Problem(start + 1, 0, "error", say("map-without-rows"), say("rows-of-signs"), say("left-out"))]
    width = max(len(row.signs) for row in rows)
    if large := plain.oversize(width, len(rows), start + 2):
        return None, large
    problems = [
        Problem(row.line, 0, "error", say("row-of-cells", count=len(row.signs)), str(width), say("filled"))
        for row in rows
        if len(row.signs) < width
    ]
    signs = "".join(row.signs.ljust(width, "#") for row in rows)
    board = _BoardBuilder(width, [WALL if sign == "#" else FLOOR for sign in signs])
    for index in range(start + 1, end):
        if not _ROW.fullmatch(raw[index]) and not board.take(raw[index]):
            found = say("found-text", what=raw[index].strip()[:60])
            problems.append(Problem(index + 1, 0, "error", found, _EXPECTED, say("line-left-out")))
    built = Board(width, len(rows), tuple(board.terrain), tuple(board.pieces))
    return Level(built, "blockage", source=picture.source_of(rows, text, line, built)), problems


def _board_losses(board: Board) -> Iterator[str]:
    if not board.terrain:
        yield say("no-cell", width=board.width, height=board.height)
    pairs: dict[int, list[int]] = {}
    for cell, terrain in enumerate(board.terrain):
        if terrain.kind == "teleporter":
            pairs.setdefault(terrain.pair, []).append(cell)
        if not _is_known(terrain):
            expected = say("as-in-blockage")
            yield say("terrain-expecting", place=board.cell_name(cell), terrain=terrain.kind, expected=expected)
    for pair, cells in pairs.items():
        if len(cells) != 2 or board.terrain[cells[0]] != board.terrain[cells[-1]]:
            found = say("pair-with-ends", pair=pair, count=len(cells))
            yield say("two-alike", place=board.cell_name(cells[0]), found=found)
    for piece in board.pieces:
        cell = piece.cells[0] if piece.cells else -1
        stone = Piece("stone", (cell,), piece.colours[:1], fixed=piece.fixed)
        if piece != stone or not piece.colours or not _COLOUR.fullmatch(piece.colours[0]) or cell < 0:
            yield say("stones-only", piece=piece.kind)
    yield from plain.counter_losses(board)


def _is_known(terrain: Terrain) -> bool:
    colour = terrain.colour or ""
    match terrain.kind:
        case "wall" | "floor":
            return terrain in (WALL, FLOOR)
        case "goal":
            return bool(_COLOUR.fullmatch(colour)) and terrain == Terrain("goal", colour=colour)
        case "dye":
            known = Terrain("dye", colour=colour, uses=terrain.uses)
            return bool(_COLOUR.fullmatch(colour)) and terrain == known and terrain.uses in (0, 1)
        case "teleporter":
            return terrain == Terrain("teleporter", uses=terrain.uses, pair=terrain.pair) and terrain.uses in (0, 1)
        case _:
            return False


def _things(board: Board) -> Iterator[str]:
    for piece in board.pieces:
        yield f"stone {piece.colours[0]}{' fixed' if piece.fixed else ''} {_place(board, piece.cells[0])}"
    ends: dict[int, list[int]] = {}
    for cell, terrain in enumerate(board.terrain):
        used = "" if terrain.uses else " used"
        match terrain.kind:
            case "goal":
                yield f"target {terrain.colour} {_place(board, cell)}"
            case "dye":
                yield f"dye {terrain.colour}{used} {_place(board, cell)}"
            case "teleporter":
                ends.setdefault(terrain.pair, []).append(cell)
            case _:
                pass
    for _, (one, other) in sorted(ends.items()):
        used = "" if board.terrain[one].uses else " used"
        yield f"teleporter{used} {_place(board, one)} {_place(board, other)}"


def _place(board: Board, cell: int) -> str:
    row, column = board.rc(cell)
    return f"{row} {column}"


FORMAT = Blockage()
