"""What `pushbox` returns is a value: a copy, a pickle and what another process sends back are equal to it."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import islice
from operator import methodcaller
from typing import Any

import pytest

import pushbox
from pushbox import games, levels
from pushbox.errors import UnsupportedError
from pushbox.games.api import Game
from pushbox.games.parts import single_pusher
from pushbox.games.sokoban import INFO, Sokoban

LEVEL = pushbox.read("#####\n#@$.#\n#####\nTitle: Push\nSolution: R\n")[0]


def _pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))  # noqa: S301  # which was made here


COPIES: tuple[Callable[[Any], Any], ...] = (_pickled, copy.deepcopy, copy.copy)


def _require_same(value: object) -> None:
    """Fail unless each copy of a value is equal to it, with the same hash."""
    for again in (of(value) for of in COPIES):
        assert again == value
        assert hash(again) == hash(value)


@cache
def _shipped() -> tuple[pushbox.Level, ...]:
    return tuple(level for name in levels.names() for level in pushbox.builtin(name))


def _levels(key: str) -> Iterator[pushbox.Level]:
    """Yield levels of a game: some shipped ones, and a level of each of its options."""
    own = [level for level in _shipped() if level.game == key] or [replace(LEVEL, game=key)]
    yield from own[:3]
    for option in games.find(key).info.options:
        others = [choice for choice in (*option.choices, option.minimum, 3) if choice not in {None, option.default}]
        value = next(filter(option.takes, others))
        with_option = replace(own[0], options=((option.name, value),))
        if not any(problem.severity == "error" for problem in pushbox.game(key).rules.problems(with_option)):
            yield with_option


def _values(key: str) -> Iterator[object]:
    """Yield values of each sort that have to do with a game."""
    collection = pushbox.Collection(tuple(_levels(key)), title=key)
    yield from (collection, games.find(key).info, *games.find(key).variants())
    for level in collection:
        position = pushbox.load(level)
        yield from (level, level.board, position, position.state, position.outcome)
        for move, after in islice(position.successors(), 2):
            yield from (move, after, position.transition(move))
        for saved in level.saved_moves[:1]:
            yield from (saved, pushbox.verify(level, saved.text))
    for nodes in (2000, 0):
        yield pushbox.solve(collection[0], limit=pushbox.Limit(nodes=nodes))


@pytest.mark.parametrize("key", games.keys())
def test_copies_and_pickles_are_equal(key: str) -> None:
    """Of positions, states, games with all variants, levels, boards, collections and verdicts of each game."""
    for value in _values(key):
        _require_same(value)


def test_copies_and_pickles_of_answers_are_equal() -> None:
    """Of what needs no game of its own: limits, specs, made and improved levels, metrics, problems, pictures."""
    generated = next(pushbox.generate(pushbox.LevelSpec(rows=6, columns=6, boxes=1)))
    optimized = pushbox.optimize(LEVEL, ["R"])
    broken = pushbox.read("####\n#@$#\n")
    unsolvable = pushbox.solve(pushbox.read("######\n#@ . #\n#$   #\n######")[0])
    assert isinstance(unsolvable, pushbox.Unsolvable)
    values = (
        pushbox.Limit(seconds=1), pushbox.LevelSpec(boxes=2), generated, optimized, pushbox.measure("rR"),
        unsolvable, broken, *broken.problems, broken[0].source, pushbox.draw(LEVEL),
    )  # fmt: skip
    for value in values:
        _require_same(value)


@pytest.mark.parametrize("key", games.keys())
def test_a_variant_is_the_same_object_after_pickling(key: str) -> None:
    """A pickled game is its key and a number, whatever its rules hold."""
    for variant in games.find(key).variants():
        assert _pickled(variant) is variant
        assert len(pickle.dumps(variant)) < 200


@pytest.mark.parametrize("key", games.keys())
def test_the_game_of_a_level_is_one_of_the_variants(key: str) -> None:
    """Otherwise its positions could not be pickled."""
    variants = list(games.find(key).variants())
    assert all(pushbox.load(level).game in variants for level in _levels(key))


class Mine(Sokoban):
    """Sokoban under another key."""

    info = replace(INFO, key="mine", name="Mine", source="this test")


def test_a_game_that_is_not_registered_says_so() -> None:
    """Before and after it is registered: the one that was given is not the one that other processes find."""
    game = Game(Mine(), single_pusher.SinglePusherControls)
    position = pushbox.load(replace(LEVEL, game="mine"), game)
    assert copy.deepcopy(position) == position
    sentence = "^game 'mine': found one that is not registered, expected one from pushbox.game or pushbox.register$"
    with pytest.raises(UnsupportedError, match=sentence):
        pickle.dumps(position)
    registered = pushbox.register(game)
    try:
        with pytest.raises(UnsupportedError, match=sentence):
            pickle.dumps(position)
        _require_same(pushbox.load(replace(LEVEL, game="mine")))
        data = pickle.dumps(registered)
    finally:
        games.unregister("mine")
    with pytest.raises(UnsupportedError, match=r"^found the game 'mine', expected one of: "):
        pickle.loads(data)  # noqa: S301  # which was made here
    with pytest.raises(UnsupportedError, match=r"^game 'sokoban': found a pickle of variant 999, expected one of this"):
        pickle.loads(pickle.dumps(pushbox.game("sokoban")).replace(b"K\x00", b"M\xe7\x03"))  # noqa: S301  # as above


def test_a_session_goes_on_after_pickling() -> None:
    """With its tree of moves and where it stands in it."""
    session = pushbox.Session(pushbox.builtin("lessons")[1])
    session.play_text("uu")
    session.undo()
    again = _pickled(session)
    assert isinstance(again, pushbox.Session)
    assert (again.text, again.position, again.branches()) == (session.text, session.position, session.branches())
    again.play_text("r")
    assert (again.text, session.text) == ("ur", "u")


def test_what_comes_from_another_process_is_equal() -> None:
    """A worker that is spawned has other hashes and its own games; it sends back what went in, and answers."""
    went = [value for key in games.keys() for value in islice(_values(key), 12)]
    position = pushbox.load(LEVEL)
    (move,) = position.legal_moves
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        back = pool.submit(copy.copy, went)
        after = pool.submit(methodcaller("apply", move), position)
        verdict = pool.submit(pushbox.solve, position)
        assert back.result() == went
        assert [hash(value) for value in back.result()] == [hash(value) for value in went]
        assert after.result() == position.apply(move)
        solved = verdict.result()
        assert isinstance(solved, pushbox.Solved)
        assert solved.text == "R"
