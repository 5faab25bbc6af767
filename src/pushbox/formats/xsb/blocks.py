"""Which lines of an XSB file are boards, and which of the lines between two boards belong to which.

Rows that follow each other are a board.  A single one is text, and so are rows of floor and goals alone unless they
stand between others.  The text between two boards falls into paragraphs at blank lines.  A paragraph belongs to the
board that it touches; one that touches none belongs to the board above, but the last of them to the board below if it
begins with ``;`` or is a single line of text, as titles stand so.  One that touches both belongs to the board above but
for the text and ``;`` lines at its end.  What is above the first board and not its own belongs to the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .lines import LETTERS, ODD, RUNS, STRANGE, TEXT, WHOLE, Sheet, lettered


class Block(NamedTuple):
    """A board with its text: the lines from `head` to before `end`, those from `top` to before `foot` its rows."""

    head: int
    top: int
    foot: int
    end: int
    fault: str = ""  # why the rows are no board
    place: tuple[int, int] = (0, 0)  # line index and column from 0 of the fault


def find(sheet: Sheet) -> list[Block]:
    """Return the boards without their text; lines that look like rows and are none become text in `sheet.codes`."""
    return [found for match in _BOARD.finditer(bytes(sheet.codes)) if (found := _judge(sheet, *match.span()))]


def blocks(sheet: Sheet) -> tuple[int, Iterator[Block]]:
    """Return where the text of the file itself ends, and the boards.  O(lines)."""
    boards = find(sheet)
    if not boards:
        return len(sheet.lines), iter(())
    return _split(sheet, 0, boards[0].top, above=False), _owned(sheet, boards)


def _owned(sheet: Sheet, boards: list[Block]) -> Iterator[Block]:
    head = _split(sheet, 0, boards[0].top, above=False)
    for index, board in enumerate(boards):
        last = index + 1 == len(boards)
        end = len(sheet.lines) if last else _split(sheet, board.foot, boards[index + 1].top, above=True)
        yield board._replace(head=head, end=end)
        head = end


_BOARD = re.compile(rb"C|[rlcs](?:[rlcsfw]*[rlcs])?")
_PARAGRAPH = re.compile(rb"[^b]+")
_TITLE = re.compile(rb";[^b]*|[tflrcCsw]")
_LETTER = re.compile(r"[WpmPMbBo]")


def _split(sheet: Sheet, start: int, end: int, *, above: bool) -> int:
    """Return where the text of the board below begins, in the lines between two boards."""
    codes = bytes(sheet.codes[start:end])
    paragraphs = [match.span() for match in _PARAGRAPH.finditer(codes)]
    if not paragraphs:
        return end
    first, last = paragraphs[-1]
    if last == len(codes):
        if first or not above:
            return start + first
        return start + len(codes.rstrip(b";:tflrcCsw"))
    if (first or not above) and _TITLE.fullmatch(codes, first, last):
        return start + first
    return end


def _judge(sheet: Sheet, top: int, foot: int) -> Block | None:
    """Return the board that lines which look like rows are, with its fault, or None where they are text after all."""
    codes = sheet.codes[top:foot]
    if codes == bytes([WHOLE]):
        why, column = sheet.refused.get(top, ("", 0))
        return Block(top, top, foot, foot, why, (top, column))
    rows = foot - top
    if RUNS in codes:
        rows += sum(len(sheet.runs[line][0]) - 1 for line in range(top, foot) if line in sheet.runs)
    drawn = len(codes) - codes.count(STRANGE) - codes.count(ODD)
    fault = _fault(sheet, top, foot) if {LETTERS, STRANGE, ODD}.intersection(codes) else None
    least = 3 if codes == bytes([RUNS]) else 2
    if rows < least or not drawn or (fault and not _has_pieces(sheet, top, foot)):
        sheet.codes[top:foot] = bytes([TEXT]) * (foot - top)
        return None
    return Block(top, top, foot, foot, *(fault or ()))


def _has_pieces(sheet: Sheet, top: int, foot: int) -> bool:
    return any(piece in line for line in sheet.lines[top:foot] for piece in sheet.signs.pieces)


def _fault(sheet: Sheet, top: int, foot: int) -> tuple[str, tuple[int, int]] | None:
    """Return the first sign that XSB does not have, or a letter that does not count, with its place."""
    lines = sheet.lines[top:foot]
    rows = (line for index, line in enumerate(lines, start=top) if index not in sheet.runs)
    walled = all(lettered(row) or not row.strip(" -_.") for row in rows)
    for index, line in enumerate(lines, start=top):
        code = sheet.codes[index]
        if code in (STRANGE, ODD):
            bad = sheet.signs.strange.search(line)
            if bad is None:
                continue  # of signs alone, but open at its end: the board gets a frame
            return f"found {bad[0]!r}, expected one of {sheet.signs.names}", (index, bad.start())
        if code == LETTERS and not walled and (letter := _LETTER.search(line)):
            expected = "signs, as letters count only where every row begins and ends with # or *"
            return f"found {letter[0]!r}, expected {expected}", (index, letter.start())
    return None
