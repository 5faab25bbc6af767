"""Shapes for colours, numbers and other traits, the same on terrain and on pieces, so that no meaning rests on colour.

client/board/glyphs.js draws the same.
"""

from __future__ import annotations

from ..grid import DIRECTIONS, Direction
from .elements import Element, element
from .geometry import DELTAS, SIDE

_HALF = SIDE // 2

# Around (0, 0), by colour
_SHAPES = {
    "red": "M0-17L17 0L0 17L-17 0Z",
    "blue": "M0-15A15 15 0 1 1 0 15A15 15 0 1 1 0-15Z",
    "green": "M0-16L17 13H-17Z",
    "yellow": "M-13-13H13V13H-13Z",
    "black": "M-15-9L-9-15L0-6L9-15L15-9L6 0L15 9L9 15L0 6L-9 15L-15 9L-6 0Z",
    "orange": "M-6-16H6V-6H16V6H6V16H-6V6H-16V-6H-6Z",
    "purple": "M0-18L5-6L17-5L8 4L11 16L0 9L-11 16L-8 4L-17-5L-5-6Z",
    "cyan": "M-16-6A16 16 0 0 0 16-6L16 10A16 16 0 0 1-16 10Z",
    "white": "M-16-6H16V6H-16Z",
}
_ALIASES = {"pink": "purple", "magenta": "purple", "violet": "purple", "gray": "grey"}


def colour_class(colour: str) -> str:
    """Return the class that gives a part its colour."""
    name = _ALIASES.get(colour, colour)
    return f"c-{name}" if name in _SHAPES else "c-other"


def colour_glyph(colour: str, x: float = _HALF, y: float = _HALF, scale: float = 1) -> Element:
    """Draw the shape of a colour, or its first letter where it has none."""
    shape = _SHAPES.get(_ALIASES.get(colour, colour))
    if shape is None:
        return numeral(colour[:1].upper(), x, y, 34 * scale)
    return element("path", "glyph", d=shape, transform=f"translate({x} {y}) scale({scale})")


def numeral(text: str | int, x: float = _HALF, y: float = _HALF, size: float = 46) -> Element:
    """Draw a short text centred on (x, y)."""
    length = len(str(text))
    fitted = size * 0.7 if length > 2 else size * 0.9 if length > 1 else size
    return element("text", "numeral", str(text), x=x, y=y, font_size=fitted, dy="0.36em")


def badge(text: str | int, kind: str, x: int = 76, y: int = 76) -> Element:
    """Draw a small round label at a corner of a cell."""
    return element("g", f"badge {kind}", element("circle", cx=x, cy=y, r=22), numeral(text, x, y, 34))


def wires(ports: int, end: int = _HALF) -> Element:
    """Draw wires from the centre to the open sides, `end` long."""
    lines = [
        f"M50 50L{_HALF + dx * end} {_HALF + dy * end}"
        for direction, (dx, dy) in zip(DIRECTIONS, DELTAS, strict=True)
        if ports >> direction & 1
    ]
    return element("path", "wires", d="".join(lines))


def arrow(direction: Direction, kind: str = "arrow", shape: str = "M-20-6H2V-18L22 0L2 18V6H-20Z") -> Element:
    """Draw an arrow, whose shape around (0, 0) points to the right."""
    return element("path", kind, d=shape, transform=f"translate(50 50) rotate({(direction - 2) * 90})")


def flower(scale: float = 1) -> Element:
    """Draw a flower of five petals."""
    petals = [
        element("ellipse", "petal", cx=0, cy=-20, rx=12.5, ry=17, transform=f"rotate({index * 72})")
        for index in range(5)
    ]
    heart = element("circle", "heart", r=11)
    return element("g", "blossom", *petals, heart, transform=f"translate(50 50) scale({scale})")


def tick_mark() -> Element:
    """Draw the tick mark at a corner that shows on a piece at home."""
    tick = element("path", d="M72.500 20.500L78 26L88 14.500")
    return element("g", "tick", element("circle", cx=80, cy=20, r=16), tick)
