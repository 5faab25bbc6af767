"""Ghosts: boxes and goals that are not seen at first."""

from __future__ import annotations

import pytest
from tests.games.variants.variant_levels import BOX, judged, level, refused, seen

from pushbox.board import GOAL
from pushbox.games import load
from pushbox.play.session import Session
from pushbox.tiling import RIGHT


def test_a_ghost_is_seen_once_it_is_touched() -> None:
    """A push reveals a hidden box; a bump does too, and is a step on which the player stays."""
    assert seen(level("#@G .#"), "") == "#@  .#"
    assert seen(level("#@G .#"), "R") == "# @$.#"
    assert seen(level("#@G#.#"), "r") == "#@$#.#"
    assert refused(level("#@G#.#"), "rr").endswith("the box is blocked")


@pytest.mark.parametrize(("game", "number"), [("sokoban", 0), ("plus", 1)])
def test_a_level_whose_last_ghost_is_seen_is_a_plain_one(game: str, number: int) -> None:
    """What is left of it is played as any level, from a position and from the level of that position alike."""
    box = BOX._replace(number=number)
    position = load(level("#. $@G#", game=game, signs={"G": (box._replace(hidden=True),)}))
    plain_one = load(level("#. $@G#", game=game, signs={"G": (box,)}))
    assert position.apply(RIGHT).state == plain_one.state
    assert [after.state for move, after in position.successors() if move == RIGHT] == [plain_one.state]
    line = position.parse("rLLrr")
    assert position.format(line) == "rLLrr"
    assert position.play_line(line).state == plain_one.play_line(line[1:]).state


def test_a_push_that_runs_into_a_ghost_reveals_it() -> None:
    """A push touches the thing that stops it, as far as the push goes."""
    assert seen(level("#@$G  ..#"), "r") == "#@$$  ..#"
    assert seen(level("#@$$G  ..#", max_push=2), "r") == "#@$$$  ..#"
    assert refused(level("#@$$G ...#"), "r").endswith("the box is blocked")


def test_a_ghost_goal_is_seen_once_a_box_stood_on_it() -> None:
    """A hidden goal counts as a goal, and stays in sight after its first box."""
    start = level("#@$:.#")
    assert seen(start, "") == "#@$ .#"
    assert seen(start, "RR") == "#  +*#"
    assert seen(start, "RRl") == "# @.*#"
    assert judged(start, "R").solved


def test_a_hidden_box_does_not_betray_a_hidden_goal() -> None:
    """A ghost goal under a ghost is seen with the ghost, not before."""
    start = level("#@G #", signs={"G": (GOAL._replace(looks="floor"), BOX._replace(hidden=True))})
    assert seen(start, "") == "#@  #"
    assert seen(start, "R") == "# @$#"
    assert (
        seen(level("#@GG #", signs={"G": (GOAL._replace(looks="floor"), BOX._replace(hidden=True))}), "r") == "#@** #"
    )


def test_ghosts_may_be_seen_every_few_steps_only() -> None:
    """With a number all ghosts are seen after so many steps, and a touch reveals nothing."""
    start = level("#@ G :#", ghosts=2)
    assert [seen(start, text) for text in ("", "r", "rl", "rlr", "rlrR")] == [
        "#@ $ .#", "# @   #", "#@ $ .#", "# @   #", "#  @$.#",
    ]  # fmt: skip
    assert refused(level("#@G#", ghosts=2), "r") == "step 1: the player cannot go right, something is in the way"


def test_a_session_shows_nothing_hidden() -> None:
    """Board, legal moves, reach and changes of a session are those of what the player sees."""
    session = Session(level("#######", "#@ G  #", "#  #?:#", "#  $ .#", "#######"))
    assert session.legal_moves == ["r", "d"]
    assert session.game.controls.reach(session.visible.state, session.board.cell(1, 1), 1000).keys() >= {
        session.board.cell(1, 5)
    }
    assert not session.game.controls.reach(session.visible.state, session.board.cell(1, 3), 1000)
    assert all(not terrain.looks for terrain in session.board.terrain)
    assert len(session.board.of_kind("box")) == 1
    changes = session.game.rules.view(session.state)
    session.play_text("r")
    bumped = session.play_text("r")
    assert bumped[0].pushes
    assert changes.diff(session.board)
