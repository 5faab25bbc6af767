"""Reverse play: boxes are pulled from the goals to where they began."""

from __future__ import annotations

import pytest
from tests.games.variants.variant_levels import BOX, PLUS, SOKOBAN, Signs, after, judged, level, refused

from pushbox import formats
from pushbox.board import FLOOR, GOAL, Piece
from pushbox.errors import IllegalMove, LevelError, NotationError, PushboxError
from pushbox.games import load
from pushbox.games.api import Focus
from pushbox.play.reverse import forward_solution, reverse_level
from pushbox.play.session import Session
from pushbox.play.verify import verify
from pushbox.solver import Limit, Solved, plain


def test_boxes_are_pulled_or_left() -> None:
    """A capital takes along the box behind the player, a small letter leaves it; nothing is pushed."""
    start = level("#.  $@  #", reverse="yes")
    assert str(SOKOBAN.rules.board(after(start, "R"))) == "#.   $@ #"
    assert str(SOKOBAN.rules.board(after(start, "r"))) == "#.  $ @ #"
    assert refused(start, "l") == "step 1: the player cannot go left, a box is in the way"
    assert refused(start, "rR") == "step 2: the player cannot pull right, no box is behind them"
    transition = SOKOBAN.rules.apply(SOKOBAN.rules.initial_state(start), 4 + 2)
    assert transition is not None
    assert transition.pushes == ((4, 5),)
    assert [change.cause for change in transition.changes] == ["walk", "pull", "count"]


def test_jumps_come_before_the_first_pull() -> None:
    """A jump goes to any free cell, in notation as the steps that it would be; after a pull only with jumps=always."""
    rows = ("#.   $@ #", "#       #")
    state = after(level(*rows, reverse="yes"), "[lllld]u[rrrrd][u]")
    assert SOKOBAN.controls.format(SOKOBAN.rules.initial_state(level(*rows, reverse="yes")), [8 + 11]) == "[lllld]"
    assert state.pushers == {6}
    replay = verify(level(*rows, reverse="yes"), "R[lll]")
    assert replay.message == "step 2: the player cannot jump there, as a box has been pulled"
    assert after(level(*rows, reverse="yes", jumps="always"), "R[lll]").pulled == 2
    with pytest.raises(NotationError, match="character 1: found a jump off the board"):
        SOKOBAN.controls.parse(state, "[6r]")
    with pytest.raises(NotationError, match="leads to no pusher"):
        SOKOBAN.controls.parse(state, "{r}")
    assert SOKOBAN.controls.parse(state, "[]") == []
    nobody = SOKOBAN.rules.initial_state(level("#.  $  #", reverse="yes"))
    assert SOKOBAN.controls.reach(nobody, 8, 100) == {cell: [8 + cell] for cell in (1, 2, 3, 5, 6)}
    with pytest.raises(IllegalMove, match="the cell is not free"):
        SOKOBAN.controls.format(state, [8 + 5])


def test_reverse_play_is_solved_where_the_forward_play_begins() -> None:
    """Boxes on their goals are not enough: the player must come to their own cell, without a jump after a pull."""
    home: Signs = {"h": (FLOOR._replace(player=1),)}
    corridor = level("#h @*  #", signs=home, reverse="yes")
    assert judged(corridor, "").solved
    assert judged(corridor, "[rr]").reason == "the boxes are placed but nobody can walk to where they have to end"
    room = level("#######", "#  h  #", "# .$@ #", "#######", signs=home, reverse="yes", jumps="always")
    assert judged(room, "[ll]L").solved
    assert judged(room, "[ll]L[u]").reason == "the boxes are placed but there was a jump after a pull"


@pytest.mark.parametrize(
    "text",
    [
        "#######\n#     #\n#  $  #\n#@   .#\n#######",
        "########\n#  @   #\n# $    #\n#  $ . #\n#    . #\n########",
    ],
)
def test_a_level_played_backwards_gives_a_forward_solution(text: str) -> None:
    """reverse_level and forward_solution are a pair: any reverse solution, turned round, solves the level."""
    start = formats.read(text, format="xsb").levels[0]
    backward_level = reverse_level(start)
    assert backward_level.board.cells_of("goal") == tuple(box.anchor for box in start.board.of_kind("box"))
    answer = plain.search(load(backward_level), "any", Limit(seconds=10), None)
    assert isinstance(answer, Solved)
    assert verify(start, forward_solution(start, answer.text)).solved
    assert forward_solution(start, answer.text).isalpha()
    with pytest.raises(PushboxError, match="the line does not solve the level backwards"):
        forward_solution(start, "")


def test_numbers_change_sides_backwards() -> None:
    """Backwards a box has the number of the goal that it begins on."""
    signs: Signs = {"1": (BOX._replace(number=1),), "a": (GOAL._replace(number=1),)}
    backward_level = reverse_level(level("#######", "#@1 a #", "#######", game="plus", signs=signs))
    assert [(box.anchor, box.number) for box in backward_level.board.of_kind("box")] == [(11, 1)]
    assert backward_level.board.terrain[9].number == 1
    assert not PLUS.rules.problems(backward_level)


def test_a_player_on_a_goal_has_to_jump_first_backwards() -> None:
    """Where a box comes to lie on the player's cell they are not on the board."""
    on_goal: Signs = {"@": (GOAL, Piece("pusher", (0,)))}
    start = level("######", "#@ $ #", "#    #", "######", signs=on_goal)
    backward_level = reverse_level(start)
    assert not backward_level.board.of_kind("pusher")
    assert not [problem for problem in SOKOBAN.rules.problems(backward_level) if problem.severity == "error"]
    assert (
        SOKOBAN.rules.explain_illegal(SOKOBAN.rules.initial_state(backward_level), 0)
        == "a player is not on the board and has to jump first"
    )
    answer = plain.search(load(backward_level), "any", Limit(seconds=10), None)
    assert isinstance(answer, Solved)
    assert answer.text.startswith("[")
    assert verify(start, forward_solution(start, answer.text)).solved


def test_what_cannot_be_played_backwards_is_refused() -> None:
    """Fewer boxes than goals, and variants, are refused."""
    for wrong in (level("#@$..#"), level("#@G.#"), level("#@$.#", max_push=2), level("#@$:#")):
        with pytest.raises(LevelError):
            reverse_level(wrong)


def test_keys_take_a_box_and_let_it_go() -> None:
    """The steered player steps; a steered box beside them is pulled and stays steered."""
    session = Session(level("#.  $@  #", reverse="yes"))
    session.press("right")
    assert session.text == "r"
    session.press("left")
    session.press("act")
    assert str(session.focus) == str(Piece("box", (4,)))
    session.press("right")
    assert session.text == "rlR"
    assert str(session.focus) == str(Piece("box", (5,)))
    session.press("next")
    assert SOKOBAN.controls.key(session.state, None, "next") == Focus(Piece("pusher", (6,)))
    session.press("right")
    assert session.text == "rlRr"


def test_a_pointer_pulls_and_jumps() -> None:
    """From the player's cell a way is a walk or a jump, from a box it is pulls."""
    state = SOKOBAN.rules.initial_state(level("#.  $@  #", reverse="yes"))
    walks = SOKOBAN.controls.reach(state, 5, 1000)
    assert SOKOBAN.controls.format(state, walks[7]) == "rr"
    assert SOKOBAN.controls.format(state, walks[1]) == "[llll]"
    assert SOKOBAN.controls.format(state, SOKOBAN.controls.reach(state, 4, 1000)[6]) == "RR"
