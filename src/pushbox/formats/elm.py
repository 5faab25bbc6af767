"""The letters of elm-sokoban-player, as in its addresses: ``5AHABDFAH5A``, a level a line in run lengths.

``A`` wall, ``B`` player, ``C`` player on a goal, ``D`` box, ``E`` box on a goal, ``F`` goal, ``G`` floor, ``H`` the end
of a row.  Any word could be such a line, so that a text is read as this only where one asks for it.

Source: krzysu/elm-sokoban-player, README.
"""

from __future__ import annotations

from ..errors import FormatError, NotationError
from ..level import Collection, Level, Problem
from ..notation import decode, encode
from .api import FormatInfo
from .parts import back, picture, wordless
from .text import lines

info = FormatInfo(
    key="elm",
    name="elm-sokoban-player",
    endings=(),
    summary="a level a line in the letters A to H with run lengths, as in addresses",
    source="krzysu/elm-sokoban-player",
    solutions=False,
    detected=False,
)

_LETTERS = picture.alphabet({"#": "A", "@": "B", "+": "C", "$": "D", "*": "E", ".": "F", " ": "G"})


def recognise(text: str, name: str) -> str:
    """Return why a text may be this: every line has these letters and digits only, and a player, boxes and goals."""
    del name
    found = [line.strip() for line in text[:10_000].splitlines() if line.strip()]
    if found and all("A" in line and "H" in line and not line.strip("ABCDEFGH0123456789") for line in found):
        return "its lines are of the letters A to H and digits"
    return ""


def read(text: str) -> Collection:
    """Read a level a line.  Raises FormatError where there is none."""
    levels: list[Level] = []
    problems: list[Problem] = []
    for number, line in enumerate(lines(text), start=1):
        if not line.strip():
            continue
        try:
            rows = decode(line.strip()).rstrip("H").split("H")
        except NotationError as error:
            problems.append(Problem(number, 0, "error", str(error), repair=picture.LEFT_OUT))
            continue
        level, found = picture.level([picture.Row(row, number) for row in rows], _LETTERS, line.strip(), number)
        problems += found
        if level is not None:
            levels.append(level)
    if not levels and not problems:
        raise FormatError("found no level, expected a line of the letters A to H")
    return Collection(tuple(levels), tuple(problems), format=info.key)


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that these letters cannot hold."""
    if found := _told_losses(collection):
        return found
    return back.loss(collection, _text(collection, kept=False), read, info.name)


def write(collection: Collection) -> str:
    """Return a level a line.  Raises FormatError with the first of the `losses`."""
    return back.written(collection, _told_losses(collection), _text, read, info.name)


def _told_losses(collection: Collection) -> list[str]:
    found = list(wordless.collection_losses(collection, info.name))
    for number, level in enumerate(collection.levels, start=1):
        told = (*picture.losses(level.board), *wordless.losses(level, info.name))
        found += [f"level {number}: {sentence}" for sentence in told]
    return found


def _text(collection: Collection, *, kept: bool) -> str:
    found = []
    for level in collection.levels:
        old = level.source.text if kept and level.source else ""
        same = old and not back.loss(Collection((level,)), old, read, "")
        found.append(old if same else encode("H".join(picture.rows(level.board, _LETTERS)), threshold=2))
    return "\n".join(found) + "\n"
