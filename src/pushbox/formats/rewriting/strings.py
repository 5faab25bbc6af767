"""Boards that stand in the strings and arrays of JSON, YAML, a program or a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from ...sentence import Sentence, say
from ..symbol_tables import SymbolTable
from . import cell_arrays
from .layout import rows_in_line
from .rows import ROW, Measure, Rewritten, Tables, boards_among, by_table, is_board, is_row, is_strange


class _Strings(NamedTuple):
    """The rows that stand in strings, with the number of the line of each, and of the last line of the strings."""

    rows: list[str]
    numbers: list[int]
    end: int
    joint: str | None = None  # what stands between each two


def _joint(between: str) -> str | None:
    """Return what stands between two rows, without numbers and blanks, None where it parts them.

    Nothing but commas and signs of adding are one joint; the names of functions and statements may stand there too.
    """
    if _JOINT.fullmatch(between):
        return ""
    is_call = len(between) <= _LONGEST_JOINT and not _PARTED.search(between)
    return _NO_JOINT.sub("", between) if is_call else None


def _by_width(content: str, around: str) -> list[str] | None:
    """Return the rows of a board that is one string, by the number of columns that is named near it."""
    if "$" in content and ROW.fullmatch(content):
        for columns in {int(number) for number in _WIDTH.findall(around)} - {0}:
            rows = [content[at : at + columns].rstrip() for at in range(0, len(content), columns)]
            if len(content) % columns == 0 and is_board(rows):
                return rows
    return None


_WIDTH = re.compile(r"\b(?:width|columns|cols|w)\b[\"']?\s*[:=]\s*([0-9]{1,4})", re.IGNORECASE)
_WIDTH_NEAR = 200  # characters before and behind a string in which its width is named

_PROSE = "words"  # the joint of a text of more than rows, which no other is joined to
_LONGEST_JOINT = 60  # characters
_PARTED = re.compile("[\"'`\\[\\]{}=:]")
_NO_JOINT = re.compile(r"[0-9\s]+")


def as_strings(raw: list[str], measure: Measure) -> Rewritten | None:
    """Return the boards in the strings of JSON, YAML, a program or a spreadsheet, with moves and titles beside them."""
    text = "\n".join(raw)
    blocks: list[_Strings] = []
    words: dict[int, list[str]] = {}
    last = -1  # where the string before ended
    line, counted = 1, 0  # the line of the place up to which line ends were counted
    for start, end in _strings(text):
        content = _unescaped(text[start + 1 : end - 1])
        line, counted = line + text.count("\n", counted, start), start
        rows = [row.rstrip() for row in content.replace("\r", "").strip("\n").split("\n")]
        end_line = line + text.count("\n", start, end)
        first = line + len(content) - len(content.lstrip("\n")) if end_line > line else line
        numbered = [min(first + at, end_line) for at in range(len(rows))]
        if len(rows) == 1:
            rows = (
                rows_in_line(content)
                or _by_width(content, text[max(start - _WIDTH_NEAR, 0) : end + _WIDTH_NEAR])
                or rows
            )
            numbered *= len(rows)
        if all(ROW.fullmatch(row) or is_strange(row) for row in rows) and rows[0]:
            between = _joint(text[last:start]) if len(rows) == 1 and blocks else None
            if between is not None and blocks[-1].joint in (None, between):
                blocks[-1].rows.extend(rows)
                blocks[-1].numbers.append(line)
                blocks[-1] = blocks[-1]._replace(end=line, joint=between)
            else:
                blocks.append(_Strings(rows, numbered, end_line))
            last = end
        elif any(True for _ in boards_among(rows)):  # with words around them
            blocks.append(_Strings(rows, numbered, end_line, joint=_PROSE))
            last = end
        elif (key := _KEY.search(text, max(start - _KEYED, 0), start)) and content.strip():
            name = "Title" if key[1].lower() in {"title", "name"} else "Solution"
            is_next = "{" in text[max(last, 0) : start]  # the object of the board before has ended
            index = len(blocks) if is_next else max(len(blocks) - 1, 0)
            words.setdefault(index, []).append(f"{name}: {' '.join(content.split())}")
    if not any(block.joint == _PROSE or measure.fits(block.rows) for block in blocks):
        return None
    # Those that are no whole boards too: what is wrong with them is to be said.
    boards = [
        (index, block)
        for index, block in enumerate(blocks)
        if block.joint == _PROSE or (len(block.rows) > 1 and "#" in block.rows[0])
    ]
    lines: list[str] = []
    numbers: list[int] = []
    place = 0  # the line up to which all is rewritten
    plain = (list(rows) for are_rows, rows in groupby(raw, is_row) if are_rows)
    beside = any(map(is_board, plain))  # boards that are no strings stay, with their words
    for index, block in boards:
        kept = [at for at in range(place, block.numbers[0] - 1) if _STRINGS.search(raw[at]) is None] if beside else []
        part = [*block.rows, *words.get(index, ()), ""]
        lines += [*(raw[at] for at in kept), "", *part]
        numbers += [*(at + 1 for at in kept), block.numbers[0], *block.numbers]
        numbers += [block.numbers[-1]] * (len(part) - len(block.rows))
        place = block.end
    kept = [at for at in range(place, len(raw)) if _STRINGS.search(raw[at]) is None] if beside else []
    lines += [raw[at] for at in kept]
    numbers += [at + 1 for at in kept]
    return Rewritten("\n".join(lines), numbers, (say("form-strings"),))


def as_arrays(raw: list[str], tables: Tables, measure: Measure) -> Rewritten | None:
    """Return the boards in arrays of cells, as those in strings."""
    how: list[Sentence] = []

    def drawn(rows: list[str]) -> list[str] | None:
        """Return rows in the signs that one table alone gives them, else as they are, None where they have no walls."""
        ways = [
            (way, named)
            for table, named in tables
            if (way := by_table(rows, table.signs, measure.unknown)) and measure.fits(way)
        ]
        if is_board(rows) or len(ways) != 1:
            return rows if "#" in rows[0] else None
        how.append(ways[0][1])
        return ways[0][0]

    text = cell_arrays.as_strings("\n".join(raw), drawn)
    strings = as_strings(text.split("\n"), measure) if text is not None else None
    if strings is None:
        return None
    names = (say("form-arrays"), *dict.fromkeys(how))
    return strings._replace(how=names, guess=min(filter(None, strings.numbers), default=1) if how else 0)


def arrays_by(table: SymbolTable, raw: list[str], measure: Measure) -> Rewritten | None:
    """Return the boards in arrays of cells with the signs of a table alone, as those in strings."""
    text = cell_arrays.as_strings("\n".join(raw), lambda rows: by_table(rows, table.signs))
    return as_strings(text.split("\n"), measure) if text is not None else None


def _strings(text: str) -> Iterator[tuple[int, int]]:
    """Yield where strings in quotes of any kind begin, and where they end; O(len(text))."""
    open_kinds = set(_ENDS)
    place = 0
    while start := _QUOTE.search(text, place):
        place = start.end()
        if start[0] not in open_kinds:
            continue
        end = _ENDS[start[0]].match(text, place)
        if end is None:
            open_kinds.discard(start[0])  # no string of the kind ends any more
            continue
        yield start.start(), end.end()
        place = end.end()


_QUOTE = re.compile("[\"'`]")
_ENDS = {quote: re.compile(rf"[^{quote}\\]*+(?:\\.[^{quote}\\]*+)*+{quote}", re.DOTALL) for quote in "\"'`"}
_STRINGS = re.compile("[\"'`]|^[\\s\\[\\]{}(),;]+$")  # lines of a program, but for those with boards
_KEYED = 60  # characters before a string in which its key stands
_JOINT = re.compile(r"[\s,+;\\\-]*")
_KEY = re.compile(r"""["']?\b(title|name|solution|solve|lurd|moves)["']?\s*[:=]\s*$""", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}


def _unescaped(content: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), content)
