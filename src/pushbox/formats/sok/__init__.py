"""SOK: the format of Sokoban YASC, boards with notes, solutions and saved games.

Versions 0.14 to 0.20 are read: run lengths (0.17 to 0.19), macros (0.14), moves with jumps ``[...]``, changes of pusher
``{...}`` and the mark ``*`` of the current position.  Written is 0.20, where moves and boards are without run lengths;
moves that had them read back written out.  Solutions and saved games are records with their moves as they stand in the
file: a replay tells one from the other (`pushbox.play.verify`).  A puzzle with ``boxorder`` and ``goalorder`` among its
notes is of the game ``plus``.

The module `shape` says what belongs to what, `reading` what it says, `macros` what it stands for, `writing` the way
back.

Source: the SOK format, version 0.19, and the Sokoban Wiki on 0.14 and 0.20.
"""

from __future__ import annotations

import re

from ...level import Collection, Level
from ..api import FormatInfo
from ..parts import layer, numbers
from . import reading, writing

__all__ = ["info", "losses", "read", "recognise", "write"]

info = FormatInfo(
    key="sok",
    name="SOK",
    endings=(".sok",),
    summary="boards with titles, notes, solutions and saved games, as Sokoban YASC keeps them",
    source="Sokoban YASC; the SOK format, versions 0.14 to 0.20",
    solutions=True,
    streams=True,
)

# Eight letters are moves and no word; under a key such as `Solution:` they are what XSB has too.
_MOVES = re.compile(r"^[ \t]*(?=[^lurdLURD\n]*[lurdLURD])[lurdLURD0-9()\[\]{}*]{8,}[ \t\r]*$", re.MULTILINE)
_KEYED = re.compile(r"[;> \t]*(?:lurd\b|(?:solution|savegame|snapshot|trace|comment)\b[^\n]*[:=])", re.IGNORECASE)
_TITLED = re.compile(
    r"^(?:best |own )?(?:solution|savegame|snapshot|reverse mode)\b[^:=\n]*\n\s*[lurdLURD0-9()\[\]{}*]+[ \t\r]*$",
    re.IGNORECASE | re.MULTILINE,
)
_LETTER = re.compile(r"[lurdLURD]")
_ASIDE = re.compile(r"^[ \t>]*::", re.MULTILINE)


def recognise(text: str, name: str) -> str:
    """Return why a text is SOK: the ending of its file, a ``::`` line, or a block of moves."""
    if name.lower().endswith(".sok"):
        return "the ending .sok"
    if "::" in text and _ASIDE.search(text):
        return "a line that begins with ::"
    if not _LETTER.search(text):  # a file of boards alone, of which there are large ones
        return ""
    return "a block of moves" if _has_moves(text) or _TITLED.search(text) else ""


def _has_moves(text: str) -> bool:
    """Whether there are lines of moves that belong to no key above them."""
    last = -2  # where the line of moves before this one ended
    for found in _MOVES.finditer(text):
        start = found.start()
        above = text.rfind("\n", 0, max(start - 1, 0)) + 1
        if start != last + 1 and not _KEYED.match(text, above, start):
            return True
        last = found.end()
    return False


def read(text: str) -> Collection:
    """Read every puzzle of a SOK file.

    A board with a sign that is none is lost and told among the problems; a board that is not closed gets a frame of
    walls, and a warning.  Raises FormatError where there is no board at all.
    """
    return layer.read(_LAYER, text)


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that the format cannot hold, with level and cell."""
    return layer.losses(_LAYER, collection)


def write(collection: Collection) -> str:
    """Return the text of a collection in version 0.20.  Raises FormatError with the first of the `losses`."""
    return layer.write(_LAYER, collection)


def _lower(level: Level, game: str) -> Level:
    return numbers.lower(level, game, "headers")


_LAYER = layer.Layer(
    "the SOK format",
    "sok",
    reading.read,
    reading.scan,
    writing.write,
    writing.losses,
    writing.context,
    numbers.lift,
    _lower,
    numbers.losses,
    respelled=writing.respelled,
)
