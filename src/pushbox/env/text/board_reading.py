"""Boards that a language model has written, in the style that it was shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ...formats.symbol_tables import MEANINGS, TABLES

Rows = tuple[str, ...]  # in the signs of XSB, all of one length

_SIGNS = {name.replace("-", " "): sign for name, sign in MEANINGS.items()}
_XSB = {sign: sign for sign in "#@+$*. "} | {"-": " ", "_": " "}


def read_rows(style: str, text: str, width: int, height: int) -> Rows | None:
    """Return the rows of a board of a size that is written in a style, None for any other text.

    Blank lines around it and the marks of a block of code do not matter.
    """
    lines = [line.rstrip() for line in text.splitlines() if not line.strip().startswith("```")]
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    return _READERS[style](lines, width, height)


def _xsb(lines: list[str], width: int, height: int) -> Rows | None:
    return _by_signs([line.ljust(width) for line in lines], _XSB, width, height)


def _packed(signs: Mapping[str, str]) -> Callable[[list[str], int, int], Rows | None]:
    """Return a reader of rows in which every cell has a sign, and blanks mean nothing."""

    def read(lines: list[str], width: int, height: int) -> Rows | None:
        return _by_signs(["".join(line.split()) for line in lines], signs, width, height)

    return read


def _by_signs(lines: list[str], signs: Mapping[str, str], width: int, height: int) -> Rows | None:
    if len(lines) != height or any(len(line) != width or not signs.keys() >= {*line} for line in lines):
        return None
    return tuple("".join([signs[sign] for sign in line]) for line in lines)


_LIST = re.compile(r"(?:\(\s*[0-9]{1,5}\s*,\s*[0-9]{1,5}\s*\)[\s,;]*)*")
_CELL = re.compile(r"\(\s*([0-9]{1,5})\s*,\s*([0-9]{1,5})\s*\)")


def _table(lines: list[str], width: int, height: int) -> Rows | None:
    parts = [[part.strip() for part in line.strip().strip("|").split("|")] for line in lines]
    cells = [(part[2], part[0], part[1]) for part in parts if len(part) == 3 and part[0].isdecimal()]
    return _by_cells(cells, width, height)


def _coordinates(lines: list[str], width: int, height: int) -> Rows | None:
    lists = [(name.strip(), cells.strip()) for name, _, cells in (line.partition(":") for line in lines)]
    found = [(name, *cell) for name, cells in lists if _LIST.fullmatch(cells) for cell in _CELL.findall(cells)]
    return _by_cells(found, width, height)


def _by_cells(cells: list[tuple[str, str, str]], width: int, height: int) -> Rows | None:
    """Return the rows of cells, each of which must be there once, with a known name."""
    found: dict[tuple[int, int], str] = {}
    for name, row, column in cells:
        if not (len(row) < 6 and len(column) < 6 and row.isdecimal() and column.isdecimal()):
            return None
        found[int(row), int(column)] = _SIGNS.get(name.lower().replace("-", " "), "")
    places = {(row, column) for row in range(1, height + 1) for column in range(1, width + 1)}
    if len(cells) != len(found) or found.keys() != places or "" in found.values():
        return None
    return tuple("".join([found[row, column] for column in range(1, width + 1)]) for row in range(1, height + 1))


_READERS: dict[str, Callable[[list[str], int, int], Rows | None]] = {
    "xsb": _xsb,
    "spaced": _packed({sign: sign for sign in "#@+$*."} | {"-": " ", "_": " "}),
    "table": _table,
    "coordinates": _coordinates,
    "ragen": _packed(TABLES["ragen"].signs),
    "textarena": _packed(TABLES["ragen"].signs),
    "reasoning-gym": _packed(TABLES["reasoning-gym"].signs),
}
