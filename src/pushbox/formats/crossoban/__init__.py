"""Crossoban: XSB with coloured boxes, filters, locks, ice, conveyors, holes, weak tiles and linked pushers.

A cell is one character, or two or three where the comment ``; @I2@`` or ``; @I3@`` stands above the board.  All else is
as in XSB: see `pushbox.formats.xsb`, whose lines, blocks and words these are.  There are no run lengths, and no letters
with the meaning they have in XSB.

On the board a coloured box or pusher has its colour as its one `colours`, and a linked pusher the number of its link as
`group`: 1 to 9 for the digits, `symbols.LINKED` (10) for the one link of ``&``, which has no digit, and 0 for a pusher
that is not linked at all.  A weak tile ``w`` has one use left and ``W`` two.

Source: leehaywood.org, Crossoban, puzzle definitions; what its tables leave open (which letter is which colour, what
may stand together in a cell) is inferred.
"""

from __future__ import annotations

import re

from ...level import Collection
from .. import xsb
from ..api import FormatInfo
from ..xsb import reading, writing
from .board import CROSSOBAN

__all__ = ["info", "losses", "read", "recognise", "write"]

info = FormatInfo(
    key="crossoban",
    name="Crossoban",
    endings=(".txt",),
    summary="XSB with colours, filters, locks, ice, conveyors, holes, weak tiles and linked pushers",
    source="leehaywood.org, Crossoban, puzzle definitions",
    solutions=xsb.info.solutions,
)

_ENCODING = re.compile(r"^[> \t]*+(?:;[ \t]*+)?(@I[123]@)[ \t]*+\r?$", re.MULTILINE)
_ROW = re.compile(r"#[#@+.$* _\-BGRYbgryCHSZchszafqxAFQX!&:^><v'\"wW]*#")
_SPECIAL = re.compile("[!&:^><'\"GRYgryCHSZchszafqxAFQXwv]")
# A line that may be a row with a sign of Crossoban alone: as good as none is, in a file of another format.
_CANDIDATE = re.compile(r"^[> \t_\-]*+#[#@+.$* _\-BbW]*+[!&:^><'\"GRYgryCHSZchszafqxAFQXwv].*$", re.MULTILINE)
_QUOTE = re.compile(r"[> \t]*>")


def recognise(text: str, name: str) -> str:
    """Return why a text is Crossoban: a comment ``@I1@``, or a row of a board with a sign that only Crossoban has.

    A row begins and ends with ``#`` and touches another, as a line alone is text.
    """
    del name
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "@I" in text and (found := _ENCODING.search(text)):
        return f"line {text.count(chr(10), 0, found.start(1)) + 1} is the comment {found[1]}"
    for match in _CANDIDATE.finditer(text):
        above = text.rfind("\n", 0, max(match.start() - 1, 0)) + 1
        below = text.find("\n", match.end() + 1)
        near = (text[above : match.start()], text[match.end() + 1 : below if below >= 0 else None])
        if (row := _row(match[0])) and any(map(_row, near)):
            sign = _SPECIAL.search(row)
            assert sign is not None  # the candidate has it
            return f"line {text.count(chr(10), 0, match.start()) + 1} is a row of a board with {sign[0]}"
    return ""


def _row(line: str) -> str:
    """Return the row that a line is, without quotes and blanks around it, or nothing where it is none."""
    unquoted = _QUOTE.sub("", line, count=1) if line.lstrip()[:1] == ">" else line
    trimmed = unquoted.strip(" \t\r\n_-")
    return trimmed if _ROW.fullmatch(trimmed) else ""


def read(text: str) -> Collection:
    """Read every level of a Crossoban file.

    A board with cells that mean nothing is lost and each of them told among the problems; a board that is not closed
    gets a frame of walls, and a warning.  Raises FormatError where there is no board at all.
    """
    return reading.read(text, CROSSOBAN)


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that Crossoban cannot hold, with level and cell."""
    return writing.losses(collection, CROSSOBAN)


def write(collection: Collection) -> str:
    """Return the text of a collection.  Raises FormatError with the first of the `losses`."""
    return writing.write(collection, CROSSOBAN)
