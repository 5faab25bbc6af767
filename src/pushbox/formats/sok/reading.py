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
    scanned_text = scanned(text, dialect.alphabet)
    items = parts(scanned_text)
    start = items[0].head if items else len(scanned_text.lines)
    above, macros = _of_file(scanned_text, start)
    file = Collection(
        title=above.title,
        author=above.author,
        notes="\n".join(above.notes),
        headers=tuple(above.headers),
        header=scanned_text.source(0, start).strip("\n"),
    )
    game = default_game(file.headers)
    levels: list[Level] = []
    problems: list[Problem] = []
    for number, (head, items_of_level) in enumerate(_puzzles(items)):
        if number == MOST_LEVELS:
            raise FormatError(f"found more than {MOST_LEVELS:,} levels", line=scanned_text.numbers[head.start])
        level, more = _level(scanned_text, head, items_of_level, game, macros, dialect)
        problems += more
        if level is not None:
            levels.append(level)
        elif levels:
            levels[-1] = _with_text(levels[-1], scanned_text, items_of_level)
        else:  # nothing of a file is lost: what was above the first level that can be read is above it again
            end = items_of_level[-1].close
            file = replace(file, header=scanned_text.source(0, end).strip("\n"))
    return replace(file, levels=tuple(levels), problems=tuple(problems))


def _puzzles(items: list[Part]) -> list[tuple[Part, list[Part]]]:
    """Return each board with itself and the moves that follow it."""
    puzzles: list[tuple[Part, list[Part]]] = []
    for item in items:
        if item.board:
            puzzles.append((item, [item]))
        else:
            puzzles[-1][1].append(item)
    return puzzles


def _with_text(level: Level, text: ScannedText, lost: list[Part]) -> Level:
    """Return a level that has the text of a board after it which could not be read."""
    source = level.source
    if source is None:
        return level
    more = text.source(lost[0].head, lost[-1].close).strip("\n")
    return replace(level, source=source._replace(text=f"{source.text}\n\n{more}"))


def _level(text: ScannedText, head: Part, items: list[Part], game: str, macros: Macros, dialect: Xsb) -> Read:
    assert head.board is not None
    around = _of_puzzle(text, head, macros)
    around.saved_moves = [_saved_moves(text, item, macros) for item in items[1:]]
    segment = Segment(head.head, *head.board[1:3], items[-1].close, *head.board[4:])
    return build(text, segment, around, game, dialect)


def _of_file(text: ScannedText, end: int) -> tuple[Metadata, Macros]:
    """Return what the lines above the first board say, and the macros that they define."""
    metadata = Metadata()
    legend = _legend(text, end)
    headers: list[tuple[str, str]] = []
    notes = _Notes()
    for index in range(end):
        code = text.codes[index]
        if code == BLANK or index < legend:
            notes.blank(code)
        elif code == COMMENT:
            notes.block(text, index)
        elif code == HEADER:
            headers.append(text.headers[index])
            metadata.add_header(*text.headers[index], text.numbers[index], OF_FILE)
        elif code in (ASIDE, REMARK):
            metadata.headers += _remark(text, index)
        else:
            notes.line(text.lines[index])
    metadata.notes = notes.lines
    return metadata, Macros(headers)


def _legend(text: ScannedText, end: int) -> int:
    """Return where the format's own page of explanation ends, which is above all else where it is there."""
    index = 0
    while index < end and text.codes[index] in (ASIDE, BLANK):
        index += 1
    return index if any("file format" in line.lower() for line in text.lines[:index]) else 0


def _of_puzzle(text: ScannedText, item: Part, macros: Macros) -> Metadata:
    """Return what the title and the notes of a board say."""
    metadata = Metadata()
    notes = _Notes()
    for index in range(item.end, item.close):
        code = text.codes[index]
        if code == BLANK:
            notes.blank(code)
        elif code == COMMENT:
            notes.block(text, index)
        elif code == HEADER:
            name, value = text.headers[index]
            metadata.add_header(name, macros(value), text.numbers[index])
        elif code in (ASIDE, REMARK):
            metadata.headers += _remark(text, index)
        else:
            notes.line(text.lines[index])
    metadata.notes = [macros(line) for line in notes.lines]
    if not metadata.title and item.title >= 0:
        metadata.title = _title(text, item)
    return metadata


def _saved_moves(text: ScannedText, item: Part, macros: Macros) -> SavedMoves:
    if text.codes[item.start] == SAVED:
        name, first = text.headers[item.start]
        title = title_of(name)
        lines = [first, *text.lines[item.start + 1 : item.end]]
    else:
        title = _title(text, item) if item.title >= 0 else ""
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
    """Return a comment as a key without a name; a line of nothing but colons is none."""
    line = text.lines[index].strip()
    if text.codes[index] == REMARK:
        return [("", line[1:].strip())]
    return [] if _is_colons(text, index) else [("", line)]


def _is_colons(text: ScannedText, index: int) -> bool:
    return text.codes[index] == ASIDE and _COLONS.issuperset(text.lines[index])


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

    def block(self, text: ScannedText, index: int) -> None:
        """Take the block of comment that begins at a line; its other lines are taken with it."""
        if index in text.comments:
            self.lines += gather.comment(text, index, text.comments[index])
            self._gap = False
