"""What games offer to a search: bounds that never exceed the truth, and dead positions that are dead."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

import pytest

from pushbox import games
from pushbox.games.api import Game, Status
from pushbox.games.parts.push_distance import NEVER, distances
from pushbox.grid import grid
from pushbox.play.conformance import random_levels

MOST = 3_000  # positions of a board


def explored(game: Game[Any, Any], start: Any) -> tuple[dict[Any, Any], dict[Any, list[tuple[Any, bool]]]] | None:
    """Return every position by its essence, and from where each is reached with or without a push; None if too many."""
    root = game.rules.search_key(start)
    states, back = {root: start}, dict[Any, list[tuple[Any, bool]]]()
    front = [root]
    for key in front:
        if game.rules.outcome(states[key]).status is Status.LOST:
            continue
        for move in game.rules.pseudo_legal_moves(states[key]):
            if (transition := game.rules.apply(states[key], move)) is None:
                continue
            after = game.rules.search_key(transition.state)
            back.setdefault(after, []).append((key, bool(transition.pushes)))
            if after not in states:
                states[after] = transition.state
                front.append(after)
        if len(states) > MOST:
            return None
    return states, back


def fewest_pushes(
    game: Game[Any, Any], states: dict[Any, Any], back: dict[Any, list[tuple[Any, bool]]]
) -> dict[Any, int]:
    """Return the fewest moves that push from each position that can be solved."""
    distance: dict[Any, int] = {}
    waiting = deque((key, 0) for key, state in states.items() if game.rules.outcome(state).solved)
    while waiting:
        key, pushed = waiting.popleft()
        if key in distance:
            continue
        distance[key] = pushed
        for before, is_push in back.get(key, ()):
            if is_push:
                waiting.append((before, pushed + 1))
            else:
                waiting.appendleft((before, pushed))
    return distance


@pytest.mark.parametrize("key", ["sokoban", "plus", "sokolor"])
def test_bounds_hold_on_crowded_boards(key: str) -> None:
    """In every position of small random boards, variants and options included, a bound is no more than the truth."""
    game = games.find(key)
    seen: Counter[str] = Counter()
    for level in random_levels(game, 700, seed=1, largest=5):
        if (space := explored(game, game.rules.initial_state(level))) is None:
            continue
        states, back = space
        distance = fewest_pushes(game, states, back)
        for position, state in states.items():
            if position in distance:
                assert game.rules.lower_bound(state) <= distance[position], str(game.rules.board(state))
                assert not game.rules.is_deadlock(state), str(game.rules.board(state))
                seen["solvable"] += 1
                seen["tight"] += game.rules.lower_bound(state) == distance[position] > 0
            else:
                seen["dead"] += game.rules.is_deadlock(state)
    assert seen["solvable"] > 500
    assert seen["tight"] > 50
    assert seen["dead"] >= (0 if key == "sokolor" else 5_000)  # Sokolor knows of none


@pytest.mark.parametrize("key", ["sokoban", "plus", "multiban"])
def test_no_box_comes_home_from_a_dead_square(key: str) -> None:
    """In no position of small random boards that can be solved does a box stand on a dead square."""
    game = games.find(key)
    seen = 0
    for level in random_levels(game, 300, seed=3, largest=5):
        start = game.rules.initial_state(level)
        dead = game.rules.dead_squares(start)
        walls = set(level.board.cells_of("wall"))
        assert not dead & walls
        if not dead or (space := explored(game, start)) is None:
            continue
        states, back = space
        for position in fewest_pushes(game, states, back):
            assert not dead & {box.anchor for box in game.rules.board(states[position]).of_kind("box")}, str(
                level.board
            )
            seen += 1
    assert seen > 500


def test_every_game_has_sound_hooks() -> None:
    """Where a level is solved, nothing more is needed, in any game."""
    for key in games.keys():
        game = games.find(key)
        for level in random_levels(game, 100, seed=2, largest=5):
            state = game.rules.initial_state(level)
            assert game.rules.lower_bound(state) >= 0
            if game.rules.outcome(state).solved:
                assert game.rules.lower_bound(state) == 0
                assert not game.rules.is_deadlock(state)


def test_distances_of_pushes_and_pulls() -> None:
    """In a corridor a box goes on until the last cell; it is pulled off the last but not onto it."""
    corridor = grid(5, 1)
    free = (True,) * 5 + (False,)
    assert distances(corridor, free, frozenset({2})) == (NEVER, 1, 0, 1, NEVER, NEVER)
    assert distances(corridor, free, frozenset({4})) == (NEVER, 3, 2, 1, 0, NEVER)
    assert distances(corridor, free, frozenset({2}), pulls=True) == (2, 1, 0, 1, 2, NEVER)
    assert distances(corridor, free, frozenset({4}), pulls=True) == (NEVER, NEVER, NEVER, NEVER, 0, NEVER)
