"""Sessions: history as a tree, focus and clock."""

from __future__ import annotations

from typing import Any

import pytest

from pushbox import formats
from pushbox.errors import IllegalMove, NotationError
from pushbox.level import Level
from pushbox.play.session import Session

ROOM = "#######\n#@ $ .#\n#     #\n#######"


def level(picture: str = ROOM) -> Level:
    """Read one level of XSB."""
    return formats.read(picture, format="xsb").levels[0]


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_undo_and_redo_are_exact() -> None:
    """Undoing and redoing any number of moves goes through the very same states."""
    session = Session(level())
    states: list[Any] = [session.state]
    for move in session.game.controls.parse(session.state, "rRdllurr"):
        session.play(move)
        states.append(session.state)
    for state in reversed(states):
        assert session.state == state
        session.undo()
    assert not session.undo()
    for state in states[1:]:
        assert session.redo()
        assert session.state == state
    assert not session.redo()
    assert session.text == "rRdllurr"


def test_nothing_played_is_ever_lost() -> None:
    """Playing something else after an undo opens a branch; redo offers both, plain redo the latest."""
    session = Session(level())
    session.play_text("rR")
    session.undo()
    session.play_text("dr")
    session.undo()
    session.undo()
    assert session.branches() == ["R", "d"]
    session.redo()
    assert session.text == "rd"
    session.undo()
    assert session.redo(0)
    assert session.text == "rR"
    assert not session.redo(0)
    assert not session.redo(7)
    assert len(list(session.nodes())) == 5


def test_the_same_move_goes_back_into_its_branch() -> None:
    """A move played again from the same position makes no second branch."""
    session = Session(level())
    session.play_text("rR")
    session.restart()
    session.play_text("rR")
    assert len(list(session.nodes())) == 3


def test_goto_reaches_every_node_and_redo_follows_its_line() -> None:
    """Any position of the history can be gone to; redoing from the start then leads there again."""
    session = Session(level())
    session.play_text("rRd")
    end = session.current
    session.restart()
    session.play_text("d")
    session.goto(end)
    assert session.text == "rRd"
    session.restart()
    while session.redo():
        pass
    assert session.current is end


def test_an_illegal_move_changes_nothing() -> None:
    """A refused move names its step and leaves the history as it was; the legal part before it stays played."""
    session = Session(level())
    with pytest.raises(IllegalMove, match="step 1: "):
        session.play_text("l")
    assert session.text == ""
    assert not session.root.branches
    with pytest.raises(IllegalMove, match="step 3: "):
        session.play_text("rdd")
    assert session.text == "rd"


def test_nonsense_plays_nothing() -> None:
    """A text that names no moves is refused whole."""
    session = Session(level())
    with pytest.raises(NotationError):
        session.play_text("rRx")
    assert session.text == ""


def test_play_goes_on_after_solved() -> None:
    """A solved position is reported as solved and can be played on."""
    session = Session(level())
    session.play_text("rRR")
    assert session.outcome().solved
    session.play_text("l")
    assert session.outcome().solved
    assert session.pushes == 2


def test_a_level_may_start_solved() -> None:
    """It is solved before anything is pushed; a box that is not on a goal yet says no."""
    assert Session(level("#######\n#@ * .#\n#######")).outcome().solved
    assert not Session(level("#######\n#@ *.$#\n#######")).outcome().solved


def test_keys_play_moves_and_refusals_are_silent() -> None:
    """An arrow plays its move, a refused one plays nothing, other keys mean nothing in Sokoban."""
    session = Session(level())
    assert session.press("right") is not None
    assert session.press("up") is None
    assert session.press("next") is None
    assert session.text == "r"


def test_the_focus_follows_the_player() -> None:
    """The steered piece is the player where they stand, also after undo."""
    session = Session(level())
    for step in ("r", "d", "d"):
        session.press({"r": "right", "d": "down"}[step])  # type: ignore[arg-type]  # two of the keys
        assert session.focus == session.board.of_kind("pusher")[0]
    session.undo()
    assert session.focus == session.board.of_kind("pusher")[0]


def test_the_clock_runs_from_the_first_move_to_the_solution() -> None:
    """Time before the first move, while paused and after solving does not count."""
    clock = Clock()
    session = Session(level(), clock=clock)
    clock.now += 50
    session.play_text("r")
    clock.now += 5
    session.pause()
    clock.now += 100
    assert session.seconds() == 5
    session.play_text("R")
    clock.now += 2
    session.play_text("R")
    clock.now += 100
    assert session.seconds() == 7


def test_changes_lead_from_what_is_shown_to_any_node() -> None:
    """The changes to a node applied to the board that is shown give the board of the node."""
    session = Session(level())
    start = session.board
    session.play_text("rRR")
    end = session.current
    session.restart()
    assert start.apply(session.changes(end)) == session.game.rules.view(end.state)


def test_a_history_is_built_up_again_by_grafting() -> None:
    """Branches are added anywhere without going there; a refused move adds nothing."""
    session = Session(level())
    first = session.add_variation(session.root, session.game.controls.parse(session.state, "r")[0])
    second = session.add_variation(first, session.game.controls.parse(first.state, "R")[0])
    assert session.current is session.root
    assert session.branches() == ["r"]
    with pytest.raises(IllegalMove):
        session.add_variation(session.root, session.game.controls.parse(session.state, "l")[0])
    session.goto(second)
    assert session.text == "rR"
    assert len(list(session.nodes())) == 3


def test_only_what_can_be_steered_is() -> None:
    """Any other piece leaves things as they are."""
    session = Session(level())
    (pusher,) = session.game.controls.focus(session.state)
    session.steer(pusher._replace(cells=(9,)))
    assert session.focus == pusher


def test_seconds_that_were_played_before_count() -> None:
    """The clock goes on from them."""
    clock = Clock()
    session = Session(level(), clock=clock, played=40.0)
    session.play_text("r")
    clock.now += 2
    assert session.seconds() == 42.0
