"""Bookmarks of KDE's KSokoban: an unfinished game with its undone moves.

The first line has the number of the collection, of the level (from 0), and of moves. The second has the moves: a letter
of ``lurd``, or of ``wnes`` (west, north, east, south) for the last of a gesture, in capitals for a push, after its
distance if that is more than 1; moves after ``-`` were undone. It does not say which levels were solved: KSokoban
stores that as a number in its settings, deliberately unreadable.

Source: KSokoban 23.08, Bookmark, History and Move.
"""

from __future__ import annotations

import re

from ..errors import FormatError
from ..level import SavedMoves
from ..notation import MOVE_LETTERS
from .api import ImportedFile, PlayedLevel, Program

KEY = "ksokoban"
_LARGEST = 1_000_000  # bytes of a bookmark
_BOOKMARK = re.compile(rb"[0-9]{1,6} [0-9]{1,6} [0-9]{1,9}\r?\n[0-9lurdwnesLURDWNES]*-[0-9lurdwnesLURDWNES]*")
_TOKEN = re.compile(rf"([0-9]{{0,2}})([{MOVE_LETTERS}])")
_AS_LURD = str.maketrans("wnesWNES", "lurdLURD")


def recognise(data: bytes, _name: str) -> bool:
    """Return whether a file is a KSokoban bookmark."""
    return len(data) <= _LARGEST and bool(_BOOKMARK.fullmatch(data.strip()))


def read(data: bytes, _name: str, _encoding: str | None = None) -> ImportedFile:
    """Read a bookmark. Raises FormatError if it is not one."""
    if not recognise(data, ""):
        raise FormatError.said("ksokoban-none")
    head, _, line = data.decode("ascii").strip().partition("\n")
    collection, level, _ = head.split()
    past, _, undone = line.strip().partition("-")
    title = f"KSokoban, collection {int(collection)}, level {int(level) + 1}"
    moves = SavedMoves(title, _spelled(past) + _spelled(undone))
    return ImportedFile(KEY, (PlayedLevel(moves, number=int(level) + 1),) if moves.text else ())


def _spelled(line: str) -> str:
    """Return the letters of a line of gestures. Raises FormatError for anything else."""
    bare = line.translate(_AS_LURD)
    if _TOKEN.sub("", bare):
        raise FormatError.said("ksokoban-distance")
    return "".join(letter * int(distance or 1) for distance, letter in _TOKEN.findall(bare))


PROGRAM = Program(KEY, "bookmarks of KDE's KSokoban", recognise, read)
