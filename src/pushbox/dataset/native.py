"""Files of very many levels in the form of Boxoban, whose normal forms are made by native code."""

from __future__ import annotations

from hashlib import sha256

from .. import core
from ..errors import MissingCore
from ..identity.normalize import MOST_VISITS

_WITHOUT_PLAYER = bytes.maketrans(b"@+", b" .")


def plain_levels(data: bytes) -> list[tuple[bytes, bytes]] | None:
    """Return the rows of each level and the sum of its normal form: `texts.digest_of` what `identity.normal_text` has.

    None where anything in the file is not as in Boxoban: a line that begins with ``;`` or none, a rectangle of rows
    with walls all around, one player, as many boxes as goals, of which one has to be pushed, and a blank line.  A file
    with anything else is for `pushbox.formats`.  12 microseconds a level.
    """
    found = []
    try:
        normal_form = core.normal_form
    except MissingCore:
        return None
    pitch = height = 0
    across = down = ends = b""
    for block in data.strip(b"\n").split(b"\n\n"):
        rows = block[block.find(b"\n") + 1 :] if block[:1] == b";" else block
        if len(rows) != pitch * height - 1 or rows.find(b"\n") != pitch - 1:  # of another size than the one before
            pitch = rows.find(b"\n") + 1
            height = (len(rows) + 1) // pitch if pitch else 0
            if not 2 < pitch < _LONGEST or not 2 < height < _LONGEST or len(rows) != pitch * height - 1:
                return None
            across, down, ends = b"#" * (pitch - 1), b"#" * height, b"\n" * (height - 1)
        signs = rows.replace(b"\n", b"")
        special = signs.translate(None, b"# *")
        boxes, goals, on_goal = special.count(b"$"), special.count(b"."), special.count(b"+")
        if not (
            len(special) == boxes + goals + 1
            and on_goal + special.count(b"@") == 1
            and boxes == goals + on_goal > 0
            and rows[pitch - 1 :: pitch] == ends
            and rows.startswith(across)
            and rows.endswith(across)
            and rows[::pitch] == down == rows[pitch - 2 :: pitch]
        ):
            return None
        form = normal_form(
            pitch - 1, signs.translate(_WITHOUT_PLAYER), signs.find(b"+" if on_goal else b"@"), MOST_VISITS
        )
        found.append((rows, sha256(form).digest()[:16]))
    return found


_LONGEST = 200  # rows and columns
