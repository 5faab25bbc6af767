"""Read the progress that other programs store: solutions, saved games and records.

::

    file = imports.read(Path("levels.sok").read_bytes(), name="levels.sok")
    for played in file.played:
        print(played.title, played.moves.text)

A program is one module with its `PROGRAM`; an archive may hold files of several. Nothing is replayed here:
`pushbox.store.imports` finds the levels in a library, replays the moves there, and stores the valid ones.
"""

from __future__ import annotations

from ..arguments import check_type
from ..errors import FormatError, UnsupportedError
from ..formats import archives, text
from ..sentence import suggestion
from . import archived, ksokoban, letslogic, level_files, moves, score_file
from .api import ImportedFile, PlayedLevel, Program, SolvedId

PROGRAMS: tuple[Program, ...] = (
    letslogic.PROGRAM,
    score_file.PROGRAM,
    ksokoban.PROGRAM,
    moves.PROGRAM,
    level_files.PROGRAM,
)

__all__ = ["PROGRAMS", "ImportedFile", "PlayedLevel", "Program", "SolvedId", "find", "read"]


def read(data: bytes, *, name: str = "", program: str | None = None, encoding: str | None = None) -> ImportedFile:
    """Read the progress in a file of another program, called `name`.

    Without a program key, the first program that recognises the file reads it; a file that none recognises is read as
    levels, and an archive as all files of programs and of levels in it. Text is decoded as by `pushbox.formats.read`.
    O(len(data)). Raises FormatError for an unreadable file, UnsupportedError for an unknown program or encoding.
    """
    check_type("data", data, bytes, "the bytes of a file")
    if len(data) > text.LARGEST:
        raise FormatError.said("many-bytes", count=len(data), most=text.LARGEST)
    if program is not None:
        return find(program).read(data, name, encoding)
    if archives.kind(data):
        return archived.read(archives.files(data, name), PROGRAMS, encoding)
    return next(one for one in PROGRAMS if one.recognise(data, name)).read(data, name, encoding)


def find(key: str) -> Program:
    """Return the program with a key.  Raises UnsupportedError."""
    keys = [one.key for one in PROGRAMS]
    if key not in keys:
        raise UnsupportedError.said("no-program", key=key[:40], close=suggestion(key, keys), known=", ".join(keys))
    return PROGRAMS[keys.index(key)]
