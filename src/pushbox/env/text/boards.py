"""Boards as language models are shown them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...board import Board
from ...errors import UnsupportedError
from ...formats.symbol_tables import MEANINGS, TABLES
from ...play.native import is_plain
from ...sentence import say

_NAMES = {sign: name.replace("-", " ") for name, sign in MEANINGS.items()}


@dataclass(frozen=True)
class Style:
    """A way to show boards: `show` returns the text of one, `legend` says in a sentence what stands in it."""

    name: str
    legend: str
    show: Callable[[Board], str]


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
    )
}
"""All styles by name; ``ragen``, ``textarena`` and ``reasoning-gym`` are those of these packages."""
