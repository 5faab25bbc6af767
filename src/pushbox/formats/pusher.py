"""The maps of pusher.exe: ``X`` wall, ``@`` player, ``*`` box, ``&`` box on a goal and ``.`` goal, below their size.

::

    *************************************
    Maze: 1
    Size X: 6
    Size Y: 3

    XXXXXX
    X@ *.X
    XXXXXX

    *************************************

Rows of ``*`` stand between the maps.  Of the lines above a map all but the size are headers, such as the place in the
program's file that a map is from.  There is no sign for a player on a goal.

Source: sokoban-maps, the mazes of pusher.exe as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..level import Collection, Level, Problem
from ..sentence import counted, say
from .api import MOST_CELLS, FormatInfo, Headers
from .parts import metadata, picture, plain
from .parts.metadata import Read
from .text import lines

LINE = "*" * 37

_BETWEEN = re.compile(r"\*{10,}[ \t]*")
_SIZE = re.compile(r"size[ \t]+([XY])[ \t]*:[ \t]*([0-9]{1,7})[ \t]*", re.IGNORECASE)
_SIZES = re.compile(r"^Size X:[ \t]*[0-9]{1,7}[ \t\r]*\n(?:.*\n){0,2}?Size Y:[ \t]*[0-9]{1,7}[ \t\r]*$", re.MULTILINE)
_HEADER = re.compile(r"([A-Za-z][\w .'/()\-]{0,39}?)[ \t]*:(.*)")


class Pusher(picture.PictureFormat):
    info = FormatInfo(
        key="pusher",
        name="Pusher maps",
        endings=(".txt",),
        summary="the maps of pusher.exe: X * . @ & below Size X: and Size Y:, with rows of * between",
        recognised_by="the lines `Size X:` and `Size Y:` above a map",
        not_recognised="a map without them, which the table `pusher-signs` reads",
        source="sokoban-maps, pusher.exe",
        expected=say("expected-pusher"),
        level_fields=("headers",),
    )
    charset = picture.charset({"#": "X", "@": "@", "$": "*", "*": "&", ".": ".", " ": " "})

    def recognise(self, text: str, name: str) -> str:
        return say("is-pusher") if "Size X:" in text and _SIZES.search(text) else ""

    def scan(self, text: str) -> Collection:
        raw = lines(text)
        ends = [index for index, line in enumerate(raw) if _BETWEEN.fullmatch(line)]
        return metadata.collect(
            self._read_map(raw, start, end)
            for start, end in zip([0, *(end + 1 for end in ends)], [*ends, len(raw)], strict=True)
            if any(line.strip() for line in raw[start:end])
        )

    def _read_map(self, raw: list[str], start: int, end: int) -> Read:
        """Return the level between two rows of ``*``: headers, a blank line, and its rows."""
        start, end = metadata.trimmed(raw, start, end)
        headers: list[tuple[str, str]] = []
        size: dict[str, int] = {}
        top = start
        while top < end and (header := _HEADER.fullmatch(raw[top].rstrip())):
            if match := _SIZE.fullmatch(raw[top]):
                size[match[1].upper()] = int(match[2])
            else:
                headers.append((header[1], header[2].strip()))
            top += 1
        top, end = metadata.trimmed(raw, top, end)
        if top == end:
            return None, [Problem(start + 1, 0, "error", say("no-map"), self.info.expected, plain.LEFT_OUT)]
        width = max(len(row.rstrip()) for row in raw[top:end])
        if large := plain.oversize(width, end - top, top + 1):
            return None, large
        drawn = [picture.Row(raw[index].rstrip(), index + 1, 1) for index in range(top, end)]
        problems = [*_size_problems(size, drawn), *_blank_rows(drawn)]
        if (wanted := size.get("X", 0)) * (end - top) <= MOST_CELLS:
            width = max(width, wanted)  # blanks at the ends of rows may be gone
        rows = [row._replace(signs=row.signs.ljust(width)) for row in drawn]
        level, faults = self.read_board(rows, "\n".join(raw[start:end]), start + 1)
        if level is not None:
            around = metadata.Metadata(headers=headers)
            level = around.level(level.board, level.game, level.source)
        return level, problems + faults

    def losses(self, level: Level) -> Iterator[str]:
        board = level.board
        yield from super().losses(level)
        goals = board.cells_of("goal")
        for piece in board.of_kind("pusher"):
            if piece.cells[0] in goals:
                yield say("player-on-goal", place=board.cell_name(piece.cells[0]))
        for name, value in level.headers:
            if not _HEADER.fullmatch(f"{name}: {value}".rstrip()) or _SIZE.fullmatch(f"{name}: {value}"):
                yield say("pusher-header", name=name[:40])
        yield from metadata.text_losses({}, level.headers)

    def write_level(self, level: Level, collection: Collection) -> str:
        board = level.board
        headers = metadata.header_lines(level.headers)
        return "\n".join([*headers, f"Size X: {board.width}", f"Size Y: {board.height}", "", *self.write_rows(board)])

    def document(self, header: str, levels: Sequence[str], below: Headers = ()) -> str:
        return "".join(f"{LINE}\n{text}\n\n" for text in levels) + f"{LINE}\n"


def _blank_rows(rows: list[picture.Row]) -> Iterator[Problem]:
    """Yield a warning for each blank line among the rows of a map."""
    for row in rows:
        if not row.signs:
            yield Problem(row.line, 0, "warning", say("found-blank-line"), say("a-row-of-board"), say("read-as-drawn"))


def _size_problems(size: dict[str, int], rows: list[picture.Row]) -> Iterator[Problem]:
    """Yield a warning for each side of a map that is not as long as its header says."""
    repair = say("read-as-drawn")
    width, height, first = max(len(row.signs) for row in rows), len(rows), rows[0].line
    if (wanted := size.get("X", width)) < width:
        found = say("rows-of-width", width=width)
        yield Problem(picture.widest(rows) or first, 0, "warning", found, say("size-x", width=wanted), repair)
    if (wanted := size.get("Y", height)) != height:
        found = say("found-rows", rows=counted(height, "row"))
        yield Problem(picture.missing(rows, first) or first, 0, "warning", found, say("size-y", height=wanted), repair)


FORMAT = Pusher()
