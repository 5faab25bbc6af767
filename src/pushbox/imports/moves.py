"""Moves alone, as programs copy them to the clipboard and web pages show them.

Each paragraph is one solution: the letters ``lurd`` in either case, with run lengths, or those of the editor vi,
``hjkl``, which some collections of scores use.  What follows a ``;`` is a comment.  No level is named.

Source: YSokoban's ReadMe, "lurd format"; the score page of orangeclawhammer.net.
"""

from __future__ import annotations

import re

from ..errors import FormatError
from ..formats import encodings
from ..level import SavedMoves
from .api import MOST_PLAYED, ImportedFile, PlayedLevel, Program

KEY = "moves"
_COMMENT = re.compile(r";[^\n]*")
_GAP = re.compile(r"\n[ \t]*\n\s*")
_MOVES = re.compile(r"[lurdhjkLURDHJK0-9()\s]+")
_VI = re.compile(r"[hjkHJK]")
_FROM_VI = str.maketrans("hjklHJKL", "ldurLDUR")


def recognise(data: bytes, _name: str) -> bool:
    """Return whether a file has only moves."""
    head = data[:2000].decode("ascii", "replace")
    words = _COMMENT.sub("", head if len(data) <= 2000 else head.rpartition("\n")[0] or head)
    return bool(words.strip()) and bool(_MOVES.fullmatch(words)) and any(letter.isalpha() for letter in words)


def read(data: bytes, _name: str) -> ImportedFile:
    """Read the moves. Raises FormatError if the file has anything else."""
    bare = _COMMENT.sub("", encodings.decode(data).text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if not bare:
        raise FormatError("found no moves, expected the letters lurd or hjkl")
    if not _MOVES.fullmatch(bare):
        bad = _MOVES.sub("", bare)[:1]
        raise FormatError(f"found {bad!r}, expected moves in the letters lurd or hjkl")
    if _VI.search(bare):
        bare = bare.translate(_FROM_VI)
    paragraphs = _GAP.split(bare)
    if len(paragraphs) > MOST_PLAYED:
        raise FormatError(f"found {len(paragraphs):,} solutions, expected at most {MOST_PLAYED:,}")
    return ImportedFile(KEY, tuple(PlayedLevel(SavedMoves("", "".join(one.split()))) for one in paragraphs))


PROGRAM = Program(KEY, "moves alone, in the letters lurd or hjkl, one solution a paragraph", recognise, read)
