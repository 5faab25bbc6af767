"""Replace borders, bars and marks of the widgets for a terminal that has only ASCII."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SIGNS = {
    "-": "─━▔▁╌┄☆",
    "|": "│┃║▊▎▏▕▉▋▌▐┆┊",
    "+": "╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛",
    "O": "●○",
    "=": "═",
    "H": "║",
    "*": "╔╗╚╝★",
    "x": "•",
    ">": "▶",
    "v": "▼✓",
    ":": "·",
    ";": "∙",
    ".": "…",
    " ": "█▀▄▂▃▅▆▇",
}
_TABLE = str.maketrans({sign: ascii_sign for ascii_sign, signs in _SIGNS.items() for sign in signs})
_OTHERS = re.compile(r"[^\x00-\x7f]")


class AsciiFilter(LineFilter):
    """Replaces characters beyond ASCII, cell for cell."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002  # as Textual has it
        """Return segments without other characters."""
        return [
            segment if segment.text.isascii() else Segment(in_ascii(segment.text), segment.style, segment.control)
            for segment in segments
        ]


def in_ascii(text: str) -> str:
    """Return a text of the same width, with a question mark for characters without a substitute."""
    return _OTHERS.sub(lambda match: "?" * cell_len(match[0]), text.translate(_TABLE))
