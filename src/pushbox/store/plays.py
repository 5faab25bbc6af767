"""Plays: the tree of a visitor's moves on a level, written as it grows.

Node 0 is the start of a level; other nodes count up from 1, each with its parent. Appending existing rows changes
nothing, so a writer that does not know what arrived sends them again; an existing row with other content is a conflict.

The `epoch` of a play (`claims`, `play_writes`) identifies the server that has it in memory. Any other writer raises the
epoch, so that the server learns that its memory is outdated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from ..errors import Conflict, NotFound, StoreError
from . import accounts as account_store
from . import levels as level_store
from .database import Store, from_row, insert_one, insert_raw, not_found, upsert
from .fulltext import sanitize
from .tables import levels, now, plays, solutions
from .tables import snapshots as snapshot_table
from .tables import step_comments as comment_table
from .tables import steps as step_table


@dataclass(frozen=True, slots=True)
class PlayEntry:
    """A play: the node that is shown, the seconds it took and the assists that were used.

    `attempt` counts the visitor's plays of the level from 1.  In `reverse` it is the reversed level that is played.
    `memo` is what the play server keeps to restore its view.  A play is `finished` when it has been solved.
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


class PlayStatus(NamedTuple):
    """The status of a play: the node that is shown, the seconds in all, the assists used, and the memo."""

    play: int
    here: int
    seconds: float
    assists: frozenset[str] = frozenset()
    memo: str = ""


Progress = Literal["solved", "begun"]


def create(store: Store, visitor: str, level: int, *, reverse: bool = False) -> PlayEntry:
    """Begin a play of a level, or of the reversed one.  Raises NotFound."""
    with store.write() as connection:
        account_store.ensure_visitor(connection, visitor)
        return insert(connection, visitor, level, reverse=reverse)


def insert(connection: sa.Connection, visitor: str, level: int, *, reverse: bool = False) -> PlayEntry:
    """Begin a play of a visitor within a transaction, as `create` does."""
    moment = now()
    level_store.fetch(connection, level)
    condition = (plays.c.visitor == visitor, plays.c.level_id == level, plays.c.reverse == reverse)
    attempt = connection.execute(sa.select(sa.func.coalesce(sa.func.max(plays.c.attempt), 0)).where(*condition))
    row = {"visitor": visitor, "level_id": level, "reverse": reverse, "attempt": attempt.scalar_one() + 1}
    row |= {"assists": [], "begun": moment, "updated": moment}
    return _get(connection, insert_one(connection, plays, row))


def get(store: Store, play: int) -> PlayEntry:
    """Return a play.  Raises NotFound."""
    with store.read() as connection:
        return _get(connection, play)


def latest_unfinished(store: Store, visitor: str, level: int, *, reverse: bool = False) -> PlayEntry | None:
    """Return the visitor's latest play of a level, or of the reversed one, that is not finished, None without one."""
    unfinished = plays.c.finished.is_(None) & (plays.c.reverse == reverse)
    with store.read() as connection:
        row = connection.execute(_latest_first(visitor, level).where(unfinished).limit(1)).mappings().first()
        return None if row is None else _entry(row)


def listing(store: Store, visitor: str, *, level: int | None = None, limit: int = 50) -> list[PlayEntry]:
    """Return the visitor's plays, of a level if given, the latest first."""
    with store.read() as connection:
        return [_entry(row) for row in connection.execute(_latest_first(visitor, level).limit(limit)).mappings()]


def remove(store: Store, play: int) -> None:
    """Remove a play with its tree.  Raises NotFound."""
    with store.write() as connection:
        if not connection.execute(sa.delete(plays).where(plays.c.id == play)).rowcount:
            raise not_found("play", play)


def append(store: Store, rows: Iterable[Step]) -> None:
    """Add nodes to the trees of one or many plays; existing nodes stay.

    Raises NotFound if a play does not exist, and Conflict if a node exists with other content; then nothing is added.
    """
    given = list(rows)
    if not given:
        return
    with store.write() as connection:
        trees = lock_trees(connection, {row.play for row in given})
        new = [row for row in given if row.play in trees and not is_stored(connection, row, trees[row.play])]
        if len(trees) < len({row.play for row in given}):
            raise NotFound.said("steps-without-play")
        insert_steps(connection, new)
        changed = plays.c.id.in_({row.play for row in new})
        connection.execute(sa.update(plays).where(changed).values(epoch=plays.c.epoch + 1))


class LockedTree(NamedTuple):
    """A play locked until the transaction ends: its owner and its last node."""

    owner: str | None
    epoch: int
    last: int


def lock_trees(connection: sa.Connection, idents: Iterable[int]) -> dict[int, LockedTree]:
    """Lock plays for writing and return the existing ones."""
    last = sa.select(sa.func.max(step_table.c.node)).where(step_table.c.play_id == plays.c.id).scalar_subquery()
    query = sa.select(plays.c.id, plays.c.owner, plays.c.epoch, sa.func.coalesce(last, 0))
    locked = query.where(plays.c.id.in_(sorted(idents))).order_by(plays.c.id).with_for_update(of=plays)
    return {ident: LockedTree(*columns) for ident, *columns in connection.execute(locked)}


def is_stored(connection: sa.Connection, step: Step, tree: LockedTree) -> bool:
    """Return whether a node is in the tree of its play. Raises Conflict if it has other content."""
    if step.node > tree.last:
        return False
    query = sa.select(step_table).where(step_table.c.play_id == step.play, step_table.c.node == step.node)
    stored = connection.execute(query).first()
    if stored is None:
        return False
    if Step(*stored) != step:
        raise Conflict.said("position-conflict", node=step.node, play=step.play)
    return True


def insert_steps(connection: sa.Connection, rows: Iterable[Step]) -> None:
    """Insert nodes that are not there, within a transaction."""
    values = [(play, node, parent, sanitize(text)) for play, node, parent, text in rows]
    if values:
        insert_raw(connection, step_table, ("play_id", "node", "parent", "text"), values)


def steps(store: Store, play: int) -> list[Step]:
    """Return the tree of a play, a node after the one it was played from.  Raises NotFound."""
    with store.read() as connection:
        _get(connection, play)
        return read_steps(connection, play)


def read_steps(connection: sa.Connection, play: int) -> list[Step]:
    """Return the tree of a play within a transaction, a node after the one it was played from."""
    query = sa.select(step_table).where(step_table.c.play_id == play).order_by(step_table.c.node)
    return [Step(*row) for row in connection.execute(query)]


def write_status(connection: sa.Connection, statuses: Iterable[PlayStatus]) -> None:
    """Update the status of plays within a transaction; plays that do not exist are skipped."""
    moment = now()
    values = [
        status._asdict() | {"assists": sorted(status.assists), "memo": sanitize(status.memo), "updated": moment}
        for status in statuses
    ]
    if values:
        connection.execute(sa.update(plays).where(plays.c.id == sa.bindparam("play")), values)


def write_finished(connection: sa.Connection, play: int) -> None:
    """Mark a play as solved within a transaction, by now unless it is already."""
    unfinished = sa.update(plays).where(plays.c.id == play, plays.c.finished.is_(None))
    connection.execute(unfinished.values(finished=now()))


def write_snapshot(connection: sa.Connection, play: int, name: str, node: int | None) -> None:
    """Keep a node of a play under a name within a transaction, in the place of another; for None the name goes.

    Raises StoreError.
    """
    name = sanitize(name)
    if not 0 < len(name) <= 80:
        raise StoreError.said("snapshot-name", count=len(name))
    if node is None:
        connection.execute(
            sa.delete(snapshot_table).where(snapshot_table.c.play_id == play, snapshot_table.c.name == name)
        )
        return
    row = {"play_id": play, "name": name, "node": node}
    connection.execute(upsert(connection, snapshot_table, "node"), row)


def snapshots(store: Store, play: int) -> dict[str, int]:
    """Return the snapshots of a play, name to node.  Raises NotFound."""
    query = sa.select(snapshot_table).where(snapshot_table.c.play_id == play).order_by(snapshot_table.c.name)
    with store.read() as connection:
        _get(connection, play)
        return {row.name: row.node for row in connection.execute(query)}


def write_comment(connection: sa.Connection, play: int, node: int, text: str) -> None:
    """Keep a comment on a node of a play within a transaction, in the place of another; an empty one goes."""
    table = comment_table
    if text:
        row = {"play_id": play, "node": node, "text": sanitize(text)}
        connection.execute(upsert(connection, table, "text"), row)
    else:
        connection.execute(sa.delete(table).where(table.c.play_id == play, table.c.node == node))


def comments(store: Store, play: int) -> dict[int, str]:
    """Return the comments on the nodes of a play.  Raises NotFound."""
    query = sa.select(comment_table).where(comment_table.c.play_id == play).order_by(comment_table.c.node)
    with store.read() as connection:
        _get(connection, play)
        return {row.node: row.text for row in connection.execute(query)}


def progress(store: Store, visitor: str, collection: int) -> dict[int, Progress]:
    """Return a visitor's progress in the levels of a collection that they have begun."""
    inside = sa.select(levels.c.id).where(levels.c.collection_id == collection)
    return _progress(store, visitor, inside)


def progress_of(store: Store, visitor: str, idents: Iterable[int]) -> dict[int, Progress]:
    """Return a visitor's progress on the given levels, without those never begun."""
    return _progress(store, visitor, list(idents))


def _progress(store: Store, visitor: str, level_ids: Any) -> dict[int, Progress]:
    def level_ids_in(table: sa.Table) -> sa.Select[Any]:
        return sa.select(table.c.level_id).where(table.c.visitor == visitor, table.c.level_id.in_(level_ids)).distinct()

    with store.read() as connection:
        begun: dict[int, Progress] = dict.fromkeys(connection.execute(level_ids_in(plays)).scalars(), "begun")
        return begun | dict.fromkeys(connection.execute(level_ids_in(solutions)).scalars(), "solved")


def _latest_first(visitor: str, level: int | None) -> sa.Select[Any]:
    query = sa.select(plays).where(plays.c.visitor == visitor).order_by(plays.c.updated.desc(), plays.c.id.desc())
    return query if level is None else query.where(plays.c.level_id == level)


def _get(connection: sa.Connection, play: int) -> PlayEntry:
    row = connection.execute(sa.select(plays).where(plays.c.id == play)).mappings().one_or_none()
    if row is None:
        raise not_found("play", play)
    return _entry(row)


def _entry(row: sa.RowMapping) -> PlayEntry:
    return from_row(PlayEntry, row, level=row["level_id"], assists=frozenset(row["assists"]))
