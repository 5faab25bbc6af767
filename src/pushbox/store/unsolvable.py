"""The registry of levels that are known to have no solution, each with the kind of its proof.

It is kept by the id that is equal under the symmetries of the game: what holds for a level holds for its mirror image.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

import sqlalchemy as sa

from ..errors import Conflict, StoreError
from . import levels as shelf
from .database import Store, insert_or_update
from .tables import levels, now, solutions, unsolvable
from .words import plain


@dataclass(frozen=True, slots=True)
class UnsolvableEntry:
    """That a level has no solution: `proof` is of what kind, `certificate` what it can be checked with, if anything."""

    proof: str
    certificate: str
    added: datetime


def add(store: Store, level: int, proof: str, certificate: str = "") -> UnsolvableEntry:
    """Register that a level has no solution.

    Raises NotFound, StoreError for a proof without a kind, Conflict where there is a solution of the level or of one
    that is its image.
    """
    if not plain(proof).strip():
        raise StoreError("found a proof without a kind, expected its name")
    with store.write() as connection:
        turned = shelf.entry(connection, level).ids.turned
        twins = sa.select(levels.c.id).where(levels.c.turned == turned)
        if connection.execute(sa.select(solutions.c.id).where(solutions.c.level_id.in_(twins)).limit(1)).first():
            raise Conflict(f"level {level} has a solution, so it is not unsolvable")
        known = UnsolvableEntry(plain(proof), plain(certificate), now())
        insert = insert_or_update(connection, unsolvable, "proof", "certificate", "added")
        connection.execute(insert, {"turned": turned, **asdict(known)})
    return known


def get(store: Store, level: int) -> UnsolvableEntry | None:
    """Return that a level has no solution, None where that is not known.  Raises NotFound."""
    with store.read() as connection:
        turned = shelf.entry(connection, level).ids.turned
        found = connection.execute(sa.select(unsolvable).where(unsolvable.c.turned == turned)).one_or_none()
    return None if found is None else UnsolvableEntry(found.proof, found.certificate, found.added)
