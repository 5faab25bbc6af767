"""Native play: names of moves, changes, outcomes with reasons and views are Python's, in Python's order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from tests.depth import scaled
from tests.solver.test_native_rules import board_of, random_line, unlimited
from tests.solver.test_native_twists import reversed_levels

from pushbox import _core, games
from pushbox.board import Board, Change, NamedCounter, Piece, Terrain
from pushbox.conformance import random_levels
from pushbox.games import load
from pushbox.games.reverse import JUMP, PULL, is_reverse
from pushbox.games.reverse import State as ReverseState
from pushbox.level import Level
from pushbox.sentence import Sentence
from pushbox.solver import native

MOVES = 100_000  # a tenth in most runs, ten times as many in a nightly one
STEPS = 20  # of one line of play
CAUSES = {
    "sokoban": {"walk", "push", "open", "reveal", "explode", "bump", "burn", "step", "pull", "jump", "count"},
    "plus": {"walk", "push", "open", "reveal", "explode", "bump", "burn", "step", "pull", "jump", "count"},
    "multiban": {"walk", "pull", "jump", "count"},
}
COMMON = {"walk", "push", "pull", "jump", "count"}
REASONS = {
    "sokoban": {"exploded", "bomb-joined", "wires-missing", "wires-apart", "jump-after-pull", "no-walk-end"},
    "plus": {"exploded", "bomb-joined", "wires-missing", "wires-apart", "jump-after-pull", "wrong-numbers"},
    "multiban": {"jump-after-pull", "no-walk-end"},
}


def part_of(fields: Any) -> Board | Piece | Terrain | NamedCounter | None:
    """Return a part of a board from what the core gives."""
    if fields is None or isinstance(fields, tuple):
        return None if fields is None else NamedCounter(*fields)
    if "cells" in fields:
        return Piece(**fields | {"cells": tuple(fields["cells"]), "colours": tuple(fields["colours"])})
    return Terrain(**fields)


def change_of(fields: tuple[Any, ...]) -> Change:
    """Return a change from what the core gives."""
    tick, cause, before, after, cell, original = fields
    return Change(tick, cause, part_of(before), part_of(after), cell, part_of(original))  # type: ignore[arg-type]


def name_of(state: Any, move: Any) -> tuple[int, str, int]:
    """Return the name of a move: the cell of its piece, its action, and the direction or the cell of that."""
    while hasattr(state, "inner"):
        state = state.inner
    if not isinstance(state, ReverseState):
        return state.player, "step", move
    pusher, action = move if isinstance(move, tuple) else (min(state.pushers, default=state.field.grid.outside), move)
    if action >= JUMP:
        return pusher, "jump", action - JUMP
    return pusher, "pull" if action >= PULL else "step", action % PULL


def hold_play(level: Level, rng: random.Random, seen: Counter[str]) -> int:
    """Compare native play with the game along a random line; return how many moves, each position's all of them."""
    game = games.find(level.game)
    rules = game.rules
    line, states = random_line(game, level, STEPS, rng)
    positions = _core.play_native(level.game, level.board, level.options, line)
    assert len(positions) == len(states)
    compared = 0
    for number, (state, position) in enumerate(zip(states, positions, strict=True)):
        where = f"{level.game}, {level.options}, after {line[:number]} on\n{level.board}\n{level.board.pieces}"
        outcome, reason, board, view, moves = position
        expected = rules.outcome(state)
        assert outcome == expected.status.value, where
        assert reason == reason_of(expected.reason), where
        seen.update([] if reason is None else [reason[0]])
        assert board_of(board) == rules.board(state), where
        assert board_of(view) == rules.view(state), where
        legal = [
            (move, transition)
            for move in rules.pseudo_legal_moves(state)
            if (transition := rules.apply(state, move)) is not None
        ]
        assert [name for name, _, _ in moves] == [name_of(state, move) for move, _ in legal], where
        for (name, pushed, changes), (_, transition) in zip(moves, legal, strict=True):
            assert pushed == bool(transition.pushes), (name, where)
            for played, change in zip(map(change_of, changes), transition.changes, strict=False):
                assert played == change, f"{name}: found {played!r}, expected {change!r}; {where}"
                seen[change.cause] += 1
            assert len(changes) == len(transition.changes), (name, where)
        compared += len(moves)
    return compared


def reason_of(text: str) -> tuple[str, int | None] | None:
    """Return the code of a reason and the number in it."""
    if not text:
        return None
    assert isinstance(text, Sentence)
    return text.code, text.params.get("count")


def played_levels(key: str, rng: random.Random) -> Iterator[Level]:
    """Yield endlessly random levels that native rules play, every other one in reverse, if the game can be reversed."""
    game = games.find(key)
    for seed in range(1_000_000):
        forwards = map(unlimited, random_levels(game, 4, seed=seed, largest=7))
        backwards = reversed_levels(key, 1, rng)
        for level in chain(forwards, backwards):
            if native.has_native_rules(load(level)) and (key != "multiban" or is_reverse(level)):
                yield level


@pytest.mark.parametrize("key", _core.played_games)
def test_play_agrees_on_random_lines(key: str) -> None:
    """On random lines native play has Python's moves, changes, outcomes and views, down to the order."""
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    compared = 0
    for level in played_levels(key, rng):
        compared += hold_play(level, rng, seen)
        if compared >= scaled(MOVES):
            break
    expected = CAUSES[key] | REASONS[key] if scaled(MOVES) > MOVES else CAUSES[key] & COMMON  # others are rare
    assert seen.keys() >= expected, f"{key}: no line had {sorted(expected - seen.keys())}"


def test_moves_of_no_piece_are_refused() -> None:
    """A game that native rules do not play is refused with a sentence, and so is an ordinal that no move has."""
    level = Level(Board(3, 1, (Terrain("floor"),) * 3, (Piece("pusher", (0,)),)), "sokoban")
    with pytest.raises(ValueError, match=r"found the game .chess."):
        _core.play_native("chess", level.board, [], [])
    with pytest.raises(ValueError, match="step 1: found 7, expected one of 1 moves"):
        _core.play_native("sokoban", level.board, [], [7])
