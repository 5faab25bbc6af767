"""KSokoban's push lists: XSB whose solutions name every push by where the player stands before it.

``Solution: 1-4u1,4-4l2r1`` is: from column 1, row 4 (counted from 0) go up once, pushing; then from column 4, row 4
left twice and right once.  How the player walks between is left to shortest walks, so a list stays as it is;
`pushbox.play.push_lists` turns it into letters and back.

Source: ksokoban.online, Retroban.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..level import Level
from ..notation import MOVE_LETTERS, is_push_list
from ..sentence import say
from .xsb import Xsb

_SOLUTION = re.compile(
    rf"^[ \t>]*solution\b[^:=\n]{{0,200}}[:=][ \t]*([0-9]{{1,6}}-[0-9]{{1,6}}[{MOVE_LETTERS}])",
    re.IGNORECASE | re.MULTILINE,
)


class Ksokoban(Xsb):
    info = replace(
        Xsb.info,
        key="ksokoban",
        name="KSokoban push lists",
        summary="XSB with solutions as lists of pushes, such as 1-4u1,4-4l2",
        recognised_by="`Solution:` with a list of pushes, such as `1-4u1`",
        not_recognised="a board without one, which is XSB",
        source="ksokoban.online",
    )

    def recognise(self, text: str, name: str) -> str:
        push = _SOLUTION.search(text) if "solution" in text.lower() else None
        return say("expected-push-list", push=push[1]) if push else ""

    def losses(self, level: Level) -> Iterator[str]:
        for index, moves in enumerate(level.saved_moves, start=1):
            if not is_push_list(moves.text):
                yield say("not-a-push-list", number=index, text=moves.text[:20])
        yield from super().losses(level)


FORMAT = Ksokoban()
