"""Stored studies: anybody with the link may read one, its owner may change it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from ..errors import NotFound, StoreError
from ..studies import Study, read_study, write_study
from .database import Store, from_row
from .tables import now, studies

MAX_TEXT = 1_000_000  # characters of one
READ_INTERVAL = timedelta(days=1)  # how exactly it is known when a study was read last
_BYTES = 12  # of a key, which nobody guesses


@dataclass(frozen=True, slots=True)
class StudyEntry:
    """A stored study as text; its link contains `key`."""

    key: str
    owner: str
    title: str
    game: str
    text: str
    added: datetime
    updated: datetime
    read: datetime | None = None

    @property
    def study(self) -> Study:
        """The study that the text says."""
        return read_study(self.text)


def add(store: Store, study: Study, *, owner: str) -> StudyEntry:
    """Keep a study for its owner.  Raises StoreError for one that is too long."""
    instant = now()
    key = secrets.token_urlsafe(_BYTES)
    entry = StudyEntry(key, owner, **_columns(study), added=instant, updated=instant, read=instant)
    with store.write() as connection:
        connection.execute(sa.insert(studies).values({name: getattr(entry, name) for name in StudyEntry.__slots__}))
    return entry


def get(store: Store, key: str) -> StudyEntry:
    """Return the study with a key.  Raises NotFound."""
    with store.read() as connection:
        return _fetch(connection, key)


def note_reader(store: Store, entry: StudyEntry, at: datetime) -> None:
    """Note that somebody reads a study, unless that was noted a short while ago."""
    if entry.read is None or entry.read < at - READ_INTERVAL:
        with store.write() as connection:
            connection.execute(sa.update(studies).where(studies.c.key == entry.key).values(read=at))


def replace(store: Store, key: str, study: Study) -> StudyEntry:
    """Put a study in place of the one with a key.  Raises NotFound, StoreError for one that is too long."""
    with store.write() as connection:
        change = sa.update(studies).where(studies.c.key == key).values(**_columns(study), updated=now())
        connection.execute(change)
        return _fetch(connection, key)


def delete(store: Store, key: str) -> None:
    """Delete the study with a key.  Raises NotFound."""
    with store.write() as connection:
        if not connection.execute(sa.delete(studies).where(studies.c.key == key)).rowcount:
            raise _not_found(key)


def listing(store: Store, *owners: str, limit: int = 100) -> list[StudyEntry]:
    """Return the studies of some owners, those changed last first."""
    query = sa.select(studies).where(studies.c.owner.in_(owners)).order_by(studies.c.updated.desc(), studies.c.key)
    with store.read() as connection:
        return [from_row(StudyEntry, row) for row in connection.execute(query.limit(limit)).mappings()]


def count(store: Store, *owners: str) -> int:
    """Count the studies of some owners."""
    query = sa.select(sa.func.count(studies.c.key)).where(studies.c.owner.in_(owners))
    with store.read() as connection:
        return int(connection.execute(query).scalar_one())


def _columns(study: Study) -> dict[str, str]:
    text = write_study(study)
    StoreError.beyond(MAX_TEXT, len(text), "study-length")
    return {"title": study.title or study.level.title, "game": study.level.game, "text": text}


def _fetch(connection: sa.Connection, key: str) -> StudyEntry:
    row = connection.execute(sa.select(studies).where(studies.c.key == key)).mappings().one_or_none()
    if row is None:
        raise _not_found(key)
    return from_row(StudyEntry, row)


def _not_found(key: str) -> NotFound:
    return NotFound.said("no-study", study=key[:40])
