"""What the solver adds to the information of an episode."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pushbox import load, read, solve
from pushbox.errors import ArgumentError
from pushbox.identity import transform, unique_id
from pushbox.solver import Limit, Solved, Unsolvable
from pushbox.tiling import MIRROR

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")

from pushbox.env import register  # noqa: E402  # after the look whether it is there
from pushbox.env.judged import Judged  # noqa: E402

register()
LEVELS = read("#######\n#     #\n# @$ .#\n#     #\n#######\n\n#####\n#@$.#\n#####\n").levels
LEFT, UP, RIGHT, DOWN = range(4)


def test_each_position_is_judged() -> None:
    """By the solver from that position: pushes left, and whether it can still be won; the level by its start."""
    env = Judged(gymnasium.make("pushbox/Sokoban-v0", levels=LEVELS))
    _, info = env.reset()
    known = {"unique_id": unique_id(LEVELS[0].board), "fewest_pushes": 2}
    assert info == {"level": 0, "title": "", **known, "pushes_left": 2, "winnable": True}
    position = load(LEVELS[0])
    for action in (UP, RIGHT, DOWN, UP, LEFT, LEFT, DOWN, DOWN, RIGHT):
        _, _, _, _, info = env.step(action)
        position = position.apply(action) if position.rules.apply(position.state, action) else position
        answer = solve(position, objective="pushes")
        left = answer.metrics.pushes if isinstance(answer, Solved) else None
        assert (info["pushes_left"], info["winnable"]) == (left, not isinstance(answer, Unsolvable))
        assert known.items() <= info.items()
    assert info["winnable"] is False
    assert env.reset()[1]["fewest_pushes"] == 1


def test_the_id_is_that_of_a_mirror_image() -> None:
    """On a board with walls around it."""
    mirrored = replace(LEVELS[1], board=transform(LEVELS[1].board, MIRROR))
    env = Judged(gymnasium.make("pushbox/Sokoban-v0", levels=[LEVELS[0], mirrored]))
    env.reset()
    assert env.reset()[1]["unique_id"] == unique_id(LEVELS[1].board)


def test_what_is_not_proven_is_none() -> None:
    """Within its limit."""
    env = Judged(gymnasium.make("pushbox/Sokoban-v0", levels=LEVELS), limit=Limit(nodes=0))
    _, info = env.reset()
    assert (info["fewest_pushes"], info["pushes_left"], info["winnable"]) == (None, None, None)


def test_other_environments_are_refused() -> None:
    """By their name."""
    with pytest.raises(ArgumentError, match=r"^env: found .*GameEnv.*, expected a SokobanEnv$"):
        Judged(gymnasium.make("pushbox/Game-v0", levels=LEVELS))
