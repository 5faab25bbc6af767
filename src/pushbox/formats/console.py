"""The map of the console exercise: ``#`` wall, ``.`` floor, ``-`` goal, ``+`` box, ``O`` box on a goal, ``P`` player.

One level a file, without words; blank lines and blanks around a row mean nothing.  The reader is strict, as a map is
either right or wrong: the first fault is raised.  XSB uses the same characters with other meanings, so that a map is
read as this only where one asks for it.

Source: the console exercise.  It has no sign for a player on a goal at the start; while playing, ``P`` is drawn there.
"""

from __future__ import annotations

import re

from ..board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from ..errors import FormatError
from ..grid import cell_name
from ..level import Collection, Level, Source
from .api import FormatInfo
from .parts import enclosure, plain
from .text import lines

info = FormatInfo(
    key="console",
    name="Console map",
    endings=(".txt",),
    summary="the map of the console exercise: one level in the signs # . - + O P",
    source="the console exercise",
    solutions=False,
    detected=False,
)

MOST_CELLS = 1_000_000

_TERRAIN = {"#": WALL, ".": FLOOR, "-": GOAL, "+": FLOOR, "O": GOAL, "P": FLOOR}
_SIGNS = "# . - + O P"
_UNKNOWN = re.compile(r"[^#.\-+OP]")


def recognise(text: str, name: str) -> str:
    """Return why a text may be such a map: one player ``P``, other signs of the map only, walls all around."""
    del name
    rows = [line.strip() for line in text.splitlines()[:1000] if line.strip()]
    ring = rows and {rows[0], rows[-1]} == {"#" * len(rows[0])} and all(row[0] == row[-1] == "#" for row in rows)
    if ring and text.count("P") == 1 and not any(_UNKNOWN.search(row) for row in rows):
        return "one P inside a ring of #"
    return ""


def read(text: str) -> Collection:
    """Read a map.  Raises FormatError for the first fault: everything that `Sokoban` would refuse included."""
    numbered = [(number, line) for number, line in enumerate(lines(text), start=1) if line.strip()]
    if not numbered:
        raise FormatError("nothing in it: expected a map")
    rows = [line.strip() for _, line in numbered]
    places = [(number, len(line) - len(line.lstrip()) + 1) for number, line in numbered]
    width = len(rows[0])
    if width * len(rows) > MOST_CELLS:
        raise FormatError(f"found {width} x {len(rows)} cells, expected at most {MOST_CELLS:,}", line=places[0][0])
    for row, (line, column) in zip(rows, places, strict=True):
        if bad := _UNKNOWN.search(row):
            raise FormatError(f"found {bad[0]!r}, expected one of {_SIGNS}", line=line, column=column + bad.start())
        if len(row) != width:
            message = f"found a row of {len(row)} cells, expected {width} as in the first row"
            raise FormatError(message, line=line, column=column + min(len(row), width))
    signs = "".join(rows)

    def place(cell: int) -> tuple[int, int]:
        line, column = places[cell // width]
        return line, column + cell % width

    first = signs.find("P")
    if first < 0:
        raise FormatError("found no player, expected one P", line=places[0][0], column=places[0][1])
    if (second := signs.find("P", first + 1)) >= 0:
        line, column = place(second)
        raise FormatError("found a second player, expected one P", line=line, column=column)
    for sign, noun in (("[+O]", "box, expected at least one + or O"), ("[-O]", "goal, expected at least one - or O")):
        if not re.search(sign, signs):
            raise FormatError(f"found no {noun}", line=places[0][0], column=places[0][1])
    if (gap := enclosure.gap(signs, width)) >= 0:
        line, column = place(gap)
        raise FormatError("the player can leave the map here, expected walls all around", line=line, column=column)
    board = _board(signs, width)
    even = places == [(places[0][0] + row, places[0][1]) for row in range(len(places))]
    source = Source("\n".join(rows), places[0][0], board, *places[0]) if even else None
    return Collection((Level(board, source=source),), format=info.key)


def draw(board: Board) -> str:
    """Return the picture of a board, a row a line; a player on a goal is drawn as ``P``.

    What the map has no sign for is drawn as the nearest that it has: see `losses`.
    """
    signs = [_sign(terrain) for terrain in board.terrain]
    for piece in board.pieces:
        for cell in piece.cells:
            signs[cell] = "P" if piece.kind == "pusher" else "O" if signs[cell] == "-" else "+"
    width = board.width
    return "\n".join("".join(signs[row * width : (row + 1) * width]) for row in range(board.height))


def _sign(terrain: Terrain) -> str:
    return "#" if terrain.kind == "wall" else "-" if terrain.kind == "goal" else "."


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything that a map cannot hold."""
    found = [
        f"found {noun}, which a console map cannot hold"
        for noun, value in (
            ("a title of the collection", collection.title),
            ("an author of the collection", collection.author),
            ("notes of the collection", collection.notes),
            ("keys of the collection", collection.headers),
        )
        if value
    ]
    if len(collection.levels) != 1:
        found.append(f"found {len(collection.levels)} levels, expected one, as a console map is one level")
    for number, level in enumerate(collection.levels, start=1):
        found += [f"level {number}: {sentence}" for sentence in _level_losses(level)]
    return found or _misread(collection)


def _misread(collection: Collection) -> list[str]:
    """Why the map of a level, which has a sign for everything on it, does not read back as that level, if so."""
    try:
        again = read(draw(collection.levels[0].board))
    except FormatError as error:
        return [f"level 1: {error}"]
    return [] if again == collection else ["level 1: the map does not read back as the level that it was made from"]


def _level_losses(level: Level) -> list[str]:
    board = level.board
    found = [
        f"found {noun}, which a console map cannot hold"
        for noun, value in (
            (f"the game {level.game}", level.game != "sokoban"),
            ("options", level.options),
            ("a title", level.title),
            ("an author", level.author),
            ("notes", level.notes),
            ("solutions or saved games", level.saved_moves),
            ("keys or comments", level.headers),
        )
        if value
    ]
    found += plain.losses(board)
    goals = board.cells_of("goal")
    for piece in board.of_kind("pusher"):
        if piece.cells[0] in goals:
            place = cell_name(*board.rc(piece.cells[0]))
            found.append(f"{place}: found the player on a goal, for which a console map has no sign")
    return found


def write(collection: Collection) -> str:
    """Return a level as a map.  Raises FormatError with the first of the `losses`."""
    if found := losses(collection):
        raise FormatError(found[0])
    return draw(collection.levels[0].board) + "\n"


def _board(signs: str, width: int) -> Board:
    terrain = tuple(map(_TERRAIN.__getitem__, signs))
    boxes = (Piece("box", (match.start(),)) for match in re.finditer("[+O]", signs))
    return Board(width, len(signs) // width, terrain, (Piece("pusher", (signs.index("P"),)), *boxes))
