"""Searches that a heuristic or a policy guides."""

from __future__ import annotations

import asyncio
import math
import random
from array import array
from collections.abc import Callable
from typing import Any

import pytest
from tests.depth import scaled

import pushbox
from pushbox import Limit, Solved, Unsolvable
from pushbox.errors import ArgumentError, UnsupportedError
from pushbox.play.verify import verify
from pushbox.solver import Guidance

LEVELS = [*pushbox.builtin("lessons")][:8]
WALL, GOAL, BOX, PLAYER = 1, 2, 4, 8
LOST = pushbox.read("#####\n#@ .#\n#$  #\n#####\n", format="xsb")[0]


def away(boards: memoryview) -> list[int]:
    """Return the boxes off goals of each board, which is never more than the pushes left."""
    cells: Any = boards.tolist()
    return [sum(cell & (BOX | GOAL) == BOX for row in board for cell in row) for board in cells]


def test_a_guided_search_proves_the_fewest_pushes() -> None:
    for level in LEVELS:
        fewest = pushbox.solve(level, objective="pushes")
        assert isinstance(fewest, Solved)
        for guidance in (Guidance(admissible=True), Guidance(weight=0, batch=7)):
            found = pushbox.solve(level, objective="pushes", heuristic=away, guidance=guidance)
            assert isinstance(found, Solved)
            assert (found.optimal, found.limit, found.metrics.pushes) == ("pushes", None, fewest.metrics.pushes)
            assert verify(level, found.text).status.value == "solved"


@pytest.mark.parametrize("seed", range(scaled(40)))
def test_nonsense_costs_time_alone(seed: int) -> None:
    """Solvable levels are solved and lost ones proven lost, whatever heuristic and policy say."""
    noise = random.Random(seed)

    def heuristic(boards: memoryview) -> list[float]:
        return [noise.choice((0.0, 1e30, math.inf, 2.5)) for _ in range(len(boards))]

    def policy(boards: memoryview) -> array[float]:
        return array("f", noise.choices((0.0, -math.inf, -1e30, 5), k=4 * boards.nbytes))

    level = noise.choice(LEVELS)
    judges: dict[str, Any] = {"heuristic": heuristic, "policy": policy}
    for names in (("heuristic",), ("policy",), ("heuristic", "policy")):
        chosen = {name: judges[name] for name in names}
        found = pushbox.solve(level, guidance=Guidance(batch=noise.choice((1, 3, 500))), **chosen)
        assert isinstance(found, Solved)
        assert verify(level, found.text).status.value == "solved"
        assert isinstance(pushbox.solve(LOST, **chosen), Unsolvable)


def test_positions_are_given_as_they_are() -> None:
    """Each has the walls and goals of its level, its boxes, and the player on the first cell within reach."""
    level = pushbox.read("######\n#.$  #\n#  @ #\n######\n", format="xsb")[0]
    seen: list[memoryview] = []

    def heuristic(boards: memoryview) -> list[int]:
        assert boards.readonly
        seen.append(boards)
        return [0] * len(boards)

    pushbox.solve(level, heuristic=heuristic, guidance=Guidance(batch=2))
    assert seen[0].shape == (1, 4, 6)
    cells: Any = seen[0].tolist()
    assert cells[0] == [
        [1, 1, 1, 1, 1, 1],
        [1, GOAL | PLAYER, BOX, 0, 0, 1],
        [1, 0, 0, 0, 0, 1],
        [1, 1, 1, 1, 1, 1],
    ]
    assert all(boards.shape is not None and boards.shape[1:] == (4, 6) for boards in seen)


def test_a_policy_decides_which_push_comes_first() -> None:
    """Of two ways that are as long, that which the policy prefers is found."""
    level = pushbox.read("#######\n#.   .#\n#  $  #\n#  @  #\n#######\n", format="xsb")[0]

    def preferring(direction: int) -> Callable[[memoryview], array[float]]:
        return lambda boards: array("f", [8.0 * (index % 4 == direction) for index in range(4 * boards.nbytes)])

    for direction, letter in ((0, "L"), (2, "R")):
        found = pushbox.solve(level, policy=preferring(direction))
        assert isinstance(found, Solved)
        assert found.text.count(letter) == 2


@pytest.mark.parametrize("form", ["float32", "float64", "int64", "with gaps", "nested"])
def test_numbers_come_in_any_form(form: str) -> None:
    numpy = pytest.importorskip("numpy")

    def heuristic(boards: memoryview) -> Any:
        values = numpy.asarray(away(boards), dtype="float32" if form in {"with gaps", "nested"} else form)
        if form == "with gaps":
            return numpy.repeat(values, 2)[::2]
        return [[value] for value in values] if form == "nested" else values

    level = LEVELS[0]
    found = [pushbox.solve(level, heuristic=judge) for judge in (heuristic, away)]
    assert [one.nodes for one in found] == [found[0].nodes] * 2
    assert isinstance(found[0], Solved)


def test_what_a_guide_may_not_say() -> None:
    level = LEVELS[0]

    class MyError(Exception):
        pass

    def fails(_: memoryview) -> list[float]:
        raise MyError

    with pytest.raises(MyError):
        pushbox.solve(level, heuristic=fails)
    with pytest.raises(ArgumentError, match=r"heuristic: found 0, expected 1 number for 1 position"):
        pushbox.solve(level, heuristic=lambda _: [])
    with pytest.raises(ArgumentError, match=r"heuristic: found 7, expected 1 number for 1 position"):
        pushbox.solve(level, heuristic=lambda _: 7)  # of one position, as a function of another library
    with pytest.raises(ArgumentError, match=r"policy: found 1, expected \d+ numbers for 1 position"):
        pushbox.solve(level, policy=lambda _: [0.0])
    with pytest.raises(ValueError, match="heuristic: found no number at 0"):
        pushbox.solve(level, heuristic=lambda boards: [math.nan] * len(boards))
    with pytest.raises(ValueError, match=r"found a distance of 999 pushes .* expected a heuristic that never says too"):
        pushbox.solve(level, heuristic=lambda boards: [999] * len(boards), guidance=Guidance(admissible=True))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"heuristic": 5}, "heuristic: found 5, expected a function"),
        ({"policy": "x"}, "policy: found 'x', expected a function"),
        ({"guidance": Guidance()}, "guidance: found Guidance.*, expected a heuristic or a policy beside it"),
        ({"heuristic": away, "guidance": 3}, "guidance: found 3, expected a Guidance"),
        ({"heuristic": away, "objective": "moves"}, "objective: found 'moves', expected one of any, pushes"),
    ],
)
def test_arguments(options: Any, sentence: str) -> None:
    with pytest.raises(ArgumentError, match=sentence):
        pushbox.solve(LEVELS[0], **options)


@pytest.mark.parametrize("options", [{"weight": -1}, {"weight": math.nan}, {"batch": 0}, {"admissible": 1}])
def test_guidance(options: Any) -> None:
    with pytest.raises(ArgumentError):
        Guidance(**options)


def test_other_games_are_refused() -> None:
    for name in ("plus", "multiban", "hanano"):
        with pytest.raises(UnsupportedError, match="plain Sokoban with one player only"):
            pushbox.solve(pushbox.builtin(name)[0], heuristic=away)


def test_limits_and_progress() -> None:
    level = LEVELS[-1]
    ended = pushbox.solve(level, heuristic=lambda boards: [0] * len(boards), limit=Limit(nodes=3))
    assert (getattr(ended, "limit", None), ended.nodes) == ("nodes", 3)
    stopped = pushbox.solve(level, heuristic=away, guidance=Guidance(batch=1), limit=Limit(seconds=0))
    assert getattr(stopped, "limit", None) == "seconds"
    found = asyncio.run(pushbox.asolve(level, heuristic=away))
    assert isinstance(found, Solved)
