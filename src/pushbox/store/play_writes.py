"""Write the plays that servers have in memory: many in one transaction, without overwriting others.

A server writes under the epoch of its claim. If the play has another epoch by now, another server has taken over, for
example because this one was paused for longer than its lease. Its remaining moves then become a branch: each position
gets the next free number, below the position it was played from. So no move is lost, and the server learns that its
memory is outdated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from ..errors import Conflict, NotFound, StoreError
from . import claims, sessions
from . import solutions as solution_store
from .database import Store
from .plays import (
    LockedTree,
    PlayStatus,
    Step,
    insert_steps,
    is_stored,
    lock_trees,
    read_steps,
    write_comment,
    write_finished,
    write_snapshot,
    write_status,
)
from .solutions import ReplayedSolution
from .tables import plays, snapshots, step_comments


class PlayWrite(NamedTuple):
    """One write of a visitor's play under an `epoch`: status, new nodes, snapshots, and more.

    `solutions` are by their solved node. `comments` are by node; an empty text removes one. `release` gives up the
    ownership.
    """

    visitor: str
    epoch: int
    status: PlayStatus
    steps: Sequence[Step] = ()
    snapshots: Mapping[str, int | None] = {}
    comments: Mapping[int, str] = {}
    solutions: Mapping[int, ReplayedSolution] = {}
    release: bool = False

    def after(self, earlier: PlayWrite) -> PlayWrite:
        """Return this write joined to an earlier one of the play, under the same epoch, that has not been written."""
        return self._replace(
            steps=[*earlier.steps, *self.steps],
            snapshots={**earlier.snapshots, **self.snapshots},
            comments={**earlier.comments, **self.comments},
            solutions={**earlier.solutions, **self.solutions},
        )


class WriteResult(NamedTuple):
    """The result of a write.

    `exists`: False for a play that has been removed.  `outdated`: others had changed the play, and what is in memory is
    not what is stored; `numbers` are the nodes that have other numbers now, and the server has the play under `epoch`,
    None where it has it no more.  `solutions` are by nodes: whether each is pure, or why it is not kept, which is None
    for one of the library that was shown.
    """

    exists: bool = True
    outdated: bool = False
    epoch: int | None = None
    numbers: Mapping[int, int] = {}
    solutions: Mapping[int, bool | StoreError | None] = {}


def write(store: Store, server: str, writes: Sequence[PlayWrite]) -> list[WriteResult]:
    """Write plays that a server has in memory, all or none, and return the results in order.

    Each play is in one write at most.  Writing again what has arrived already changes nothing.
    """
    with store.write() as connection:
        trees = lock_trees(connection, [one.status.play for one in writes])
        results: list[WriteResult] = []
        current: list[PlayWrite] = []
        for one in writes:
            tree = trees.get(one.status.play)
            result = WriteResult(exists=tree is not None, epoch=one.epoch)
            if tree is not None:
                new = _unstored(connection, one, tree)
                if new is None:
                    result = _write_branch(connection, server, one, tree)
                else:
                    current.append(one._replace(steps=new))
            results.append(result._replace(solutions=_keep_solutions(connection, one, exists=tree is not None)))
        _write_current(connection, current)
        return results


def _unstored(connection: sa.Connection, write: PlayWrite, tree: LockedTree) -> list[Step] | None:
    """Return the nodes of a write that are not stored yet, None where others have changed the play."""
    if write.epoch != tree.epoch:
        return None
    try:
        return [step for step in write.steps if not is_stored(connection, step, tree)]
    except Conflict:
        return None


def _write_current(connection: sa.Connection, writes: Sequence[PlayWrite]) -> None:
    insert_steps(connection, [step for one in writes for step in one.steps])
    for one in writes:
        for name, node in one.snapshots.items():
            write_snapshot(connection, one.status.play, name, node)
        for node, text in one.comments.items():
            write_comment(connection, one.status.play, node, text)
    write_status(connection, [one.status for one in writes])
    released = [one.status.play for one in writes if one.release]
    if released:
        connection.execute(sa.update(plays).where(plays.c.id.in_(released)).values(owner=None))


def _write_branch(connection: sa.Connection, server: str, write: PlayWrite, tree: LockedTree) -> WriteResult:
    """Write a play that others have changed: its nodes as a branch, its status if it is still this server's."""
    play = write.status.play
    new, numbers = _renumbered(read_steps(connection, play), write.steps)
    insert_steps(connection, new)
    is_owner = tree.owner == server
    has_it = is_owner or (not write.release and claims.is_free(connection, tree.owner, server))
    has_said = _write_snapshots(connection, write, numbers, over=has_it)
    has_said |= _write_comments(connection, write, numbers, over=has_it)
    if has_it:
        write_status(connection, [_joined_status(connection, write.status, numbers)])
        claims.set_owner(connection, play, None if write.release else server, tree.epoch + 1)
    elif new or has_said:
        claims.set_owner(connection, play, tree.owner, tree.epoch + 1)
        if tree.owner is not None and not claims.is_free(connection, tree.owner, server):
            claims.notify_owner(connection, play, tree.owner)
    return WriteResult(outdated=True, epoch=tree.epoch + 1 if has_it else None, numbers=numbers)


def _renumbered(stored: Iterable[Step], steps: Iterable[Step]) -> tuple[list[Step], dict[int, int]]:
    """Return nodes renumbered for a tree, and the new ones by their old number.

    A node that the tree already has, as the same move from the same node, is not added again.
    """
    known: dict[tuple[int, str], int] = {}
    last = 0
    for step in stored:
        known.setdefault((step.parent, step.text), step.node)
        last = max(last, step.node)
    new: list[Step] = []
    numbers: dict[int, int] = {}
    for step in steps:
        parent = numbers.get(step.parent, step.parent)
        node = known.get((parent, step.text))
        if node is None:
            node = known[parent, step.text] = last = last + 1
            new.append(Step(step.play, node, parent, step.text))
        numbers[step.node] = node
    return new, {before: after for before, after in numbers.items() if before != after}


def _write_snapshots(connection: sa.Connection, write: PlayWrite, numbers: Mapping[int, int], *, over: bool) -> bool:
    """Write snapshots, in the place of others only where that is given; return whether there were any to write."""
    play = write.status.play
    taken: set[str] = set()
    if write.snapshots and not over:
        taken.update(connection.execute(sa.select(snapshots.c.name).where(snapshots.c.play_id == play)).scalars())
    new = {name: node for name, node in write.snapshots.items() if name not in taken}
    for name, node in new.items():
        write_snapshot(connection, play, name, None if node is None else numbers.get(node, node))
    return bool(new)


def _write_comments(connection: sa.Connection, write: PlayWrite, numbers: Mapping[int, int], *, over: bool) -> bool:
    """Write comments, in the place of others only where that is given; return whether there were any to write."""
    play = write.status.play
    taken: set[int] = set()
    if write.comments and not over:
        query = sa.select(step_comments.c.node).where(step_comments.c.play_id == play)
        taken.update(connection.execute(query).scalars())
    new = {numbers.get(node, node): text for node, text in write.comments.items()}
    new = {node: text for node, text in new.items() if node not in taken}
    for node, text in new.items():
        write_comment(connection, play, node, text)
    return bool(new)


def _joined_status(connection: sa.Connection, status: PlayStatus, numbers: Mapping[int, int]) -> PlayStatus:
    """Return a status with the new number of its node, and the seconds and assists of the stored one in it."""
    row = connection.execute(sa.select(plays.c.seconds, plays.c.assists).where(plays.c.id == status.play)).one()
    return status._replace(
        here=numbers.get(status.here, status.here),
        seconds=max(status.seconds, row.seconds),
        assists=status.assists.union(row.assists),
        memo="",  # it names nodes by their old numbers
    )


def _keep_solutions(
    connection: sa.Connection, write: PlayWrite, *, exists: bool
) -> dict[int, bool | StoreError | None]:
    kept: dict[int, bool | StoreError | None] = {}
    for node, solution in write.solutions.items():
        if solution_store.is_shown(connection, solution):
            kept[node] = None
            continue
        try:
            account = sessions.account_of(connection, write.visitor)
            kept[node] = solution_store.keep(connection, solution, account).pure
        except (NotFound, Conflict) as error:
            kept[node] = error
        else:
            if exists:
                write_finished(connection, write.status.play)
    return kept
