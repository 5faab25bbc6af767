"""The skins of the board: tokens of colour and width, and the styles of the parts of a picture that use them.

Both stand in a file of the client, whose style sheet is made from it too.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cache
from typing import Any, NamedTuple

from ..arguments import check_choice
from ..board import Board, Piece, Terrain
from ..client import read_skins
from ..tiling import Direction
from .colours import parse_colour
from .elements import Element, escape
from .geometry import Point
from .ground import draw_ground
from .shapes import draw_piece, draw_tile

_LOOKS: dict[str, Any] = read_skins()
SKINS: tuple[str, ...] = tuple(_LOOKS["skins"])

_MAX_DRAWN = 1 << 13

# Properties that are attributes of SVG, too; the others belong to pages.
_PAINTS = ("fill", "stroke")
_PLAIN = ("stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "fill-opacity",
          "font-size", "transform")  # fmt: skip
_VARIABLE = re.compile(r"var\(([\w-]+)(?:, ([^()]*))?\)")
_WORD = re.compile(r"\[[^]]*\]|\.?[\w-]+")
_UNITS = re.compile(r"px|,")

Words = frozenset[str]  # what a selector may name of an element: its tag, its classes with a dot, its attributes
Chain = tuple[Words, ...]  # an element with its ancestors, the root first


class Rule(NamedTuple):
    """A selector, as the words of the element and of ancestors in their order, and the style that it gives."""

    selector: Chain
    style: dict[str, str]

    def fits(self, chain: Chain) -> bool:
        """Return whether the selector matches the last element of a chain."""
        *above, last = self.selector
        if not last <= chain[-1]:
            return False
        rest = iter(chain[:-1])
        return all(any(words <= element for element in rest) for words in above)


class Style(NamedTuple):
    """The computed style of an element: attributes of SVG, and custom properties for its children."""

    attributes: dict[str, str]
    properties: dict[str, str]
    is_drawn: bool


class Skin:
    """The look of pictures: colours and strokes of their elements."""

    def __init__(self, name: str) -> None:
        """Read a skin of the web client.  Raises ArgumentError for a name that none has."""
        check_choice("skin", name, SKINS)
        self.name = name
        is_dark = name == "dark"
        tokens = _LOOKS["page"] | _LOOKS["skins"]["plain"] | _LOOKS["skins"][name]
        self._tokens = {
            f"--{token}": value if isinstance(value, str) else value[is_dark] for token, value in tokens.items()
        }
        theme, skin = ("dark", "plain") if is_dark else ("light", name)
        self._page: Chain = (frozenset({f'[data-theme="{theme}"]', f'[data-skin="{skin}"]'}),)
        self._drawn: dict[Hashable, str] = {}
        self._styles: dict[Chain, Style] = {}

    def colour(self, name: str) -> str:
        """Return the colour of a custom property such as ``--floor``, as ``#rrggbb``."""
        return parse_colour(_substituted(f"var({name})", self._tokens)).code

    def ground(self, board: Board, *, checkerboard: bool) -> str:
        """Return floor and walls of a board."""
        return self.style(draw_ground(board, checkerboard=checkerboard))

    def tile(self, terrain: Terrain) -> str:
        """Return the tile of terrain, or an empty string."""
        drawn = self._drawn.get(terrain)
        if drawn is None:
            tile = draw_tile(terrain)
            drawn = self._keep(terrain, self.style(tile, "tiles") if tile else "")
        return drawn

    def piece(self, look: Piece, offsets: tuple[Point, ...], facing: Direction, *, is_home: bool, on_goal: bool) -> str:
        """Return a piece, whose cells lie at offsets from its anchor, with eyes in a direction or at the reader."""
        del on_goal  # which changes nothing but for a piece at home
        key = look, offsets, facing, is_home
        drawn = self._drawn.get(key)
        if drawn is None:
            piece = draw_piece(look, offsets, facing)
            drawn = self._keep(key, self.style(piece, "pieces", "piece home" if is_home else "piece"))
        return drawn

    def _keep(self, key: Hashable, drawn: str) -> str:
        if len(self._drawn) >= _MAX_DRAWN:  # of levels with thousands of unlike pieces
            self._drawn.clear()
        self._drawn[key] = drawn
        return drawn

    def style(self, part: Element, *around: str) -> str:
        """Return an element as XML, with the attributes that the skin gives it and all that is inside.

        `around` are the classes of elements around it, from outside.
        """
        return self._styled(part, (*self._page, *(_words("g", tuple(classes.split())) for classes in around)))

    def _styled(self, part: Element, above: Chain) -> str:
        chain = (*above, _words(part.tag, part.classes))
        style = self._style(chain)
        if not style.is_drawn:
            return ""
        attributes = part.attributes | {
            name: value for name, value in style.attributes.items() if name not in part.attributes
        }
        for name in _PAINTS:
            if name in part.attributes:  # by tokens, as kinds that games bring say it
                attributes |= _paint(name, _substituted(str(part.attributes[name]), style.properties))
        head = part.tag + "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        inside = "".join(
            escape(child) if isinstance(child, str) else self._styled(child, chain) for child in part.children
        )
        return f"<{head}>{inside}</{part.tag}>" if inside else f"<{head}/>"

    def _style(self, chain: Chain) -> Style:
        style = self._styles.get(chain)
        if style is None:
            style = self._styles[chain] = self._cascade(chain)
        return style

    def _cascade(self, chain: Chain) -> Style:
        inherited = self._style(chain[:-1]).properties if len(chain) > 1 else self._tokens
        declared: dict[str, str] = {}
        for rule in _rules():
            if rule.fits(chain):
                declared |= rule.style
        custom = {name: value for name, value in declared.items() if name.startswith("--")}
        properties = inherited | custom
        properties |= {name: _substituted(value, properties) for name, value in custom.items()}
        values = {name: _substituted(value, properties) for name, value in declared.items()}
        attributes: dict[str, str] = {}
        for name in _PAINTS:
            if name in values:
                attributes |= _paint(name, values[name])
        attributes |= {name: _UNITS.sub("", values[name]) for name in _PLAIN if name in values}
        return Style(attributes, properties, attributes.get("opacity") != "0")


@cache
def skin(name: str = "plain") -> Skin:
    """Return a skin, the same for the same name.  Raises ArgumentError for a name that none has."""
    return Skin(name)


@cache
def _rules() -> list[Rule]:
    """Return the styles in their order, of which a later one wins."""
    return [Rule(chain, style) for selector, style in _LOOKS["styles"].items() for chain in _chains(selector)]


def _chains(selector: str) -> list[Chain]:
    """Return the chains of a selector of classes, tags and ``:is``, one for each alternative."""
    parts = re.split(r",\s*(?![^(]*\))", selector)
    if len(parts) > 1:
        return [chain for part in parts for chain in _chains(part)]
    if found := re.search(r":is\(([^)]*)\)", selector):
        before, after = selector[: found.start()], selector[found.end() :]
        return [chain for one in found[1].split(", ") for chain in _chains(before + one + after)]
    return [tuple(frozenset(_WORD.findall(compound)) for compound in selector.split())]


@cache
def _words(tag: str, classes: tuple[str, ...]) -> Words:
    return frozenset({tag, *(f".{name}" for name in classes)})


def _substituted(value: str, properties: dict[str, str]) -> str:
    """Return a value with the custom properties put in.  Raises ValueError for one that is not defined."""

    def found(variable: re.Match[str]) -> str:
        name, fallback = variable.groups()
        if name not in properties and fallback is None:
            raise ValueError(f"found {variable[0]}, expected a property that is defined")
        return properties.get(name, fallback)

    while "var(" in value:
        value = _VARIABLE.sub(found, value)
    return value


def _paint(name: str, value: str) -> dict[str, str]:
    colour = parse_colour("transparent" if value == "none" else value)
    if not colour.alpha:
        return {name: "none"}
    return {name: colour.code} | ({f"{name}-opacity": f"{colour.alpha:g}"} if colour.alpha < 1 else {})
