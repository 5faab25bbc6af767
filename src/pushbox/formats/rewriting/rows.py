"""Which rows among the lines of a text are a board, or nearly one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from ...sentence import Sentence
from ..parts import sense
from ..symbol_tables import SymbolTable
from .row_forms import FEWEST

MOST_NEARLY = 100_000  # characters of a text that is looked at for what is nearly a board

SIGNS = frozenset("#@+$*. -_")
ROW = re.compile(r"[ #@$.+*_\-]*")
WALLS = re.compile(r" *#+ *")


class Rewritten(NamedTuple):
    """A text with boards of XSB; the line of the old text for each of its lines, and in words what was rewritten.

    `guess` is the number of the first line where signs were given a meaning or boards were parted, 0 for none. `raw` is
    the old text where columns may have changed.
    """

    text: str
    numbers: list[int]
    how: tuple[Sentence, ...]
    guess: int = 0
    raw: Sequence[str] = ()

    @property
    def is_form(self) -> bool:
        """Whether more than markup was taken away: numbers, blanks, doubled signs, other signs."""
        return any(form.code not in {"form-markup", "form-strings"} for form in self.how)


class Measure(NamedTuple):
    """Which rows of XSB signs are a board, and how many signs of theirs a table may lack."""

    fits: Callable[[list[str]], bool]
    unknown: int


Tables = Sequence[tuple[SymbolTable, Sentence]]  # with what is said of a board that is read by them


def is_board(rows: list[str]) -> bool:
    """Return whether rows of XSB signs, with empty lines around, are a board that could be played.

    It is whole (see `pushbox.formats.parts.sense`), with one player, and one box at least is off its goal.
    """
    drawn = [row for row in rows if row]
    signs = "".join(drawn)
    if len(drawn) < FEWEST or "$" not in signs or not SIGNS.issuperset(signs):
        return False
    return signs.count("@") + signs.count("+") == 1 and sense.are_whole(drawn)


def is_nearly(rows: list[str]) -> bool:
    """Return whether rows are a board but for a sign or two, or for what is missing: walls are at both ends of all."""
    drawn = [row.strip() for row in rows if row.strip()]
    return (
        len(drawn) >= FEWEST
        and all(row[0] == row[-1] == "#" and len(row) >= FEWEST for row in drawn)
        and WALLS.fullmatch(drawn[0]) is not None
        and WALLS.fullmatch(drawn[-1]) is not None
        and any(sign in row for row in drawn for sign in "@+$*")
        and all(ROW.fullmatch(row) or is_strange(row) for row in drawn)
    )


def is_row(line: str) -> bool:
    """Return whether a line has signs of XSB alone, and is not blank."""
    return bool(line.strip() and ROW.fullmatch(line))


def is_strange(line: str) -> bool:
    """Return whether a line is a row but for a few signs that none has."""
    dense = "".join(line.split()) if line.startswith("#") else ""
    return len(dense) >= FEWEST and 2 * sum(map(dense.count, "#@$.+*_-")) > len(dense)


def boards_among(raw: Sequence[str]) -> Iterator[int]:
    """Yield the index of the first line of each board of XSB among lines of text."""
    index = 0
    for are_rows, group in groupby(raw, is_row):
        rows = [row.rstrip() for row in group]
        if are_rows and is_board(rows):
            yield index
        index += len(rows)


def blocks(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of lines that follow each other without a blank one, of three or more, the last first."""
    end = len(lines)
    spans: list[tuple[int, int]] = []
    start = None
    for index in range(end + 1):
        filled = index < end and lines[index].strip() != ""
        if filled and start is None:
            start = index
        elif not filled and start is not None:
            if index - start >= FEWEST:
                spans.append((start, index))
            start = None
    yield from reversed(spans)


def by_table(rows: list[str], signs: Mapping[str, str], most: int = 0) -> list[str] | None:
    """Return rows in the signs of XSB, None where more than so many signs, or one of XSB, are not of the table."""
    unknown = set().union(*rows) - signs.keys()
    if len(unknown) > most or unknown & SIGNS:
        return None
    table = str.maketrans(dict(signs))
    return [row.translate(table) for row in rows]
