"""Results of storms: how many levels were solved in their time, by whom.

Of a person the best result counts; who has no account is known by the visitor that they were.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from .database import Store
from .tables import now, storms

MAX_OF_VISITOR = 200  # results that are kept of one; the oldest ones go
_SCANNED = 2_000  # results, until there are enough different people
DISPLAYED = 50  # people


class StormResult(NamedTuple):
    """A result; `account` is None for a guest."""

    visitor: str
    account: str | None
    name: str
    solved: int
    moves: int
    played: datetime

    def is_of(self, visitor: str, account: str | None) -> bool:
        """Return whether a result belongs to a visitor or the account they are logged in to."""
        return self.account == account if self.account is not None else self.visitor == visitor


class StormPlace(NamedTuple):
    """The place of a result: the best one of this person before, and how many people have a better one."""

    best_before: int
    better: int


def add(store: Store, *, visitor: str, account: str | None, name: str, solved: int, moves: int) -> StormPlace:
    """Keep a result, unless nothing was solved, and return its place."""
    row = {"visitor": visitor, "account": account or "", "name": name, "solved": solved, "moves": moves}
    with store.write() as connection:
        results = _best(connection, None)
        own = next((it for it in results if it.is_of(visitor, account)), None)
        others = [it for it in results if not it.is_of(visitor, account)]
        if solved:
            connection.execute(sa.insert(storms).values(row | {"played": now()}))
            _remove_oldest(connection, visitor)
        better = sum((it.solved, -it.moves) > (solved, -moves) for it in others)
        return StormPlace(own.solved if own is not None else 0, better)


def best(store: Store, *, since: datetime | None = None, limit: int = DISPLAYED) -> list[StormResult]:
    """Return the best result of each person since an instant: most levels, then fewest moves, then the first one."""
    with store.read() as connection:
        return _best(connection, since)[:limit]


def _best(connection: sa.Connection, since: datetime | None) -> list[StormResult]:
    columns = [storms.c[name] for name in StormResult._fields]
    order = (storms.c.solved.desc(), storms.c.moves, storms.c.played, storms.c.id)
    query = sa.select(*columns).order_by(*order).limit(_SCANNED)
    if since is not None:
        query = query.where(storms.c.played >= since)
    rows = (StormResult(*row) for row in connection.execute(query))
    return _one_each(row._replace(account=row.account or None) for row in rows)


def _one_each(results: Iterable[StormResult]) -> list[StormResult]:
    """Return the first result of each person."""
    people: dict[tuple[bool, str], StormResult] = {}
    for result in results:
        key = (False, result.visitor) if result.account is None else (True, result.account)
        people.setdefault(key, result)
    return [*people.values()]


def _remove_oldest(connection: sa.Connection, visitor: str) -> None:
    own = sa.select(storms.c.id).where(storms.c.visitor == visitor).order_by(storms.c.id.desc()).offset(MAX_OF_VISITOR)
    if (oldest := connection.execute(own.limit(1)).scalar()) is not None:
        connection.execute(sa.delete(storms).where(storms.c.visitor == visitor, storms.c.id <= oldest))


def forget_visitor(connection: sa.Connection, visitor: str) -> None:
    """Remove a visitor's results within a transaction; an account keeps its own."""
    own = storms.c.visitor == visitor
    connection.execute(sa.delete(storms).where(own, storms.c.account == ""))
    connection.execute(sa.update(storms).where(own).values(visitor=""))
