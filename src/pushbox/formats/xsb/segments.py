"""The segments of an XSB file: which lines are boards, and which of those between two boards belong to which.

Rows that follow each other are a board.  A single one is text, and so are rows of floor and goals alone unless they
stand between others.  The text between two boards falls into paragraphs at blank lines.  A paragraph belongs to the
board that it touches; one that touches none belongs to the board above, but the last of them to the board below if it
begins with ``;`` or is a single line of text, as titles stand so.  One that touches both belongs to the board above but
for the text and ``;`` lines at its end.  What is above the first board and not its own belongs to the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ...errors import FormatError
from ...sentence import say
from ..bounds import MOST_LEVELS
from .line_classes import LETTERS, ODD, ROW, RUNS, STRANGE, TEXT, WHOLE, Alphabet, ScannedText, lettered


class Segment(NamedTuple):
    """A board with its text: the lines from `head` to before `end`, those from `top` to before `foot` its rows."""

    head: int
    top: int
    foot: int
    end: int
    fault: str = ""  # why the rows are no board
    place: tuple[int, int] = (0, 0)  # line index and column from 0 of the fault


def boards(text: ScannedText) -> list[Segment]:
    """Return the boards without their text; lines that look like rows and are none become text in `text.codes`.

    Raises FormatError for more boards than a file may have.
    """
    drawn = [board for match in _BOARD.finditer(bytes(text.codes)) if (board := _judge(text, *match.span()))]
    FormatError.beyond(MOST_LEVELS, len(drawn), "boards-count")
    return drawn


def segments(text: ScannedText) -> tuple[int, Iterator[Segment]]:
    """Return the end of the text of the file itself, and the boards. O(lines)."""
    drawn = boards(text)
    if not drawn:
        return len(text.lines), iter(())
    first = _split(text, 0, drawn[0].top, above=False)
    heads = [first, *(_split(text, one.foot, other.top, above=True) for one, other in pairwise(drawn)), len(text.lines)]
    spans = zip(drawn, pairwise(heads), strict=True)
    return first, (board._replace(head=head, end=end) for board, (head, end) in spans)


_BOARD = re.compile(rb"C|[rlcs](?:[rlcsfw]*[rlcs])?")
_PARAGRAPH = re.compile(rb"[^b]+")
_TITLE = re.compile(rb";[^b]*|[tflrcCsw]")
_LETTER = re.compile(r"[WpmPMbBo]")


def _split(text: ScannedText, start: int, end: int, *, above: bool) -> int:
    """Return the start of the text of the board below, in the lines between two boards."""
    codes = bytes(text.codes[start:end])
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


def _judge(text: ScannedText, top: int, foot: int) -> Segment | None:
    """Return the board that lines which look like rows are, with its fault, or None where they are text after all."""
    codes = text.codes[top:foot]
    if codes == bytes([WHOLE]):
        why, column = text.refused.get(top, ("", 0))
        return Segment(top, top, foot, foot, why, (top, column))
    rows = foot - top
    if RUNS in codes:
        rows += sum(len(text.runs[line][0]) - 1 for line in range(top, foot) if line in text.runs)
    drawn = len(codes) - codes.count(STRANGE) - codes.count(ODD)
    fault = _fault(text, top, foot) if {LETTERS, STRANGE, ODD}.intersection(codes) else None
    least = 3 if codes == bytes([RUNS]) else 2
    if rows < least or not drawn or (fault and not _has_pieces(text, top, foot)):
        text.codes[top:foot] = bytes([TEXT]) * (foot - top)
        if rows == 1 and drawn:
            text.scraps.append(top)
        elif fault:
            text.odd.append(fault[1][0])
        return None
    return Segment(top, top, foot, foot, *(fault or ()))


def _has_pieces(text: ScannedText, top: int, foot: int) -> bool:
    """Return whether there are pieces, or goals in a plain row."""
    rows = range(top, foot)
    return any(piece in text.lines[row] for row in rows for piece in text.alphabet.pieces) or any(
        "." in text.lines[row] for row in rows if text.codes[row] == ROW
    )


def _fault(text: ScannedText, top: int, foot: int) -> tuple[str, tuple[int, int]] | None:
    """Return the first sign that XSB does not have, or a letter that does not count, with its place."""
    lines = text.lines[top:foot]
    rows = (line for index, line in enumerate(lines, start=top) if index not in text.runs)
    walled = all(lettered(row) or not row.strip(" -_.") for row in rows)
    for index, line in enumerate(lines, start=top):
        code = text.codes[index]
        if code in (STRANGE, ODD):
            bad = text.alphabet.strange.search(line)
            if bad is None:
                continue  # of signs alone, but open at its end: the board gets a frame
            return say("one-of-signs", found=bad[0], signs=_signs(text.alphabet, bad[0])), (index, bad.start())
        if code == LETTERS and not walled and (letter := _LETTER.search(line)):
            return say("found-expected", found=letter[0], expected=say("letters-framed")), (index, letter.start())
    return None


def _signs(alphabet: Alphabet, found: str) -> str:
    """Return the signs that are expected where another is found, with what that may be."""
    if not alphabet.loose or found not in _CROSSOBAN:
        return alphabet.names
    return say("signs-or-named", signs=alphabet.names, format="crossoban")


_CROSSOBAN = frozenset("!&:^><v'\"GRYgryCHSZchszafqxAFQXw")  # one row with such signs is no evidence of the format
