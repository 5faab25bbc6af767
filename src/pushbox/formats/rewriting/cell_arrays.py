"""Boards in arrays of cells, as programs, documents of JSON and prints of numpy have them, as strings of rows.

A row is what stands in brackets without others within: signs in quotes, or digits, with commas or blanks between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_CELL = r"""(?:'(?:[^'\\\n])'|"(?:[^"\\\n])"|[0-9]\.?(?![\w.]))"""
_ARRAY = re.compile(rf"[\[({{]\s*+({_CELL}(?:\s*+,?\s*+{_CELL})++)\s*+,?\s*+[\])}}]")
_SIGN = re.compile(r"'(.)'|\"(.)\"|([0-9])")
_BETWEEN = re.compile(r"[\s,;]*")

Drawn = Callable[[list[str]], list[str] | None]


def as_strings(text: str, drawn: Drawn) -> str | None:
    """Return a text with the arrays of each board as strings of XSB, in the same lines; None for a text without one.

    `drawn` returns the rows of a board in the signs of XSB, None for rows that are none.  O(len(text)).
    """
    parts: list[str] = []
    place = 0
    for arrays in _blocks(text):
        rows = drawn(["".join("".join(sign) for sign in _SIGN.findall(array[1])) for array in arrays])
        if rows is None:
            continue
        for array, row in zip(arrays, rows, strict=True):
            parts += [text[place : array.start()], f'"{row}"', "\n" * array[0].count("\n")]
            place = array.end()
    return "".join([*parts, text[place:]]) if parts else None


def _blocks(text: str) -> Iterator[list[re.Match[str]]]:
    """Yield the arrays that follow each other with nothing but commas and blanks between them."""
    block: list[re.Match[str]] = []
    for array in _ARRAY.finditer(text):
        if block and not _BETWEEN.fullmatch(text, block[-1].end(), array.start()):
            yield block
            block = []
        block.append(array)
    if block:
        yield block
