"""Rows that share their line: with another row, or with what stands before or behind them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...errors import NotationError
from ...level import Problem
from ...notation import decode_lenient
from ...sentence import Sentence, say
from ..parts import sense
from ..parts.plain import LEFT_OUT
from .gaps import Drawn
from .line_classes import ROW, RUNS, ScannedText


class RowShapes:
    """The shapes of rows in the boards of a text; it looks closely at a bounded number of cells."""

    def __init__(self, text: ScannedText) -> None:
        self._text = text
        self._left, self._signs_left = _MOST_CELLS, _MOST_SIGNS

    def odd_row(self, board: Drawn) -> tuple[int, bool]:
        """Return the first row that does not look like the others, and whether it is written in another way.

        -1 where all look alike, or not each has a line.
        """
        text, top = self._text, board.top
        codes = text.codes[top : board.foot]
        if RUNS in codes:
            lines = text.lines[top : board.foot]
            plain = any(code == ROW and _REPEATED.search(line) for code, line in zip(codes, lines, strict=True))
            if plain or _are_numbered(lines):
                return codes.index(RUNS), True
        if board.is_line:
            return sense.odd_row(board.rows), False
        if len(board.rows) != board.foot - top:
            return -1, False
        if text.shifts:
            quoted = [text.raw[text.numbers[at] - 1].lstrip()[:1] == ">" for at in range(top, board.foot)]
            if any(quoted) and not all(quoted):
                return quoted.index(sum(quoted) * 2 <= len(quoted)), True
        if sense.are_marked(board.rows):
            return 0, True
        return sense.odd_row(board.rows), False

    def marked(self, board: Drawn) -> Problem | None:
        """Return the problem of a mark before a board in one line, without which it makes sense, or None.

        A number may be the run length of blanks, and a dash may be floor, so that the board may make sense with it.
        """
        line = self._text.lines[board.top]
        mark = (_MARK_APART if board.whole else _MARK_BEFORE).match(line)
        if mark is None:
            return None
        try:
            rows = decode_lenient(line[mark.end() :])[0].split("\n")
        except NotationError:
            return None
        if not sense.are_whole(rows):
            return None
        found = say("found-before-row", found=mark[0])
        return Problem(self._text.numbers[board.top], 0, "error", found, say("a-row-alone"), LEFT_OUT)

    def misshapen(self, board: Drawn, indexes: Iterable[int], *, is_foreign: bool = False) -> Problem | None:
        """Return the problem of the first of some rows that share their lines with something, or None."""
        rows, text = board.rows, self._text
        if len(rows) != board.foot - board.top:
            return None
        excess: int | None = None
        for index in indexes:
            line = board.top + index
            for found, instead in _readings(text.lines[line] if line in text.runs else rows[index]):
                self._signs_left -= len(rows[index])
                if self._signs_left < 0:
                    return None
                if not _SIGNS.fullmatch("".join(instead)):
                    continue
                excess = _excess(rows) if excess is None else excess
                if _excess(instead) != _excess([rows[index]]) - excess:
                    continue
                if not self._may_look_at(len(rows) * max(map(len, rows))):
                    return None
                other = [*rows[:index], *instead, *rows[index + 1 :]]
                if board.whole and not is_foreign and reaches_by_walls(rows, index) and not _are_even(other):
                    continue
                if sense.are_whole(other) and sense.odd_row(other) < 0 and not sense.are_marked(other):
                    return Problem(text.numbers[line], 0, "error", found, say("a-row-alone"), LEFT_OUT)
        return None

    def touching(self, rows: list[str]) -> int:
        """Return the first row behind the first of two whole boards that touch each other, -1 where there is one board.

        Rows of dashes alone may stand between them. It is 0 for boards beside each other, with or without blanks.
        """
        signs = "".join(rows)
        if signs.count("@") + signs.count("+") < 2:
            return -1
        if (row := self._parted(rows)) >= 0:
            return row
        width = max(map(len, rows))
        return min(self._parted([*map("".join, zip(*[row.ljust(width) for row in rows], strict=True))]), 0)

    def _parted(self, rows: list[str]) -> int:
        """Return the first row of the second of two whole boards, -1 where there is one alone."""
        for end in range(_FEWEST_ROWS, len(rows) - _FEWEST_ROWS + 1):
            start = next((at for at in range(end, len(rows)) if not _DASHES.fullmatch(rows[at])), end)
            if not _WALLS.issuperset(rows[end - 1] + rows[start]):
                continue
            if not self._may_look_at(len(rows) * max(map(len, rows))):
                break
            if sense.are_whole(rows[:end]) and sense.are_whole(rows[start:]):
                return end
        return -1

    def _may_look_at(self, cells: int) -> bool:
        self._left -= cells
        return self._left >= 0


_MOST_CELLS = 2_000_000  # that are looked at closely in a file
_MOST_SIGNS = 20_000_000  # of rows that are read in other ways
_FEWEST_ROWS = 3
_DASHES = re.compile("-{3,}|_{3,}| +")
_WALLS = frozenset("# -_")  # the signs of a first row and a last one
_MARK_APART = re.compile(r"\s*(?:[0-9]{1,6}[.:)|]?|[^\s0-9]{1,4})\s+")
_MARK_BEFORE = re.compile(rf"{_MARK_APART.pattern}|[^0-9#]{{1,8}}")
_NUMBER = re.compile(r"\s*[0-9]{1,6}")
_REPEATED = re.compile(r"(.)\1\1")
_SIGNS = re.compile(r"[ #@$.+*_\-]+")


def _are_numbered(lines: list[str]) -> bool:
    """Return whether the numbers that lines begin with count by one, as run lengths do not."""
    numbers = [_NUMBER.match(line) for line in lines]
    counted = [int(number[0]) for number in numbers if number is not None] or [0]
    return len(lines) >= _FEWEST_ROWS and counted == list(range(counted[0], counted[0] + len(lines)))


def _excess(rows: list[str]) -> int:
    """Return how many boxes off goals there are more than goals without one."""
    signs = "".join(rows)
    return signs.count("$") - signs.count(".") - signs.count("+")


def reaches_by_walls(rows: list[str], index: int) -> bool:
    """Return whether walls alone are what a row has more than its neighbours."""
    near = max(len(rows[at]) if 0 <= at < len(rows) else 0 for at in (index - 1, index + 1))
    return len(rows[index]) > near and not rows[index][near:].strip("#")


def _are_even(rows: list[str]) -> bool:
    return len({*map(len, rows)}) == 1


def _readings(row: str) -> Iterator[tuple[Sentence, list[str]]]:
    """Yield the rows that a line may have with something else, and what that is."""
    yield from two_rows(row)
    if not _OTHER_SIGN.search(row):
        return
    for count in range(1, min(_LONGEST_MARK, len(row) - _NARROWEST) + 1):
        if _BEFORE.fullmatch(row, 0, count):
            yield say("found-before-row", found=row[:count]), [row[count:]]
        if _BEHIND.fullmatch(row, len(row) - count):
            yield say("found-behind-row", found=row[-count:]), [row[:-count].rstrip()]


def two_rows(row: str) -> Iterator[tuple[Sentence, list[str]]]:
    """Yield the rows that a line may be, one behind the other."""
    for split in range(_NARROWEST, len(row) - _NARROWEST + 1):
        if row[split - 1] == "#" and row[split:].lstrip(" -_")[:1] == "#":
            blanks = len(row) - split - len(row[split:].lstrip(" "))
            for dropped in range(min(blanks, _MOST_BETWEEN) + 1):
                yield say("two-rows-in-line"), [row[:split], row[split + dropped :]]


_NARROWEST = 3  # signs of a row within walls
_MOST_BETWEEN = 3  # blanks between two rows in a line
# A mark has a sign that no row has, or stands apart; walls alone, pieces among others and some blanks are none.
_BEFORE = re.compile(r".*[^#@$+*. ].*|[*+.$@]+ +|#+ +| {4,}")
_BEHIND = re.compile(r" +#+")
_OTHER_SIGN = re.compile(r"[^#@$+*.]")  # each mark has one, if only a blank
_LONGEST_MARK = 8  # characters before or behind a row
