"""The options of the variants of Sokoban and Sokoban Plus, those of the Thinking Rabbit games and reverse play."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from tests.games.variants.variant_levels import BOX, PLUS, SOKOBAN, after, level

from pushbox import formats
from pushbox.board import Terrain
from pushbox.errors import LevelError, OptionError
from pushbox.games import load
from pushbox.level import Scalar
from pushbox.play.native import cells
from pushbox.play.verify import verify
from pushbox.solver import native


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("max_push", 0, "found max_push=0, expected one of inf, whole numbers from 1 on"),
        ("max_push", True, "found max_push=True, expected one of inf, whole numbers from 1 on"),
        ("steps", -1, "found steps=-1, expected one of whole numbers from 0 on"),
        ("ghosts", "never", "found ghosts=never, expected one of touch, whole numbers from 1 on"),
        ("fuses", True, "found fuses=True, expected one of no, yes"),
    ],
)
def test_a_bad_value_is_refused(name: str, value: Scalar, message: str) -> None:
    """An option takes its choices and the numbers from its minimum on."""
    with pytest.raises(OptionError, match=message):
        SOKOBAN.rules.initial_state(replace(level("#@$.#"), options=((name, value),)))


@pytest.mark.parametrize("game", [SOKOBAN, PLUS])
def test_both_games_have_the_options(game: Any) -> None:
    """Sokoban and Plus have the ten options, with these defaults."""
    assert {option.name: option.default for option in game.info.options} == {
        "max_push": 1, "steps": 0, "seconds": 0, "passages": "pressed", "ghosts": "touch", "fuses": "no",
        "circuit": "terminals", "bomb": "wins", "reverse": "no", "jumps": "first",
    }  # fmt: skip


def test_options_are_read_from_a_header() -> None:
    """Options of a text file reach the game as what they are."""
    text = "#######\n#@$$..#\n#######\nOptions: max_push=inf, steps=2\n"
    assert verify(formats.read(text, format="xsb").levels[0], "RR").solved


def test_only_plain_levels_are_for_the_native_rules() -> None:
    """Every option and every special part keeps a level from the native search, which would not see it."""
    assert native.plays_boxes(load(level("#@$.#")))
    assert native.plays_boxes(load(level("#@$.#", game="plus")))
    for start in (
        level("#@$.#", max_push=2),
        level("#@G.#"),
        level("#@$:#"),
        level("#@$.?"),
        level("#@$.#", signs={"$": (BOX._replace(ports=1),)}),
        level("#@$.#", game="plus", max_push=2),
    ):
        assert not native.plays_boxes(load(start))
    with pytest.raises(ValueError, match="found a variant"):
        cells(level("#@$:#").board)


def test_a_variant_that_a_view_could_not_hold_is_refused() -> None:
    """A cell looks like wall or like floor, and nothing else."""
    with pytest.raises(LevelError, match="found floor with looks ice, which Sokoban does not have"):
        SOKOBAN.rules.initial_state(level("#@$.#", signs={"#": (Terrain("floor", looks="ice"),)}))


def test_states_survive_pickling() -> None:
    """A state with a variant that went through another process is the same value."""
    state = after(level("#@G .#", ghosts=3), "R")
    copy = pickle.loads(pickle.dumps(state))  # noqa: S301  # our own bytes
    assert (copy, hash(copy)) == (state, hash(state))
