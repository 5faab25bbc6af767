"""Annotations on a board: marked cells, paths, arrows, numbers, heat."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..arguments import check_type, refused
from ..board import Board
from ..grid import Cell
from ..sentence import say
from .elements import element
from .geometry import SIDE
from .overlays import BELOW_PIECES, draw_overlay
from .skins import Skin

_SHAFT, _HEAD, _HEAD_LENGTH, _GAP = 9, 26, 40, 12  # half widths, a length, and the distance from the middle of cells


class Arrow(NamedTuple):
    """An arrow from the middle of a cell to the middle of another."""

    start: Cell
    end: Cell


@dataclass(frozen=True, slots=True)
class Annotations:
    """The annotations of a board.

    `overlays` are cells by the name of their mark, as in the web client: ``reach`` dots, a ``path`` line, ``dead``
    crosses, frames for ``selected``, ``origins``, ``cursor`` and ``problem``, a ``hint``; any other name is an area.
    `labels` are short texts on cells. `heat` colours cells, from 0 to 1.
    """

    overlays: Mapping[str, Sequence[Cell]] = field(default_factory=dict)
    arrows: Sequence[Arrow] = ()
    labels: Mapping[Cell, str | int] = field(default_factory=dict)
    heat: Mapping[Cell, float] = field(default_factory=dict)


def draw_annotations(board: Board, annotations: Annotations, skin: Skin) -> tuple[str, str]:
    """Return the drawings below the pieces and those above them. Raises ArgumentError for a cell off the board."""
    _check(board, annotations)
    below, above = [_heat(board, annotations.heat, skin)], list[str]()
    arrows = [Arrow(*arrow) for arrow in annotations.arrows]
    to_itself = [("selected", [arrow.start]) for arrow in arrows if arrow.start == arrow.end]
    for name, cells in [*annotations.overlays.items(), *to_itself]:
        if cells:
            drawn = skin.style(draw_overlay(name, cells, board), "overlays")
            (below if name in BELOW_PIECES else above).append(drawn)
    above += [_arrow(board, arrow, skin) for arrow in arrows if arrow.start != arrow.end]
    above += [_label(board, cell, str(text), skin) for cell, text in annotations.labels.items()]
    return "".join(below), "".join(above)


def _check(board: Board, annotations: Annotations) -> None:
    cells = [cell for overlay in annotations.overlays.values() for cell in overlay]
    cells += [cell for arrow in annotations.arrows for cell in arrow]
    for cell in (*cells, *annotations.labels, *annotations.heat):
        check_type("cell", cell, int, "a cell on the board")
        if not 0 <= cell < len(board.terrain):
            raise refused("cell", cell, say("cell-on-board"))


def _heat(board: Board, heat: Mapping[Cell, float], skin: Skin) -> str:
    """Draw heat as areas that are the less transparent the hotter they are."""
    colour = skin.colour("--danger")
    squares = []
    for cell, value in heat.items():
        row, column = board.rc(cell)
        opacity = round(0.75 * min(1.0, max(0.0, value)), 3)
        square = element("rect", None, x=column * SIDE, y=row * SIDE, width=SIDE, height=SIDE, fill_opacity=opacity)
        squares.append(square)
    return str(element("g", "heat", *squares, fill=colour)) if squares else ""


def _arrow(board: Board, arrow: Arrow, skin: Skin) -> str:
    (y1, x1), (y2, x2) = (board.rc(cell) for cell in arrow)
    length = math.hypot(x2 - x1, y2 - y1) * SIDE
    neck, tip = length - _GAP - _HEAD_LENGTH, length - _GAP
    shape = (
        f"M{_GAP} {-_SHAFT}H{neck:.2f}V{-_HEAD}L{tip:.2f} 0L{neck:.2f} {_HEAD}V{_SHAFT}H{_GAP}Z"
        if neck > _GAP
        else f"M{_GAP} {-_HEAD}L{tip:.2f} 0L{_GAP} {_HEAD}Z"
    )
    angle = round(math.degrees(math.atan2(y2 - y1, x2 - x1)), 3)
    middle = f"translate({x1 * SIDE + SIDE // 2} {y1 * SIDE + SIDE // 2})"
    ink, edge = skin.colour("--mark"), skin.colour("--floor")
    line: dict[str, str | float] = {
        "fill": ink,
        "fill-opacity": 0.85,
        "stroke": edge,
        "stroke-width": 5,
        "stroke-linejoin": "round",
    }
    drawn = element("path", "overlay arrow", d=shape, transform=f"{middle} rotate({angle:g})")
    drawn.attributes.update(line)
    return str(drawn)


def _label(board: Board, cell: Cell, text: str, skin: Skin) -> str:
    row, column = board.rc(cell)
    size = 46 if len(text) < 3 else 46 * 2.4 / len(text)
    place: dict[str, str | float] = {
        "x": column * SIDE + SIDE // 2,
        "y": row * SIDE + SIDE // 2,
        "font-size": round(size, 2),
        "dy": "0.36em",
    }
    ink, edge = skin.colour("--ink"), skin.colour("--floor")
    paint: dict[str, str | float] = {
        "fill": ink,
        "stroke": edge,
        "stroke-width": 9,
        "stroke-linejoin": "round",
        "paint-order": "stroke",
    }
    drawn = element("text", "label", text)
    drawn.attributes.update(place | paint)
    return str(drawn)
