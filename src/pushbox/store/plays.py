"""Plays: what a visitor does on a level, the whole tree of it, written as it happens.

Node 0 is the start of a level; the nodes of a play count up from 1, each with the node it was played from.  Appending
rows that are there already changes nothing, so that a writer that does not know what arrived sends them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ..errors import NotFound, StoreError
from . import levels as shelf
from . import people
from .database import Store, insert_new, insert_one, insert_or_update
from .tables import levels, now, plays, solutions
from .tables import snapshots as marks
from .tables import steps as trees
from .words import plain


@dataclass(frozen=True, slots=True)
class PlayEntry:
    """A play: the node that is shown, how long it took and which helps were used.

    `attempt` counts the visitor's plays of the level from 1.  In `reverse` it is the reversed level that is played.
    `memo` is what the player's table wants to know again.  A play is `finished` when it has been solved.
    """

    id: int
    visitor: str
    level: int
    reverse: bool
    attempt: int
    here: int
    seconds: float
    assists: frozenset[str]
    memo: str
    begun: datetime
    updated: datetime
    finished: datetime | None


class Step(NamedTuple):
    """A node of the tree of a play: the node it was played from, and its move as text."""

    play: int
    node: int
    parent: int
    text: str


class Point(NamedTuple):
    """How a play stands: which node is shown, the seconds in all, the helps used, and the memo."""

    play: int
    here: int
    seconds: float
    assists: frozenset[str] = frozenset()
    memo: str = ""


Progress = Literal["solved", "begun"]


def create(store: Store, visitor: str, level: int, *, reverse: bool = False) -> PlayEntry:
    """Begin a play of a level, or of the reversed one.  Raises NotFound."""
    moment = now()
    with store.write() as connection:
        people.greet(connection, visitor)
        shelf.entry(connection, level)
        where = (plays.c.visitor == visitor, plays.c.level_id == level, plays.c.reverse == reverse)
        attempt = connection.execute(sa.select(sa.func.coalesce(sa.func.max(plays.c.attempt), 0)).where(*where))
        row = {"visitor": visitor, "level_id": level, "reverse": reverse, "attempt": attempt.scalar_one() + 1}
        row |= {"assists": [], "begun": moment, "updated": moment}
        return _get(connection, insert_one(connection, plays, row))


def get(store: Store, play: int) -> PlayEntry:
    """Return a play.  Raises NotFound."""
    with store.read() as connection:
        return _get(connection, play)


def of(store: Store, visitor: str, level: int, *, reverse: bool = False) -> PlayEntry | None:
    """Return the visitor's latest play of a level, or of the reversed one, that is not finished, None without one."""
    where = (plays.c.visitor == visitor, plays.c.level_id == level, plays.c.finished.is_(None))
    with store.read() as connection:
        query = (
            sa.select(plays)
            .where(*where, plays.c.reverse == reverse)
            .order_by(plays.c.updated.desc(), plays.c.id.desc())
            .limit(1)
        )
        found = connection.execute(query).mappings().first()
        return None if found is None else _entry(found)


def listing(store: Store, visitor: str, *, level: int | None = None, limit: int = 50) -> list[PlayEntry]:
    """Return the visitor's plays, of a level if given, the latest first."""
    query = sa.select(plays).where(plays.c.visitor == visitor)
    if level is not None:
        query = query.where(plays.c.level_id == level)
    with store.read() as connection:
        found = connection.execute(query.order_by(plays.c.updated.desc(), plays.c.id.desc()).limit(limit))
        return [_entry(row) for row in found.mappings()]


def remove(store: Store, play: int) -> None:
    """Remove a play with its tree.  Raises NotFound."""
    with store.write() as connection:
        if not connection.execute(sa.delete(plays).where(plays.c.id == play)).rowcount:
            raise _missing(play)


def append(store: Store, rows: Iterable[Step]) -> None:
    """Add nodes to the trees of plays, of one or of many; those that are there stay.

    Raises NotFound, and adds nothing, where one of the plays is not there.
    """
    values = [dict(zip(("play_id", "node", "parent", "text"), row, strict=True)) for row in rows]
    if not values:
        return
    with store.write() as connection:
        try:
            connection.execute(insert_new(connection, trees), values)
        except IntegrityError:
            raise NotFound("found steps of a play that is not in the library") from None


def steps(store: Store, play: int) -> list[Step]:
    """Return the tree of a play, a node after the one it was played from.  Raises NotFound."""
    query = sa.select(trees).where(trees.c.play_id == play).order_by(trees.c.node)
    with store.read() as connection:
        _get(connection, play)
        return [Step(row.play_id, row.node, row.parent, row.text) for row in connection.execute(query)]


def point(store: Store, points: Iterable[Point]) -> None:
    """Note how plays stand now; what is said of a play that is not there is dropped."""
    moment = now()
    values = [
        {
            "of": play,
            "here": here,
            "seconds": seconds,
            "assists": sorted(assists),
            "memo": plain(memo),
            "updated": moment,
        }
        for play, here, seconds, assists, memo in points
    ]
    if values:
        with store.write() as connection:
            connection.execute(sa.update(plays).where(plays.c.id == sa.bindparam("of")), values)


def finish(store: Store, play: int) -> None:
    """Note that a play has been solved; it stays at its first time.  Raises NotFound."""
    with store.write() as connection:
        if _get(connection, play).finished is None:
            connection.execute(sa.update(plays).where(plays.c.id == play).values(finished=now()))


def snapshot(store: Store, play: int, name: str, node: int) -> None:
    """Keep a node of a play under a name, in the place of what had the name.  Raises NotFound, StoreError."""
    name = plain(name)
    if not 0 < len(name) <= 80:
        raise StoreError(f"found a name of {len(name)} characters for a snapshot, expected 1 to 80")
    with store.write() as connection:
        _get(connection, play)
        row = {"play_id": play, "name": name, "node": node}
        connection.execute(insert_or_update(connection, marks, "node"), row)


def snapshots(store: Store, play: int) -> dict[str, int]:
    """Return the snapshots of a play, name to node.  Raises NotFound."""
    query = sa.select(marks).where(marks.c.play_id == play).order_by(marks.c.name)
    with store.read() as connection:
        _get(connection, play)
        return {row.name: row.node for row in connection.execute(query)}


def progress(store: Store, visitor: str, collection: int) -> dict[int, Progress]:
    """Return how far a visitor is with the levels of a collection, those left out that he has not begun."""
    inside = sa.select(levels.c.id).where(levels.c.collection_id == collection)
    return _progress(store, visitor, inside)


def progress_of(store: Store, visitor: str, idents: Iterable[int]) -> dict[int, Progress]:
    """Return how far a visitor is with these levels, those left out that he has not begun."""
    return _progress(store, visitor, list(idents))


def _progress(store: Store, visitor: str, inside: Any) -> dict[int, Progress]:
    def levels_in(table: sa.Table) -> sa.Select[Any]:
        return sa.select(table.c.level_id).where(table.c.visitor == visitor, table.c.level_id.in_(inside)).distinct()

    with store.read() as connection:
        begun: dict[int, Progress] = dict.fromkeys(connection.execute(levels_in(plays)).scalars(), "begun")
        return begun | dict.fromkeys(connection.execute(levels_in(solutions)).scalars(), "solved")


def _get(connection: sa.Connection, play: int) -> PlayEntry:
    found = connection.execute(sa.select(plays).where(plays.c.id == play)).mappings().one_or_none()
    if found is None:
        raise _missing(play)
    return _entry(found)


_SAME = ("id", "visitor", "reverse", "attempt", "here", "seconds", "memo", "begun", "updated", "finished")


def _entry(row: sa.RowMapping) -> PlayEntry:
    fields: dict[str, Any] = {name: row[name] for name in _SAME}
    return PlayEntry(**fields, level=row["level_id"], assists=frozenset(row["assists"]))


def _missing(play: int) -> NotFound:
    return NotFound(f"found no play {play} in the library")
