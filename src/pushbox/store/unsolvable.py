"""The registry of levels that are known to have no solution, each with the kind of its proof.

It is kept by the id that is equal under the symmetries of the game: what holds for a level holds for its mirror image.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

import sqlalchemy as sa

from ..errors import Conflict, StoreError
from . import levels as level_store
from .database import Store, from_row, upsert
from .fulltext import sanitize
from .tables import levels, now, solutions, unsolvable


@dataclass(frozen=True, slots=True)
class UnsolvableEntry:
    """A proof that a level has no solution: its kind, and the `certificate` by which it can be checked, if any."""

    proof: str
    certificate: str
    added: datetime


def add(store: Store, level: int, proof: str, certificate: str = "") -> UnsolvableEntry:
    """Record that a level has no solution.

    Raises NotFound, StoreError for a proof without a kind, Conflict if the level, or an image of it, has a solution.
    """
    if not sanitize(proof).strip():
        raise StoreError.said("proof-without-kind")
    with store.write() as connection:
        turned = level_store.fetch(connection, level).ids.canonical
        images = sa.select(levels.c.id).where(levels.c.turned == turned)
        if connection.execute(sa.select(solutions.c.id).where(solutions.c.level_id.in_(images)).limit(1)).first():
            raise Conflict.said("has-solution", level=level)
        entry = UnsolvableEntry(sanitize(proof), sanitize(certificate), now())
        insert = upsert(connection, unsolvable, "proof", "certificate", "added")
        connection.execute(insert, {"turned": turned, **asdict(entry)})
    return entry


def get(store: Store, level: int) -> UnsolvableEntry | None:
    """Return the proof that a level has no solution, None where none is known.  Raises NotFound."""
    with store.read() as connection:
        turned = level_store.fetch(connection, level).ids.canonical
        row = connection.execute(sa.select(unsolvable).where(unsolvable.c.turned == turned)).mappings().one_or_none()
    return None if row is None else from_row(UnsolvableEntry, row)
