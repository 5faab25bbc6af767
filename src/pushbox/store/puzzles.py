"""Rated puzzles: visitors against levels, both rated by Glicko-2.

A level that is solved without assists is a win of the visitor; one that is given up, or solved with assists, is a loss.
A visitor has one open attempt at a time, and meets each level once. The levels are those of the campaign; each begins
with a rating by the fewest pushes known, which games correct.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa

from . import accounts, glicko2
from .database import Store, insert_missing, insert_one, upsert
from .glicko2 import Rating
from .tables import collections, levels, now, puzzle_attempts, puzzle_levels, puzzle_players, solutions

_PACKS = "campaign-%"
_DAY = timedelta(days=1)
_LEVEL_DEVIATION = 200.0  # of a level that nobody has tried
_FIVE_PUSHES, _DOUBLING = 1100.0, 200.0  # the rating of a level of five pushes, and what twice as many add
_NEAR = 8  # levels on each side of a rating, among which one is chosen
_SPREAD = 60.0  # points around the rating of a visitor


class Attempt(NamedTuple):
    """An attempt at a level; `won` is None while it is open. `rating` and `change` are the visitor's, after it."""

    id: int
    level: int
    play: int | None
    opened: datetime
    closed: datetime | None
    won: bool | None
    rating: float | None
    change: float | None


class Standing(NamedTuple):
    """A visitor's rating, as sure as it is today, and the closed attempts: how many, and how many were won."""

    rating: Rating
    tried: int
    won: int
    open: Attempt | None
    last: Attempt | None


def first_rating(pushes: int) -> Rating:
    """Return the rating of a level that nobody has tried, by the fewest pushes known: 200 points for twice as many."""
    return Rating(_FIVE_PUSHES + _DOUBLING * math.log2(max(pushes, 1) / 5), _LEVEL_DEVIATION)


def standing(store: Store, visitor: str) -> Standing:
    """Return how a visitor stands."""
    with store.read() as connection:
        won = sa.func.coalesce(sa.func.sum(sa.cast(puzzle_attempts.c.won, sa.Integer)), 0)
        closed = puzzle_attempts.c.closed.is_not(None)
        counts = sa.select(sa.func.count(), won).where(puzzle_attempts.c.visitor == visitor, closed)
        tried, wins = connection.execute(counts).one()
        last = _attempts(visitor).where(closed).order_by(puzzle_attempts.c.id.desc()).limit(1)
        row = connection.execute(last).first()
        return Standing(
            _player(connection, visitor),
            tried,
            wins,
            _open(connection, visitor),
            None if row is None else Attempt(*row),
        )


def settle(store: Store, visitor: str) -> None:
    """Rate the open attempt of a visitor if its level is solved since, or its play is gone."""
    with store.read() as connection:
        attempt = _open(connection, visitor)
        if attempt is None or _outcome(connection, visitor, attempt) is None:
            return
    with store.write() as connection:
        _settle(connection, visitor)


def give_up(store: Store, visitor: str) -> None:
    """Rate the open attempt of a visitor, which is lost if its level is not solved; without one change nothing."""
    with store.write() as connection:
        _settle(connection, visitor)
        if (attempt := _open(connection, visitor)) is not None:
            _close(connection, visitor, attempt, won=False)


def choose(store: Store, visitor: str, rng: random.Random) -> int | None:
    """Return a level near the rating of a visitor that they have neither tried nor solved, None where none is left."""
    with store.write() as connection:
        _add_levels(connection)
        target = _player(connection, visitor).value + rng.gauss(0, _SPREAD)
        tried = sa.select(puzzle_attempts.c.level_id).where(puzzle_attempts.c.visitor == visitor)
        solved = sa.select(solutions.c.level_id).where(solutions.c.visitor == visitor)
        free = sa.select(puzzle_levels.c.level_id).where(
            puzzle_levels.c.level_id.not_in(tried), puzzle_levels.c.level_id.not_in(solved)
        )
        rating = puzzle_levels.c.rating
        above = connection.scalars(free.where(rating >= target).order_by(rating).limit(_NEAR)).all()
        below = connection.scalars(free.where(rating < target).order_by(rating.desc()).limit(_NEAR)).all()
        near = [*above, *below]
        return rng.choice(near) if near else None


def begin(store: Store, visitor: str, level: int, play: int) -> Attempt:
    """Begin an attempt at a level, in a play; return the open one where there is one."""
    with store.write() as connection:
        accounts.ensure_visitor(connection, visitor)
        _settle(connection, visitor)
        if (attempt := _open(connection, visitor)) is not None:
            return attempt
        row = {"visitor": visitor, "level_id": level, "play_id": play, "opened": now()}
        ident = insert_one(connection, puzzle_attempts, row)
        return Attempt(*connection.execute(_attempts(visitor).where(puzzle_attempts.c.id == ident)).one())


def failed(store: Store, visitor: str, *, limit: int) -> list[int]:
    """Return the levels that a visitor has lost against and not solved without assists since, the latest first."""
    since = sa.exists().where(
        solutions.c.visitor == visitor,
        solutions.c.level_id == puzzle_attempts.c.level_id,
        solutions.c.pure,
        solutions.c.added > puzzle_attempts.c.closed,
    )
    query = sa.select(puzzle_attempts.c.level_id).where(
        puzzle_attempts.c.visitor == visitor, puzzle_attempts.c.won.is_(False), ~since
    )
    with store.read() as connection:
        return list(connection.scalars(query.order_by(puzzle_attempts.c.id.desc()).limit(limit)))


def level_rating(store: Store, level: int) -> Rating:
    """Return the rating of a level; that of a beginner for one that is no puzzle."""
    with store.read() as connection:
        return _rating(connection, puzzle_levels, puzzle_levels.c.level_id == level)


def _attempts(visitor: str) -> sa.Select[Any]:
    table = puzzle_attempts.c
    columns = (table.id, table.level_id, table.play_id, table.opened, table.closed, table.won, table.rating)
    return sa.select(*columns, table.change).where(table.visitor == visitor)


def _open(connection: sa.Connection, visitor: str) -> Attempt | None:
    row = connection.execute(_attempts(visitor).where(puzzle_attempts.c.closed.is_(None)).limit(1)).first()
    return None if row is None else Attempt(*row)


def _outcome(connection: sa.Connection, visitor: str, attempt: Attempt) -> bool | None:
    """Return whether an open attempt is won, None while it goes on."""
    if attempt.play is None:
        return False
    found = sa.select(solutions.c.pure).where(
        solutions.c.visitor == visitor, solutions.c.level_id == attempt.level, solutions.c.added >= attempt.opened
    )
    row = connection.execute(found.order_by(solutions.c.id).limit(1)).first()
    return None if row is None else row.pure


def _settle(connection: sa.Connection, visitor: str) -> None:
    attempt = _open(connection, visitor)
    if attempt is not None and (won := _outcome(connection, visitor, attempt)) is not None:
        _close(connection, visitor, attempt, won=won)


def _close(connection: sa.Connection, visitor: str, attempt: Attempt, *, won: bool) -> None:
    """Rate an attempt: both ratings change by those before it."""
    mine = _player(connection, visitor)
    its = _rating(connection, puzzle_levels, puzzle_levels.c.level_id == attempt.level)
    mine_after, its_after = glicko2.after_placing([mine, its], [1, 2] if won else [2, 1])
    _write(connection, puzzle_players, "visitor", visitor, mine_after)
    _write(connection, puzzle_levels, "level_id", attempt.level, its_after)
    change = {"closed": now(), "won": won, "rating": mine_after.value, "change": mine_after.value - mine.value}
    connection.execute(sa.update(puzzle_attempts).where(puzzle_attempts.c.id == attempt.id).values(change))


def _player(connection: sa.Connection, visitor: str) -> Rating:
    return _rating(connection, puzzle_players, puzzle_players.c.visitor == visitor, grow=glicko2.after_days)


def _rating(
    connection: sa.Connection,
    table: sa.Table,
    condition: sa.ColumnElement[bool],
    grow: Callable[[Rating, float], Rating] = lambda rating, _: rating,
) -> Rating:
    columns = (table.c.rating, table.c.deviation, table.c.volatility, table.c.updated)
    row = connection.execute(sa.select(*columns).where(condition)).first()
    return Rating() if row is None else grow(Rating(*row[:3]), (now() - row.updated) / _DAY)


def _write(connection: sa.Connection, table: sa.Table, key: str, value: object, rating: Rating) -> None:
    row = {"rating": rating.value, "deviation": rating.deviation, "volatility": rating.volatility, "updated": now()}
    connection.execute(upsert(connection, table, *row), {key: value} | row)


def _add_levels(connection: sa.Connection) -> None:
    """Make the levels of the campaign with a solution puzzles, where they are none yet."""
    packs = connection.scalars(
        sa.select(collections.c.id).where(collections.c.owner == "", collections.c.name.like(_PACKS))
    ).all()
    known = sa.select(puzzle_levels.c.level_id)
    query = (
        sa.select(levels.c.id, sa.func.min(solutions.c.pushes))
        .join(solutions, solutions.c.level_id == levels.c.id)
        .where(levels.c.collection_id.in_(packs), levels.c.id.not_in(known))
        .group_by(levels.c.id)
    )
    moment = now()
    rows = [
        {"level_id": level, "updated": moment}
        | dict(zip(("rating", "deviation", "volatility"), first_rating(pushes), strict=True))
        for level, pushes in connection.execute(query)
    ]
    if rows:
        connection.execute(insert_missing(connection, puzzle_levels), rows)
