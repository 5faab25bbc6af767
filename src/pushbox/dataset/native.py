"""Files of very many levels in the form of Boxoban, whose normal forms are made by native code."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256

from .. import core
from ..errors import MissingCore
from ..identity.normalize import MOST_VISITS

_WITHOUT_PLAYER = bytes.maketrans(b"@+", b" .")


def plain_levels(data: bytes) -> tuple[list[bytes], list[bytes]] | None:
    """Return the rows of each level, and the sums of their normal forms: `texts.digest_of` the `identity.normal_text`.

    None where anything in the file is not as in Boxoban: a line that begins with ``;`` or none, a rectangle of rows
    with walls all around, the same for all levels, one player, as many boxes as goals, of which one has to be pushed,
    and a blank line.  A file with anything else is for `pushbox.formats`.  8 microseconds a level.
    """
    try:
        normal_form = core.normal_form
    except MissingCore:
        return None
    if data.count(b";") != data.startswith(b";") + data.count(b"\n\n;") or b"|" in data:
        return None
    text = _TITLE.sub(b"", data).rstrip(b"\n") + b"\n\n"
    line, size = text.find(b"\n") + 1, text.find(b"\n\n") + 2
    height = (size - 1) // line
    count = len(text) // size
    if not 2 < line < _LONGEST or not 2 < height < _LONGEST or line * height + 1 != size or size * count != len(text):
        return None
    rows = text.replace(b"\n\n", b"\n")
    signs = rows.replace(b"\n", b"")
    area = (line - 1) * height
    is_regular = (
        text[size - 1 :: size] == b"\n" * count
        and len(rows) == line * height * count
        and len(signs) == area * count
        and rows[line - 1 :: line] == b"\n" * (height * count)
        and rows[::line] == rows[line - 2 :: line] == b"#" * (height * count)
        and all(signs[column::area] == signs[area - 1 - column :: area] == b"#" * count for column in range(line - 1))
    )
    if not is_regular:
        return None
    free, normals = signs.translate(_WITHOUT_PLAYER), list[bytes]()
    pieces = text.replace(b"\n\n", b"|").translate(None, b"\n# *").split(b"|")
    for start, special in zip(range(0, len(signs), area), pieces, strict=False):
        if not _is_level(special):
            return None
        end = start + area
        player = signs.find(b"@", start, end)
        if player < 0:
            player = signs.find(b"+", start, end)
        form = normal_form(line - 1, free[start:end], player - start, MOST_VISITS)
        normals.append(sha256(form).digest()[:16])
    boards = [rows[first : first + line * height - 1] for first in range(0, len(rows), line * height)]
    return boards, normals


_LONGEST = 200  # rows and columns
_TITLE = re.compile(rb";[^\n]*\n")


@lru_cache(maxsize=1 << 16)
def _is_level(pieces: bytes) -> bool:
    """Return whether the signs of a board but for walls, floor and boxes on goals are those of a level to be solved."""
    boxes, goals, on_goal = pieces.count(b"$"), pieces.count(b"."), pieces.count(b"+")
    is_alone = on_goal + pieces.count(b"@") == 1 and len(pieces) == boxes + goals + 1
    return is_alone and boxes == goals + on_goal > 0
