"""Words around boards, a fact a line, in formats that mark where a board begins and ends.

::

    Title: First steps
    Author: Somebody
    Game: blockage                  if it is not the usual one of the board
    Options: name=value, name=value
    Note: a line of the notes
    Solution: uuR                   and Savegame, Snapshot, Solution (its title)
    Anything else: a key
    ; a comment                     and so is a line without a colon

Lines that directly follow a board belong to it, up to the first blank line; all else belongs to the board below, and
what is below the last to the last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from ...level import Collection, Level, Problem, SavedMoves, Scalar
from ..xsb import words as xsb_words

Block = tuple[int, int]  # the first line of a board, and the line after its last
ReadBoard = Callable[[list[str], int, int, str, int], tuple[Level | None, list[Problem]]]

_KEY = re.compile(r"([A-Za-z][\w .'/()\-]{0,39}?)\s*:(?!//)(.*)")
_RECORD = re.compile(r"(?:solution|savegame|snapshot)\b.*", re.IGNORECASE)


@dataclass(slots=True)
class Words:
    """What lines say of a level."""

    title: str = ""
    author: str = ""
    game: str = ""
    options: tuple[tuple[str, Scalar], ...] = ()
    notes: list[str] = field(default_factory=list)
    records: list[SavedMoves] = field(default_factory=list)
    keys: list[tuple[str, str]] = field(default_factory=list)

    def of(self, level: Level) -> Level:
        """Return a level with these words."""
        return replace(
            level,
            title=self.title,
            author=self.author,
            game=self.game or level.game,
            options=self.options,
            notes="\n".join(self.notes),
            saved_moves=tuple(self.records),
            headers=tuple(self.keys),
        )


def read(lines: Iterable[str]) -> Words:
    """Return what lines say; a second title, author, game or line of options is a key."""
    found = Words()
    for line in lines:
        if line.strip():
            _take(found, line.strip())
    return found


def _take(found: Words, line: str) -> None:
    key = _KEY.fullmatch(line)
    if key is None:
        found.keys.append(("", line[1:].strip() if line[0] == ";" else line))
        return
    name, value = key[1], key[2].strip()
    match name.lower():
        case "title" if not found.title:
            found.title = value
        case "author" if not found.author:
            found.author = value
        case "game" if not found.game:
            found.game = value.lower()
        case "note":
            found.notes.append(value)
        case "options" if not found.options and (options := xsb_words.options(value)):
            found.options = options
        case folded if _RECORD.fullmatch(folded):
            found.records.append(SavedMoves(xsb_words.record_title(name), value))
        case _:
            found.keys.append((name, value))


def write(level: Level, game: str = "") -> list[str]:
    """Return the lines that say what is around a board; the game too if it is not `game` or that of a plain board."""
    lines = [f"Title: {level.title}"] if level.title else []
    if level.author:
        lines.append(f"Author: {level.author}")
    if level.game != game and (game or level.game not in ("sokoban", "multiban")):
        lines.append(f"Game: {level.game}")
    if level.options:
        lines.append(f"Options: {xsb_words.options_text(level.options)}")
    lines += [f"{name}: {value}".rstrip() if name else f"; {value}".rstrip() for name, value in level.headers]
    lines += [f"Note: {line}".rstrip() for line in level.notes.split("\n")] if level.notes else []
    return lines + [f"{xsb_words.record_key(record.title)}: {record.text}".rstrip() for record in level.saved_moves]


def losses(level: Level) -> Iterator[str]:
    """Yield a sentence for what such lines cannot hold; what they would misread shows when they are read back."""
    facts = [("title", level.title), ("author", level.author), ("game", level.game)]
    facts += [(f"key {name[:40]!r}" if name else "comment", value) for name, value in level.headers]
    facts += [(f"record {number}", record.text) for number, record in enumerate(level.saved_moves, start=1)]
    for noun, value in facts:
        if value != value.strip() or "\n" in value or "\r" in value:
            yield f"found the {noun} with line ends or blanks around it, expected one line without"
    for number, record in enumerate(level.saved_moves, start=1):
        if record.notes:
            yield f"found notes on record {number}, expected a record without notes"


def collection(raw: list[str], blocks: list[Block], board: ReadBoard, key: str) -> Collection:
    """Return the levels of lines with boards at `blocks`, which `board` reads, with their words."""
    levels: list[Level] = []
    problems: list[Problem] = []
    head = 0
    for number, (start, end) in enumerate(blocks):
        last = number + 1 == len(blocks)
        foot = len(raw) if last else _foot(raw, end, blocks[number + 1][0])
        first, after = _trimmed(raw, head, foot)
        level, found = board(raw, start, end, "\n".join(raw[first:after]), first + 1)
        problems += found
        if level is not None:
            levels.append(read([*raw[head:start], *raw[end:foot]]).of(level))
        head = foot
    return Collection(tuple(levels), tuple(problems), format=key)


def _foot(raw: list[str], end: int, start: int) -> int:
    """Return where the words of a board end that itself ends at `end`, before the next at `start`."""
    blank = next((index for index in range(end, start) if not raw[index].strip()), -1)
    return end if blank < 0 else blank


def _trimmed(raw: list[str], start: int, end: int) -> Block:
    while start < end and not raw[start].strip():
        start += 1
    while end > start and not raw[end - 1].strip():
        end -= 1
    return start, end
