"""Boards whose rows are not lines below each other: all of them in one line, or with a blank line after each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ...sentence import Sentence, say
from .row_forms import FEWEST
from .rows import is_board, is_row

_MARKS = ("\\r\\n", "\\n", "|", "/", "!", ";", ",", "\\")  # between the rows of a board in one line


def laid_out(lines: list[str], numbers: list[int]) -> tuple[list[str], list[int], list[Sentence]]:
    """Return lines with the rows of each board below each other, their numbers, and in words what was done."""
    how: list[Sentence] = []
    for index in range(len(lines) - 1, -1, -1):
        is_code = any(quote in lines[index] for quote in "\"'`")  # a string of a program, which `strings` reads
        if not is_code and (rows := rows_in_line(lines[index])) is not None:
            lines[index : index + 1] = ["", *rows, ""]
            numbers[index : index + 1] = [numbers[index]] * (len(rows) + 2)
            how = [say("form-one-line")]
    for first, end, step in _spaced(lines):
        lines[first:end] = lines[first:end:step]
        numbers[first:end] = numbers[first:end:step]
        how.append(say("form-blank-lines"))
    return lines, numbers, how


def rows_in_line(line: str) -> list[str] | None:
    """Return the rows of a board that is written in one line, with words around it, None where it is none."""
    if "$" in line and "#" in line:
        board = line[line.index("#") : line.rindex("#") + 1]
        for mark in _MARKS:
            rows = [row.rstrip() for row in board.split(mark)]
            if len(rows) >= FEWEST and is_board(rows):
                return rows
    return None


def _spaced(lines: list[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the spans of boards with the same number of blank lines between all rows, with the step, the last first."""
    filled = [index for index, line in enumerate(lines) if line.strip()]
    end = len(filled)
    while end > FEWEST - 1:
        step = filled[end - 1] - filled[end - 2]
        start = end - 1
        while start and filled[start] - filled[start - 1] == step:
            start -= 1
        if step > 1:
            yield from _boards(lines, filled[start:end], step)
        end = min(start + 1, end - 1)


def _boards(lines: list[str], places: list[int], step: int) -> Iterator[tuple[int, int, int]]:
    """Yield the span of each board among lines in equal steps, the last first."""
    for are_rows, group in groupby(reversed(places), lambda at: is_row(lines[at])):
        rows = [*group][::-1]
        if are_rows and is_board([lines[at] for at in rows]):
            yield rows[0], rows[-1] + 1, step
