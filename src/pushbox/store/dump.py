"""Published levels that anybody may use under a named licence, with what the library knows of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from . import levels as level_store
from . import solutions as solution_store
from .database import Store, fitting
from .levels import LevelEntry
from .rows import is_present
from .tables import collections, levels, plays

# As in SPDX: their texts allow what a dump is for, and are known.
LICENCES = ("CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0")


class LicensedLevel(NamedTuple):
    """A published level: its licence, the account of its author, the lowest counts known and those that are proven.

    `players` have begun it and `solvers` solved it, whoever they are.
    """

    entry: LevelEntry
    licence: str
    owner: str
    best: dict[str, int]
    proven: tuple[str, ...]
    players: int
    solvers: int


class DumpPage(NamedTuple):
    """Some levels, and whether there are more after the last."""

    levels: list[LicensedLevel]
    more: bool


def page(store: Store, *, after: int = 0, limit: int = 50, room: int | None = None) -> DumpPage:
    """Return levels under a licence by their ids, those after one.  O(levels under a licence).

    They are at most `limit`, and their JSON has at most `room` characters; one level always has room.
    """
    free = sa.select(collections.c.id).where(collections.c.licence > "", collections.c.published, is_present())
    query = (
        sa.select(levels.c.id, collections.c.licence, collections.c.owner)
        .join(collections, collections.c.id == levels.c.collection_id)
        .where(levels.c.collection_id.in_(free), levels.c.id > after)
        .order_by(levels.c.id)
        .limit(limit + 1)
    )
    with store.read() as connection:
        rows = connection.execute(query).all()
        found = rows[:limit]
        found = found[: fitting(level_store.sizes_of(connection, [row.id for row in found]), room)]
        idents = [row.id for row in found]
        entries = {entry.id: entry for entry in level_store.fetch_where(connection, levels.c.id.in_(idents))}
        players = _people(connection, idents)
        solvers = _people(connection, idents, plays.c.finished.is_not(None))
    lowest, proven = solution_store.lowest_counts(store, idents), solution_store.proven_counts(store, idents)
    return DumpPage(
        [
            LicensedLevel(
                entries[row.id],
                row.licence,
                row.owner,
                lowest.get(row.id, {}),
                tuple(sorted(proven.get(row.id, ()))),
                players.get(row.id, 0),
                solvers.get(row.id, 0),
            )
            for row in found
        ],
        more=len(rows) > len(found),
    )


def _people(connection: sa.Connection, idents: Sequence[int], *conditions: sa.ColumnElement[Any]) -> dict[int, int]:
    """Count for each of some levels the visitors who have a play of it."""
    query = sa.select(plays.c.level_id, sa.func.count(sa.distinct(plays.c.visitor)))
    counted = connection.execute(query.where(plays.c.level_id.in_(idents), *conditions).group_by(plays.c.level_id))
    return {level: count for level, count in counted}  # noqa: C416  # rows are no pairs to mypy
