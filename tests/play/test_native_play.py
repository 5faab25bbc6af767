"""Native play: names of moves, changes, outcomes with reasons and views are Python's, in Python's order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest
from tests.depth import scaled
from tests.solver.test_native_rules import board_of, random_line, unlimited
from tests.solver.test_native_twists import BOXES, reversed_levels

from pushbox import _core, games
from pushbox.board import Board, Change, NamedCounter, Piece, Terrain
from pushbox.conformance import random_levels
from pushbox.games import load
from pushbox.games.blockage.state import State as BlockageState
from pushbox.games.hanano.state import State as HananoState
from pushbox.games.reverse import JUMP, PULL
from pushbox.games.reverse import State as ReverseState
from pushbox.games.versus import State as VersusState
from pushbox.level import Level
from pushbox.sentence import Sentence
from pushbox.solver import native

MOVES = 40_000  # a tenth in most runs, ten times as many in a nightly one
MANY_MOVES = {"sokoban": 100_000, "plus": 100_000}  # whose variants meet seldom
STEPS = 20  # of one line of play
CAUSES = {
    "sokoban": {"walk", "push", "open", "reveal", "explode", "bump", "burn", "step", "pull", "jump", "count"},
    "plus": {"walk", "push", "open", "reveal", "explode", "bump", "burn", "step", "pull", "jump", "count"},
    "multiban": {"walk", "push", "pull", "jump", "count"},
    "sokolor": {"walk", "push", "vanish"},
    "versus": {"walk", "push"},
    "blockoban": {"slide", "fall"},
    "crossoban": {"walk", "push", "slide", "carry", "wear", "fall", "fill"},
    "blockage": {"roll", "fix", "fall", "dye", "teleport"},
    "hanano": {"shift", "swap", "fall", "push", "bloom", "recoil"},
}
COMMON = {"walk", "push", "pull", "jump", "count", "vanish"}
REASONS = {
    "sokoban": {"exploded", "bomb-joined", "wires-missing", "wires-apart", "jump-after-pull", "no-walk-end"},
    "plus": {"exploded", "bomb-joined", "wires-missing", "wires-apart", "jump-after-pull", "wrong-numbers"},
    "multiban": {"jump-after-pull", "no-walk-end"},
    "sokolor": {"cannot-vanish"},
    "versus": {"draw", "more-goals"},
    "blockoban": {"flew-off"},
    "crossoban": {"no-pusher-left", "cannot-join", "fewer-boxes"},
    "blockage": {"stone-fixed-wrong"},
    "hanano": set(),
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


def name_of(state: Any, move: Any) -> tuple[int, int, str, list[int]]:
    """Name a move as native rules do: cell and rank of its piece, its action, and the numbers of that."""
    while hasattr(state, "inner"):
        state = state.inner
    if isinstance(state, VersusState):
        return state.field.grid.outside, 0, "both", [*move]
    if isinstance(state, HananoState):
        return move, 0, "exchange", []
    if isinstance(state, BlockageState):
        cell, colour, act = move
        colours = dict.fromkeys(stone.colour for stone in state.stones if stone.cell == cell and not stone.fixed)
        return cell, [*colours].index(colour), "step" if act else "fix", [act + 1] if act else []
    if isinstance(state, ReverseState):
        first = min(state.pushers, default=state.field.grid.outside)
        pusher, action = move if isinstance(move, tuple) else (first, move)
        if action >= JUMP:
            return pusher, 0, "jump", [action - JUMP]
        return pusher, 0, "pull" if action >= PULL else "step", [action % PULL]
    piece, direction = move if isinstance(move, tuple) else (state.player, move)
    return piece, 0, "step", [direction]


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
        (outcome, reason, winner), board, view, moves = position
        expected = rules.outcome(state)
        assert (outcome, winner) == (expected.status.value, expected.winner), where
        assert said(reason) == (data_of(expected.reason) or None), where
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


def data_of(text: Any) -> Any:
    """Return the code of a sentence and its parameters by name, which may be sentences; what is none as it is."""
    if not isinstance(text, Sentence):
        return text
    return text.code, {name: data_of(value) for name, value in text.params.items()}


def said(sentence: Any) -> Any:
    """Return a sentence of the core as `data_of` does."""
    if not isinstance(sentence, tuple):
        return sentence
    code, params = sentence
    return code, {name: said(value) for name, value in params}


def played_levels(key: str, rng: random.Random) -> Iterator[Level]:
    """Yield endlessly random levels that native rules play, some of them limited, some in reverse where that can be."""
    game = games.find(key)
    for seed in range(1_000_000):
        forwards = random_levels(game, 4, seed=seed, largest=7)
        backwards = reversed_levels(key, 1, rng) if key in BOXES else ()
        for level in chain(forwards, backwards):
            if is_played(level):
                yield level if rng.random() < 0.8 else limited(level, rng.randint(1, STEPS), rng)


def is_played(level: Level) -> bool:
    """Return whether native rules play a level, whatever limits it."""
    return level.game == "multiban" or native.has_native_rules(load(unlimited(level)))


def limited(level: Level, steps: int, rng: random.Random) -> Level:
    """Return a level with a limit of steps, some of which may have been made."""
    level = unlimited(level)
    counters = level.board.counters or tuple(NamedCounter("steps", made) for made in [rng.randint(0, 3)] if made)
    board = replace(level.board, counters=counters)
    return replace(level, options=(*level.options, ("steps", steps)), board=board)


@pytest.mark.parametrize("key", _core.native_games)
def test_play_agrees_on_random_lines(key: str) -> None:
    """On random lines native play has Python's moves, changes, outcomes and views, down to the order."""
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    compared, moves = 0, MANY_MOVES.get(key, MOVES)
    for level in played_levels(key, rng):
        compared += hold_play(level, rng, seen)
        if compared >= scaled(moves):
            break
    expected = CAUSES[key] | REASONS[key] if scaled(moves) > moves else CAUSES[key] & COMMON  # others are rare
    expected |= {"step", "limit-steps"}  # of a limit, which every game may have
    assert seen.keys() >= expected, f"{key}: no line had {sorted(expected - seen.keys())}"


def test_moves_of_no_piece_are_refused() -> None:
    """A game that native rules do not play is refused with a sentence, and so is an ordinal that no move has."""
    level = Level(Board(3, 1, (Terrain("floor"),) * 3, (Piece("pusher", (0,)),)), "sokoban")
    with pytest.raises(ValueError, match=r"found the game .chess."):
        _core.play_native("chess", level.board, [], [])
    with pytest.raises(ValueError, match="step 1: found 7, expected one of 1 moves"):
        _core.play_native("sokoban", level.board, [], [7])
