"""The registry and what every game must bring."""

from __future__ import annotations

import pytest

from pushbox import formats, games, levels
from pushbox.errors import UnsupportedError
from pushbox.play import conformance


def test_an_unknown_game_is_refused_with_what_there_is() -> None:
    """A key that nobody registered is a sentence that lists the games."""
    with pytest.raises(UnsupportedError, match="found the game 'chess', expected one of: sokoban, plus"):
        games.find("chess")


@pytest.mark.parametrize("key", games.keys())
def test_every_game_ships_levels(key: str) -> None:
    """At least five levels of each game come along, two of them of 30 moves or more."""
    shipped = [level for name in levels.names() for level in formats.read_file(levels.path(name)).levels]
    mine = [level for level in shipped if level.game == key]
    assert len(mine) >= 5
    assert sum(len(games.find(key).parse(games.find(key).start(m), m.records[0].text)) >= 30 for m in mine) >= 2


@pytest.mark.parametrize("key", games.keys())
def test_a_game_is_what_its_info_says(key: str) -> None:
    """The key of a game is the key it is registered under, and its sentences for people are there."""
    info = games.find(key).info
    assert info.key == key
    assert info.name
    assert info.summary.endswith(".")
    assert info.source
    assert all(option.summary for option in info.options)


@pytest.mark.parametrize("key", games.keys())
def test_every_game_obeys_the_laws(key: str) -> None:
    """All laws of the conformance check hold on crowded random boards."""
    report = conformance.check(games.find(key), boards=300, steps=30, seed=1)
    assert report.boards == 300
    assert report.turns > 1000
