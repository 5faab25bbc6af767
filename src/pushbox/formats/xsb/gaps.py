"""Lines of text that stand in the place of a row: between two parts of a board, or where a board is open."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from ...grid import rc_of
from ..parts import enclosure, sense
from .line_classes import BLANK, ODD, TEXT, ScannedText


@dataclass(frozen=True)
class Drawn:
    """The rows of a board, which begin at the line `top`, and whether they make sense."""

    top: int
    foot: int
    rows: list[str]
    whole: bool

    @property
    def is_line(self) -> bool:
        """Whether all rows stand in one line, in run lengths."""
        return self.foot - self.top == 1 < len(self.rows)

    @cached_property
    def is_part(self) -> bool:
        """Whether this is at most a part of a board: a row alone, or walls without pieces that enclose nothing."""
        rows = self.rows
        if len(rows) == 1:
            return True
        if _PIECE.search("".join(rows)):
            return False
        return _is_open(rows[0]) or _is_open(rows[-1]) or not any(map(_is_open, rows))

    @cached_property
    def is_closed(self) -> bool:
        """Whether this is no part of a board by itself: it makes sense, or has walls above and below."""
        return self.whole or not (self.is_part or _is_open(self.rows[0]) or _is_open(self.rows[-1]))


class Gaps:
    """The gaps in the boards of a text."""

    def __init__(self, text: ScannedText) -> None:
        self._text = text
        self.scraps = frozenset(text.scraps)

    def between(self, above: Drawn | None, board: Drawn, below: Drawn | None) -> int | None:
        """Return the first line of a gap that parts a board from the rest of it, above or below, or None.

        A text is rather in the place of a row than a blank line.
        """
        are_closed = board.is_closed and (above is None or above.is_closed) and (below is None or below.is_closed)
        if are_closed and not self.scraps:
            return None
        gaps = [gap for gap in (self._above(above, board), self._below(board, below)) if gap is not None]
        return min(gaps, key=lambda gap: self._text.codes[gap] == BLANK, default=None)

    def _above(self, above: Drawn | None, board: Drawn) -> int | None:
        """Return the first of the lines that part a board from the rest of it above, or None."""
        other = self._beyond(board.top, -1, above)
        if other is None or other.foot > board.top or self._is_blank(board, board.top - 1):
            return None
        if not _are_one(other, board) or self._is_apart(other, board.top - 1, other.top, -1):
            return None
        return None if self._is_apart(board, board.top - 1, board.foot - 1, 1) else other.foot

    def _below(self, board: Drawn, below: Drawn | None) -> int | None:
        """Return the first of the lines that part a board from the rest of it below, or None."""
        other = self._beyond(board.foot - 1, 1, below)
        if other is None or other.top < board.foot or self._is_blank(board, board.foot):
            return None
        if not _are_one(board, other) or self._is_apart(other, board.foot, other.foot - 1, 1):
            return None
        return None if self._is_apart(board, board.foot, board.top, -1) else board.foot

    def _is_blank(self, board: Drawn, gap: int) -> bool:
        """Return whether a gap is just the end of a board that makes sense."""
        return board.whole and self._text.codes[gap] == BLANK

    def _beyond(self, line: int, step: int, board: Drawn | None) -> Drawn | None:
        """Return the rows beyond the gap next to a line, those of a board or one alone; None without such a gap."""
        at = self._reach(line, step)
        if at in self.scraps:
            return Drawn(at, at + 1, [self._text.lines[at]], whole=False)
        return board if board is not None and at in (board.top, board.foot - 1) else None

    def _is_apart(self, other: Drawn, gap: int, end: int, step: int) -> bool:
        """Return whether a part of a board by a blank line is rather parted from others by text, at its other `end`."""
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
        return self._text.codes[index] in _ROWS or index in self.scraps

    def touching(self, board: Drawn) -> int | None:
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

    def edge(self, board: Drawn) -> int | None:
        """Return the line of text that touches the one side at which a player can leave a board, or None."""
        rows, codes = board.rows, self._text.codes
        beside = ((0, board.top - 1), (len(rows) - 1, board.foot))
        texts = [(row, line) for row, line in beside if 0 <= line < len(codes) and codes[line] != BLANK]
        if not texts:
            return None
        width = max(map(len, rows))
        signs = "".join([row.ljust(width) for row in rows])
        open_rows = {rc_of(cell, width)[0] for cell in enclosure.openings(signs, width, "@+")}
        return next((line for row, line in texts if open_rows == {row}), None)


_PIECE = re.compile(f"[{re.escape(sense.PIECES)}]")
_ROWS = frozenset(b"rlcsC")
_ROW_WITHIN = re.compile(r"#[ #@$.+*_\-]*#")
_LONGEST_GAP = 3  # lines in the place of rows


def _are_one(above: Drawn, below: Drawn) -> bool:
    """Return whether what stands above and below a gap is one board.

    Of two parts one at least is open at the gap, or is at most a part and as wide as the other there.
    """
    if above.is_part and below.is_part:
        return _is_open(above.rows[-1]) or _is_open(below.rows[0])  # or they are walls around a text
    last, first = above.rows[-1].rstrip(), below.rows[0].rstrip()
    fits = (above.is_part or below.is_part) and len(last) == len(first)
    if above.whole or below.whole:
        return fits
    return fits or _is_open(last) or _is_open(first)


def _is_open(row: str) -> bool:
    """Return whether a row has more than walls between its walls."""
    return bool(row.strip(" -_").strip("#"))
