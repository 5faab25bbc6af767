"""Run lengths: every level one line, such as ``5#|#@$.#|5#``, with text as in XSB.

Rows stand between ``|``, runs of three and more are a count with the sign, floor is ``-``.  Counts of less, groups
``2(#-)`` and a ``|`` at the end are read too.

Source: the SOK format, versions 0.17 to 0.19; JSoko.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ..board import Board
from ..notation import encode
from ..sentence import say
from .xsb import Xsb

_ROW = r"[ #@$.+*_\-WpmPMbBo0-9()]{1,2000}+"
_LINE = re.compile(rf"^(?=[^\n]{{0,4000}}[@+pmPM]){_ROW}\|{_ROW}\|{_ROW}", re.MULTILINE)


class Rle(Xsb):
    info = replace(
        Xsb.info,
        key="rle",
        name="Run lengths",
        endings=(".rle",),
        summary="a line a level, rows in run lengths with | between them",
        recognised_by="a line of three rows or more with `|` between them and a player",
        not_recognised="run lengths of a row a line, which are XSB",
        source="the SOK format, 0.17 to 0.19; JSoko",
    )

    def recognise(self, text: str, name: str) -> str:
        return say("expected-rle") if "|" in text and _LINE.search(text) else ""

    def board_rows(self, board: Board) -> list[str]:
        return [encode("\n".join(super().board_rows(board)), threshold=3)]

    def board_losses(self, board: Board) -> Iterable[str]:
        low = [say("few-rows", count=board.height)] if board.height < 3 else []
        return [*super().board_losses(board)] or low


FORMAT = Rle()
