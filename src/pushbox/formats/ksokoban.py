"""KSokoban's push lists: XSB whose solutions name every push by where the player stands before it.

``Solution: 1-4u1,4-4l2r1`` is: from column 1, row 4 (counted from 0) go up once, pushing; then from column 4, row 4
left twice and right once.  How the player walks between is left to shortest walks, so a list stays as it is in the
record; `pushbox.play.pushlist` turns it into letters and back.

Source: ksokoban.online, Retroban.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..level import Collection, Level
from ..notation import is_push_list
from .api import FormatInfo
from .parts import layer
from .parts.layer import Lifted

__all__ = ["info", "losses", "read", "recognise", "write"]

info = FormatInfo(
    key="ksokoban",
    name="KSokoban push lists",
    endings=(".xsb", ".txt"),
    summary="XSB with solutions as lists of pushes, such as 1-4u1,4-4l2",
    source="ksokoban.online",
    solutions=True,
)

_SOLUTION = re.compile(
    r"^[ \t>]*solution\b[^:=\n]{0,200}[:=][ \t]*([0-9]{1,6}-[0-9]{1,6}[lurdLURD])", re.IGNORECASE | re.MULTILINE
)


def recognise(text: str, name: str) -> str:
    """Return why a text has push lists: a solution that begins like one."""
    del name
    found = _SOLUTION.search(text)
    return f"a solution that begins with the push {found[1]}" if found else ""


def read(text: str) -> Collection:
    """Read every level as XSB does; raises what `xsb.read` raises.  Push lists stay as they are."""
    return layer.read(_LAYER, text)


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that the format cannot hold, with level and cell."""
    return layer.losses(_LAYER, collection)


def write(collection: Collection) -> str:
    """Return the text of a collection.  Raises FormatError with the first of the `losses`."""
    return layer.write(_LAYER, collection)


def _told(level: Level) -> Iterator[str]:
    for index, record in enumerate(level.saved_moves, start=1):
        if not is_push_list(record.text):
            yield f"found record {index} as {record.text[:20]!r}, expected a push list such as 1-4u1,4-4l2"


_LAYER = layer.on_xsb("KSokoban's text", "ksokoban", Lifted, lambda level, _: level, told=_told)
