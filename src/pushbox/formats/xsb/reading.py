"""From the text of an XSB file to its levels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ...errors import FormatError
from ...level import Collection, Level, Problem, Source
from ..parts import tessellation
from . import board as boards
from . import words
from .blocks import Block, blocks
from .dialect import XSB, BadCell, Dialect
from .lines import LETTERS, RUNS, WHOLE, Sheet, sheet

MOST_LEVELS = 1_000_000
LEFT_OUT = "this level was left out"


class Found(NamedTuple):
    """One board of a file: the level, or None where it could not be read, and what is wrong with it."""

    level: Level | None
    problems: tuple[Problem, ...]
    start: int
    end: int


def read(text: str, dialect: Dialect = XSB) -> Collection:
    """Read every level of an XSB file, or of one in another dialect.

    A board with a sign that XSB does not have is lost and told among the problems; a board that is not closed gets a
    frame of walls, and a warning.  Raises FormatError where there is no board at all.
    """
    collection = scan(text, dialect)
    if not collection.levels and not collection.problems:
        raise FormatError("found no level, expected at least one board drawn with walls #")
    return collection


def scan(text: str, dialect: Dialect = XSB) -> Collection:
    """Read as `read` does, a text without boards too."""
    found = sheet(text, dialect.signs)
    start, boards_found = blocks(found)
    head = words.of_file(found, start)
    levels: list[Level] = []
    problems: list[Problem] = []
    header_end = start
    first = more = 0  # the lines of the last level; more of them than its own where lost boards follow it
    for item in _levels(found, boards_found, default_game(tuple(head.keys)), dialect):
        problems += item.problems
        if item.level is not None:
            _extend(levels, found, first, more)
            levels.append(item.level)
            first, more = item.start, 0
        elif levels:
            more = item.end
        else:
            header_end = item.end
    _extend(levels, found, first, more)
    return Collection(
        tuple(levels),
        tuple(problems),
        title=head.title,
        author=head.author,
        notes="\n".join(head.notes),
        headers=tuple(head.keys),
        header=found.source(0, header_end).strip("\n"),
        format=dialect.key,
    )


def default_game(keys: words.Keys) -> str:
    """Return the game that the keys above the first level name for all levels, empty where they name none."""
    return next((value.lower() for name, value in keys if name.lower() == "game"), "")


def _extend(levels: list[Level], found: Sheet, start: int, end: int) -> None:
    """Let the boards that could not be read stay, as text, with the level above them."""
    if end and (source := levels[-1].source):
        text = found.source(*_trimmed(found, start, end))
        levels[-1] = replace(levels[-1], source=source._replace(text=text))


def _levels(found: Sheet, boards_found: Iterator[Block], game: str, dialect: Dialect) -> Iterator[Found]:
    """Yield the boards of a file one after the other."""
    for count, block in enumerate(boards_found):
        if count == MOST_LEVELS:
            raise FormatError(f"found more than {MOST_LEVELS:,} levels", line=found.numbers[block.top])
        level, problems = _level(found, block, game, dialect)
        yield Found(level, tuple(problems), block.head, block.end)


def _level(found: Sheet, block: Block, game: str, dialect: Dialect) -> tuple[Level | None, list[Problem]]:
    said = words.of_level(found, block.head, block.top, block.foot, block.end)
    return build(found, block, said, game, dialect)


def build(
    found: Sheet, block: Block, said: words.Words, game: str, dialect: Dialect = XSB
) -> tuple[Level | None, list[Problem]]:
    """Return the level of a block whose text says this, or None where it cannot be read, and what is wrong with it.

    `game` is that of levels which name none, empty where the file names none either.
    """
    top = found.numbers[block.top]
    if block.fault:
        index, column = block.place
        place = found.numbers[index], column + found.shifts.get(index, 0) + 1
        return None, [Problem(*place, "error", block.fault, repair=LEFT_OUT)]
    if refused := tessellation.refusal(said.game or game):
        return None, [Problem(top, 0, "error", refused, tessellation.EXPECTED, LEFT_OUT)]
    rows, problems, flat = _rows(found, block)
    pitch = dialect.pitch([line.strip("; \t") for line in found.lines[block.head : block.top]])
    width = -(-max(map(len, rows)) // pitch)
    if width * len(rows) > boards.MOST_CELLS:
        size = f"{width} x {len(rows)} cells"
        return None, [Problem(top, 0, "error", f"found {size}", f"at most {boards.MOST_CELLS:,}", LEFT_OUT)]
    drawn, indent = _draw(rows, pitch, dialect)
    rows = [row[indent:] for row in rows] if indent else rows
    column = 1 + indent + found.shifts.get(block.top, 0)
    if isinstance(drawn, list):
        lines = found.numbers[block.top : block.foot]
        return None, [
            Problem(lines[bad.row], column + bad.column, "error", bad.found, bad.expected, LEFT_OUT) for bad in drawn
        ]
    board, gap = drawn
    start, end = _trimmed(found, block.head, block.end)
    framed = int(gap >= 0)
    text = found.source(start, end)
    leading = 0 if flat else 1
    source = Source(text, found.numbers[start], board, top, column, framed, framed, leading * pitch, leading)
    if framed:
        row, left = divmod(gap, board.width - 2)
        problems.append(_open(source, (row + 1) * board.width + left + 1))
    if LETTERS in found.codes[block.top : block.foot]:
        problems += _ambiguity(rows, source)
    level = Level(
        board,
        game=said.game or game or dialect.game(board),
        options=said.options or (),
        title=said.title,
        author=said.author,
        notes="\n".join(said.notes),
        saved_moves=said.records,
        headers=tuple(said.keys if dialect is XSB else _without_encoding(said.keys)),
        source=source,
    )
    return level, problems + said.problems


def _draw(rows: list[str], pitch: int, dialect: Dialect) -> tuple[boards.Drawn | list[BadCell], int]:
    """Return the board of rows, or its bad cells, and how many blanks before every row are none of it."""
    indent = min([len(row) - len(row.lstrip(" ")) for row in rows]) if all(row[0] == " " for row in rows) else 0
    whole = indent - indent % pitch
    drawn = dialect.draw([row[whole:] for row in rows] if whole else rows, pitch)
    if whole == indent or not isinstance(drawn, list):
        return drawn, whole
    # Where a cell takes several characters, a blank may be part of it or stand before it, as after the > of a quote.
    again = dialect.draw([row[indent:] for row in rows], pitch)
    return (drawn, whole) if isinstance(again, list) else (again, indent)


def _without_encoding(keys: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the keys without the comment on how many characters a cell takes, which the board has answered."""
    return (key for key in keys if key[0] or not words.ENCODING.fullmatch(key[1]))


_LETTERS = re.compile("[WpmPMbBo]")
_CROSSOBAN = {
    "b": "a box in XSB and a blue filter in Crossoban",
    "B": "a box on a goal in XSB and a blue box in Crossoban",
    "W": "a wall in XSB and a weak tile in Crossoban",
}


def _ambiguity(rows: list[str], source: Source) -> list[Problem]:
    """Return a warning where every letter of a board is one of Crossoban too, so that the board may be meant so."""
    letters = [(row, match.start(), match[0]) for row, text in enumerate(rows) for match in _LETTERS.finditer(text)]
    if not letters or any(letter not in _CROSSOBAN for *_, letter in letters):
        return []
    row, column, letter = letters[0]
    place = source.top + row * source.leading, source.column + column if source.pitch else 0
    found = f"found {letter!r}, {_CROSSOBAN[letter]}"
    repair = "read as XSB; as Crossoban only where one asks for it by name"
    return [Problem(*place, "warning", found, "the signs $ * # for XSB", repair)]


def _open(source: Source, cell: int) -> Problem:
    line, column = source.where(cell)
    found, expected = "the player can leave the board here", "walls all around"
    return Problem(line, column, "warning", found, expected, "a frame of walls was added", cell)


def _rows(found: Sheet, block: Block) -> tuple[list[str], list[Problem], bool]:
    """Return the rows of a board, what is wrong with them, and whether some of them share a line."""
    lines = found.lines[block.top : block.foot]
    codes = found.codes[block.top : block.foot]
    flat = found.numbers[block.foot - 1] - found.numbers[block.top] < len(lines) - 1
    if RUNS not in codes and WHOLE not in codes:
        return lines, [], flat
    rows: list[str] = []
    problems: list[Problem] = []
    for index, line in enumerate(lines, start=block.top):
        if run := found.runs.get(index):
            rows += run[0]
            place = found.numbers[index], 0
            problems += [
                Problem(*place, "warning", f"found {stray} at the end of a row", "a sign after a count", "dropped")
                for stray in run[1]
            ]
        else:
            rows.append(line)
    return [row or "-" for row in rows], problems, True


def _trimmed(found: Sheet, start: int, end: int) -> tuple[int, int]:
    """Return the lines without blank ones at the start and at the end."""
    while start < end and not found.lines[start].strip():
        start += 1
    while end > start and not found.lines[end - 1].strip():
        end -= 1
    return start, end
