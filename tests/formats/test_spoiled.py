"""The law of reading: the levels as they are drawn, or a problem whose line is the one that was spoiled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from random import Random

import pytest
from tests.depth import scaled
from tests.formats.spoiling import SPOILS, Spoil, text_around

from pushbox import formats
from pushbox.board import Board
from pushbox.errors import FormatError
from pushbox.level import Level, Problem

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


def boards_of(path: Path) -> list[tuple[str, ...]]:
    """Return the rows of the boards of a file that make sense and are not too large."""
    try:
        levels = formats.read_file(path).levels
    except FormatError:
        return []
    small = (level.board for level in levels if max(level.board.width, level.board.height) <= LARGEST)
    plain = (rows_of(board) for board in small if not formats.losses(Level(board), "xsb"))
    return [tuple(rows) for rows in plain if all(map(ROW.fullmatch, rows)) and is_whole(rows)]


def boards_within(folder: Path) -> list[list[str]]:
    """Return the different boards of a folder of levels."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in {".xsb", ".txt", ".sok", ".slc", ".ssx"})
    return [list(rows) for rows in dict.fromkeys(rows for path in paths for rows in boards_of(path))]


def drawn_after(lines: list[str]) -> list[str]:
    """Return the longest run of rows among lines where it is a level by itself: then that is what is drawn now."""
    runs = (list(run) for is_row, run in groupby(lines, lambda line: bool(ROW.fullmatch(line))) if is_row)
    longest = max(runs, key=len, default=[])
    return normal(longest) if len(longest) > 2 and is_whole(longest) else []


def judged(spoil: Spoil, boards: list[list[str]], rng: Random) -> str:
    """Spoil the second of three boards; return what was read, or fail with the text where that breaks the law."""
    lines, places = spoil(boards[1], rng)
    text, first = text_around(boards, lines, rng)
    spoiled = {first + place for place in places}
    problems: tuple[Problem | FormatError, ...]
    try:
        collection = formats.read(text)
        found, problems = [rows_of(level.board) for level in collection], collection.problems
    except FormatError as error:
        found, problems = [], (error,)
    before, there, behind = map(normal, boards)
    if found == [before, there, behind]:
        return "recovered"
    if (now := drawn_after(lines)) and found == [before, now, behind]:
        return "another level now"
    named = any(problem.line in spoiled for problem in problems)
    assert named, f"lines {sorted(spoiled)} of a text are spoiled, problems {[*map(str, problems)]}:\n{text}"
    assert all(rows in (before, there, behind) for rows in found), f"another board, {found}, was read from:\n{text}"
    return "refused"


def shares(spoil: Spoil, boards: list[list[str]], count: int) -> Counter[str]:
    """Return how often a way to spoil a board led to what."""
    rng = Random(spoil.__name__)
    return Counter(judged(spoil, [rng.choice(boards) for _ in range(3)], rng) for _ in range(count))


@pytest.fixture(scope="module")
def own_boards() -> list[list[str]]:
    """Return the boards of the campaign."""
    return boards_within(Path(formats.__file__).parents[1] / "levels")


@pytest.fixture(scope="module")
def real_boards(shared: Path) -> list[list[str]]:
    """Return thousands of boards of others."""
    return boards_within(shared)


@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__)
def test_a_spoiled_board_is_the_level_as_drawn_or_a_problem_of_its_line(
    own_boards: list[list[str]], spoil: Spoil
) -> None:
    """Whatever happens to a board on its way, no other board is read in its place without a word."""
    shares(spoil, own_boards, scaled(500))


@pytest.mark.deep
@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__)
def test_boards_of_the_field(
    real_boards: list[list[str]], spoil: Spoil, record_property: Callable[[str, object], None]
) -> None:
    """Of 1,700 boards for each way to spoil one; what all lines have before them, and markup, is taken away again."""
    counted = shares(spoil, real_boards, scaled(1_700))
    record_property("spoiled", dict(counted))
    print(spoil.__name__, dict(counted))
    if spoil.__name__ in {"marks", "numbers", "markup"}:
        assert counted["recovered"] > 0.99 * counted.total()
