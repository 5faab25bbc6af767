"""Fuses: boxes that explode when they are pushed once too often."""

from __future__ import annotations

from tests.games.variants.variant_levels import BOX, SOKOBAN, Signs, after, judged, level, refused

from pushbox.board import GOAL
from pushbox.games.api import Outcome, Status


def test_a_box_explodes_when_it_is_pushed_once_too_often() -> None:
    """Each push burns the fuse down by one; after the last the box is spent, and one more push loses the game."""
    start = level("#@2   .#", fuses="yes")
    assert [(box.fuse, box.spent) for box in SOKOBAN.rules.board(after(start, "RR")).of_kind("box")] == [(0, True)]
    assert judged(start, "RR").status is Status.PLAYING
    assert judged(start, "RRr") == Outcome(Status.LOST, "a box has exploded")
    assert str(SOKOBAN.rules.board(after(start, "RRr"))) == "#  @$ .#"  # the wreck stays, and so does the player
    assert refused(start, "RRrr").endswith("the box will never move again")


def test_nothing_explodes_that_is_not_pushed() -> None:
    """A spent box against a wall stands there, and one on a goal is pushed as if it had no fuse."""
    spent: Signs = {
        "2": (BOX._replace(spent=True),),
        "3": (GOAL, BOX._replace(spent=True)),
        "4": (GOAL, BOX._replace(fuse=1)),
    }
    assert refused(level("#@2#", signs=spent, fuses="yes"), "r").endswith("the box is blocked")
    assert judged(level("#@3.#", signs=spent, fuses="yes"), "R").solved
    assert SOKOBAN.rules.board(after(level("#@4.#", signs=spent, fuses="yes"), "R")).of_kind("box")[0].fuse == 1
    assert judged(level("#@2.#", signs=spent, fuses="no"), "R").solved


def test_the_step_after_the_one_that_burns_a_fuse_down_explodes_the_box() -> None:
    """By steps: a fuse of 1 is burnt down by one step, which the box survives; the next explodes it off a goal."""
    signs: Signs = {"1": (BOX._replace(fuse=1),), "4": (GOAL, BOX._replace(fuse=1))}
    start = level("#@  1.4#", signs=signs, fuses="steps")
    boxes = [
        [(box.fuse, box.spent, box.fixed) for box in SOKOBAN.rules.board(after(start, line)).of_kind("box")]
        for line in ("", "r", "rr")
    ]
    safe = (1, False, False)  # on a goal
    assert boxes == [[(1, False, False), safe], [(0, True, False), safe], [(0, True, True), safe]]
    assert [judged(start, line).status for line in ("r", "rr")] == [Status.PLAYING, Status.LOST]
    pushed = level("#@1 .#", signs=signs, fuses="steps")
    assert judged(pushed, "RR").solved  # burnt down, but on a goal after the step
    assert judged(pushed, "Rl") == Outcome(Status.LOST, "a box has exploded")


def test_a_pointer_carries_a_box_as_far_as_its_fuse_lasts() -> None:
    """Reach does not explode anything."""
    start = level("#@2    .#", fuses="yes")
    assert set(SOKOBAN.controls.reach(SOKOBAN.rules.initial_state(start), 2, 1000)) == {2, 3, 4} - {2}
