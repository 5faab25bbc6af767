"""Pictures of a game in pages and logs: maps of the console exercise, and boards in the signs of XSB.

A map in the signs of the exercise has a ``P``, walls above and below, and no sign that only XSB has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..errors import FormatError
from ..level import Problem
from . import console
from .parts import sense
from .parts.plain import LEFT_OUT

_FEWEST = 3  # rows of a board

_AS_XSB = str.maketrans("#.-+OP", "# .$*@")
_NO_MAP = re.compile("[@$*bBpmMoW]")  # signs of XSB that no map of the exercise has
_NO_SIGN = re.compile(r"[^#.\-+OP]")
_MOST_BAD = 2  # signs of a map that it cannot have, of which the first is named; what has more is no map
_EDGE = re.compile(r"[#.]*##[#.]*")  # a first or last row; floor outside of the walls is drawn as any other
_WALLS = re.compile(r"#{3,}")
_PROMPTED = re.compile(r"[^#\n]{1,40}[:>?$]\s*(?=[#.]*##[#.]*\s*$)")  # before a first row: nothing was typed there
_MARGIN = re.compile(r"[> \t]*")
_ROW = re.compile(r"[ _\-]*#[ #@$.+*_\-]*")
_ASKS = r"(?:(?:enter |your )?(?:a )?(?:command|move)|input)\s*[:>?]"
_PROMPT = re.compile(
    rf"\s*(?:[>$](?:\s.*)?|{_ASKS}.*|ply [0-9]+|moves: .*|outcome: .*|[0-9,]+ moves?, [0-9,]+ push(?:es)?\b.*)",
    re.IGNORECASE,
)
_ASKED = re.compile(rf"\s*(?:[>$]|{_ASKS})\s*(?=##)", re.IGNORECASE)
_SAID = re.compile(r"\s*(?:Welcome to Sokoban!|Invalid command|Win!|Bye!|```\w*)\s*")


class Picture(NamedTuple):
    """A board in the lines from `start` to before `end`: its rows in the signs of XSB, all of one length."""

    start: int
    end: int
    rows: tuple[str, ...]
    is_map: bool

    @property
    def signs(self) -> str:
        """The sign of each cell."""
        return "".join(self.rows)

    @property
    def room(self) -> tuple[bool, tuple[str, ...], int]:
        """Whether it is a map of the exercise, its walls, and how many boxes it has."""
        walls = tuple(_NO_WALL.sub(" ", row) for row in self.rows)
        return self.is_map, walls, self.signs.count("$") + self.signs.count("*")

    def has_goals_of(self, other: Picture) -> bool:
        """Return whether it has the goals of another; a player in a map of the exercise hides one."""
        hidden = "@" if self.is_map else ""
        pairs = zip(self.signs, other.signs, strict=True)
        return all((one in ".*+") == (two in ".*+") or hidden in (one, two) for one, two in pairs)


_NO_WALL = re.compile("[^#]")
_Rows = Sequence[tuple[int, str]]  # of a map: how many signs are before a row in its line, and the row


def maps(raw: Sequence[str], faulty: list[tuple[range, Problem]]) -> Iterator[Picture]:
    """Yield the maps of the exercise; lines that are nearly one are added to the `faulty` ones, with an error."""
    end = 0
    for start in range(len(raw)):
        if start < end or not (rows := _walled(raw, start)):
            continue
        end = start + len(rows)
        signs = "".join(row for _, row in rows)
        is_map = len(rows) >= _FEWEST and _EDGE.fullmatch(rows[-1][1]) and "P" in signs and not _NO_MAP.search(signs)
        if not is_map or len(_NO_SIGN.findall(signs)) > _MOST_BAD:
            continue
        drawn_maps: list[tuple[int, _Rows, FormatError | None]] = [(start, rows, _fault(rows))]
        if drawn_maps[0][2] is not None:
            parted = [(start + top, part, _fault(part)) for top, part in _parted(rows)]
            drawn_maps = parted if any(fault is None for *_, fault in parted) else drawn_maps
        for top, part, fault in drawn_maps:
            if fault is None:
                drawn = tuple(row.translate(_AS_XSB) for _, row in part)
                yield Picture(top, top + len(part), drawn, is_map=True)
            elif _WALLS.fullmatch(part[0][1]) and _WALLS.fullmatch(part[-1][1]):
                column = fault.column + part[fault.line - 1][0] if fault.column else 0
                problem = Problem(top + fault.line, column, "error", fault.message, repair=LEFT_OUT)
                faulty.append((range(top, top + len(part)), problem))


def _fault(rows: _Rows) -> FormatError | None:
    """Return why rows are no map of the exercise, or None where they are one."""
    try:
        console.FORMAT.scan("\n".join(row for _, row in rows))
    except FormatError as error:
        return error
    return None


def _parted(rows: _Rows) -> Iterator[tuple[int, _Rows]]:
    """Yield the parts of rows between two of walls that touch, which may be maps, each below its first index."""
    walls = [_WALLS.fullmatch(row) is not None for _, row in rows]
    starts = [0, *(index for index in range(1, len(rows)) if walls[index - 1] and walls[index])]
    for start, end in pairwise([*starts, len(rows)]):
        if end - start >= _FEWEST and any("P" in row for _, row in rows[start:end]):
            yield start, rows[start:end]


def _walled(raw: Sequence[str], start: int) -> list[tuple[int, str]]:
    """Return the rows from an edge on, without what is before them, of which it has the length.

    Each begins and ends with a wall, or is as long as the first and has signs of a map alone.
    """
    before = _before(_PROMPTED, raw[start]) or _before(_MARGIN, raw[start])
    rows = [(before, raw[start][before:].rstrip())]
    if not _EDGE.fullmatch(rows[0][1]):
        return []
    for line in raw[start + 1 :]:
        before = _before(_MARGIN, line)
        row = line[before:].rstrip()
        is_open = len(row) == len(rows[0][1]) and not _NO_SIGN.search(row)
        if not (row.startswith("#") and row.endswith("#")) and not is_open:
            break
        rows.append((before, row))
    return rows


def _before(margin: re.Pattern[str], line: str) -> int:
    """Return the length of a margin of a line, 0 for none."""
    found = margin.match(line)
    return found.end() if found else 0


def is_log(raw: Sequence[str]) -> bool:
    """Return whether a line has a prompt, or what a game says after a move."""
    return any(map(_PROMPT.fullmatch, raw))


def is_of_log(line: str) -> bool:
    """Return whether a line beside a picture belongs to a log: a prompt, an answer, or the fence around all."""
    return bool(_PROMPT.fullmatch(line) or _SAID.fullmatch(line))


def boards(raw: Sequence[str]) -> Iterator[Picture]:
    """Yield the boards with one player that are drawn in the signs of XSB."""
    rows: list[str] = []
    for index, line in enumerate([*raw, ""]):
        asked = _ASKED.match(line)
        row = line[asked.end() if asked else 0 :].rstrip()
        is_row = _ROW.fullmatch(row) is not None
        if rows and (asked or not is_row):
            if _is_board(rows):
                width, indent = max(map(len, rows)), min(len(row) - len(row.lstrip(" ")) for row in rows)
                drawn = tuple(row[indent:].ljust(width - indent) for row in rows)
                yield Picture(index - len(rows), index, drawn, is_map=False)
            rows = []
        if is_row:
            rows.append(row)


def _is_board(rows: list[str]) -> bool:
    signs = "".join(rows)
    return len(rows) >= _FEWEST and signs.count("@") + signs.count("+") == 1 and sense.are_whole(rows)
