"""Boards that are not what was drawn: a row is text or missing, or shares its line with something else.

A board that makes sense (see `pushbox.formats.parts.sense`) is believed.  Any other is looked at with the lines around
it.  Where a line stands in the place of a row, or where the board makes sense without what is before, behind or beside
a row in its line, that line is at fault, and there is no level.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...level import Problem, Severity
from ...sentence import Sentence, say
from ..parts import enclosure, sense
from ..parts.plain import LEFT_OUT
from .line_classes import BLANK, ODD, ROW, RUNS, TEXT, ScannedText


class Drawn(NamedTuple):
    """The rows of a board, which begin at the line `top`, and whether they make sense."""

    top: int
    foot: int
    rows: list[str]
    whole: bool

    @property
    def is_part(self) -> bool:
        """Whether this is at most a part of a board: a row alone, or walls without pieces that enclose nothing."""
        rows = self.rows
        if len(rows) == 1:
            return True
        if any(sign in row for row in rows for sign in sense.PIECES):
            return False
        return _is_open(rows[0]) or _is_open(rows[-1]) or not any(map(_is_open, rows))


class Doubts:
    """What is wrong with the boards of a text; it looks closely at a bounded number of cells."""

    def __init__(self, text: ScannedText) -> None:
        self._text = text
        self._scraps = frozenset(text.scraps)
        self._left = _MOST_CELLS

    def fault(self, above: Drawn | None, board: Drawn, below: Drawn | None) -> Problem | None:
        """Return what is wrong with the lines of a board that stands between two others, or None."""
        if self._scraps or not all(drawn.whole for drawn in (above, board, below) if drawn is not None):
            gaps = [gap for gap in (self._gap_above(above, board), self._gap_below(board, below)) if gap is not None]
            if gaps:  # a text is rather in the place of a row than a blank line
                return self._no_row(min(gaps, key=lambda gap: self._text.codes[gap] == BLANK))
        if board.is_part:
            return None  # walls around a text
        if (line := self._touching(board)) is not None:
            return self._no_row(line)
        odd, is_foreign = self._odd_row(board)
        if odd >= 0:
            if (problem := self._misshapen(board, [odd], is_foreign=is_foreign)) is not None:
                return problem
            if is_foreign:
                return self._odd(board, odd, "error")
        if not board.whole:
            return self._broken(board, odd)
        if (row := _touch(board.rows)) >= 0:
            line = self._text.numbers[min(board.top + row, board.foot - 1)]
            return Problem(line, 0, "warning", say("found-touching"), say("a-blank-line"), say("read-as-one"))
        # Walls alone stick out of some boards.
        return None if odd < 0 or _reaches_by_walls(board.rows, odd) else self._odd(board, odd, "warning")

    def _broken(self, board: Drawn, odd: int) -> Problem | None:
        """Return what is wrong with a board that makes no sense, where a line can be named."""
        items = [index for index, row in enumerate(board.rows) if _ITEM.match(row)]
        if (problem := self._misshapen(board, items)) is not None:
            return problem
        if (edge := self._edge(board)) is not None:
            return self._no_row(edge)
        if (problem := self._misshapen(board, range(len(board.rows)))) is not None:
            return problem
        return None if odd < 0 else self._odd(board, odd, "error")

    def _odd(self, board: Drawn, index: int, severity: Severity) -> Problem:
        repair = LEFT_OUT if severity == "error" else ""
        line = self._text.numbers[board.top + index]
        return Problem(line, 0, severity, say("odd-row"), say("a-row-like-others"), repair)

    def unread(self) -> Iterator[Problem]:
        """Yield a warning for each block of lines that look like rows and are none."""
        text = self._text
        for top in self._scraps:
            if top + 2 in self._scraps and len(text.lines[top]) == len(text.lines[top + 2]):
                yield self._like_rows(top + 1)
        for block in _NO_ROWS.finditer(bytes(text.codes)):
            lines = text.lines[block.start() : block.end()]
            alike = [bool(_LIKE_ROW.fullmatch(_MARKUP.sub("", line))) for line in lines]
            for at, line in enumerate(lines):
                if (at + _FEWEST_ROWS <= len(lines) and all(alike[at : at + _FEWEST_ROWS])) or _BROKEN.search(line):
                    yield self._like_rows(block.start() + at)
                    break

    def _like_rows(self, index: int) -> Problem:
        return Problem(self._text.numbers[index], 0, "warning", say("found-like-rows"), say("rows-of-a-board"))

    def _no_row(self, index: int) -> Problem:
        line = self._text.lines[index].strip()
        found = say("found-text", what=line[:40]) if line else say("found-blank-line")
        return Problem(self._text.numbers[index], 0, "error", found, say("a-row-of-board"), LEFT_OUT)

    # A line in the place of a row

    def _gap_above(self, above: Drawn | None, board: Drawn) -> int | None:
        """Return the first of the lines that part a board from the rest of it above, or None."""
        other = self._beyond(board.top, -1, above)
        if other is None or other.foot > board.top or self._is_apart(other, board.top - 1, other.top, -1):
            return None
        if board.whole and above is not None and not above.whole and above.foot == other.top - 1:
            return None  # it is rather the row that is missing above
        return other.foot if _are_one(other, board) else None

    def _gap_below(self, board: Drawn, below: Drawn | None) -> int | None:
        """Return the first of the lines that part a board from the rest of it below, or None."""
        other = self._beyond(board.foot - 1, 1, below)
        if other is None or other.top < board.foot or self._is_apart(other, board.foot, other.foot - 1, 1):
            return None
        if board.whole and below is not None and not below.whole and below.top == other.foot + 1:
            return None  # it is rather the row that is missing below
        return board.foot if _are_one(board, other) else None

    def _beyond(self, line: int, step: int, board: Drawn | None) -> Drawn | None:
        """Return the rows beyond the gap next to a line, those of a board or one alone; None without such a gap."""
        at = self._reach(line, step)
        if at in self._scraps:
            return Drawn(at, at + 1, [self._text.lines[at]], whole=False)
        return board if board is not None and at in (board.top, board.foot - 1) else None

    def _is_apart(self, other: Drawn, gap: int, end: int, step: int) -> bool:
        """Return whether rows beyond a blank line are rather parted from others by text, at their other `end`."""
        codes, beyond = self._text.codes, end + step
        if not other.is_part or codes[gap] != BLANK or not 0 <= beyond < len(codes):
            return False
        return codes[beyond] != BLANK and self._reach(end, step) >= 0

    def _reach(self, line: int, step: int) -> int:
        """Return the first line beyond a gap next to a line, -1 for none: one blank line, or some that are no rows."""
        codes = self._text.codes
        at = line + step
        if not 0 <= at < len(codes):
            return -1
        if codes[at] == BLANK:
            at += step
        else:
            while abs(at - line) <= _LONGEST_GAP and 0 <= at < len(codes) and not self._is_row(at):
                if codes[at] == BLANK:
                    return -1
                at += step
        return at if 0 <= at < len(codes) and self._is_row(at) else -1

    def _is_row(self, index: int) -> bool:
        return self._text.codes[index] in _ROWS or index in self._scraps

    def _touching(self, board: Drawn) -> int | None:
        """Return a line that touches a board and has a row as wide as that next to it, or None."""
        text = self._text
        for line, near in ((board.top - 1, board.rows[0]), (board.foot, board.rows[-1])):
            if not 0 <= line < len(text.codes):
                continue
            if text.codes[line] == ODD:
                return line
            if text.codes[line] == TEXT and "##" in text.lines[line]:
                row = _ROW_WITHIN.search(text.lines[line])
                if row is not None and abs(len(row[0]) - len(near.strip(" "))) <= 1:
                    return line
        return None

    def _edge(self, board: Drawn) -> int | None:
        """Return the line of text that touches the one side at which a player can leave a board, or None."""
        rows, codes = board.rows, self._text.codes
        width = max(map(len, rows))
        signs = "".join([row.ljust(width) for row in rows])
        open_rows = {cell // width for cell in enclosure.openings(signs, width, "@+")}
        for row, line in ((0, board.top - 1), (len(rows) - 1, board.foot)):
            if open_rows == {row} and 0 <= line < len(codes) and codes[line] != BLANK:
                return line
        return None

    # A row that shares its line

    def _odd_row(self, board: Drawn) -> tuple[int, bool]:
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
        if len(board.rows) != board.foot - top:
            return -1, False
        if text.shifts:
            quoted = [text.raw[text.numbers[at] - 1].lstrip()[:1] == ">" for at in range(top, board.foot)]
            if any(quoted) and not all(quoted):
                return quoted.index(sum(quoted) * 2 <= len(quoted)), True
        return sense.odd_row(board.rows), False

    def _misshapen(self, board: Drawn, indexes: Iterable[int], *, is_foreign: bool = False) -> Problem | None:
        """Return the problem of the first of some rows that share their lines with something, or None."""
        rows, text = board.rows, self._text
        if len(rows) != board.foot - board.top:
            return None
        cells = len(rows) * max(map(len, rows))
        for index in indexes:
            line = board.top + index
            for found, instead in _readings(text.lines[line] if line in text.runs else rows[index]):
                other = [*rows[:index], *instead, *rows[index + 1 :]]
                if not (_SIGNS.fullmatch("".join(instead)) and _counts_fit(other)):
                    continue
                self._left -= cells
                if self._left < 0:
                    return None
                if board.whole and not is_foreign and _reaches_by_walls(rows, index) and not _are_even(other):
                    continue
                if sense.are_whole(other) and sense.odd_row(other) < 0:
                    return Problem(text.numbers[line], 0, "error", found, say("a-row-alone"), LEFT_OUT)
        return None


_MOST_CELLS = 2_000_000  # that are looked at closely in a file
_NO_ROWS = re.compile(rb"[tw]+")
_MARKUP = re.compile(r"<[^<>]{1,80}>|&[a-z]{2,6};")
_LIKE_ROW = re.compile(r"(?!.*[a-z]{3})[^#X0█⬛🧱+]{0,8}\s*([#X0█⬛🧱+]).*\1[^#X0█⬛🧱+]{0,5}")
_BROKEN = re.compile(r"##.*<br.*<br|#\|.*#.*\|.*#", re.IGNORECASE)  # rows in one line
_FEWEST_ROWS = 3
_DASHES = re.compile("-{3,}|_{3,}")
_MOST_ROWS = 300  # of boards that may touch
_NUMBER = re.compile(r"\s*[0-9]{1,6}")
_LONGEST_GAP = 3  # lines in the place of rows
_ROWS = frozenset(b"rlcsC")
_ROW_WITHIN = re.compile(r"#[ #@$.+*_\-]*#")
_REPEATED = re.compile(r"(.)\1\1")
_SIGNS = re.compile(r"[ #@$.+*_\-]+")


def _are_one(above: Drawn, below: Drawn) -> bool:
    """Return whether what stands above and below a gap is one board.

    Of two parts one at least is open at the gap, or is at most a part and as wide as the other there.
    """
    if above.is_part and below.is_part:
        return False  # walls around a text
    last, first = above.rows[-1].rstrip(), below.rows[0].rstrip()
    fits = (above.is_part or below.is_part) and len(last) == len(first)
    if above.whole or below.whole:
        return fits
    return fits or _is_open(last) or _is_open(first)


def _touch(rows: list[str]) -> int:
    """Return the first row behind the first of two whole boards that touch each other, -1 where there is one board.

    Rows of dashes alone may stand between them.
    """
    signs = "".join(rows)
    if signs.count("@") + signs.count("+") < 2 or len(rows) > _MOST_ROWS:
        return -1
    for end in range(_FEWEST_ROWS, len(rows) - _FEWEST_ROWS + 1):
        start = next((at for at in range(end, len(rows)) if not _DASHES.fullmatch(rows[at])), end)
        between = {*rows[end - 1].strip(" -_"), *rows[start].strip(" -_")} == {"#"}
        if between and sense.are_whole(rows[:end]) and sense.are_whole(rows[start:]):
            return end
    return -1


def _are_numbered(lines: list[str]) -> bool:
    """Return whether the numbers that lines begin with count by one, as run lengths do not."""
    numbers = [_NUMBER.match(line) for line in lines]
    counted = [int(number[0]) for number in numbers if number is not None] or [0]
    return len(lines) >= _FEWEST_ROWS and counted == list(range(counted[0], counted[0] + len(lines)))


def _is_open(row: str) -> bool:
    """Return whether a row has more than walls between its walls."""
    return bool(row.strip(" -_").strip("#"))


def _counts_fit(rows: list[str]) -> bool:
    signs = "".join(rows)
    return signs.count("$") == signs.count(".") + signs.count("+")


def _reaches_by_walls(rows: list[str], index: int) -> bool:
    """Return whether walls alone are what a row has more than its neighbours."""
    near = max(len(rows[at]) if 0 <= at < len(rows) else 0 for at in (index - 1, index + 1))
    return len(rows[index]) > near and not rows[index][near:].strip("#")


def _are_even(rows: list[str]) -> bool:
    return len({*map(len, rows)}) == 1


def _readings(row: str) -> Iterator[tuple[Sentence, list[str]]]:
    """Yield the rows that a line may have with something else, and what that is."""
    yield from _two_rows(row)
    for count in range(1, min(_LONGEST_MARK, len(row) - _NARROWEST) + 1):
        if _MARK.search(row[:count]):
            yield say("found-before-row", found=row[:count]), [row[count:]]
        if _MARK.search(row[-count:]):
            yield say("found-behind-row", found=row[-count:]), [row[:-count].rstrip()]


def _two_rows(row: str) -> Iterator[tuple[Sentence, list[str]]]:
    """Yield the rows that a line may be, one behind the other."""
    for split in range(_NARROWEST, len(row) - _NARROWEST + 1):
        if row[split - 1] == "#" and row[split:].lstrip(" -_")[:1] == "#":
            blanks = len(row) - split - len(row[split:].lstrip(" "))
            for dropped in range(min(blanks, _MOST_BETWEEN) + 1):
                yield say("two-rows-in-line"), [row[:split], row[split + dropped :]]


_NARROWEST = 3  # signs of a row within walls
_MOST_BETWEEN = 3  # blanks between two rows in a line
_MARK = re.compile("[^# ]|# | #|    ")  # no mark is of walls alone, nor one or two blanks
_ITEM = re.compile(r"[*+$@.] +#")
_LONGEST_MARK = 8  # characters before or behind a row
