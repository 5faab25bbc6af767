"""What belongs to what in a SOK file: notes of the file, then puzzles, each with its solutions and saved games.

A block of moves is what a board is: something with a title above and notes below.  The title is the last line of text
above it, if a blank line precedes that or it is the only one there; every other line is a note of what stands above.
A `Title:` key in the notes takes the place of that line, which then is a note of what stands above too.  Keys that
are no title by any reading (`Author:`, `Solver:` ...) never are one, nor is a line above a ``::`` comment.

Source: the SOK format, version 0.19, "Titles".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..parts.metadata import folded
from ..xsb.line_classes import ASIDE, BLANK, COMMENT, HEADER, SAVED, TEXT, ScannedText, is_moves
from ..xsb.segments import Segment, boards

MOVES = ord("v")
_SETTLED = frozenset(
    "title author comment comment end collection set game options solver optimizer time optimality"
    " boxorder goalorder id difficulty date copyright view".split()
) | {"comment end", "date created", "date of last change", "e-mail", "email", "homepage", "website"}


class Part(NamedTuple):
    """A board, or moves where `board` is None, in the lines from `start` to before `end`.

    `title` is the line of its title, -1 where it has none, and its notes end before the line `close`.
    """

    start: int
    end: int
    board: Segment | None
    title: int
    close: int

    @property
    def head(self) -> int:
        """Its first line, the title included."""
        return self.start if self.title < 0 else self.title


def parts(text: ScannedText) -> list[Part]:
    """Return boards and blocks of moves in file order; text above the first is the file's.  O(lines).

    Moves above the first board are text, in `text.codes` too.
    """
    segments = boards(text)
    if not segments:
        return []
    codes = text.codes
    for index in range(segments[0].foot, len(codes)):
        if codes[index] == TEXT and is_moves(text.lines[index]):
            codes[index] = MOVES
    spans: list[tuple[int, int, Segment | None]] = [(board.top, board.foot, board) for board in segments]
    first = segments[0].foot
    spans += [(first + run.start(), first + run.end(), None) for run in _RUN.finditer(bytes(codes[first:]))]
    spans = [piece for span in spans for piece in _split_saved(text, span)]
    spans.sort(key=lambda span: span[0])
    titles = []
    above = 0
    for start, end, _ in spans:
        titles.append(-1 if codes[start] == SAVED else _title(text, above, start))
        above = end
    return _closed(text, spans, titles)


_RUN = re.compile(rb"v+|R+")


def _split_saved(text: ScannedText, span: tuple[int, int, Segment | None]) -> list[tuple[int, int, Segment | None]]:
    """Return a run of keys with moves as one span a key: each has the moves in the lines that follow it."""
    start, end, board = span
    if board or text.codes[start] != SAVED:
        return [span]
    heads = [index for index in range(start, end) if index in text.headers]
    return [(head, foot, None) for head, foot in zip(heads, [*heads[1:], end], strict=True)]


def _title(text: ScannedText, above: int, start: int) -> int:
    """Return the line of the title for a block at a line, or -1; `above` is the start of the text above it."""
    codes = text.codes
    last = start - 1
    while last >= above and codes[last] == BLANK:
        last -= 1
    if last < above or codes[last] in (ASIDE, COMMENT):
        return -1
    if codes[last] == HEADER and settled(text.headers[last][0]):
        return -1
    if last == above or codes[last - 1] == BLANK:
        return last
    alone = not any(code not in (BLANK, ASIDE) for code in codes[above:last])
    return last if alone else -1


def settled(name: str) -> bool:
    """Return whether the name of a key is known, so that its line is never a title."""
    return folded(name) in _SETTLED


def _closed(text: ScannedText, spans: list[tuple[int, int, Segment | None]], titles: list[int]) -> list[Part]:
    """Return the parts, with titles that a key overrules given to the notes above."""
    starts = [start for start, _, _ in spans]
    for index, (_, end, _) in enumerate(spans):
        foot = starts[index + 1] if index + 1 < len(spans) else len(text.lines)
        line = titles[index]
        if line >= 0:
            key = next((text.headers[at][1] for at in range(end, foot) if _is_title(text, at)), None)
            if key is not None and key != text.lines[line].strip():
                titles[index] = -1
    heads = [start if title < 0 else title for start, title in zip(starts, titles, strict=True)]
    closes = [*heads[1:], len(text.lines)]
    return [
        Part(start, end, board, title, close)
        for (start, end, board), title, close in zip(spans, titles, closes, strict=True)
    ]


def _is_title(text: ScannedText, index: int) -> bool:
    return text.codes[index] == HEADER and folded(text.headers[index][0]) == "title"
