"""Pictures have the colours that a browser computes from the same style sheets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.render import galleries

from pushbox.client.made import board_css
from pushbox.render import ground, overlays
from pushbox.render.elements import Element
from pushbox.render.shapes import draw_tile
from pushbox.render.skins import SKINS, skin

COMPUTED = """() => [...document.querySelectorAll("#board *")].map((node) => {
  const style = getComputedStyle(node);
  const { fill, stroke, strokeWidth, strokeDasharray, strokeLinecap, opacity, fontSize } = style;
  return [fill, stroke, strokeWidth, strokeDasharray, strokeLinecap, opacity, fontSize];
})"""
COLOUR = re.compile(r"(rgb|rgba|color)\(([^)]*)\)")


def parts() -> list[tuple[Element, tuple[str, ...]]]:
    """Return all there is to draw, with the classes of what is around it."""
    board = galleries.everything()
    made: list[tuple[Element, tuple[str, ...]]] = [(ground.draw_ground(board), ()), (ground.draw_rulers(board), ())]
    made += [(tile, ("tiles",)) for terrain in board.terrain if (tile := draw_tile(terrain)) is not None]
    for home in ("piece", "piece home"):
        made += [(galleries.drawn_piece(board, piece), ("pieces", home)) for piece in board.pieces]
    return made + [(overlays.draw_overlay(name, [0, 1], board), ("overlays",)) for name in galleries.OVERLAYS]


def colours(value: str) -> Any:
    """Return a computed value, a colour as red, green and blue from 0 to 255, one that is not seen as none."""
    if value == "rgba(0, 0, 0, 0)":
        return "none"
    found = COLOUR.fullmatch(value)
    if found is None:
        return value
    scale = 255 if found[1] == "color" else 1
    numbers = [float(number) for number in re.findall(r"[\d.]+(?:e-?\d+)?", found[2].removeprefix("srgb"))]
    return [number * scale for number in numbers[:3]]


@pytest.mark.parametrize("name", SKINS)
def test_pictures_look_as_in_the_browser(chromium: Any, name: str) -> None:
    """For each element of each drawing, in each skin: colours, widths, dashes, opacity and sizes of letters."""
    theme, block = ("dark", "plain") if name == "dark" else ("light", name)
    raw, drawn = "", ""
    for part, around in parts():
        before = "".join(f'<g class="{classes}">' for classes in around)
        raw += f"{before}{part}{'</g>' * len(around)}"
        styled = skin(name).style(part, *around).replace(" class=", " data-class=")
        drawn += f"{'<g>' * len(around)}{styled}{'</g>' * len(around)}"
    sheet = f"{board_css()} * {{ transition: none !important }}"
    page = chromium.new_page()
    page.set_content(
        f'<html data-theme="{theme}" data-skin="{block}"><style>{sheet}</style>'
        f'<push-board id="board"><svg>{raw}</svg></push-board>'
    )
    computed = page.evaluate(COMPUTED.replace("#board *", "#board svg *"))
    page.set_content(f'<svg id="board" fill="black">{drawn}</svg>')
    attributes = page.evaluate(COMPUTED)
    page.close()
    shown = [style for style, hidden in zip(computed, _hidden(computed, raw), strict=True) if not hidden]
    assert len(attributes) == len(shown)
    for mine, theirs in zip(attributes, shown, strict=True):
        for one, other in zip(map(colours, mine), map(colours, theirs), strict=True):
            if isinstance(one, list) and isinstance(other, list):
                assert all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True)), (mine, theirs)
            else:
                assert one == other, (mine, theirs)


def _hidden(computed: list[list[str]], raw: str) -> list[bool]:
    """Return which elements are invisible: those of no opacity, with all that is inside."""
    hidden, depth, within = list[bool](), 0, 0
    for tag in re.finditer(r"<(/?)[a-z]+[^>]*?(/?)>", raw):
        if tag[1]:
            depth -= 1
            within = 0 if within and depth < within else within
            continue
        if not within and computed[len(hidden)][5] == "0":
            within = depth + 1
            hidden.append(True)
            if tag[2]:
                within = 0
        else:
            hidden.append(bool(within))
        depth += not tag[2]
    return hidden
