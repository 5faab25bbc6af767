"""From the text of a SOK file to its levels, with numbers of boxes and goals still among their words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import FormatError
from ...level import Collection, Level, Problem, SavedMoves
from ..parts.metadata import OF_FILE, Metadata, Read, default_game, folded, title_of, trimmed
from ..xsb import gather
from ..xsb.line_classes import ASIDE, BLANK, COMMENT, HEADER, REMARK, SAVED, ScannedText, scanned
from ..xsb.reading import MOST_LEVELS, build
from ..xsb.segments import Segment
from .macros import Macros
from .shape import Part, parts

if TYPE_CHECKING:
    from ..xsb import Xsb

_COLONS = frozenset(": ")


def scan(text: str, dialect: Xsb) -> Collection:
    """Return the levels of a SOK file, which may have none.  O(len(text))."""
    found = scanned(text, dialect.alphabet)
    items = parts(found)
    start = items[0].head if items else len(found.lines)
    above, macros = _of_file(found, start)
    file = Collection(
        title=above.title,
        author=above.author,
        notes="\n".join(above.notes),
        headers=tuple(above.headers),
        header=found.source(0, start).strip("\n"),
    )
    game = default_game(file.headers)
    levels: list[Level] = []
    problems: list[Problem] = []
    for number, (head, items_of_level) in enumerate(_puzzles(items)):
        if number == MOST_LEVELS:
            raise FormatError(f"found more than {MOST_LEVELS:,} levels", line=found.numbers[head.start])
        level, more = _level(found, head, items_of_level, game, macros, dialect)
        problems += more
        if level is not None:
            levels.append(level)
        elif levels:
            levels[-1] = _with_text(levels[-1], found, items_of_level)
        else:  # nothing of a file is lost: what was above the first level that can be read is above it again
            end = items_of_level[-1].close
            file = replace(file, header=found.source(0, end).strip("\n"))
    return replace(file, levels=tuple(levels), problems=tuple(problems))


def _puzzles(items: list[Part]) -> list[tuple[Part, list[Part]]]:
    """Return each board with itself and the moves that follow it."""
    found: list[tuple[Part, list[Part]]] = []
    for item in items:
        if item.board:
            found.append((item, [item]))
        else:
            found[-1][1].append(item)
    return found


def _with_text(level: Level, found: ScannedText, lost: list[Part]) -> Level:
    """Return a level that has the text of a board after it which could not be read."""
    source = level.source
    if source is None:
        return level
    text = found.source(lost[0].head, lost[-1].close).strip("\n")
    return replace(level, source=source._replace(text=f"{source.text}\n\n{text}"))


def _level(found: ScannedText, head: Part, items: list[Part], game: str, macros: Macros, dialect: Xsb) -> Read:
    assert head.board is not None
    around = _of_puzzle(found, head, macros)
    around.saved_moves = [_saved_moves(found, item, macros) for item in items[1:]]
    segment = Segment(head.head, *head.board[1:3], items[-1].close, *head.board[4:])
    return build(found, segment, around, game, dialect)


def _of_file(found: ScannedText, end: int) -> tuple[Metadata, Macros]:
    """Return what the lines above the first board say, and the macros that they define."""
    metadata = Metadata()
    legend = _legend(found, end)
    headers: list[tuple[str, str]] = []
    notes = _Notes()
    for index in range(end):
        code = found.codes[index]
        if code == BLANK or index < legend:
            notes.blank(code)
        elif code == COMMENT:
            notes.block(found, index)
        elif code == HEADER:
            headers.append(found.headers[index])
            metadata.add_header(*found.headers[index], found.numbers[index], OF_FILE)
        elif code in (ASIDE, REMARK):
            metadata.headers += _remark(found, index)
        else:
            notes.line(found.lines[index])
    metadata.notes = notes.lines
    return metadata, Macros(headers)


def _legend(found: ScannedText, end: int) -> int:
    """Return where the format's own page of explanation ends, which is above all else where it is there."""
    index = 0
    while index < end and found.codes[index] in (ASIDE, BLANK):
        index += 1
    return index if any("file format" in line.lower() for line in found.lines[:index]) else 0


def _of_puzzle(found: ScannedText, item: Part, macros: Macros) -> Metadata:
    """Return what the title and the notes of a board say."""
    metadata = Metadata()
    notes = _Notes()
    for index in range(item.end, item.close):
        code = found.codes[index]
        if code == BLANK:
            notes.blank(code)
        elif code == COMMENT:
            notes.block(found, index)
        elif code == HEADER:
            name, value = found.headers[index]
            metadata.add_header(name, macros(value), found.numbers[index])
        elif code in (ASIDE, REMARK):
            metadata.headers += _remark(found, index)
        else:
            notes.line(found.lines[index])
    metadata.notes = [macros(line) for line in notes.lines]
    if not metadata.title and item.title >= 0:
        metadata.title = _title(found, item)
    return metadata


def _saved_moves(found: ScannedText, item: Part, macros: Macros) -> SavedMoves:
    if found.codes[item.start] == SAVED:
        name, first = found.headers[item.start]
        title = title_of(name)
        lines = [first, *found.lines[item.start + 1 : item.end]]
    else:
        title = _title(found, item) if item.title >= 0 else ""
        lines = found.lines[item.start : item.end]
    below = range(item.end, item.close)
    named = next((at for at in below if found.codes[at] == HEADER and folded(found.headers[at][0]) == "title"), -1)
    if named >= 0:
        title = found.headers[named][1] or title * (item.title < 0)
    notes = [found.lines[index] for index in below if index != named and not _is_colons(found, index)]
    start, end = trimmed(notes, 0, len(notes))
    return SavedMoves(title, "".join(line.strip() for line in lines), macros("\n".join(notes[start:end])))


def _title(found: ScannedText, item: Part) -> str:
    line = found.lines[item.title].strip()
    return line[1:].strip() if found.codes[item.title] == REMARK else line


def _remark(found: ScannedText, index: int) -> list[tuple[str, str]]:
    """Return a comment as a key without a name; a line of nothing but colons is none."""
    line = found.lines[index].strip()
    if found.codes[index] == REMARK:
        return [("", line[1:].strip())]
    return [] if _is_colons(found, index) else [("", line)]


def _is_colons(found: ScannedText, index: int) -> bool:
    return found.codes[index] == ASIDE and _COLONS.issuperset(found.lines[index])


class _Notes:
    """Lines of notes while they are gathered: text with one blank line between paragraphs, blocks as they are."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._gap = False

    def blank(self, code: int) -> None:
        """Take a line that says nothing."""
        self._gap = bool(self.lines) and code == BLANK

    def line(self, text: str) -> None:
        """Take a line of text."""
        self.lines += ["", text.strip()] if self._gap else [text.strip()]
        self._gap = False

    def block(self, found: ScannedText, index: int) -> None:
        """Take the block of comment that begins at a line; its other lines are taken with it."""
        if index in found.comments:
            self.lines += gather.comment(found, index, found.comments[index])
            self._gap = False
