"""Ratings of accounts by the games that they have played in rooms, one for each kind of room.

A game is rated once, however often its result arrives, and among those whose accounts there still are.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

import sqlalchemy as sa

from . import glicko2
from .database import Store, upsert
from .glicko2 import Rating
from .tables import accounts, now, player_ratings, rated_games

_DAY = timedelta(days=1)


class GameResult(NamedTuple):
    """A game that has been played: its key, and the places of the accounts in it, from 1 on, equal ones for a draw."""

    game: str
    kind: str
    places: tuple[tuple[str, int], ...]


class PlayerRating(NamedTuple):
    """The rating of an account in a kind of rooms, and the number of games behind it."""

    account: str
    kind: str
    rating: Rating
    games: int


class RatingChange(NamedTuple):
    """A rating after a game, and by how much that has changed it."""

    rating: Rating
    change: float


def of_account(store: Store, account: str) -> list[PlayerRating]:
    """Return the ratings of an account, as sure as they are today."""
    with store.read() as connection:
        return _ratings(connection, player_ratings.c.account == account)


def get(store: Store, account: str, kind: str) -> Rating:
    """Return the rating of an account for a kind of rooms; a beginner's if it has not played any."""
    return next((it.rating for it in of_account(store, account) if it.kind == kind), Rating())


def rate(store: Store, result: GameResult) -> dict[str, RatingChange]:
    """Rate a game and return the changed ratings; none if it was rated before or had fewer than two accounts."""
    with store.write() as connection:
        if connection.execute(sa.select(rated_games.c.game).where(rated_games.c.game == result.game)).first():
            return {}
        named = [account for account, _ in result.places]
        query = sa.select(accounts.c.name).where(accounts.c.name.in_(named)).order_by(accounts.c.name)
        there = set(connection.execute(query.with_for_update()).scalars())
        places = {account: place for account, place in result.places if account in there}
        if len(places) < 2:
            return {}
        of_players = (player_ratings.c.kind == result.kind) & player_ratings.c.account.in_(places)
        before = {it.account: it for it in _ratings(connection, of_players)}
        old = [before[account].rating if account in before else Rating() for account in places]
        changed = dict(zip(places, glicko2.after_placing(old, [*places.values()]), strict=True))
        counts = {account: it.games for account, it in before.items()}
        _write(connection, result, places, changed, counts)
        return {
            account: RatingChange(rating, rating.value - was.value)
            for (account, rating), was in zip(changed.items(), old, strict=True)
        }


def _write(
    connection: sa.Connection,
    result: GameResult,
    places: dict[str, int],
    ratings: dict[str, Rating],
    games_before: dict[str, int],
) -> None:
    moment = now()
    rows = [
        {
            "account": account,
            "kind": result.kind,
            "rating": rating.value,
            "deviation": rating.deviation,
            "volatility": rating.volatility,
            "games": games_before.get(account, 0) + 1,
            "updated": moment,
        }
        for account, rating in ratings.items()
    ]
    columns = ("rating", "deviation", "volatility", "games", "updated")
    connection.execute(upsert(connection, player_ratings, *columns), rows)
    played = [
        {"game": result.game, "account": account, "kind": result.kind, "place": place, "players": len(places)}
        | {"rating": ratings[account].value, "played": moment}
        for account, place in places.items()
    ]
    connection.execute(sa.insert(rated_games), played)


def _ratings(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> list[PlayerRating]:
    query = (
        sa.select(player_ratings).where(condition).order_by(player_ratings.c.rating.desc(), player_ratings.c.account)
    )
    moment = now()
    return [
        PlayerRating(
            row.account,
            row.kind,
            glicko2.after_days(Rating(row.rating, row.deviation, row.volatility), (moment - row.updated) / _DAY),
            row.games,
        )
        for row in connection.execute(query)
    ]
