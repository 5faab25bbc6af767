"""From the text of an XSB file to its levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ...errors import FormatError
from ...level import Collection, Level, Problem, Source
from . import board as boards
from . import words
from .blocks import Block, blocks
from .lines import RUNS, WHOLE, Sheet, sheet

MOST_LEVELS = 1_000_000


class Found(NamedTuple):
    """One board of a file: the level, or None where it could not be read, and what is wrong with it."""

    level: Level | None
    problems: tuple[Problem, ...]
    start: int
    end: int


def read(text: str) -> Collection:
    """Read every level of an XSB file.

    A board with a sign that XSB does not have is lost and told among the problems; a board that is not closed gets a
    frame of walls, and a warning.  Raises FormatError where there is no board at all.
    """
    collection = scan(text)
    if not collection.levels and not collection.problems:
        raise FormatError("found no level, expected at least one board drawn with walls #")
    return collection


def scan(text: str) -> Collection:
    """Read as `read` does, a text without boards too."""
    found = sheet(text)
    start, boards_found = blocks(found)
    head = words.of_file(found, start)
    levels: list[Level] = []
    problems: list[Problem] = []
    header_end = start
    first = more = 0  # the lines of the last level; more of them than its own where lost boards follow it
    for item in _levels(found, boards_found, default_game(tuple(head.keys))):
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
        keys=tuple(head.keys),
        header=found.source(0, header_end).strip("\n"),
        format="xsb",
    )


def default_game(keys: words.Keys) -> str:
    """Return the game that the keys above the first level name for all levels, empty where they name none."""
    return next((value.lower() for name, value in keys if name.lower() == "game"), "")


def _extend(levels: list[Level], found: Sheet, start: int, end: int) -> None:
    """Let the boards that could not be read stay, as text, with the level above them."""
    if end and (source := levels[-1].source):
        text = found.source(*_trimmed(found, start, end))
        levels[-1] = replace(levels[-1], source=source._replace(text=text))


def _levels(found: Sheet, boards_found: Iterator[Block], game: str) -> Iterator[Found]:
    """Yield the boards of a file one after the other."""
    for count, block in enumerate(boards_found):
        if count == MOST_LEVELS:
            raise FormatError(f"found more than {MOST_LEVELS:,} levels", line=found.numbers[block.top])
        level, problems = _level(found, block, game)
        yield Found(level, tuple(problems), block.head, block.end)


def _level(found: Sheet, block: Block, game: str) -> tuple[Level | None, list[Problem]]:
    top = found.numbers[block.top]
    if block.fault:
        index, column = block.place
        place = found.numbers[index], column + found.shifts.get(index, 0) + 1
        return None, [Problem(*place, "error", block.fault, repair="this level was left out")]
    rows, problems, flat = _rows(found, block)
    width = max(map(len, rows))
    if width * len(rows) > boards.MOST_CELLS:
        size = f"{width} x {len(rows)} cells"
        repair = "this level was left out"
        return None, [Problem(top, 0, "error", f"found {size}", f"at most {boards.MOST_CELLS:,}", repair)]
    indent = min([len(row) - len(row.lstrip(" ")) for row in rows]) if all(row[0] == " " for row in rows) else 0
    if indent:
        rows = [row[indent:] for row in rows]
    drawn, gap = boards.read(rows)
    start, end = _trimmed(found, block.head, block.end)
    framed = int(gap >= 0)
    column = 1 + indent + found.shifts.get(block.top, 0)
    pitch = 0 if flat else 1
    text = found.source(start, end)
    source = Source(text, found.numbers[start], drawn, top, column, framed, framed, pitch, pitch)
    if framed:
        row, left = divmod(gap, drawn.width - 2)
        problems.append(_open(source, (row + 1) * drawn.width + left + 1))
    said = words.of_level(found, block.head, block.top, block.foot, block.end)
    level = Level(
        drawn,
        game=said.game or game or ("multiban" if len(drawn.of_kind("pusher")) > 1 else "sokoban"),
        options=said.options or (),
        title=said.title,
        author=said.author,
        notes="\n".join(said.notes),
        records=said.records,
        keys=tuple(said.keys),
        source=source,
    )
    return level, problems + said.problems


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
