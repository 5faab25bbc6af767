"""Colours of text pictures on terminals: true colour, 256 colours, 16, or none."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Literal, get_args

Depth = Literal["none", "16", "256", "true"]
DEPTHS: tuple[Depth, ...] = get_args(Depth)

_RESET = "\x1b[0m"

# The colours of things, after Okabe and Ito, as red, green and blue, and as one of 16; they read on dark and on light.
_COLOURS: dict[str, tuple[int, int, int, int]] = {
    "red": (0xD5, 0x5E, 0x00, 91),
    "blue": (0x33, 0x8F, 0xD0, 94),
    "green": (0x00, 0x9E, 0x73, 92),
    "yellow": (0xC8, 0xB9, 0x00, 93),
    "black": (0x85, 0x85, 0x8C, 90),
    "orange": (0xE6, 0x9F, 0x00, 33),
    "purple": (0xCC, 0x79, 0xA7, 95),
    "cyan": (0x56, 0xB4, 0xE9, 96),
    "white": (0xC0, 0xC0, 0xC0, 37),
    "wall": (0x7A, 0x86, 0x9C, 37),
    "goal": (0xE0, 0x7A, 0x4B, 31),
    "lock": (0x8A, 0x94, 0xA6, 37),
    "ice": (0x56, 0xB4, 0xE9, 36),
    "conveyor": (0x8A, 0x94, 0xA6, 37),
    "hole": (0xB0, 0x50, 0x50, 35),
    "weak": (0xA9, 0x8F, 0x6A, 33),
    "dye": (0xB0, 0x8A, 0xD8, 35),
    "teleporter": (0x9A, 0x70, 0xD8, 35),
    "terminal": (0xC9, 0x95, 0x20, 33),
    "sticky": (0xC8, 0x8A, 0x20, 33),
    "pusher": (0x5A, 0x93, 0xEE, 94),
    "pusher home": (0x5A, 0x93, 0xEE, 94),
    "box": (0xDE, 0xA2, 0x4A, 33),
    "box home": (0x1F, 0xAC, 0x7A, 32),
}
_BOLD = {"pusher", "pusher home", "box home"}
_LEVELS = (0, 95, 135, 175, 215, 255)  # of red, green and blue in the cube of 256 colours


def rgb(role: str) -> tuple[int, int, int] | None:
    """Return the colour of a role as red, green and blue, or None for the terminal's own."""
    return _COLOURS[role][:3] if role in _COLOURS else None


def basic(role: str) -> int | None:
    """Return the colour of a role as one of 16, from 0, or None for the terminal's own."""
    if role not in _COLOURS:
        return None
    code = _COLOURS[role][3]
    return code - 90 + 8 if code >= 90 else code - 30


def coloured(parts: Iterable[tuple[str, str]], depth: Depth) -> str:
    """Return characters in the colours of their roles; equal neighbours share one escape."""
    row = ""
    for role, group in groupby(parts, key=lambda part: part[1]):
        characters = "".join(character for character, _ in group)
        code = _code(role, depth)
        row += f"\x1b[{code}m{characters}{_RESET}" if code else characters
    return row


def _code(role: str, depth: Depth) -> str:
    if role not in _COLOURS or depth == "none":
        return ""
    red, green, blue, basic = _COLOURS[role]
    bold = "1;" if role in _BOLD else ""
    match depth:
        case "16":
            return f"{bold}{basic}"
        case "256":
            nearest = [min(range(6), key=lambda level: abs(_LEVELS[level] - part)) for part in (red, green, blue)]
            return f"{bold}38;5;{16 + 36 * nearest[0] + 6 * nearest[1] + nearest[2]}"
        case _:
            return f"{bold}38;2;{red};{green};{blue}"
