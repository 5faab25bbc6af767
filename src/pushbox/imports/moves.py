"""Moves alone, as programs copy them to the clipboard and web pages show them.

Each paragraph is one solution: the letters ``lurd`` in either case, with run lengths, or another of
`pushbox.move_notations`, such as the letters ``hjkl`` of the editor vi, which some collections of scores use.  What
follows a ``;`` is a comment.  No level is named.

Source: YSokoban's ReadMe, "lurd format"; the score page of orangeclawhammer.net.
"""

from __future__ import annotations

import re

from .. import move_notations
from ..errors import FormatError
from ..formats import encodings
from ..formats.xsb.line_classes import is_moves
from ..level import SavedMoves
from .api import MOST_PLAYED, ImportedFile, PlayedLevel, Program

KEY = "moves"
_COMMENT = re.compile(r";[^\n]*")
_GAP = re.compile(r"\n[ \t]*\n\s*")
_HEAD = 2000  # bytes of a file by which it is recognised


def recognise(data: bytes, _name: str) -> bool:
    """Return whether a file has only moves."""
    head = data[:_HEAD].decode("utf-8", "replace")
    words = _COMMENT.sub("", head if len(data) <= _HEAD else head.rpartition("\n")[0] or head).strip()
    return bool(words) and all(_letters(paragraph) for paragraph in _GAP.split(words))


def read(data: bytes, _name: str, encoding: str | None = None) -> ImportedFile:
    """Read the moves. Raises FormatError if the file has anything else."""
    bare = _COMMENT.sub("", encodings.decode(data, encoding).text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if not bare:
        raise FormatError.said("no-moves")
    paragraphs = _GAP.split(bare)
    FormatError.beyond(MOST_PLAYED, len(paragraphs), "solutions-count")
    played: list[PlayedLevel] = []
    for paragraph in paragraphs:
        letters = _letters(paragraph)
        if not letters:
            shown = paragraph.split("\n", 1)[0][:40]
            raise FormatError.said("no-such-moves", found=shown)
        played.append(PlayedLevel(SavedMoves("", letters)))
    return ImportedFile(KEY, tuple(played))


def _letters(paragraph: str) -> str:
    """Return the moves of a paragraph as LURD, empty where it is something else."""
    return "".join(paragraph.split()) if is_moves(paragraph) else move_notations.recognise(paragraph) or ""


PROGRAM = Program(KEY, "moves alone, in the letters lurd or hjkl, one solution a paragraph", recognise, read)
