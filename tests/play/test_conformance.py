"""The conformance check itself: broken games are caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pushbox.games.api import Turn
from pushbox.games.parts.position import State
from pushbox.games.sokoban import Sokoban
from pushbox.grid import Direction
from pushbox.play import conformance


def _pushes_into_boxes(self: Sokoban, state: State, move: Direction) -> Turn[State] | None:
    """A box is pushed into another."""
    turn = Sokoban.turn(self, state, move)
    if turn is not None:
        return turn
    step = state.field.grid.step[move]
    target = step[state.player]
    beyond = step[target]
    if target in state.boxes and beyond in state.boxes:
        return Turn(state._replace(player=target, boxes=state.boxes - {target}), ())
    return None


def _forgets_a_change(self: Sokoban, state: State, move: Direction) -> Turn[State] | None:
    """A pushed box is not told."""
    turn = Sokoban.turn(self, state, move)
    return turn and Turn(turn.state, turn.changes[-1:], turn.pushed)


def _moves_two_cells(self: Sokoban, state: State, move: Direction) -> Turn[State] | None:
    """A walk goes two cells at once."""
    turn = Sokoban.turn(self, state, move)
    if turn is None or turn.pushed:
        return turn
    again = Sokoban.turn(self, turn.state, move)
    if again is None or again.pushed:
        return turn
    change = turn.changes[0]._replace(after=again.changes[0].after)
    return Turn(again.state, (change,))


def _loses_a_box(self: Sokoban, state: State) -> Any:
    """The level of a state lacks a box."""
    return Sokoban.level(self, state._replace(boxes=frozenset(sorted(state.boxes)[1:])))


def _shouts(self: Sokoban, state: State, moves: list[Direction]) -> str:
    """All moves are written as one letter."""
    return "".join("l" for _ in Sokoban.format(self, state, moves))


BROKEN: dict[str, Callable[..., Any]] = {
    "turn:expand yields|next board|unique": _pushes_into_boxes,
    "turn:the board with the changes is the next board": _forgets_a_change,
    "turn:expand yields the states|nothing moves two cells": _moves_two_cells,
    "level:start\\(level": _loses_a_box,
    "format:notation": _shouts,
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_game_is_caught(case: str) -> None:
    """Each fault breaks a law that names it."""
    method, law = case.split(":", 1)
    game = type("Broken", (Sokoban,), {method: BROKEN[case]})()
    with pytest.raises(conformance.LawBroken, match=law):
        conformance.check(game, boards=100, seed=3)


def test_boards_repeat_for_a_seed_and_are_crowded() -> None:
    """The same seed gives the same boards; they have boxes in line, in corners and on goals among them."""
    info = Sokoban.info
    levels = list(conformance.random_levels(info, 200, seed=9))
    assert levels == list(conformance.random_levels(info, 200, seed=9))
    assert levels != list(conformance.random_levels(info, 200, seed=10))
    boards = [level.board for level in levels]
    in_line = [
        b
        for b in boards
        if any(b.grid.step[2][x.anchor] in {y.anchor for y in b.of_kind("box")} for x in b.of_kind("box"))
    ]
    on_goal = [b for b in boards if any(x.anchor in b.cells_of("goal") for x in b.of_kind("box"))]
    assert len(in_line) > 40
    assert len(on_goal) > 40
    assert all(len(board.of_kind("pusher")) == 1 for board in boards)
