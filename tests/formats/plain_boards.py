"""The plain boards of files, by independent code, for tests that spoil them."""

from __future__ import annotations

import re
from pathlib import Path

from pushbox import formats
from pushbox.board import Board
from pushbox.errors import FormatError
from pushbox.level import Level

LARGEST = 40  # rows and columns of the boards that are spoiled
ROW = re.compile(r"[ _\-]*[#@+$*.][ #@+$*._\-]*")


def is_whole(rows: list[str]) -> bool:
    """Return whether rows are a level that makes sense, found by painting from the outside in.

    It has a player, as many boxes as goals, and nothing but walls and floor outside of them.
    """
    width = max(map(len, rows)) + 2
    signs = [" " * width, *(f" {row.ljust(width - 1)}" for row in rows), " " * width]
    drawn = "".join(rows)
    if not set("@+") & set(drawn) or drawn.count("$") != drawn.count(".") + drawn.count("+") or "$" not in drawn:
        return False
    outside = {(0, 0)}
    edge = [(0, 0)]
    while edge:
        row, column = edge.pop()
        for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= near[0] < len(signs) and 0 <= near[1] < width and near not in outside:
                if signs[near[0]][near[1]] in "@+$*.":
                    return False
                if signs[near[0]][near[1]] != "#":
                    outside.add(near)
                    edge.append(near)
    return True


def normal(rows: list[str]) -> list[str]:
    """Return rows with floor in one sign, without what is blank around them."""
    plain = [re.sub("[-_]", " ", row).rstrip() for row in rows]
    indent = min(len(row) - len(row.lstrip()) for row in plain if row)
    return [row[indent:] for row in plain]


def rows_of(board: Board) -> list[str]:
    """Return the rows of a plain board."""
    return normal(formats.write(Level(board), "xsb").splitlines())


def boards_of(path: Path, most: int) -> list[tuple[str, ...]]:
    """Return the rows of the boards of the first levels of a file that make sense and are not too large."""
    try:
        levels = formats.read_file(path).levels[:most]
    except FormatError:
        return []
    small = (level.board for level in levels if max(level.board.width, level.board.height) <= LARGEST)
    plain = (rows_of(board) for board in small if not formats.losses(Level(board), "xsb"))
    return [tuple(rows) for rows in plain if all(map(ROW.fullmatch, rows)) and is_whole(rows)]


def boards_within(folder: Path, most: int) -> list[list[str]]:
    """Return the different boards of a folder of levels, of so many of each file at most."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in {".xsb", ".txt", ".sok", ".slc", ".ssx"})
    return [list(rows) for rows in dict.fromkeys(rows for path in paths for rows in boards_of(path, most))]
