"""From the text of a SOK file to its levels, with numbers of boxes and goals still among their words."""

from __future__ import annotations

from dataclasses import replace

from ...errors import FormatError
from ...level import Collection, Level, Problem, SavedMoves
from ..parts.layer import default_game
from ..xsb import words
from ..xsb.blocks import Block
from ..xsb.lines import ASIDE, BLANK, COMMENT, KEY, RECORD, REMARK, Sheet, sheet
from ..xsb.reading import MOST_LEVELS, build
from .macros import Macros
from .shape import Part, folded, parts

_COLONS = frozenset(": ")


def read(text: str) -> Collection:
    """Read every level of a SOK file.

    Raises FormatError where there is no board at all.
    """
    collection = scan(text)
    if not collection.levels and not collection.problems:
        raise FormatError("found no level, expected at least one board drawn with walls #")
    return collection


def scan(text: str) -> Collection:
    """Read as `read` does, a text without boards too.  O(len(text))."""
    found = sheet(text)
    items = parts(found)
    start = items[0].head if items else len(found.lines)
    said, macros = _of_file(found, start)
    file = Collection(
        title=said.title,
        author=said.author,
        notes="\n".join(said.notes),
        headers=tuple(said.keys),
        header=found.source(0, start).strip("\n"),
        format="sok",
    )
    game = default_game(file)
    levels: list[Level] = []
    problems: list[Problem] = []
    for number, (head, items_of_level) in enumerate(_puzzles(items)):
        if number == MOST_LEVELS:
            raise FormatError(f"found more than {MOST_LEVELS:,} levels", line=found.numbers[head.start])
        level, more = _level(found, head, items_of_level, game, macros)
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


def _with_text(level: Level, found: Sheet, lost: list[Part]) -> Level:
    """Return a level that has the text of a board after it which could not be read."""
    source = level.source
    if source is None:
        return level
    text = found.source(lost[0].head, lost[-1].close).strip("\n")
    return replace(level, source=source._replace(text=f"{source.text}\n\n{text}"))


def _level(
    found: Sheet, head: Part, items: list[Part], game: str, macros: Macros
) -> tuple[Level | None, list[Problem]]:
    assert head.board is not None
    said = _of_puzzle(found, head, macros)
    block = Block(head.head, *head.board[1:3], items[-1].close, *head.board[4:])
    level, problems = build(found, block, said, game)
    if level is None:
        return None, problems
    return replace(level, saved_moves=tuple(_record(found, item, macros) for item in items[1:])), problems


def _of_file(found: Sheet, end: int) -> tuple[words.Words, Macros]:
    """Return what the lines above the first board say, and the macros that they define."""
    said = words.Words()
    legend = _legend(found, end)
    keys: list[tuple[str, str]] = []
    notes = _Notes()
    for index in range(end):
        code = found.codes[index]
        if code == BLANK or index < legend:
            notes.blank(code)
        elif code == COMMENT:
            notes.block(found, index)
        elif code == KEY:
            name, value = found.keys[index]
            keys.append((name, value))
            match folded(name):
                case "collection" | "title" | "set" if not said.title:
                    said.title = value
                case "author" if not said.author:
                    said.author = value
                case _:
                    said.keys.append((name, value))
        elif code in (ASIDE, REMARK):
            said.keys += _remark(found, index)
        else:
            notes.line(found.lines[index])
    said.notes = notes.lines
    return said, Macros(keys)


def _legend(found: Sheet, end: int) -> int:
    """Return where the format's own page of explanation ends, which is above all else where it is there."""
    index = 0
    while index < end and found.codes[index] in (ASIDE, BLANK):
        index += 1
    told = any("file format" in line.lower() for line in found.lines[:index])
    return index if told else 0


def _of_puzzle(found: Sheet, item: Part, macros: Macros) -> words.Words:
    """Return what the title and the notes of a board say."""
    said = words.Words()
    notes = _Notes()
    for index in range(item.end, item.close):
        code = found.codes[index]
        if code == BLANK:
            notes.blank(code)
        elif code == COMMENT:
            notes.block(found, index)
        elif code == KEY:
            name, value = found.keys[index]
            words.key(name, macros(value), said, ("title",), found.numbers[index], of_file=False)
        elif code in (ASIDE, REMARK):
            said.keys += _remark(found, index)
        else:
            notes.line(found.lines[index])
    said.notes = [macros(line) for line in notes.lines]
    if not said.title and item.title >= 0:
        said.title = _title(found, item)
    return said


def _record(found: Sheet, item: Part, macros: Macros) -> SavedMoves:
    if found.codes[item.start] == RECORD:
        name, first = found.keys[item.start]
        title = words.record_title(name)
        lines = [first, *found.lines[item.start + 1 : item.end]]
    else:
        title = _title(found, item) if item.title >= 0 else ""
        lines = found.lines[item.start : item.end]
    below = range(item.end, item.close)
    named = next((at for at in below if found.codes[at] == KEY and folded(found.keys[at][0]) == "title"), -1)
    if named >= 0:
        title = found.keys[named][1] or title * (item.title < 0)
    notes = [found.lines[index] for index in below if index != named and not _is_colons(found, index)]
    while notes and not notes[-1].strip():
        notes.pop()
    while notes and not notes[0].strip():
        notes.pop(0)
    return SavedMoves(title, "".join(line.strip() for line in lines), macros("\n".join(notes)))


def _title(found: Sheet, item: Part) -> str:
    line = found.lines[item.title].strip()
    return line[1:].strip() if found.codes[item.title] == REMARK else line


def _remark(found: Sheet, index: int) -> list[tuple[str, str]]:
    """Return a comment as a key without a name; a line of nothing but colons is none."""
    line = found.lines[index].strip()
    if found.codes[index] == REMARK:
        return [("", line[1:].strip())]
    return [] if _is_colons(found, index) else [("", line)]


def _is_colons(found: Sheet, index: int) -> bool:
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

    def block(self, found: Sheet, index: int) -> None:
        """Take the block of comment that begins at a line; its other lines are taken with it."""
        if index in found.comments:
            self.lines += words.comment(found, index, found.comments[index])
            self._gap = False
