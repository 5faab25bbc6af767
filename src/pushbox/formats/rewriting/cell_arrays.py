"""Boards in arrays of cells, as programs, documents of JSON and prints of numpy have them, as strings of rows.

A row is what stands in brackets without others within: signs, digits or words such as ``WALL``, with commas or blanks
between.  Words may stand in a line of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from . import legends

_WORD = r"""(?:["':]?[A-Za-z][\w.:\-]{2,40}+["']?)"""
_CELL = rf"""(?:
    '[^'\\\n]' | "[^"\\\n]" | [0-9]\.?(?![\w.])
    | \#?\\(?:space\b|\S)                   # a character of Lisp
    | [\#@$.+*_A-Za-z](?=[\s,)\]}}]) | {_WORD}
)"""
_ARRAY = re.compile(
    rf"""[\[({{]\s*+({_CELL}(?:\s*+,?\s*+{_CELL})++)\s*+,?\s*+[\])}}]
    | ^[ \t]*+({_WORD}(?:(?:[ \t]*+[,;|][ \t]*+|[ \t]++){_WORD}){{2,}}+)[ \t]*+$""",
    re.MULTILINE | re.VERBOSE,
)
_CELLS = re.compile(_CELL, re.VERBOSE)
_BETWEEN = re.compile(r"[\s,;]*")

Drawn = Callable[[list[str]], list[str] | None]


def as_strings(text: str, drawn: Drawn) -> str | None:
    """Return a text with the arrays of each board as strings of XSB, in the same lines; None for a text without one.

    `drawn` returns the rows of a board in the signs of XSB, None for rows that are none.  O(len(text)).
    """
    parts: list[str] = []
    place = 0
    for arrays in blocks(text):
        cells = [[*map(_sign, _CELLS.findall(text, *array.span()))] for array in arrays]
        rows = drawn(["".join(row) for row in cells]) if all(map(all, cells)) else None
        if rows is None:
            continue
        for array, row in zip(arrays, rows, strict=True):
            parts += [text[place : array.start()], f'"{row}"', "\n" * array[0].count("\n")]
            place = array.end()
    return "".join([*parts, text[place:]]) if parts else None


def _sign(cell: str) -> str:
    """Return the sign in a cell, that of XSB for a word, none for a word that means nothing."""
    if cell[0] == cell[-1] and cell[0] in "\"'" and len(cell) == _QUOTED:
        return cell[1]
    name = cell.removeprefix("#\\").removeprefix("\\") if len(cell) > 1 else cell
    name = name.strip("\"':")
    return name[0] if len(name) == 1 or name[0].isdigit() else legends.sign(name)


_QUOTED = len("'#'")


def blocks(text: str) -> Iterator[list[re.Match[str]]]:
    """Yield the arrays that follow each other with nothing but commas and blanks between them."""
    block: list[re.Match[str]] = []
    for array in _ARRAY.finditer(text):
        if block and not _BETWEEN.fullmatch(text, block[-1].end(), array.start()):
            yield block
            block = []
        block.append(array)
    if block:
        yield block
