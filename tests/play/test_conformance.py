"""The conformance check itself: broken games are caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pushbox import games
from pushbox.games.api import Game, Transition
from pushbox.games.parts.single_pusher import SokobanControls
from pushbox.games.sokoban import Sokoban, State
from pushbox.grid import Direction
from pushbox.play import conformance


def _pushes_into_boxes(self: Sokoban, state: State, move: Direction) -> Transition[State] | None:
    """Push a box into another."""
    transition = Sokoban.apply(self, state, move)
    if transition is not None:
        return transition
    step = state.field.grid.step[move]
    target = step[state.player]
    beyond = step[target]
    if target in state.boxes and beyond in state.boxes:
        return Transition(state._replace(player=target, boxes=state.boxes - {target}), ())
    return None


def _forgets_a_change(self: Sokoban, state: State, move: Direction) -> Transition[State] | None:
    """Leave a pushed box out of the transition."""
    transition = Sokoban.apply(self, state, move)
    return transition and Transition(transition.state, transition.changes[-1:], transition.pushes)


def _moves_two_cells(self: Sokoban, state: State, move: Direction) -> Transition[State] | None:
    """Walk two cells at once."""
    transition = Sokoban.apply(self, state, move)
    if transition is None or transition.pushes:
        return transition
    again = Sokoban.apply(self, transition.state, move)
    if again is None or again.pushes:
        return transition
    change = transition.changes[0]._replace(after=again.changes[0].after)
    return Transition(again.state, (change,))


def _loses_a_box(self: Sokoban, state: State) -> Any:
    """Leave a box out of the level of a state."""
    return Sokoban.to_level(self, state._replace(boxes=frozenset(sorted(state.boxes)[1:])))


def _shouts(self: SokobanControls[Any], state: State, moves: list[Direction]) -> str:
    """Write all moves as one letter."""
    return "".join("l" for _ in SokobanControls.format(self, state, moves))


BROKEN: dict[str, Callable[..., Any]] = {
    "apply:successors yields|next board|unique": _pushes_into_boxes,
    "apply:the board with the changes is the next board": _forgets_a_change,
    "apply:successors yields the states|nothing moves two cells": _moves_two_cells,
    "to_level:initial_state\\(to_level": _loses_a_box,
    "format:notation": _shouts,
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_game_is_caught(case: str) -> None:
    """Each fault breaks a law that names it."""
    method, law = case.split(":", 1)
    rules: Any = type("Broken", (Sokoban,), {method: BROKEN[case]} if method != "format" else {})()
    controls: Any = type("Broken", (SokobanControls,), {method: BROKEN[case]} if method == "format" else {})
    game: Game[Any, Any] = Game(rules, controls)
    with pytest.raises(conformance.LawBroken, match=law):
        conformance.check(game, boards=100, seed=3)


def test_boards_repeat_for_a_seed_and_are_crowded() -> None:
    """The same seed gives the same boards; they have boxes in line, in corners and on goals among them."""
    game = games.find("sokoban")
    levels = list(conformance.random_levels(game, 200, seed=9))
    assert levels == list(conformance.random_levels(game, 200, seed=9))
    assert levels != list(conformance.random_levels(game, 200, seed=10))
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
