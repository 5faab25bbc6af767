"""Limits: how many boxes a push moves, of steps, and of time."""

from __future__ import annotations

from tests.games.variants.variant_levels import SOKOBAN, after, judged, level, refused

from pushbox.games.api import Outcome, Status
from pushbox.play.session import Session
from pushbox.play.verify import verify


def test_as_many_boxes_as_allowed_are_pushed_in_line() -> None:
    """A line of at most max_push boxes moves if the cell behind it is free, all of it or nothing."""
    assert str(SOKOBAN.rules.board(after(level("#@$$ .#", max_push=2), "RR"))) == "#  @$*#"
    assert refused(level("#@$$$ ..#", max_push=2), "R") == "step 1: the player cannot go right, the box is blocked"
    assert str(SOKOBAN.rules.board(after(level("#@$$$ ..#", max_push="inf"), "RR"))) == "#  @$$*.#"
    assert refused(level("#@$$#", max_push="inf"), "R").endswith("the box is blocked")
    transition = SOKOBAN.rules.apply(SOKOBAN.rules.initial_state(level("#@$$ .#", max_push=2)), 2)
    assert transition is not None
    assert transition.pushes == ((2, 3), (3, 4))


def test_the_last_step_of_the_limit_may_solve() -> None:
    """Solved at exactly the limit wins, unsolved there loses, and pushes are steps."""
    start = level("#@ $.#", steps=2)
    assert SOKOBAN.rules.board(SOKOBAN.rules.initial_state(start)).counters == (("steps", 0),)
    assert judged(start, "rR").solved
    assert judged(start, "rl") == Outcome(Status.LOST, "the limit of 2 steps is used up")
    assert judged(start, "rlrR").status is Status.LOST  # solved, but too late
    assert judged(level("#@ $.#", steps=4), "rlrR").solved


def test_undo_gives_the_step_back() -> None:
    """The steps used belong to the position, so undo takes them back."""
    session = Session(level("#@ $.#", steps=3))
    session.play_text("rlr")
    assert session.outcome().status is Status.LOST
    session.undo()
    session.undo()
    assert session.board.counters == (("steps", 1),)
    session.play_text("R")
    assert session.outcome().solved


class Clock:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_clock_of_a_session_loses_the_game() -> None:
    """Time runs from the first step; over, it loses; a level solved in time stays solved; restarting gives it anew."""
    clock = Clock()
    session = Session(level("#@ $.#", seconds=60), clock=clock)
    clock.now += 500
    session.play_text("r")
    clock.now += 59
    assert session.outcome().status is Status.PLAYING
    clock.now += 1
    assert session.outcome() == Outcome(Status.LOST, "the time of 60 seconds is over")
    session.play_text("R")
    assert session.outcome().solved  # in the very second
    clock.now += 100
    assert session.outcome().solved
    session.restart()
    assert session.seconds() == 0
    session.play_text("r")
    clock.now += 61
    session.play_text("R")
    assert session.outcome().status is Status.LOST
    assert not verify(session.level, "rR").message  # a replay has no clock
