"""MF8: boards in the letters of the Chinese forums, between ``[soko=W,H]`` and ``[/soko]``.

The letters are ``H`` wall, ``_`` floor, ``a`` player, ``x`` player on a goal, ``$`` box, ``*`` box on a goal and ``.``
goal; ``X``, ``-``, blanks and the signs of XSB are read too.  The rows count, not the size in the header: another size
than 0,0, which some programs write, is a warning.

Lines around a block speak of its level, as `pushbox.formats.parts.metadata` describes.

Source: mf8.com.cn and USokoban; JSoko, FormatConverter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from ..level import Collection, Level, Problem
from ..sentence import say
from .api import LEVEL_FIELDS, FormatInfo
from .parts import metadata, picture
from .parts.metadata import Block, Read
from .parts.plain import LEFT_OUT
from .text import lines

_START = re.compile(r"\[soko\s*=\s*(-?[0-9]{1,9})\s*[,x*]\s*(-?[0-9]{1,9})\s*\]", re.IGNORECASE)
_END = re.compile(r"\[/soko\]", re.IGNORECASE)
_SIGNS = frozenset("H#_-ax$*.X@+ ")


class Mf8(picture.PictureFormat):
    info = FormatInfo(
        key="mf8",
        name="MF8",
        endings=(".txt",),
        summary="boards in the letters H _ a x $ * . between [soko=W,H] and [/soko], as in forums",
        recognised_by="`[soko=W,H]` before a board",
        not_recognised="a board without it",
        source="mf8.com.cn; USokoban",
        expected=say("expected-mf8"),
        level_fields=LEVEL_FIELDS,
    )
    charset = picture.charset({"#": "H#", "@": "a@", "+": "xX+", "$": "$", "*": "*", ".": ".", " ": "_- "})

    def recognise(self, text: str, name: str) -> str:
        return say("it-has", what=opening[0]) if (opening := _START.search(text)) else ""

    def scan(self, text: str) -> Collection:
        raw = lines(text)
        blocks = list(_blocks(raw))
        read = metadata.collection(raw, blocks, self._read_block)
        lost = islice(_without_opening(raw, blocks), picture.MOST_BAD)
        problems = sorted((*read.problems, *lost), key=lambda problem: problem.line)
        return replace(read, problems=tuple(problems))

    def _read_block(self, raw: list[str], start: int, end: int, text: str, line: int) -> Read:
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
            problems.append(Problem(start + 1, 0, "warning", say("block-without-end"), "[/soko]", say("read-as-far")))
        level, faults = self.read_board(rows, text, line)
        if level is not None:
            problems += _size_problems(_START.search(raw[start]), level, rows, start + 1)
        return level, problems + faults

    def losses(self, level: Level) -> Iterator[str]:
        yield from super().losses(level)
        yield from metadata.line_losses(level)

    def write_level(self, level: Level, collection: Collection) -> str:
        board = level.board
        head = [*metadata.lines(level, self.implied_game(board)), f"[soko={board.width},{board.height}]"]
        return "\n".join([*head, *self.write_rows(board), "[/soko]"])


def _size_problems(
    opening: re.Match[str] | None, level: Level, rows: list[picture.Row], line: int
) -> Iterator[Problem]:
    """Yield a warning where the header of a block, in a line, names another size than its rows have."""
    assert opening is not None  # the block begins with it
    assert level.source is not None  # the level was read
    frame = 2 * level.source.row  # cells of a frame that was added
    width, height = level.board.width - frame, level.board.height - frame
    stated = int(opening[1]), int(opening[2])
    if stated not in ((width, height), (0, 0)):
        found = say("rows-of-size", width=width, height=height)
        fault = picture.widest(rows) if stated[0] != width else picture.missing(rows, line + 1)
        if not fault and stated[0] == width and stated[1] < height:
            # A line with the beginning or the end of a block has no row, but a mark.
            fault = rows[0].line if rows[0].line == line else rows[-1].line
        yield Problem(fault or line, 0, "warning", found, say("size-stated", size=opening[0]), say("read-as-drawn"))


def _without_opening(raw: list[str], blocks: list[Block]) -> Iterator[Problem]:
    """Yield an error for each end of a block that nothing opens, in the line above its rows."""
    starts = [0, *(end for _, end in blocks)]
    ends = [*(start for start, _ in blocks), len(raw)]
    for first, last in zip(starts, ends, strict=True):
        for index in range(first, last):
            if _END.search(raw[index]):
                top = index
                while top > first and raw[top - 1].strip() and _SIGNS.issuperset(raw[top - 1].strip()):
                    top -= 1
                line = max(top - 1, first)
                found = say("found-text", what=raw[line].strip()[:40])
                yield Problem(line + 1, 0, "error", found, "[soko=W,H]", LEFT_OUT)


def _blocks(raw: list[str]) -> Iterator[Block]:
    """Yield the first line of each block and the line after its last."""
    start = -1
    for index, line in enumerate(raw):
        if start < 0 and _START.search(line):
            start = index
        if start >= 0 and (_END.search(line) or (index > start and _START.search(line)) or index + 1 == len(raw)):
            again = index > start and _START.search(line) and not _END.search(line)
            yield start, index if again else index + 1
            start = index if again else -1


FORMAT = Mf8()
