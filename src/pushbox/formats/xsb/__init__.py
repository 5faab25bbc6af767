"""XSB: boards drawn in text, the format that almost every Sokoban program reads.

The signs are ``#`` wall, ``@`` player, ``+`` player on a goal, ``$`` box, ``*`` box on a goal, ``.`` goal, and space,
``-`` or ``_`` for floor.  Text stands between the boards: comments (``; text``), keys (``Title: text``), blocks of
comment (``Comment:`` to ``Comment-End:``), solutions (``Solution: lurd`` or ``;LURD lurd``).

The module `lines` says what each line is, `blocks` which lines belong to which level, `words` what the lines of text
say, `board` what the rows draw, `writing` the way back.

Source: the Sokoban Wiki's page on the level format; the SOK format; JSoko's reader for what is a row and what is text.
"""

from __future__ import annotations

from ..api import FormatInfo
from .reading import read
from .writing import losses, write

__all__ = ["info", "losses", "read", "recognise", "write"]

info = FormatInfo(
    key="xsb",
    name="XSB",
    endings=(".xsb", ".txt"),
    summary="boards drawn in # @ + $ * . and space, with titles, comments and solutions as text",
    source="XSokoban, 1992; the Sokoban Wiki, Level format",
    solutions=True,
    streams=True,
)


def recognise(text: str, name: str) -> str:
    """Return why a text is XSB: no other format has claimed it."""
    del text, name
    return "no sign of any other format"
