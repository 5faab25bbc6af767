"""Files of levels with solutions and saved games, in any format of pushbox that has them.

So do Sokoban YASC (``.sok``), JSoko (``.sok``, and the files of "Export all collections"), YSokoban (what it copies to
the clipboard), SokoSolve (``.ssx``) and ksokoban.online (push lists) hand out what was solved in them.

Source: the formats' own pages, and JSoko's LevelsIO.
"""

from __future__ import annotations

from .. import formats
from .api import ImportedFile, PlayedLevel, Program

KEY = "levels"


def recognise(_data: bytes, _name: str) -> bool:
    """Return whether a file is one of levels."""
    return True


def read(data: bytes, name: str) -> ImportedFile:
    """Return what a file says.  Raises FormatError for one that is no file of levels."""
    collection = formats.read(data, name=name)
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
