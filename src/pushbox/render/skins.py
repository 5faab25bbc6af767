"""The skins of the board: what the style sheets of the web client make of the elements of a picture.

A skin is a block of custom properties in client/css/board.css, which the browser and this module read alike.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cache
from typing import NamedTuple

from ..arguments import check_choice
from ..board import Board, Piece, Terrain
from ..client import read_text
from ..grid import Direction
from .css import Chain, Node, Rule, matches, parse_colour, parse_sheet, substitute
from .elements import Element, escape
from .geometry import Point
from .ground import draw_ground
from .pieces import draw_piece
from .tiles import draw_tile

SKINS = ("plain", "dark", "wood", "paper", "contrast")

_MAX_DRAWN = 1 << 13

# Properties that are attributes of SVG, too; the others move, or belong to pages.
_PAINTS = ("fill", "stroke")
_PLAIN = ("stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "fill-opacity",
          "font-size", "transform")  # fmt: skip
_TRANSLATE = re.compile(r"translate\((-?[\d.]+)(?:px)?, (-?[\d.]+)(?:px)?\)")


class Style(NamedTuple):
    """What the cascade makes of an element: attributes of SVG, and custom properties for what is inside."""

    attributes: dict[str, str]
    properties: dict[str, str]
    is_drawn: bool


class Skin:
    """How pictures look: colours and strokes for their elements."""

    def __init__(self, name: str) -> None:
        """Read a skin of the web client.  Raises ArgumentError for a name that none has."""
        check_choice("skin", name, SKINS)
        self.name = name
        self.is_dark = name == "dark"
        theme = "dark" if self.is_dark else "light"
        skin = "plain" if self.is_dark else name
        page = Node("html", attributes=(("data-theme", theme), ("data-skin", skin)))
        self._rules, self._elder = _sheet()
        self._drawn: dict[Hashable, str] = {}
        self._styles: dict[Chain, Style] = {}
        self._page: Chain = (page, Node("push-board"), Node("svg"))

    def colour(self, name: str) -> str:
        """Return the colour of a custom property such as ``--floor``, as ``#rrggbb``."""
        properties = self._style(self._page).properties
        return parse_colour(substitute(f"var({name})", properties), dark=self.is_dark).code

    def ground(self, board: Board, *, checkerboard: bool) -> str:
        """Return floor and walls of a board."""
        return self.style(draw_ground(board, checkerboard=checkerboard))

    def tile(self, terrain: Terrain) -> str:
        """Return the tile of terrain, empty where there is none."""
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
        """Return an element as XML, with the attributes that the style sheet gives it and all that is inside.

        `around` are the classes of elements around it, from outside.
        """
        chain = (*self._page, *(Node("g", frozenset(classes.split())) for classes in around))
        return self._styled(part, chain, frozenset())

    def _styled(self, part: Element, above: Chain, before: frozenset[str]) -> str:
        chain = (*above, Node(part.tag, frozenset(part.classes), (), before))
        style = self._style(chain)
        if not style.is_drawn:
            return ""
        attributes = part.attributes | {
            name: value for name, value in style.attributes.items() if name not in part.attributes
        }
        head = part.tag + "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        inside, elder = "", frozenset[str]()
        for child in part.children:
            if isinstance(child, str):
                inside += escape(child)
            else:
                inside += self._styled(child, chain, elder)
                elder |= self._elder.intersection(child.classes)
        return f"<{head}>{inside}</{part.tag}>" if inside else f"<{head}/>"

    def _style(self, chain: Chain) -> Style:
        style = self._styles.get(chain)
        if style is None:
            style = self._styles[chain] = self._cascade(chain)
        return style

    def _cascade(self, chain: Chain) -> Style:
        inherited = self._style(chain[:-1]).properties if len(chain) > 1 else {}
        classes = chain[-1].classes
        fitting = [
            rule
            for rule in self._rules
            if (name := rule.selector[-1].name) is None or name in classes
            if matches(rule.selector, chain)
        ]
        declared: dict[str, str] = {}
        for rule in sorted(fitting, key=lambda rule: (rule.specificity, rule.order)):
            declared |= rule.declarations
        custom = {name: value for name, value in declared.items() if name.startswith("--")}
        properties = inherited | custom
        properties |= {name: substitute(value, properties) for name, value in custom.items()}
        attributes: dict[str, str] = {}
        for name in _PAINTS:
            if name in declared:
                attributes |= self._paint(name, substitute(declared[name], properties))
        for name in _PLAIN:
            if name in declared:
                attributes[name] = _attribute(substitute(declared[name], properties))
        return Style(attributes, properties, attributes.get("opacity") != "0")

    def _paint(self, name: str, value: str) -> dict[str, str]:
        if value == "none":
            return {name: value}
        colour = parse_colour(value, dark=self.is_dark)
        if not colour.alpha:
            return {name: "none"}
        return {name: colour.code} | ({f"{name}-opacity": f"{colour.alpha:g}"} if colour.alpha < 1 else {})


@cache
def skin(name: str = "plain") -> Skin:
    """Return a skin, the same for the same name.  Raises ArgumentError for a name that none has."""
    return Skin(name)


@cache
def _sheet() -> tuple[tuple[Rule, ...], frozenset[str]]:
    """Return the rules for boards, and the classes that elder siblings are known by."""
    tokens = re.search(r":root \{[^}]*\}", read_text("css/base.css"))
    assert tokens is not None
    rules = parse_sheet(tokens[0] + read_text("css/board.css"))
    elder = [
        rule.selector[index - 1].name
        for rule in rules
        for index, compound in enumerate(rule.selector)
        if compound.joint == "~"
    ]
    return rules, frozenset(filter(None, elder))


def _attribute(value: str) -> str:
    value = _TRANSLATE.sub(r"translate(\1 \2)", value)
    return value.removesuffix("px")
