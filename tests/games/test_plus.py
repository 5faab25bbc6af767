"""The rules of Sokoban Plus."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pushbox import formats, games, levels
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.games import load
from pushbox.games.api import Status
from pushbox.level import Level
from pushbox.play.verify import ReplayStatus, verify
from pushbox.solver import Limit, Solved, plain

GAME = games.find("plus")
SIGNS = {"#": WALL, " ": FLOOR, "@": FLOOR, ".": GOAL}


def level(*rows: str) -> Level:
    """Return a level drawn with # @ $ . and, for numbers, A B C (boxes) and a b c (goals)."""
    terrain, pieces = [], []
    for cell, sign in enumerate("".join(rows)):
        number = "abc".find(sign.lower()) + 1 if sign.isalpha() else 0
        terrain.append(GOAL._replace(number=number) if sign.islower() else SIGNS.get(sign, FLOOR))
        if sign.isupper() or sign == "$":
            pieces.append(Piece("box", (cell,), number=number))
        elif sign == "@":
            pieces.append(Piece("pusher", (cell,)))
    return Level(Board(len(rows[0]), len(rows), tuple(terrain), tuple(pieces)), "plus")


TWO = level("########", "#      #", "#@ A  b#", "#  B  a#", "#      #", "########")


def test_numbered_boxes_need_goals_of_their_number() -> None:
    """With every box on a goal but the numbers wrong the level is not solved, and the reason is given."""
    replay = verify(TWO, "rRRRlllldrRRR")
    assert replay.status is ReplayStatus.UNSOLVED
    assert replay.message == "the board is solved but not the numbers: 2 of the boxes on wrong goals"
    answer = plain.search(load(TWO), "pushes", Limit(), None)
    assert isinstance(answer, Solved)
    assert answer.metrics.pushes > 6


def test_boxes_with_one_number_are_interchangeable() -> None:
    """Two boxes of one number may go to either goal of it."""
    assert verify(level("########", "#@ A  a#", "#  A  a#", "#      #", "########"), "rRRRlllldrRRR").solved


def test_a_goal_without_a_number_takes_boxes_without_one() -> None:
    """Numbered and plain boxes on each other's goals do not solve a level."""
    mixed = level("########", "#@ A  .#", "#  $  a#", "#      #", "########")
    assert verify(mixed, "rRRRlllldrRRR").status is ReplayStatus.UNSOLVED


def test_the_number_moves_with_its_box() -> None:
    """A pushed box keeps its number, in the state, on the board and in the changes."""
    state = GAME.rules.initial_state(TWO)
    for move in GAME.controls.parse(state, "rR"):
        transition = GAME.rules.apply(state, move)
        assert transition is not None
        state = transition.state
    assert [(box.anchor, box.number) for box in GAME.rules.board(state).of_kind("box")] == [(20, 1), (27, 2)]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            ("######", "#@AB.#", "#   a#", "######"),
            "found boxes numbered 1 2 and goals numbered 1, expected the same numbers",
        ),
        (("######", "#@A b#", "######"), "found boxes numbered 1 and goals numbered 2, expected the same numbers"),
    ],
)
def test_unequal_numbers_are_a_fault(rows: tuple[str, ...], message: str) -> None:
    """The numbers of boxes and goals are compared with how often each occurs."""
    assert message in map(str, GAME.rules.problems(level(*rows)))


def test_an_unsolved_position_is_still_being_played() -> None:
    """Wrong numbers lose nothing."""
    assert GAME.rules.outcome(GAME.rules.initial_state(TWO)).status is Status.PLAYING


@pytest.mark.parametrize("shipped", formats.read_file(levels.path("plus")).levels, ids=lambda shipped: shipped.title)
def test_shipped_levels_need_their_numbers(shipped: Level) -> None:
    """Without numbers a level is solved in fewer moves, by a line that puts boxes on wrong goals."""
    with_numbers = plain.search(load(shipped), "any", Limit(seconds=60), None)
    terrain = tuple(cell._replace(number=0) for cell in shipped.board.terrain)
    pieces = tuple(piece._replace(number=0) for piece in shipped.board.pieces)
    bare = Level(replace(shipped.board, terrain=terrain, pieces=pieces), "sokoban")
    without = plain.search(load(bare), "any", Limit(seconds=60), None)
    assert isinstance(with_numbers, Solved)
    assert isinstance(without, Solved)
    assert without.metrics.moves < with_numbers.metrics.moves
    assert "not the numbers" in verify(shipped, without.text).message
