"""Signs that nothing is drawn with, in what would be a board without them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from . import cell_arrays
from .row_forms import FEWEST
from .rows import MOST_NEARLY, blocks


def strange_sign(text: str) -> tuple[str, int, int] | None:
    """Return the first sign within walls that none has, else a sign that stands for walls, with its line and column."""
    lines = text[:MOST_NEARLY].splitlines()
    spans = [*blocks(lines)][::-1]
    return next(chain(_within(lines, spans), _around(lines, spans), _in_arrays(text[:MOST_NEARLY])), None)


def _within(lines: list[str], spans: list[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """Yield the first sign that none has of each board that is no words, and holds signs for player, box and goal."""
    for start, end in spans:
        rows = [line.strip() for line in lines[start:end]]
        for first, last in _walled(rows, "#"):
            body = "".join(rows[first + 1 : last])
            signs = [(at, sign) for at in range(first + 1, last) for sign in rows[at] if sign not in "#@$.+*_- \t"]
            if len({*body} - {*"# \t-_"}) >= FEWEST and signs and not _WORD.search(body):
                row, sign = signs[0]
                yield sign, start + row + 1, lines[start + row].index(sign) + 1


def _around(lines: list[str], spans: list[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """Yield the sign around each board of digits, or with the player and boxes of XSB and other walls."""
    for start, end in spans:
        rows = [_DRAWN.sub(_LINE, line.strip()) for line in lines[start:end]]
        wall = rows[0][0]
        if wall in "#@+$*.":
            continue
        for first, last in _walled(rows, wall):
            body = "".join(rows[first + 1 : last])
            is_drawn = {*body} & {*"@+"} and {*body} & {*"$*"} and not _WORD.search(body.replace(wall, ""))
            if is_drawn or _is_numbers(body):
                line = lines[start + first]
                column = len(line) - len(line.lstrip())
                yield line[column], start + first + 1, column + 1


def _in_arrays(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the digit around each board in arrays of digits."""
    for arrays in cell_arrays.blocks(text):
        rows = ["".join(_DIGIT.findall(array[0])) for array in arrays]
        for first, last in _walled(rows, rows[0][:1]):
            if _is_numbers("".join(rows[first:last])):
                cell = text.index(rows[0][0], arrays[first].start())
                yield rows[0][0], text.count("\n", 0, cell) + 1, cell - text.rfind("\n", 0, cell)


def _is_numbers(body: str) -> bool:
    """Return whether there is nothing but digits, for walls, player, boxes and goals at least."""
    digits = {*body} - {" "}
    return len(digits) > FEWEST and all(map(str.isdigit, digits))


_DIGIT = re.compile("[0-9]")


def _walled(rows: list[str], wall: str) -> Iterator[tuple[int, int]]:
    """Yield the first and the last row of each board whose rows all begin and end with a wall."""
    top = -1
    for index, row in enumerate(rows):
        if len(row) < FEWEST or not row[0] == row[-1] == wall:
            top = -1
        elif not row.strip(f"{wall} "):
            if index - top + 1 >= FEWEST and top >= 0:
                yield top, index
            top = index


_LINE = "\u2500"
_DRAWN = re.compile("[\u2500-\u257f]")  # the lines and corners of frames
_WORD = re.compile("[A-Za-z]{4}|[a-z]{3}")
