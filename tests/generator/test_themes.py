"""Levels have what their theme promises, as measured by other means than those by which they were made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.depth import NAME, scaled

from pushbox.analysis.difficulty import rate_difficulty
from pushbox.board import Board
from pushbox.errors import ArgumentError, PushboxError
from pushbox.games.parts.push_distance import NEVER, distances
from pushbox.generator import THEMES, Generated, LevelSpec, OutOfReach, Theme, generate
from pushbox.path.walk import reachable
from pushbox.play.verify import verify
from pushbox.solver import Solved, solve

COUNT = max(2, scaled(6))


def rows_of(board: Board) -> list[str]:
    """Return the walls and goals of a board, row by row."""
    signs = {"wall": "#", "goal": "."}
    cells = "".join(signs.get(sort.kind, " ") for sort in board.terrain)
    return [cells[first : first + board.width] for first in range(0, len(cells), board.width)]


def narrow_places(board: Board) -> set[tuple[int, int]]:
    """Return the places between two walls, by looking along rows and columns."""
    rows = rows_of(board)
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    places = set()
    for lines, is_row in ((rows, True), (columns, False)):
        for number, line in enumerate(lines):
            found = [at for at in range(1, len(line) - 1) if line[at - 1] == line[at + 1] == "#" != line[at]]
            places |= {(number, at) if is_row else (at, number) for at in found}
    return places


def floor_of(board: Board, *, without: set[int] | None = None) -> tuple[bool, ...]:
    """Return of each cell whether one can stand there, and False for none; some are left out."""
    left_out = without or set()
    return (*(sort.kind != "wall" and cell not in left_out for cell, sort in enumerate(board.terrain)), False)


def boxes_of(board: Board) -> set[int]:
    """Return the cells of the boxes."""
    return {box.anchor for box in board.of_kind("box")}


def a_fifth_is_narrow(made: Generated) -> bool:
    """Whether each fifth cell of the floor lies between two walls."""
    return 5 * len(narrow_places(made.level.board)) >= sum(floor_of(made.level.board))


def one_door_parts_goals_from_boxes(made: Generated) -> bool:
    """Whether nobody walks from a goal to a box once one cell is a wall."""
    board = made.level.board
    goals, boxes = {*board.cells_of("goal")}, boxes_of(board)
    doors = [cell for cell, is_free in enumerate(floor_of(board)) if is_free and cell not in goals | boxes]
    for door in doors:
        room = reachable(board.grid, floor_of(board, without={door}), min(goals))
        if goals <= room and not boxes & room:
            return True
    return False


def is_its_own_image(made: Generated) -> bool:
    """Whether walls and goals read the same backwards, upside down, or both at once."""
    rows = rows_of(made.level.board)
    back = [row[::-1] for row in rows]
    return rows in (back, rows[::-1], back[::-1])


def no_box_comes_back(made: Generated) -> bool:
    """Whether no way of pushes leads from a goal to where a box began."""
    board = made.level.board
    far = distances(board.grid, floor_of(board), frozenset(boxes_of(board)))
    return all(far[goal] == NEVER for goal in board.cells_of("goal"))


def has_four_chambers(made: Generated) -> bool:
    """Whether walls in all narrow places leave four parts of six cells."""
    board = made.level.board
    doors = {row * board.width + column for row, column in narrow_places(board)}
    free = floor_of(board, without=doors)
    parts = {frozenset(reachable(board.grid, free, cell)) for cell, is_free in enumerate(free) if is_free}
    return sum(len(part) >= 6 for part in parts) >= 4


def takes_long_ways(made: Generated) -> bool:
    """Whether no solution has fewer than twelve pushes a box."""
    best = solve(made.level, objective="pushes")
    assert isinstance(best, Solved)
    assert best.optimal
    return best.metrics.pushes >= 12 * len(boxes_of(made.level.board))


def is_crowded(made: Generated) -> bool:
    """Whether there are five cells of floor a box, or fewer."""
    return sum(floor_of(made.level.board)) <= 5 * len(boxes_of(made.level.board))


MEASURES: dict[Theme, Callable[[Generated], bool]] = {
    "tunnels": a_fifth_is_narrow,
    "goal-room": one_door_parts_goals_from_boxes,
    "symmetric": is_its_own_image,
    "one-way": no_box_comes_back,
    "chambers": has_four_chambers,
    "few-boxes": takes_long_ways,
    "many-boxes": is_crowded,
}


@pytest.fixture(scope="module")
def made() -> dict[Theme, list[Generated]]:
    """Return levels of each theme."""
    return {theme: list(generate(spec, count=COUNT, seed=5, seconds=None)) for theme, spec in THEMES.items()}


@pytest.mark.parametrize("theme", THEMES)
def test_levels_have_their_theme(theme: Theme, made: dict[Theme, list[Generated]]) -> None:
    """All have what it promises, size and boxes as specified, and a solution with the fewest pushes."""
    spec = THEMES[theme]
    for one in made[theme]:
        board = one.level.board
        assert MEASURES[theme](one), one.level.title
        assert (board.width, board.height, len(boxes_of(board))) == (spec.columns, spec.rows, spec.boxes)
        assert not boxes_of(board) & {*board.cells_of("goal")}
        assert verify(one.level, one.text).metrics == one.metrics
        assert one.level.title.startswith(theme.replace("-", " ").capitalize())


@pytest.mark.parametrize("theme", THEMES)
def test_levels_of_other_themes_do_not(theme: Theme, made: dict[Theme, list[Generated]]) -> None:
    """So that each measure can refuse something."""
    others = [one for other, levels in made.items() if other != theme for one in levels]
    assert not all(map(MEASURES[theme], others))


def test_a_seed_gives_the_same_levels() -> None:
    """On any number of threads; another seed gives others."""
    spec = THEMES["chambers"]
    first = list(generate(spec, count=3, seed=8, seconds=None))
    assert list(generate(spec, count=3, seed=8, seconds=None, threads=2)) == first
    assert first[0] not in list(generate(spec, count=3, seed=9, seconds=None))


@pytest.mark.parametrize("theme", ["goal-room", "symmetric"] if NAME == "nightly" else ["goal-room"])
def test_levels_that_are_made_harder_keep_their_theme(theme: Theme) -> None:
    """Where none of the first ones is hard enough."""
    spec = replace(THEMES[theme], boxes=2, columns=8, rows=8, rating=(14, 60))
    (one,) = generate(spec, count=1, seed=1, seconds=None)
    assert MEASURES[theme](one)
    assert 14 <= rate_difficulty(one.level, one.text).value <= 60


def test_what_a_theme_cannot_be_is_said() -> None:
    """With a shape, in another game, on a board that is too small, under an unknown name."""
    with pytest.raises(ArgumentError, match="a theme and a shape"):
        LevelSpec(theme="tunnels", shape="hall")
    with pytest.raises(ArgumentError, match="found 'caves'"):
        LevelSpec(theme="caves")  # type: ignore[arg-type]
    for game in ("plus", "multiban"):
        with pytest.raises(PushboxError, match="expected plain Sokoban"):
            next(generate(LevelSpec(theme="tunnels", game=game)))
    with pytest.raises(OutOfReach, match="theme one-way"):
        next(generate(LevelSpec(theme="one-way", columns=6, rows=6, boxes=2), attempts=40))
