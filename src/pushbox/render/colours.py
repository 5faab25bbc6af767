"""Colours as the skins write them, without custom properties: hexadecimal, rgb with an opacity, and mixed in srgb."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_RGB = re.compile(r"rgb\(([\d.]+) ([\d.]+) ([\d.]+)(?: / ([\d.]+)%)?\)")
_MIX = re.compile(r"color-mix\(in srgb, (\S+)(?: ([\d.]+)%)?, (\S+?)(?: ([\d.]+)%)?\)")


class Colour(NamedTuple):
    """Red, green and blue from 0 to 255, and how opaque, from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1

    @property
    def code(self) -> str:
        """The colour as ``#rrggbb``, without its opacity."""
        return "#" + "".join(f"{min(255, max(0, int(part + 0.5))):02x}" for part in self[:3])


@lru_cache(maxsize=1 << 12)
def parse_colour(text: str) -> Colour:
    """Read a colour. Raises ValueError for anything else."""
    if re.fullmatch(r"#[0-9a-f]{6}", text):
        return Colour(*bytes.fromhex(text[1:]))
    if text == "transparent":
        return Colour(0, 0, 0, 0)
    if found := _RGB.fullmatch(text):
        red, green, blue, alpha = found.groups()
        return Colour(float(red), float(green), float(blue), float(alpha) / 100 if alpha else 1)
    if found := _MIX.fullmatch(text):
        one, share, other, rest = found.groups()
        weight = float(share) / 100 if share else 1 - float(rest) / 100 if rest else 0.5
        sides = zip(parse_colour(one), parse_colour(other), strict=True)
        return Colour(*(first * weight + second * (1 - weight) for first, second in sides))
    raise ValueError(f"found {text!r}, expected a colour")
