"""Levels are generated that are as hard for people as is asked for, and no other level changes by that."""

from __future__ import annotations

import pytest

from pushbox.analysis.difficulty import rate_difficulty
from pushbox.analysis.duplicates import near_duplicates
from pushbox.errors import ArgumentError
from pushbox.generator import LevelSpec, OutOfReach, generate
from pushbox.solver import Solved, solve


def test_levels_are_as_hard_as_is_asked_for() -> None:
    """Those of the same seed that are not are left out, and nothing else."""
    size = {"rows": 7, "columns": 7, "boxes": 2}
    every = {made.attempt: made for made in generate(LevelSpec(**size), count=12, seed=3)}  # type: ignore[arg-type]
    assert all(made.rating is None for made in every.values())
    ratings = {number: rate_difficulty(made.level, made.text).value for number, made in every.items()}
    wanted = [number for number, rating in ratings.items() if 6 <= rating <= 7]
    spec = LevelSpec(**size, rating=(6, 7))  # type: ignore[arg-type]
    chosen = list(generate(spec, count=len(wanted), seed=3))
    assert [made.attempt for made in chosen] == wanted
    assert [made.rating for made in chosen] == [ratings[number] for number in wanted]
    assert 0 < len(wanted) < len(every)


def test_levels_are_made_harder_where_none_is_hard_enough() -> None:
    """They are of the size that is asked for, as hard as they say, and the same for a seed; no floor is useless."""
    spec = LevelSpec(rows=8, columns=9, boxes=3, rating=(15, 40))
    made = list(generate(spec, count=2, seed=2))
    again = next(iter(generate(spec, count=2, seed=2)))
    assert (again.level, again.rating) == (made[0].level, made[0].rating)
    for one in made:
        board = one.level.board
        assert one.rating is not None
        assert 15 <= one.rating == rate_difficulty(one.level, one.text).value <= 40
        assert (board.width, board.height, len(board.of_kind("box"))) == (9, 8, 3)
        assert not {box.anchor for box in board.of_kind("box")} & {*board.cells_of("goal")}
        assert dict(one.level.headers)["Difficulty"] == f"{one.difficulty} ({one.rating:.0f} of 100)"
        found = solve(one.level, objective="pushes")
        assert isinstance(found, Solved)
        assert (found.metrics.pushes, found.nodes) == (one.metrics.pushes, one.effort)


def test_grades_are_those_of_the_rating() -> None:
    """Levels of a grade have it by a rating from the rules up; numbered boxes have grades, too."""
    for spec in (
        LevelSpec(rows=8, columns=9, boxes=3, difficulty="easy"),
        LevelSpec(rows=9, columns=10, boxes=4, difficulty="medium"),
        LevelSpec(rows=8, columns=9, boxes=3, difficulty="easy", game="plus"),
    ):
        (one,) = generate(spec, count=1, seconds=None)
        assert rate_difficulty(one.level, one.text).grade == one.difficulty == spec.difficulty


def test_what_cannot_be_met_is_said() -> None:
    """Bounds the wrong way round are refused; what is not found, or not rated, is a sentence."""
    with pytest.raises(ArgumentError):
        LevelSpec(rating=(60, 40))
    with pytest.raises(OutOfReach, match="rating 99 to 100"):
        list(generate(LevelSpec(rows=6, columns=6, boxes=1, rating=(99, 100)), count=1, attempts=50))


def test_levels_that_are_unlike() -> None:
    """What is nearly the same as a level before is left out, and nothing else."""
    spec = LevelSpec(rows=5, columns=6, boxes=2)
    every = list(generate(spec, count=60, seed=1))
    near = {one.level for one in near_duplicates((index, made.level) for index, made in enumerate(every))}
    assert 0 < len(near) < 50
    unlike = list(generate(spec, count=len(every) - len(near), seed=1, unlike=True))
    assert [made.attempt for made in unlike] == [made.attempt for i, made in enumerate(every) if i not in near]
