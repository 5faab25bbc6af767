"""From the text of a SOK file to its levels, with numbers of boxes and goals still among their words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from ...level import Collection, SavedMoves
from ..parts.metadata import OF_FILE, OF_LEVEL, Metadata, folded, title_of, trimmed
from ..xsb import gather
from ..xsb.line_classes import ASIDE, BLANK, COMMENT, HEADER, REMARK, SAVED, ScannedText, scanned
from ..xsb.reading import collection
from ..xsb.segments import Segment
from .macros import Macros
from .shape import Part, parts

if TYPE_CHECKING:
    from ..xsb import Xsb

_COLONS = frozenset(": ")


def scan(text: str, dialect: Xsb) -> Collection:
    """Return the levels of a SOK file, which may have none.  O(len(text))."""
    lines = scanned(text, dialect.alphabet)
    items = parts(lines)
    start = items[0].head if items else len(lines.lines)
    above, macros = _of_file(lines, start)
    return collection(lines, start, above, _puzzles(lines, items, macros), dialect)


def _puzzles(text: ScannedText, items: list[Part], macros: Macros) -> Iterator[tuple[Segment, Metadata]]:
    """Yield each board with its notes and the moves that follow it."""
    heads = [index for index, item in enumerate(items) if item.board]
    for first, end in pairwise([*heads, len(items)]):
        head, *moves = items[first:end]
        assert head.board is not None  # by this they begin
        around = _of_puzzle(text, head, macros)
        around.saved_moves = [_saved_moves(text, item, macros) for item in moves]
        yield head.board._replace(head=head.head, end=items[end - 1].close), around


def _of_file(text: ScannedText, end: int) -> tuple[Metadata, Macros]:
    """Return the metadata above the first board, and the macros defined there."""
    lines = range(_legend(text, end), end)
    return _gathered(text, lines, OF_FILE), Macros([text.headers[i] for i in lines if text.codes[i] == HEADER])


def _legend(text: ScannedText, end: int) -> int:
    """Return the end of the format's own explanation, which comes first if it is present."""
    index = next((index for index in range(end) if text.codes[index] not in (ASIDE, BLANK)), end)
    return index if any("file format" in line.lower() for line in text.lines[:index]) else 0


def _of_puzzle(text: ScannedText, item: Part, macros: Macros) -> Metadata:
    """Return the metadata in the title and the notes of a board."""
    metadata = _gathered(text, range(item.end, item.close), OF_LEVEL, macros)
    if not metadata.title and item.title >= 0:
        metadata.title = _title(text, item)
    return metadata


def _gathered(
    text: ScannedText, lines: range, meanings: Mapping[str, str], expanded: Callable[[str], str] = str
) -> Metadata:
    """Return the metadata of lines: one blank line between paragraphs of notes, blocks of comment unchanged."""
    metadata = Metadata()
    notes: list[str] = []
    gap = False
    for index in lines:
        code = text.codes[index]
        if code == BLANK:
            gap = bool(notes)
        elif code == COMMENT:
            if index in text.comments:
                notes += gather.comment(text, index, text.comments[index])
                gap = False
        elif code == HEADER:
            name, value = text.headers[index]
            metadata.add_header(name, expanded(value), text.numbers[index], meanings)
        elif code in (ASIDE, REMARK):
            metadata.headers += _remark(text, index)
        else:
            line = text.lines[index].strip()
            notes += ["", line] if gap else [line]
            gap = False
    metadata.notes = [expanded(line) for line in notes]
    return metadata


def _saved_moves(text: ScannedText, item: Part, macros: Macros) -> SavedMoves:
    if text.codes[item.start] == SAVED:
        name, first = text.headers[item.start]
        title = title_of(name)
        lines = [first, *text.lines[item.start + 1 : item.end]]
    else:
        title = title_of(_title(text, item)) if item.title >= 0 else ""
        lines = text.lines[item.start : item.end]
    below = range(item.end, item.close)
    named = next((at for at in below if text.codes[at] == HEADER and folded(text.headers[at][0]) == "title"), -1)
    if named >= 0:
        title = text.headers[named][1] or title * (item.title < 0)
    notes = [text.lines[index] for index in below if index != named and not _is_colons(text, index)]
    start, end = trimmed(notes, 0, len(notes))
    return SavedMoves(title, "".join(line.strip() for line in lines), macros("\n".join(notes[start:end])))


def _title(text: ScannedText, item: Part) -> str:
    line = text.lines[item.title].strip()
    return line[1:].strip() if text.codes[item.title] == REMARK else line


def _remark(text: ScannedText, index: int) -> list[tuple[str, str]]:
    """Return a comment as a key without a name, or nothing for a line of colons."""
    line = text.lines[index].strip()
    if text.codes[index] == REMARK:
        return [("", line[1:].strip())]
    return [] if _is_colons(text, index) else [("", line)]


def _is_colons(text: ScannedText, index: int) -> bool:
    return text.codes[index] == ASIDE and _COLONS.issuperset(text.lines[index])
