"""The faults of variants, each a sentence."""

from __future__ import annotations

import pytest
from tests.games.variants.variant_levels import BOX, SOKOBAN, level

from pushbox.board import GOAL, Terrain
from pushbox.level import Level
from pushbox.solver import Solved, Unsolvable, solve


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (level("#@2.#"), "found a box with a fuse and fuses=no: it never burns, expected fuses=yes"),
        (level("#@$.#", signs={"#": (Terrain("terminal"),)}), "found a terminal without a wire"),
        (level("#@$.S"), "found a terminal of role source and none of role bomb, expected both"),
        (level("#@$.#", reverse="yes", max_push=2), "found reverse=yes with other variants"),
        (level("#@$.#", signs={".": (GOAL._replace(player=1),)}), "found a cell of player 1"),
        (level("#@$.#", signs={"$": (BOX._replace(fixed=True),)}), "found a box that can never move"),
        (level("#@$ #"), "found no goal, expected at least one"),
        (
            level("#@*.2#", signs={"2": (BOX._replace(fixed=True, spent=True),)}, fuses="yes"),
            "found a box that can never move",
        ),
    ],
)
def test_faults_are_sentences(start: Level, message: str) -> None:
    """Each fault of a variant has its sentence."""
    assert any(message in str(problem) for problem in SOKOBAN.rules.problems(start))


def test_a_proof_reaches_through_a_limit() -> None:
    """The plain search proves that a level cannot be solved within its limit, and solves it with one step more."""
    assert isinstance(solve(level("#@ $.#", steps=1)), Unsolvable)
    assert isinstance(solve(level("#@ $.#", steps=2)), Solved)
