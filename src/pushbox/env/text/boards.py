"""Boards as language models are shown them."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...board import Board
from ...errors import UnsupportedError
from ...formats.symbol_tables import MEANINGS, TABLES
from ...play.native import is_plain
from ...sentence import say

_NAMES = {sign: name.replace("-", " ") for name, sign in MEANINGS.items()}


@dataclass(frozen=True)
class Style:
    """A way to show boards: `show` returns the text of one, `legend` says in a sentence what stands in it.

    `answered` is the name of the style in which a model writes a board that it is asked for: its own, but for pictures.
    """

    name: str
    legend: str
    show: Callable[[Board], str]
    answered: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "answered", self.answered or self.name)


def rows_of(board: Board) -> list[str]:
    """Return the rows of a board in the signs of XSB, all of one length.

    Raises UnsupportedError for a board that these signs cannot draw.
    """
    if not is_plain(board):
        raise UnsupportedError(say("variant-not-plain"))
    signs: dict[str, str] = {"wall": "#", "floor": " ", "goal": "."}
    cells = [signs[tile.kind] for tile in board.terrain]
    for piece in board.pieces:
        on_goal = board.terrain[piece.anchor].kind == "goal"
        cells[piece.anchor] = {"box": "$*", "pusher": "@+"}[piece.kind][on_goal]
    columns = range(board.width)
    return ["".join([cells[board.cell(row, column)] for column in columns]) for row in range(board.height)]


def _xsb(board: Board) -> str:
    return "\n".join([row.rstrip() for row in rows_of(board)])


def _spaced(board: Board) -> str:
    # Floor has a sign of its own, as rows of blanks alone would be lost.
    return "\n".join([" ".join(row.replace(" ", "-")) for row in rows_of(board)])


def _by_table(key: str, between: str) -> Callable[[Board], str]:
    signs = {own: foreign for foreign, own in reversed([*TABLES[key].signs.items()])}

    def show(board: Board) -> str:
        return "\n".join([between.join([signs[sign] for sign in row]) for row in rows_of(board)])

    return show


def _table(board: Board) -> str:
    lines = ["| row | column | what |", "|---|---|---|"]
    for row, signs in enumerate(rows_of(board), start=1):
        lines += [f"| {row} | {column} | {_NAMES[sign]} |" for column, sign in enumerate(signs, start=1)]
    return "\n".join(lines)


def _coordinates(board: Board) -> str:
    found: dict[str, list[str]] = {}
    for row, signs in enumerate(rows_of(board), start=1):
        for column, sign in enumerate(signs, start=1):
            found.setdefault(sign, []).append(f"({row},{column})")
    return "\n".join([f"{_NAMES[sign]}: {' '.join(found[sign])}" for sign in "#@+$*. " if sign in found])


def _picture(board: Board) -> str:
    """Return a PNG as an image of Markdown.  Raises PushboxError without pushbox[render]."""
    from ...render import raster, svg

    signs = "".join(rows_of(board))  # raises for what is not plain
    png = raster.png(board, svg.Look(rulers=True))
    hidden = "\nThe player stands on a goal." if "+" in signs else ""
    return f"![board]({_PNG}{b64encode(png).decode()}){hidden}"


def content_parts(text: str) -> str | list[dict[str, Any]]:
    """Return a message as OpenAI-compatible endpoints take it: with pictures in parts of their own, else as it is.

    >>> content_parts("no picture")
    'no picture'
    """
    parts = _IMAGE.split(text)  # texts and addresses in turn
    if len(parts) == 1:
        return text
    return [
        {"type": "image_url", "image_url": {"url": part}} if number % 2 else {"type": "text", "text": part}
        for number, part in enumerate(parts)
        if part
    ]


_PNG = "data:image/png;base64,"
_IMAGE = re.compile(rf"!\[board\]\(({_PNG}[A-Za-z0-9+/=]+)\)")


def _legend(signs: Mapping[str, str]) -> str:
    return ", ".join([f"{sign} {name}" for name, sign in signs.items()])


def _legend_of(key: str) -> str:
    by_name: dict[str, str] = {}
    for foreign, own in TABLES[key].signs.items():
        by_name.setdefault(_NAMES[own], f"`{foreign}`")
    return _legend(by_name)


_XSB = {"wall": "`#`", "player": "`@`", "player on goal": "`+`", "box": "`$`", "box on goal": "`*`", "goal": "`.`"}

STYLES: dict[str, Style] = {
    style.name: style
    for style in (
        Style("xsb", _legend({**_XSB, "floor": "a blank"}), _xsb),
        Style("spaced", _legend({**_XSB, "floor": "`-`"}), _spaced),
        Style("table", "one line for each cell; rows count from the top, columns from the left, from 1", _table),
        Style("coordinates", "cells as (row,column), which count from the top and from the left, from 1", _coordinates),
        Style("ragen", _legend_of("ragen"), _by_table("ragen", "")),
        Style("textarena", _legend_of("ragen"), _by_table("ragen", " ")),
        Style("reasoning-gym", _legend_of("reasoning-gym"), _by_table("reasoning-gym", " ")),
        Style("picture", "the player is round and blue with eyes, boxes are orange, green on a goal, goals red rings, "
              "walls dark; letters above name the columns, numbers beside them the rows", _picture, "spaced"),
    )
}  # fmt: skip
"""All styles by name; ``ragen``, ``textarena`` and ``reasoning-gym`` are those of these packages.

``picture`` needs pushbox[render]: its text is an image of Markdown with the whole PNG, see `content_parts`.
"""
