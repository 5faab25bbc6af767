"""The registry and what every game must bring."""

from __future__ import annotations

import pytest

from pushbox import games
from pushbox.errors import UnsupportedError
from pushbox.games import registry
from pushbox.play import conformance


def test_a_known_but_missing_game_is_named_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is planned is told apart from a name that nobody knows."""
    monkeypatch.setattr(registry, "_PLANNED", ("hexoban",))
    with pytest.raises(UnsupportedError, match="hexoban is known but cannot be played yet"):
        games.find("hexoban")
    with pytest.raises(UnsupportedError, match="found the game 'chess', expected one of: sokoban, plus"):
        games.find("chess")


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
