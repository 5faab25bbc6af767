"""A format of somebody else: a level a line, its rows in the signs of XSB with ``/`` between them.

Source: these tests.
"""

from __future__ import annotations

import re

from pushbox.formats.api import FormatInfo
from pushbox.formats.parts.metadata import collect
from pushbox.formats.parts.picture import PictureFormat, Row, charset
from pushbox.level import Collection, Level

_LINE = re.compile(r"\s*#[#@+$*. ]*/[#@+$*. /]+")


class Slashes(PictureFormat):
    """Lines of rows with ``/`` between them."""

    info = FormatInfo("slashes", "Slashes", (".slashes",), "a level a line, / between its rows", "these tests")
    charset = charset({sign: sign for sign in "#@+$*. "})
    separator = "\n"

    def recognise(self, text: str, name: str) -> str:  # noqa: ARG002
        return "rows with / between them" if all(map(_LINE.fullmatch, text.strip().split("\n"))) else ""

    def scan(self, text: str) -> Collection:
        lines = enumerate(text.split("\n"), start=1)
        return collect(
            self.read_board([Row(row, number) for row in line.split("/")], line, number)
            for number, line in lines
            if line.strip()
        )

    def write_level(self, level: Level, collection: Collection) -> str:  # noqa: ARG002
        return "/".join(self.write_rows(level.board))


FORMAT = Slashes()
