"""The shipped levels with variants: each needs the rule that it teaches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from pushbox import formats, games, levels
from pushbox.board import FLOOR, WALL, Piece, Terrain
from pushbox.games import load
from pushbox.games.api import Status
from pushbox.level import Level, Scalar
from pushbox.play.session import Session
from pushbox.play.verify import verify
from pushbox.solver import GaveUp, Limit, Solved, Unsolvable, Verdict, plain

RABBIT = {level.title: level for level in formats.read_file(levels.path("rabbit")).levels}


@cache
def solved(level: Level) -> Verdict:
    """Return what the plain search finds, with the fewest moves."""
    answer = plain.search(load(level), "any", Limit(seconds=60), None)
    assert not isinstance(answer, GaveUp)
    return answer


def with_options(level: Level, **options: Scalar) -> Level:
    """Return a level with other options."""
    return replace(level, options=tuple({**dict(level.options), **options}.items()))


def with_terrain(level: Level, change: Callable[[Terrain], Terrain]) -> Level:
    """Return a level with other terrain."""
    return replace(level, board=replace(level.board, terrain=tuple(map(change, level.board.terrain))))


def with_boxes(level: Level, change: Callable[[Piece], Piece | None]) -> Level:
    """Return a level with other boxes, or without some."""
    pieces = (change(piece) if piece.kind == "box" else piece for piece in level.board.pieces)
    return replace(level, board=replace(level.board, pieces=tuple(piece for piece in pieces if piece)))


def without_passages(level: Level) -> Level:
    """Return a level whose passages are the walls that they look like."""
    return with_terrain(level, lambda cell: WALL if cell.looks == "wall" else cell)


def without_wires(level: Level) -> Level:
    """Return a level whose terminals are walls."""
    return with_terrain(level, lambda cell: WALL if cell.kind == "terminal" else cell)


OFF: dict[str, Callable[[Level], Level]] = {
    "Two at once": lambda level: with_options(level, max_push=1),
    "Room for two": lambda level: with_options(level, max_push=1),
    "All together": lambda level: with_options(level, max_push=2),
    "Two by two, each in its place": lambda level: with_options(level, max_push=1),
    "Press here": without_passages,
    "Through the wall": lambda level: with_options(level, passages="pressed"),
    "A short fuse": lambda level: with_options(level, fuses="no"),
    "Crossed wires": without_wires,
    "One circuit": lambda level: with_options(level, circuit="terminals"),
    "Battery and bomb": lambda level: with_boxes(level, lambda box: box._replace(ports=0)),
    "Do not touch": without_wires,
    "Home again": lambda level: with_options(level, reverse="no"),
}
UNSOLVABLE = {
    "Two at once", "Room for two", "All together", "Two by two, each in its place", "Press here", "Through the wall",
    "Battery and bomb", "Home again",
}  # fmt: skip
OTHERWISE = {
    "Not a step more", "Half a minute", "Something in the way", "Now you see it", "One goal is missing"
}  # fmt: skip


def test_every_level_has_a_proof() -> None:
    """A level that comes along without a proof that it needs its rule is a defect."""
    assert set(RABBIT) == set(OFF) | OTHERWISE


@pytest.mark.parametrize("title", OFF)
def test_the_rule_is_needed(title: str) -> None:
    """Without its rule a level is unsolvable, or what solves it without is shorter and fails with the rule."""
    level = RABBIT[title]
    with_rule = solved(level)
    assert isinstance(with_rule, Solved)
    without = solved(OFF[title](level))
    if title in UNSOLVABLE:
        assert isinstance(without, Unsolvable)
        return
    assert isinstance(without, Solved)
    assert without.metrics.moves < with_rule.metrics.moves
    assert not verify(level, without.text).solved


def test_the_limit_bites() -> None:
    """One step less cannot be done, and the line with the fewest pushes takes more."""
    level = RABBIT["Not a step more"]
    limit = int(dict(level.options)["steps"])
    assert isinstance(solved(with_options(level, steps=limit - 1)), Unsolvable)
    fewest = plain.search(load(with_options(level, steps=0)), "pushes", Limit(seconds=60), None)
    assert isinstance(fewest, Solved)
    assert fewest.metrics.moves > limit
    assert verify(level, fewest.text).message == f"the limit of {limit} steps is used up"


def test_the_clock_bites() -> None:
    """A play that takes longer than the time is lost, with the very moves that solve the level in time."""
    level = RABBIT["Half a minute"]
    seconds = float(dict(level.options)["seconds"])
    for taken, status in ((seconds - 1, Status.SOLVED), (seconds + 1, Status.LOST)):
        times = iter([0.0] + [taken] * 1000)
        session = Session(level, clock=lambda times=times: next(times))  # type: ignore[misc]
        session.play_text(level.saved_moves[0].text)
        assert session.outcome().status is status


@pytest.mark.parametrize("title", ["Something in the way", "Now you see it"])
def test_what_is_not_seen_is_in_the_way(title: str) -> None:
    """The shortest solution of what is seen solves nothing."""
    level = RABBIT[title]
    naive = solved(with_boxes(level, lambda box: None if box.hidden else box))
    assert isinstance(naive, Solved)
    assert not verify(level, naive.text).solved
    assert isinstance(solved(level), Solved)


def test_what_is_not_seen_is_missing() -> None:
    """As it is seen the level has more boxes than goals, and with the goals that are seen alone there is no line."""
    level = RABBIT["One goal is missing"]
    game = games.find(level.game)
    seen = game.rules.view_level(game.rules.initial_state(level))
    assert "found 2 boxes and 1 goal, expected as many goals as boxes" in map(str, game.rules.problems(seen))
    assert isinstance(solved(with_terrain(level, lambda cell: FLOOR if cell.looks else cell)), Unsolvable)


def test_reverse_play_needs_its_jump() -> None:
    """Without a jump before the first pull the level that is played backwards cannot be solved."""
    level = RABBIT["Home again"]
    pulled = replace(level, board=replace(level.board, counters=(("pulled", 1),)))  # type: ignore[arg-type]
    assert isinstance(solved(pulled), Unsolvable)
