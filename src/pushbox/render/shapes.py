"""Drawings of terrain and pieces from (0, 0) at their cell, by the shapes of the client's ``board/shapes.js``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, cast

from ..board import Piece, Terrain
from ..client import read_shapes
from ..kinds import foreign_shapes
from ..tiling import Direction
from .elements import Element, element
from .geometry import DELTAS, SIDE, Point, outline
from .visible import visible_terrain

Part = dict[str, Any]
Traits = dict[str, Any]
_Test = Callable[[Traits], bool]

SHAPES: dict[str, Any] = read_shapes()
_HALF = SIDE // 2
_EYES = 13  # how far eyes turn
_TRAIT = re.compile(r"\{(\w+)\}")
_CONDITION = re.compile(r"(!?)(\w+)(?:([=>])(-?\w+))?")


def draw_tile(terrain: Terrain) -> Element | None:
    """Draw the terrain of a cell; return None for bare floor and walls, which are drawn as wholes."""
    shown = visible_terrain(terrain)
    traits = {**shown._asdict(), **_common(shown.colour or "", shown.direction)}
    parts = _draw(_shape("terrain", shown.kind) or (), traits)
    if terrain.looks and terrain.uses:
        parts += _draw(SHAPES["disguise"], traits)
    return element("g", _classes("tile", traits), *parts) if parts else None


def draw_piece(piece: Piece, offsets: Sequence[Point], facing: Direction = -1) -> Element:
    """Draw a piece whose cells lie at offsets from its anchor, its eyes looking in a direction, or at the reader."""
    colour = piece.colours[0] if piece.colours else ""
    traits = {**piece._asdict(), **_common(colour, piece.arrow), "bloomed": piece.bloomed and len(offsets) > 1}
    if len(offsets) > 1:
        dx, dy = offsets[1][0] * SIDE, offsets[1][1] * SIDE
        traits |= {"dx": dx, "dy": dy, "x": dx + _HALF, "y": dy + _HALF}
    shape = _shape("pieces", piece.kind) or SHAPES["pieces"]["box"]
    parts = _draw([*shape, *SHAPES["marks"]], traits, offsets)
    for part in parts if facing >= 0 else ():
        if part.classes == ("eyes",):
            dx, dy = DELTAS[facing]
            part.attributes["transform"] = f"translate({dx * _EYES} {dy * _EYES})"
    return element("g", _classes("figure", traits), *parts)


def _shape(table: str, kind: str) -> Sequence[Part] | None:
    """Return the shape of a kind of pushbox or of one that a game has brought."""
    if own := SHAPES[table].get(kind):
        return cast(Sequence[Part], own)
    return foreign_shapes()[table].get(kind)


def _common(colour: str, direction: Direction) -> Traits:
    return {"colour": colour, "tint": _tint(colour), "turn": (direction - 2) * 90}


def _classes(name: str, traits: Traits) -> str:
    states = (_filled(state, traits) for state, when in SHAPES["classes"][name].items() if _test(when)(traits))
    return " ".join([name, traits["kind"], *states])


def _draw(parts: Iterable[Part], traits: Traits, offsets: Sequence[Point] = ((0, 0),)) -> list[Element]:
    drawn: list[Element] = []
    for part in parts:
        if "if" not in part or _test(part["if"])(traits):
            drawn += _draw_part(part, traits, offsets)
    return drawn


def _draw_part(part: Part, traits: Traits, offsets: Sequence[Point]) -> list[Element]:
    (tag, name), *rest = part.items()
    x, y, scale = part.get("x", _HALF), part.get("y", _HALF), part.get("scale", 1)
    if tag == "use":
        return _draw(SHAPES["shared"][name], traits, offsets)
    if tag == "numeral":
        return [_numeral(_filled(name, traits), x, y, part.get("size", 46))]
    if tag == "glyph":
        return [_glyph(_filled(name, traits), x, y, scale)]
    if tag == "glyphs":
        placed = [(place, colour) for place, colour in zip(offsets, traits["colours"], strict=False) if colour]
        return [
            element("g", _tint(colour), _glyph(colour, dx * SIDE + x, dy * SIDE + y, scale))
            for (dx, dy), colour in placed
        ]
    attributes = {key: _filled(value, traits) for key, value in rest if key not in {"if", "parts"}}
    if tag == "wires":
        tag, attributes = "path", {"d": _wires(traits["ports"], part.get("end", _HALF))}
    elif tag == "outline":
        tag, inset, radius = "path", attributes.pop("inset"), attributes.pop("radius")
        attributes = {"d": outline(offsets, inset, radius), **attributes}
    children = _draw(part.get("parts", ()), traits, offsets)
    return [Element(tag, {"class": name, **attributes} if name else attributes, tuple(children))]


def _numeral(text: str, x: float, y: float, size: float) -> Element:
    """Draw a short text centred on (x, y)."""
    fitted = size * 0.7 if len(text) > 2 else size * 0.9 if len(text) > 1 else size
    return element("text", "numeral", text, x=x, y=y, font_size=fitted, dy="0.36em")


def _glyph(colour: str, x: float, y: float, scale: float) -> Element:
    """Draw the shape of a colour, or its first letter where it has none."""
    shape = SHAPES["glyphs"].get(SHAPES["aliases"].get(colour, colour))
    if shape is None:
        return _numeral(colour[:1].upper(), x, y, 34 * scale)
    return element("path", "glyph", d=shape, transform=f"translate({x} {y}) scale({scale})")


def _tint(colour: str) -> str:
    """Return the class that gives a part its colour."""
    name = SHAPES["aliases"].get(colour, colour)
    return f"c-{name}" if name in SHAPES["glyphs"] else "c-other"


def _wires(ports: int, end: int) -> str:
    """Return lines from the middle to the open sides, `end` long."""
    open_sides = [delta for direction, delta in enumerate(DELTAS) if ports >> direction & 1]
    return "".join(f"M50 50L{_HALF + dx * end} {_HALF + dy * end}" for dx, dy in open_sides)


def _filled(value: Any, traits: Traits) -> Any:
    """Return an attribute with the traits that it names put in."""
    return _TRAIT.sub(lambda name: str(traits[name[1]]), value) if isinstance(value, str) else value


@cache
def _test(text: str) -> _Test:
    """Return the conditions of a text as one: ``a !b|c=2`` is a, and c is 2 or b is not."""
    alternatives = [[_condition(atom) for atom in part.split("|")] for part in text.split()]
    return lambda traits: all(any(test(traits) for test in tests) for tests in alternatives)


def _condition(text: str) -> _Test:
    """Return one condition: a trait that is there, or not, is some value, or more than a number."""
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise ValueError(f"found the condition {text!r}, expected a trait with !, = or >")
    negated, name, sign, value = found.groups()
    expected = not negated
    match sign:
        case "=":
            return lambda traits: (str(traits[name]) == value) == expected
        case ">":
            return lambda traits: (traits[name] > int(value)) == expected
        case _:
            return lambda traits: bool(traits[name]) == expected
