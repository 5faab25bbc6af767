"""Ratings of accounts by games: once a game, among accounts that there are, and they go with their account."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from pushbox import store
from pushbox.store import Store
from pushbox.store.glicko2 import Rating
from pushbox.store.player_ratings import GameResult
from pushbox.store.tables import now, player_ratings

GAME = GameResult("one", "race", (("Ada", 1), ("Bob", 2), ("Cid", 2)))


@pytest.fixture
def players(library: Store) -> Store:
    """Return a library with three accounts."""
    for name in ("Ada", "Bob", "Cid"):
        store.accounts.register(library, name, "hash")
    return library


def test_a_game_is_rated_once(players: Store) -> None:
    """However often its result arrives; who has won gains, those who lost equally lose equally."""
    changes = store.player_ratings.rate(players, GAME)
    assert changes["Ada"].change > 100
    assert changes["Bob"].change == changes["Cid"].change < 0
    assert store.player_ratings.rate(players, GAME) == {}
    assert store.player_ratings.get(players, "Ada", "race").value == pytest.approx(changes["Ada"].rating.value)
    assert store.player_ratings.get(players, "Ada", "match") == Rating()
    for number in range(20):
        places = (("Ada", 1 + (number % 3 == 0)), ("Bob", 2 - (number % 3 == 0)), ("Cid", 3))
        store.player_ratings.rate(players, GAME._replace(game=f"more {number}", places=places))
    assert [it.games for it in store.player_ratings.of_account(players, "Ada")] == [21]
    played = store.accounts.export_account(players, "Cid")["rated_games"]
    assert (len(played), {it["place"] for it in played}) == (21, {2, 3})


def test_ratings_grow_unsure_and_go_with_their_account(players: Store) -> None:
    """A rating of long ago is less sure; a deleted account has none, and its games are rated among the others."""
    store.player_ratings.rate(players, GAME)
    before = store.player_ratings.get(players, "Ada", "race")
    with players.write() as connection:
        connection.execute(sa.update(player_ratings).values(updated=now() - timedelta(days=900)))
    assert store.player_ratings.get(players, "Ada", "race").deviation > before.deviation + 5
    assert store.accounts.export_account(players, "Ada")["rated_games"][0]["place"] == 1
    store.accounts.delete(players, "Ada")
    assert store.player_ratings.of_account(players, "Ada") == []
    assert store.player_ratings.rate(players, GAME._replace(game="two", places=(("Ada", 1), ("Bob", 2)))) == {}
    assert set(store.player_ratings.rate(players, GAME._replace(game="three"))) == {"Bob", "Cid"}
