"""Boards that are not what was drawn: a row is text or missing, or shares its line with something else.

A board that makes sense (see `pushbox.formats.parts.sense`) is believed.  Any other is looked at with the lines around
it.  Where a line stands in the place of a row (see `gaps`), or where the board makes sense without what is before,
behind or beside a row in its line (see `row_shapes`), that line is at fault, and there is no level.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...level import Problem, Severity
from ...sentence import say
from ..parts.plain import LEFT_OUT
from .gaps import Drawn, Gaps
from .line_classes import TEXT, ScannedText
from .row_shapes import RowShapes, reaches_by_walls, two_rows


class Doubts:
    """What is wrong with the boards of a text."""

    def __init__(self, text: ScannedText) -> None:
        self._text = text
        self._gaps = Gaps(text)
        self._shapes = RowShapes(text)

    def fault(self, above: Drawn | None, board: Drawn, below: Drawn | None) -> Problem | None:
        """Return what is wrong with the lines of a board that stands between two others, or None."""
        if (gap := self._gaps.between(above, board, below)) is not None:
            return self._no_row(gap)
        if not board.whole and board.is_part:
            return None  # walls around a text
        if (line := self._gaps.touching(board)) is not None:
            return self._no_row(line)
        if board.is_line and (problem := self._shapes.marked(board)) is not None:
            return problem
        odd, is_foreign = self._shapes.odd_row(board)
        if odd >= 0:
            if (problem := self._shapes.misshapen(board, [odd], is_foreign=is_foreign)) is not None:
                return problem
            if is_foreign:
                return self._odd(board, odd, "error")
        if not board.whole:
            return self._broken(board, odd)
        if (row := self._shapes.touching(board.rows)) >= 0:
            line = self._text.numbers[min(board.top + row, board.foot - 1)]
            return Problem(line, 0, "warning", say("found-touching"), say("a-blank-line"), say("read-as-one"))
        # Walls alone stick out of some boards.
        return None if odd < 0 or reaches_by_walls(board.rows, odd) else self._odd(board, odd, "warning")

    def _broken(self, board: Drawn, odd: int) -> Problem | None:
        """Return what is wrong with a board that makes no sense, where a line can be named."""
        items = [index for index, row in enumerate(board.rows) if _ITEM.match(row)]
        if items and (problem := self._shapes.misshapen(board, items)) is not None:
            return problem
        if (edge := self._gaps.edge(board)) is not None:
            return self._no_row(edge)
        if (problem := self._shapes.misshapen(board, range(len(board.rows)))) is not None:
            return problem
        is_joined = odd >= 0 and next(two_rows(board.rows[odd]), None) is not None
        return self._odd(board, odd, "error") if is_joined else None

    def _odd(self, board: Drawn, index: int, severity: Severity) -> Problem:
        repair = LEFT_OUT if severity == "error" else ""
        line = self._text.numbers[min(board.top + index, board.foot - 1)]
        return Problem(line, 0, severity, say("odd-row"), say("a-row-like-others"), repair)

    def _no_row(self, index: int) -> Problem:
        line = self._text.lines[index].strip()
        found = say("found-text", what=line[:40]) if line else say("found-blank-line")
        return Problem(self._text.numbers[index], 0, "error", found, say("a-row-of-board"), LEFT_OUT)

    def unread(self) -> Iterator[Problem]:
        """Yield a warning for each block of lines that look like rows and are none.  O(characters)."""
        text, scraps = self._text, self._gaps.scraps
        for top in scraps:
            if top + 2 in scraps and len(text.lines[top]) == len(text.lines[top + 2]):
                yield self._like_rows(top + 1)
            elif any(self._has_walls(line) for line in (top - 1, top + 1)):
                yield self._like_rows(top)
        for remark in _REMARK.finditer(bytes(text.codes)):
            line = text.lines[remark.start()]
            if _ROWS_ALONE.fullmatch(line) and _has_rows(line):
                yield self._like_rows(remark.start())
        for block in _NO_ROWS.finditer(bytes(text.codes)):
            lines = text.lines[block.start() : block.end()]
            alike = [_is_like_row(line) for line in lines]
            for at, line in enumerate(lines):
                if (at + _FEWEST_ROWS <= len(lines) and all(alike[at : at + _FEWEST_ROWS])) or _has_rows(line):
                    odd = (index for index in text.odd if block.start() <= index < block.end())
                    yield self._like_rows(next(odd, block.start() + at))
                    break

    def _has_walls(self, index: int) -> bool:
        """Return whether a line is text with walls in it, as a row within markup is."""
        text = self._text
        return 0 <= index < len(text.codes) and text.codes[index] == TEXT and "##" in text.lines[index]

    def _like_rows(self, index: int) -> Problem:
        return Problem(self._text.numbers[index], 0, "warning", say("found-like-rows"), say("rows-of-a-board"))


_ITEM = re.compile(r"[*+$@.] +#")
_FEWEST_ROWS = 3
_NO_ROWS = re.compile(rb"[tw]+")
_REMARK = re.compile(rb";")
_ROWS_ALONE = re.compile(r"[; #@$.+*_\-0-9()|]+")
_LONGEST_ROW = 1000  # characters of a line that is looked at for a row
_MARKUP = re.compile(r"<[^<>]{1,80}>|&[a-z]{2,6};")
_LIKE_ROW = re.compile(
    r"(?!.*[a-z]{3})(?:\s*[0-9]{1,6}[|:.)\s])?[^#X0█⬛🧱+]{0,8}\s*([#X0█⬛🧱+]).*\1[^#X0█⬛🧱+]{0,5}"
)


def _is_like_row(line: str) -> bool:
    """Return whether a line without words begins and ends with the same kind of wall, but for a few characters."""
    return len(line) <= _LONGEST_ROW and _LIKE_ROW.fullmatch(_MARKUP.sub("", line)) is not None


def _has_rows(line: str) -> bool:
    """Return whether a line looks like all rows of a board, of a page or in run lengths."""
    return ("##" in line and line.lower().count("<br") > 1) or (
        "#|" in line and line.count("|") > 1 and line.count("#") >= _FEWEST_ROWS
    )
