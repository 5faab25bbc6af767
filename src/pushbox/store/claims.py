"""The owners of plays: the server that has a play in memory, of several on one library.

A server claims a play before it loads it, and releases it when its last window has gone.  Each claim raises the epoch
of the play, and what a server writes is conditional on the epoch that it claimed (`play_writes`): the lease of a server
says who may claim, the epoch who may write.  A play whose owner runs is not taken away; the owner is requested to hand
it over, and looks for such requests all the time.
"""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from ..errors import LibraryBusy
from . import servers
from .database import Store, insert_missing, not_found, upsert, violation_as
from .tables import handovers, plays


class Request(NamedTuple):
    """A request to the owner of a play: `server` shall have it; where that is the owner, its memory is outdated."""

    play: int
    server: str


def claim(store: Store, play: int, *, visitor: str, server: str) -> int | None:
    """Make a server the owner of a visitor's play and return the new epoch.

    Return None where another server has it that runs, which is requested to hand it over.  Raises NotFound for a play
    that does not exist or is another visitor's.
    """
    with store.write() as connection:
        query = sa.select(plays.c.owner, plays.c.epoch).where(plays.c.id == play, plays.c.visitor == visitor)
        row = connection.execute(query.with_for_update()).one_or_none()
        if row is None:
            raise not_found("play", play)
        if not is_free(connection, row.owner, server):
            with violation_as(LibraryBusy.said("owner-ended")):
                connection.execute(upsert(connection, handovers, "server"), {"play_id": play, "server": server})
            return None
        epoch: int = row.epoch + 1
        set_owner(connection, play, server, epoch)
        return epoch


def release(store: Store, play: int, *, server: str) -> None:
    """Free a play that a server owns and does not have in memory."""
    with store.write() as connection:
        own = plays.c.id == play, plays.c.owner == server
        connection.execute(sa.update(plays).where(*own).values(owner=None))


def requests(store: Store, server: str) -> list[Request]:
    """Return the requests to a server for the plays that it owns."""
    # A database that joins them may look at each play for its owner; few are handed over.
    owner = sa.select(plays.c.owner).where(plays.c.id == handovers.c.play_id).scalar_subquery()
    query = sa.select(handovers.c.play_id, handovers.c.server).where(owner == server)
    with store.read() as connection:
        return [Request(*row) for row in connection.execute(query)]


def is_free(connection: sa.Connection, owner: str | None, server: str) -> bool:
    """Return whether a server may claim a play: it owns it, nobody does, or the owner's lease has expired."""
    return owner in {None, server} or not servers.is_running(connection, owner)


def set_owner(connection: sa.Connection, play: int, owner: str | None, epoch: int) -> None:
    """Set the owner of a play, None for nobody, whose request is met or void then."""
    connection.execute(sa.update(plays).where(plays.c.id == play).values(owner=owner, epoch=epoch))
    if owner is not None:
        connection.execute(sa.delete(handovers).where(handovers.c.play_id == play))


def notify_owner(connection: sa.Connection, play: int, owner: str) -> None:
    """Let the owner of a play know that its memory is outdated, unless the play is requested from it anyway."""
    connection.execute(insert_missing(connection, handovers), {"play_id": play, "server": owner})
