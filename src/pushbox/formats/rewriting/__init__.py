"""Boards as pages, programs and people write them, rewritten as XSB.

They stand in HTML, BBCode, Markdown and in strings of programs, have numbers before their rows, blanks between their
signs, every sign twice, or the signs of another program.  A part of a text is rewritten where that makes it a board
which could be played: of walls all around, with a player, and as many boxes as goals; all else stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from ...level import Problem
from ...sentence import say
from ..symbol_tables import TABLES, SymbolTable
from . import legends
from .lines import as_lines
from .markup import shown
from .row_forms import FEWEST, apart, is_doubled, once
from .rows import (
    MOST_NEARLY,
    SIGNS,
    Measure,
    Rewritten,
    Tables,
    boards_among,
    by_table,
    is_board,
    is_nearly,
)
from .strange import strange_sign
from .strings import arrays_by, as_arrays, as_strings

__all__ = [
    "Rewritten",
    "boards_among",
    "by_symbols",
    "nearly",
    "rewritten",
    "shown",
    "strange_sign",
    "suspicious",
    "undoubled",
]

_MOST = 1_000_000  # characters of a text that is looked at so closely


def rewritten(text: str) -> Iterator[Rewritten]:
    """Yield the ways to rewrite a text that has boards in another form, as lines, strings and arrays of a program."""
    return _ways(text, Measure(is_board, 0))


def nearly(text: str) -> Iterator[Rewritten]:
    """Yield the ways to rewrite a text with rows that are nearly a board: what is wrong with them is to be said."""
    return _ways(text, Measure(is_nearly, 1)) if len(text) <= MOST_NEARLY else iter(())


def _ways(text: str, measure: Measure) -> Iterator[Rewritten]:
    if len(text) > _MOST:
        return
    raw = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    tables = _tables(text)
    for way in (as_lines(raw, tables, measure), as_strings(raw, measure), as_arrays(raw, tables, measure)):
        if way is not None:
            yield way._replace(raw=raw)


def _tables(text: str) -> Tables:
    """Return the table of the legend in a text, all that are known where there is none."""
    if (legend := legends.table(text)) is not None:
        return [(legend, say("form-legend"))]
    return [(table, say("form-table", source=table.source)) for table in TABLES.values()]


def by_symbols(text: str, table: SymbolTable) -> Rewritten:
    """Return a text with the rows that have signs of a table as rows of XSB, other signs of XSB as ``?``.

    Rows are three or more lines below each other with signs of the table alone, lines between two walls, or arrays.
    """
    raw = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    how = (say("form-table", source=table.source),)
    if (arrays := arrays_by(table, raw, Measure(_is_whole_or_nearly, 0))) is not None:
        return arrays._replace(how=how, raw=raw)
    known, walls = {*table.signs, *" \t,|"}, tuple(sign for sign, own in table.signs.items() if own == "#")
    fits = [{*line} <= known and any(wall in line for wall in walls) for line in raw]
    lines: list[str] = []
    for is_fit, group in groupby(zip(raw, fits, strict=True), itemgetter(1)):
        rows = [line for line, _ in group]
        if is_fit and len(rows) >= FEWEST:
            lines += _translated(rows, table.signs)
        else:
            lines += [_by_signs(row, table.signs) if _is_walled(row, walls) else row for row in rows]
    return Rewritten("\n".join(lines), [*range(1, len(raw) + 1)], how)


def _is_whole_or_nearly(rows: list[str]) -> bool:
    return is_board(rows) or is_nearly(rows)


def _is_walled(line: str, walls: tuple[str, ...]) -> bool:
    return len(line.strip()) >= FEWEST and line.strip().startswith(walls) and line.strip().endswith(walls)


def _by_signs(row: str, signs: Mapping[str, str]) -> str:
    return "".join(signs.get(sign, "?" if sign in "#@+$*._-" else sign) for sign in row)


def _translated(rows: list[str], signs: Mapping[str, str]) -> list[str]:
    """Return rows in the signs of XSB, taken apart where that makes them a board."""
    ways = [by_table(form, signs) for form in (rows, apart(rows), once(rows)) if form is not None]
    drawn = [way for way in ways if way is not None]
    return next(filter(is_board, drawn), drawn[0] if drawn else rows)


def undoubled(text: str) -> Iterator[Problem]:
    """Yield a warning for each row that has one sign an odd number of times among rows that have every sign twice.

    Such rows are read as they are drawn, with each pusher and each box two, although a sign is missing or too much.
    """
    if len(text) > _MOST:
        return
    counted = number = end = 0  # the place up to which line ends are counted, how many there are, the end of a board
    for pairs in _PAIRS.finditer(text):
        if pairs.start() < end:
            continue  # it is of the same board
        start, end = _filled_around(text, pairs.start() + 1)
        number, counted = number + text.count("\n", counted, start), start
        rows = [row.rstrip("\r") for row in text[start:end].removesuffix("\n").split("\n")]
        odd = [index for index, row in enumerate(rows) if not is_doubled(row)]
        if not 0 < len(odd) < len(rows) / 2 or not all(any(sign in row for row in rows) for sign in "#@$."):
            continue
        for index in odd:
            single = [run for run in _RUN.finditer(rows[index]) if len(run[0]) % 2]
            if len(single) != 1 or not SIGNS.issuperset(rows[index]):
                break
            found = say("undoubled", count=len(single[0][0]), sign=single[0][1])
            expected, repair = say("every-sign-twice"), say("read-as-drawn")
            yield Problem(number + index + 1, single[0].start() + 1, "warning", found, expected, repair)


def _filled_around(text: str, place: int) -> tuple[int, int]:
    """Return where the lines begin and end that are around a line's begin, up to the next blank ones."""
    start, end = place, place
    while start > 0 and text[(before := text.rfind("\n", 0, start - 1) + 1) : start].strip():
        start = before
    while end < len(text) and text[end : (after := text.find("\n", end) + 1 or len(text))].strip():
        end = after
    return start, end


# A line end and a row of pairs, with a piece or a goal in it.
_PAIRS = re.compile(r"\n(?:##|  |--|__)*+([@+$*.])\1(?:(.)\2)*\r?(?=\n|\Z)")
_RUN = re.compile(r"(.)\1*")


def suspicious(text: str) -> bool:
    """Return whether a text that reads well as it is may be in one of the forms that are easily taken for XSB."""
    return bool(
        _NUMBERED_START.search(text)
        or ("|" in text and _BARRED.search(text))
        or _is_spaced(text)
        or ("@@" in text and (_DOUBLED.search(text) or _TRIPLED.search(text)))
        or ("&" in text and _AMP.search(text))
        or legends.table(text)
    )


def _is_spaced(text: str) -> bool:
    """Return whether the first row of a board has blanks between its walls."""
    below_blank = "\n\n" + text
    rows = (match.start() for match in _SPACED.finditer(below_blank))
    return any(not below_blank[below_blank.rfind("\n", 0, row) : row].strip(" \t\n") for row in rows)


# Numbers before a wall in two lines, two rows of cells with bars around, a first row of walls apart, three rows of
# pairs, and a player & among letters.
_NUMBERED_START = re.compile(r"^[ \t]*[0-9]{1,6}[ \t:|.)]+#.*\n[ \t]*[0-9]{1,6}[ \t:|.)]+#", re.MULTILINE)
_BARRED = re.compile(r"^[ \t]*\|[^\n]*\|[ \t]*\n[ \t]*\|[^\n]*\|[ \t]*$", re.MULTILINE)
_SPACED = re.compile(r"\n[#+X0] [#+X0] [#+X0](?: [#+X0])*[ \t]*(?=\n)")
_DOUBLED = re.compile(r"^(?:([^\n])\1)+\n(?:([^\n])\2)+\n(?:([^\n])\3)+$", re.MULTILINE)
_TRIPLED = re.compile(r"^(?:([^\n])\1\1)+\n(?:([^\n])\2\2)+\n(?:([^\n])\3\3)+$", re.MULTILINE)
_AMP = re.compile(r"^#[# &BX.]*&[# &BX.]*#$", re.MULTILINE)
