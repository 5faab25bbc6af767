"""MF8: boards in the letters of the Chinese forums, between ``[soko=W,H]`` and ``[/soko]``.

The letters are ``H`` wall, ``_`` floor, ``a`` player, ``x`` player on a goal, ``$`` box, ``*`` box on a goal and ``.``
goal; ``X``, ``-``, blanks and the signs of XSB are read too.  The size in the header is
not believed, as some programs write 0,0 there.

Lines around a block are its words: `pushbox.formats.parts.wording` says which, and which of them belong to which block.

Source: mf8.com.cn and USokoban; JSoko, FormatConverter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..errors import FormatError
from ..level import Collection, Level, Problem
from .api import FormatInfo
from .parts import back, picture, wording, wordless
from .text import lines

info = FormatInfo(
    key="mf8",
    name="MF8",
    endings=(".txt",),
    summary="boards in the letters H _ a x $ * . between [soko=W,H] and [/soko], as in forums",
    source="mf8.com.cn; USokoban",
    solutions=True,
)

LETTERS = picture.alphabet({"#": "H#", "@": "a@", "+": "xX+", "$": "$", "*": "*", ".": ".", " ": "_- "})

_START = re.compile(r"\[soko\s*=\s*(-?[0-9]{1,9})\s*[,x*]\s*(-?[0-9]{1,9})\s*\]", re.IGNORECASE)
_END = re.compile(r"\[/soko\]", re.IGNORECASE)


def recognise(text: str, name: str) -> str:
    """Return why a text is MF8: it has the opening of a block."""
    del name
    return f"it has {found[0]}" if (found := _START.search(text)) else ""


def read(text: str) -> Collection:
    """Read every block.  Raises FormatError where there is none."""
    collection = scan(text)
    if not collection.levels and not collection.problems:
        raise FormatError("found no level, expected a board between [soko=W,H] and [/soko]")
    return collection


def scan(text: str) -> Collection:
    """Read as `read` does, a text without blocks too."""
    raw = lines(text)
    blocks = [(start, end) for start, end in _blocks(raw)]
    return wording.collection(raw, blocks, _board, info.key)


def _blocks(raw: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the first line of each block and the line after its last."""
    start = -1
    for index, line in enumerate(raw):
        if start < 0 and _START.search(line):
            start = index
        if start >= 0 and (_END.search(line) or (index > start and _START.search(line)) or index + 1 == len(raw)):
            again = index > start and _START.search(line) and not _END.search(line)
            yield start, index if again else index + 1
            start = index if again else -1


def _board(raw: list[str], start: int, end: int, text: str, line: int) -> tuple[Level | None, list[Problem]]:
    """Return the level that a block draws."""
    rows: list[picture.Row] = []
    problems: list[Problem] = []
    closed = False
    for index in range(start, end):
        words, column = raw[index], 1
        if index == start and (opening := _START.search(words)):
            words, column = words[opening.end() :], opening.end() + 1
        if closing := _END.search(words):
            words, closed = words[: closing.start()], True
        if words.strip() or (words and start < index < end - 1):
            shift = len(words) - len(words.lstrip("\t"))
            rows.append(picture.Row(words[shift:].rstrip(), index + 1, column + shift))
    if not closed:
        problems.append(
            Problem(start + 1, 0, "warning", "found a block without its end", "[/soko]", "read as far as it goes")
        )
    level, found = picture.level(rows, LETTERS, text, line)
    return level, problems + found


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that MF8 cannot hold."""
    if found := _told_losses(collection):
        return found
    return back.loss(collection, _text(collection, kept=False), scan, info.name)


def write(collection: Collection) -> str:
    """Return a collection as blocks.  Raises FormatError with the first of the `losses`."""
    return back.written(collection, _told_losses(collection), _text, scan, info.name)


def _told_losses(collection: Collection) -> list[str]:
    found = list(wordless.collection_losses(collection, info.name))
    for number, level in enumerate(collection.levels, start=1):
        found += [f"level {number}: {sentence}" for sentence in (*picture.losses(level.board), *wording.losses(level))]
    return found


def _text(collection: Collection, *, kept: bool) -> str:
    return "\n\n".join((kept and _kept(level)) or _written(level) for level in collection.levels) + "\n"


def _kept(level: Level) -> str:
    text = level.source.text if level.source else ""
    return text if text and not back.loss(Collection((level,)), text, scan, "") else ""


def _written(level: Level) -> str:
    board = level.board
    head = [*wording.write(level), f"[soko={board.width},{board.height}]"]
    return "\n".join([*head, *picture.rows(board, LETTERS), "[/soko]"])
