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

from ..xsb.blocks import Block, find
from ..xsb.lines import ASIDE, BLANK, COMMENT, KEY, RECORD, TEXT, Sheet

MOVES = ord("v")
_MOVES = re.compile(r"(?=[0-9()\[\]{}*\s]*+[lurdLURD])[lurdLURD0-9()\[\]{}*\s]++")
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
    board: Block | None
    title: int
    close: int

    @property
    def head(self) -> int:
        """Its first line, the title included."""
        return self.start if self.title < 0 else self.title


def is_moves(line: str) -> bool:
    """Whether a line is one of moves: signs of the notation, a letter among them."""
    return bool(_MOVES.fullmatch(line))


def folded(name: str) -> str:
    """Return the name of a key with its case and its dashes levelled."""
    return " ".join(re.split(r"[\s_-]+", name.lower()))


def parts(sheet: Sheet) -> list[Part]:
    """Return boards and blocks of moves in file order; text above the first is the file's.  O(lines).

    Moves above the first board are text, in `sheet.codes` too.
    """
    boards = find(sheet)
    if not boards:
        return []
    codes = sheet.codes
    for index in range(boards[0].foot, len(codes)):
        if codes[index] == TEXT and is_moves(sheet.lines[index]):
            codes[index] = MOVES
    spans: list[tuple[int, int, Block | None]] = [(board.top, board.foot, board) for board in boards]
    first = boards[0].foot
    spans += [(first + found.start(), first + found.end(), None) for found in _RUN.finditer(bytes(codes[first:]))]
    spans = [piece for span in spans for piece in _split_records(sheet, span)]
    spans.sort(key=lambda span: span[0])
    titles = []
    above = 0
    for start, end, _ in spans:
        titles.append(-1 if codes[start] == RECORD else _title(sheet, above, start))
        above = end
    return _closed(sheet, spans, titles)


_RUN = re.compile(rb"v+|R+")


def _split_records(sheet: Sheet, span: tuple[int, int, Block | None]) -> list[tuple[int, int, Block | None]]:
    """Return a run of keys with moves as one span a key: each has the moves in the lines that follow it."""
    start, end, board = span
    if board or sheet.codes[start] != RECORD:
        return [span]
    heads = [index for index in range(start, end) if index in sheet.keys]
    return [(head, foot, None) for head, foot in zip(heads, [*heads[1:], end], strict=True)]


def _title(sheet: Sheet, above: int, start: int) -> int:
    """Return the line of the title of what starts at a line, -1 where it has none; `above` is where the text starts."""
    codes = sheet.codes
    last = start - 1
    while last >= above and codes[last] == BLANK:
        last -= 1
    if last < above or codes[last] in (ASIDE, COMMENT):
        return -1
    if codes[last] == KEY and settled(sheet.keys[last][0]):
        return -1
    if last == above or codes[last - 1] == BLANK:
        return last
    alone = not any(code not in (BLANK, ASIDE) for code in codes[above:last])
    return last if alone else -1


def settled(name: str) -> bool:
    """Whether the name of a key is known, so that its line is never a title."""
    return folded(name) in _SETTLED


def _closed(sheet: Sheet, spans: list[tuple[int, int, Block | None]], titles: list[int]) -> list[Part]:
    """Return the parts, with titles that a key overrules given to the notes above."""
    starts = [start for start, _, _ in spans]
    for index, (_, end, _) in enumerate(spans):
        foot = starts[index + 1] if index + 1 < len(spans) else len(sheet.lines)
        line = titles[index]
        if line >= 0:
            key = next((sheet.keys[at][1] for at in range(end, foot) if _is_title(sheet, at)), None)
            if key is not None and key != sheet.lines[line].strip():
                titles[index] = -1
    heads = [start if title < 0 else title for start, title in zip(starts, titles, strict=True)]
    closes = [*heads[1:], len(sheet.lines)]
    return [
        Part(start, end, board, title, close)
        for (start, end, board), title, close in zip(spans, titles, closes, strict=True)
    ]


def _is_title(sheet: Sheet, index: int) -> bool:
    return sheet.codes[index] == KEY and folded(sheet.keys[index][0]) == "title"
