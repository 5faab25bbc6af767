"""Positions: a state bound to its game, made once from a level and handed on."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pushbox import formats, games
from pushbox.conformance import random_levels
from pushbox.errors import ArgumentError, IllegalMove, LevelError
from pushbox.games import Position, load
from pushbox.games.position import game_for, position_of
from pushbox.level import Level


def level(picture: str = "#####\n#@$.#\n#####") -> Level:
    """Read one level of XSB."""
    return formats.read(picture, format="xsb").levels[0]


def test_an_untouched_position_has_the_very_level_that_it_came_from() -> None:
    """With its words and its places in the text; once something is played, without them."""
    found = replace(level(), title="One")
    position = load(found)
    assert position.level is found
    after = position.apply(position.legal_moves[0])
    assert after.source is None
    assert (after.level.title, after.level.board) == ("", after.board)


def test_where_a_position_came_from_does_not_count() -> None:
    """Positions are equal by game and state."""
    one, other = load(level()), load(replace(level(), title="Two"))
    assert one.source != other.source
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize("key", games.keys())
def test_two_loads_of_a_level_are_equal(key: str) -> None:
    """The game that plays a level is one object, with limits and variants too."""
    for found in random_levels(games.find(key), 30, seed=3):
        limited = Level(found.board, found.game, (*found.options, ("steps", 99)))
        for some in (found, limited):
            assert game_for(some) is game_for(some)
            assert load(some) == load(some)


@pytest.mark.parametrize("key", games.keys())
def test_transitions_are_those_of_apply(key: str) -> None:
    """Over random lines each state is that which `apply` leads to, and `play_line` ends in the last."""
    rng = random.Random(key)
    for found in random_levels(games.find(key), 20, seed=5):
        start = position = load(found)
        moves = []
        for _ in range(6):
            if not (legal := position.legal_moves):
                break
            moves.append(rng.choice(legal))
            position = position.apply(moves[-1])
        states = [transition.state for transition in start.transitions(moves)]
        assert len(states) == len(moves)
        assert start.play_line(moves).state == position.state == (states or [start.state])[-1]


def test_an_illegal_move_is_named_by_its_step() -> None:
    """What came before it is played."""
    position = load(level())
    transitions = position.transitions(position.parse("Rr"))
    assert next(transitions).pushes
    with pytest.raises(IllegalMove, match="step 2"):
        next(transitions)


def test_what_is_hidden_is_no_part_of_the_visible_position() -> None:
    """A goal that looks like floor is floor, as far as the player knows."""
    plain = load(level())
    assert plain.visible.board == plain.board
    board = plain.board
    terrain = tuple(cell._replace(looks="floor") if cell.kind == "goal" else cell for cell in board.terrain)
    hidden = load(Level(replace(board, terrain=terrain)))
    assert hidden.visible.board == hidden.view != hidden.board
    assert not hidden.visible.board.cells_of("goal")


def test_a_position_has_its_game() -> None:
    """A level may be given another game, a position not."""
    own = games.find("sokoban")
    assert position_of(level(), own) == load(level())
    position = load(level())
    assert position_of(position) is position
    with pytest.raises(ArgumentError, match="game: found <game sokoban>, expected None, as a position has its game"):
        position_of(position, own)


def test_only_levels_are_loaded() -> None:
    """Anything else, and a level that no state can hold, is refused in a sentence."""
    with pytest.raises(ArgumentError, match="level: found 'x', expected a Level"):
        load("x")  # type: ignore[arg-type]
    with pytest.raises(LevelError, match="pushers"):
        load(level("#####\n#@$@#\n#####\nGame: sokoban"))
    assert isinstance(load(level()), Position)
