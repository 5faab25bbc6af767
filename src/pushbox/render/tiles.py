"""Drawings of terrain: what lies on the floor of one cell; client/board/tiles.js draws the same."""

from __future__ import annotations

from collections.abc import Callable

from ..board import Terrain
from .elements import Element, element
from .shapes import arrow, badge, colour_class, colour_glyph, flower, numeral, wires
from .visible import visible_terrain


def draw_tile(terrain: Terrain) -> Element | None:
    """Draw the terrain of a cell from (0, 0); return None for bare floor and walls, which are drawn as wholes."""
    shown = visible_terrain(terrain)
    parts = _parts(shown)
    if terrain.looks and terrain.uses:
        parts += _disguise(terrain)
    if not parts:
        return None
    classes = ["tile", shown.kind]
    if shown.kind in {"dye", "teleporter"} and not shown.uses:
        classes.append("worn")
    if shown.player:
        classes.append(f"p{shown.player}")
    if shown.colour:
        classes.append(colour_class(shown.colour))
    return element("g", " ".join(classes), *parts)


def _parts(terrain: Terrain) -> list[Element]:
    draw = _TILES.get(terrain.kind)
    return draw(terrain) if draw else []


def _square(name: str, start: int, side: int, radius: int) -> Element:
    return element("rect", name, x=start, y=start, width=side, height=side, rx=radius)


def _goal(terrain: Terrain) -> list[Element]:
    if number := terrain.player or terrain.number:
        sign = numeral(number)
    elif terrain.colour:
        sign = colour_glyph(terrain.colour, scale=1.3)
    else:
        return [element("circle", name, cx=50, cy=50, r=radius) for name, radius in (("ring", 27), ("dot", 9))]
    return [element("circle", "ring", cx=50, cy=50, r=35), sign]


def _floor(terrain: Terrain) -> list[Element]:
    return [element("circle", "landing", cx=50, cy=50, r=30)] if terrain.player else []


def _filter(terrain: Terrain) -> list[Element]:
    mesh = element("path", "mesh", d="M4 34L34 4M4 65L65 4M6 94L94 6M35 96L96 35M66 96L96 66")
    return [_square("pane", 4, 92, 10), mesh, colour_glyph(terrain.colour or "", 50, 50, 1.1)]


def _lock(_terrain: Terrain) -> list[Element]:
    clasp = "M10 32V18Q10 10 18 10H32M68 10H82Q90 10 90 18V32M90 68V82Q90 90 82 90H68M32 90H18Q10 90 10 82V68"
    keyhole = "M50 34A10 10 0 0 1 55 53L59 68H41L45 53A10 10 0 0 1 50 34Z"
    return [element("path", "clasp", d=clasp), element("path", "keyhole", d=keyhole)]


def _ice(_terrain: Terrain) -> list[Element]:
    return [_square("pane", 1, 98, 6), element("path", "gleam", d="M16 44L44 16M22 62L62 22M56 84L84 56M70 88L88 70")]


def _conveyor(terrain: Terrain) -> list[Element]:
    chevrons = "M-34-22L-12 0L-34 22M-10-22L12 0L-10 22M14-22L36 0L14 22"
    return [_square("belt", 3, 94, 8), arrow(terrain.direction, "chevrons", chevrons)]


def _hole(_terrain: Terrain) -> list[Element]:
    return [_square("rim", 5, 90, 26), element("rect", "depth", x=12, y=15, width=76, height=74, rx=22)]


def _weak(terrain: Terrain) -> list[Element]:
    if not terrain.uses:
        return _hole(terrain)
    parts = [_square("plate", 5, 90, 10), element("path", "crack", d="M12 30L36 40L44 58L66 62L88 84")]
    if terrain.uses > 2:
        parts.append(numeral(terrain.uses, 68, 34))
    elif terrain.uses == 1:
        cracks = "M36 40L50 14M44 58L28 86M66 62L84 36M50 14L62 20M28 86L20 78"
        parts.append(element("path", "crack", d=cracks))
    return parts


def _dye(terrain: Terrain) -> list[Element]:
    drop = element("path", "drop", d="M50 14C64 36 74 47 74 61A24 24 0 0 1 26 61C26 47 36 36 50 14Z")
    return [drop, colour_glyph(terrain.colour or "", 50, 62, 0.8)]


def _teleporter(terrain: Terrain) -> list[Element]:
    gates = [element("circle", name, cx=50, cy=50, r=radius) for name, radius in (("gate", 42), ("gate inner", 34))]
    return [*gates, numeral(terrain.pair)]


def _flower(terrain: Terrain) -> list[Element]:
    bed = element("rect", "bed", x=0, y=0, width=100, height=100)
    return [bed, flower(1.05), colour_glyph(terrain.colour or "", 50, 50, 0.55)]


def _sticky(_terrain: Terrain) -> list[Element]:
    dots = "M25 25h.1M50 25h.1M75 25h.1M37 50h.1M63 50h.1M25 75h.1M50 75h.1M75 75h.1"
    return [_square("pane", 3, 94, 14), element("path", "dots", d=dots)]


def _terminal(terrain: Terrain) -> list[Element]:
    parts = [wires(terrain.ports), _square("hub", 24, 52, 14)]
    if terrain.role == "source":
        parts.append(element("path", "bolt", d="M55 28L34 54H48L44 73L66 46H52Z"))
    elif terrain.role == "bomb":
        parts.append(element("circle", "bomb", cx=48, cy=54, r=16))
        parts.append(element("path", "spark", d="M59 43L66 34M68 40L74 38M66 30L67 25"))
        if terrain.uses:
            parts.append(element("path", "crack", d="M30 30L70 70M70 30L30 70"))
    else:
        parts.append(element("circle", "pin", cx=50, cy=50, r=9))
    return parts


def _disguise(terrain: Terrain) -> list[Element]:
    """Draw the frame of a cell that looked like something else."""
    parts = [_square("disguise", 9, 82, 8), badge("?", "question", 24, 24)]
    return [*parts, wires(terrain.ports)] if terrain.ports else parts


_TILES: dict[str, Callable[[Terrain], list[Element]]] = {
    "goal": _goal,
    "floor": _floor,
    "filter": _filter,
    "lock": _lock,
    "ice": _ice,
    "conveyor": _conveyor,
    "hole": _hole,
    "weak": _weak,
    "dye": _dye,
    "teleporter": _teleporter,
    "flower": _flower,
    "terminal": _terminal,
    "sticky": _sticky,
}
