"""Run lengths: every level one line, such as ``5#|#@$.#|5#``, with text as in XSB.

Rows stand between ``|``, runs of three and more are a count with the sign, floor is ``-``.  Counts of less, groups
``2(#-)`` and a ``|`` at the end are read too.

Source: the SOK format, versions 0.17 to 0.19; JSoko.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..board import Board
from ..level import Collection
from ..notation import encode
from .api import FormatInfo
from .parts import plain
from .xsb import board as rows
from .xsb import reading, writing
from .xsb.dialect import XSB

__all__ = ["info", "losses", "read", "recognise", "write"]

info = FormatInfo(
    key="rle",
    name="Run lengths",
    endings=(".rle",),
    summary="a line a level, rows in run lengths with | between them",
    source="the SOK format, 0.17 to 0.19; JSoko",
    solutions=True,
)

_ROW = r"[ #@$.+*_\-WpmPMbBo0-9()]{1,2000}+"
_LINE = re.compile(rf"^(?=[^\n]{{0,4000}}[@+pmPM]){_ROW}\|{_ROW}\|{_ROW}", re.MULTILINE)


def recognise(text: str, name: str) -> str:
    """Return why a text is in run lengths: a line of rows with a player and | between them."""
    del name
    return "a line of rows with | between them" if "|" in text and _LINE.search(text) else ""


def read(text: str) -> Collection:
    """Read every level as XSB does; raises what `xsb.read` raises."""
    return reading.read(text, _DIALECT)


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that the format cannot hold, with level and cell."""
    return writing.losses(collection, _DIALECT)


def write(collection: Collection) -> str:
    """Return the text of a collection.  Raises FormatError with the first of the `losses`."""
    return writing.write(collection, _DIALECT)


def _line(board: Board) -> list[str]:
    return [encode("\n".join(rows.write(board)), threshold=3)]


def _losses(board: Board) -> Iterator[str]:
    found = [*plain.losses(board)] or [*filter(None, [rows.loss(board)])]
    yield from found
    if not found and board.height < 3:
        yield f"found a board of {board.height} rows, expected at least three, as fewer in a line are read as text"


_DIALECT = XSB._replace(name="run lengths", key="rle", rows=_line, losses=_losses)
