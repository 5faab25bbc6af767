"""Files of levels with solutions and saved games, in any format of pushbox that can hold them.

Sokoban YASC (``.sok``), JSoko (``.sok``, and the files of "Export all collections"), YSokoban (the text it copies to
the clipboard), SokoSolve (``.ssx``) and ksokoban.online (push lists) write such files.

Source: the formats' own pages, and JSoko's LevelsIO.
"""

from __future__ import annotations

from .. import formats
from .api import ImportedFile, PlayedLevel, Program

KEY = "levels"


def recognise(_data: bytes, _name: str) -> bool:
    """Return whether a file has levels."""
    return True


def read(data: bytes, name: str, encoding: str | None = None) -> ImportedFile:
    """Read levels with their saved moves. Raises FormatError if the file has no levels."""
    collection = formats.read(data, name=name, encoding=encoding)
    played = tuple(
        PlayedLevel(moves, level, number, level.title)
        for number, level in enumerate(collection.levels, start=1)
        for moves in level.saved_moves
        if moves.text.strip()
    )
    return ImportedFile(KEY, played, problems=tuple(map(str, collection.problems)))


PROGRAM = Program(
    KEY, "levels with solutions: Sokoban YASC, JSoko, YSokoban, SokoSolve, ksokoban.online, pushbox", recognise, read
)
