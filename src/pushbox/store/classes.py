"""Classes: the levels that a teacher sets by date, and the pupils who have joined by a code.

The names of pupils stand in `pupils` and, while a room of the class is open, on its seats; both go with the class. A
class ends when its teacher ends it, or when nobody has come to it for `ABANDONED`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa

from ..errors import Conflict, NotFound, StoreError
from . import accounts as account_store
from . import levels as level_store
from .class_deletion import delete_classes
from .database import Store, from_row, insert_one, upsert, violation_as
from .fulltext import fold
from .levels import LevelEntry
from .tables import class_levels, classes, levels, now, pupils

MAX_CLASSES = 20_000  # that are kept
MAX_OF_OWNER = 10
MAX_JOINED = 20  # classes that a visitor is a pupil of
MAX_PUPILS = 60
MAX_LEVELS = 60
MAX_SIZE = 2 << 20  # characters of the levels of a class together, as they are kept
MAX_TITLE = 80  # characters
MAX_NAME = 24
ABANDONED = timedelta(days=90)
CODE_LENGTH = 9
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like digits
_TOUCH_INTERVAL = timedelta(days=1)


class TooManyClasses(StoreError):
    """There are as many classes, pupils or levels of one as there may be."""


@dataclass(frozen=True, slots=True)
class ClassEntry:
    """A class; `owner` is its teacher, a visitor or an account."""

    id: int
    code: str
    owner: str
    title: str
    opened: datetime
    touched: datetime


class Pupil(NamedTuple):
    """A pupil of a class: a visitor with the name that they go by there."""

    id: int
    visitor: str
    name: str
    joined: datetime


class SetLevel(NamedTuple):
    """A level that is set, and from when on pupils see it."""

    level: int
    opens: datetime


class Member(NamedTuple):
    """A member of a class: a pupil, or the teacher, who is none."""

    entry: ClassEntry
    pupil: Pupil | None


class ListedClass(NamedTuple):
    """A class that somebody teaches or has joined, then under a `name`."""

    code: str
    title: str
    name: str | None
    pupils: int


def normalized(code: str) -> str | None:
    """Return a code however it is typed, None for what cannot be one."""
    letters = "".join(code.split()).replace("-", "").upper()
    return letters if len(letters) == CODE_LENGTH and all(letter in _LETTERS for letter in letters) else None


def create(store: Store, title: str, *, owners: Sequence[str]) -> ClassEntry:
    """Open a class for the last of the owners, who are one person.  Raises TooManyClasses."""
    moment = now()
    with store.write() as connection:
        if _count(connection, classes, classes.c.owner.in_(owners)) >= MAX_OF_OWNER:
            raise TooManyClasses.said("many-classes-yours", count=MAX_OF_OWNER)
        if _count(connection, classes) >= MAX_CLASSES:
            raise TooManyClasses.said("many-classes", count=MAX_CLASSES)
        code = "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))
        row = {"code": code, "owner": owners[-1], "title": title, "opened": moment, "touched": moment}
        return _entry(connection, classes.c.id == insert_one(connection, classes, row))


def member(store: Store, code: str, owners: Sequence[str]) -> Member | None:
    """Return who somebody is in the class of a code, None where they are not in it or it does not exist."""
    letters = normalized(code)
    if letters is None or not owners:
        return None
    with store.read() as connection:
        try:
            entry = _entry(connection, classes.c.code == letters)
        except NotFound:
            return None
        if entry.owner in owners:
            return Member(entry, None)
        own = sa.select(pupils).where(pupils.c.class_id == entry.id, pupils.c.visitor == owners[0])
        row = connection.execute(own).mappings().one_or_none()
        return None if row is None else Member(entry, _pupil(row))


def touch(store: Store, entry: ClassEntry) -> None:
    """Note that somebody has come to a class, once a day."""
    if now() - entry.touched > _TOUCH_INTERVAL:
        with store.write() as connection:
            connection.execute(sa.update(classes).where(classes.c.id == entry.id).values(touched=now()))


def listing(store: Store, owners: Sequence[str]) -> list[ListedClass]:
    """Return the classes that somebody teaches, then those that they have joined, each newest first."""
    inside = sa.select(sa.func.count()).where(pupils.c.class_id == classes.c.id).correlate(classes).scalar_subquery()
    taught = sa.select(classes.c.code, classes.c.title, sa.null(), inside).where(classes.c.owner.in_(owners))
    joined = sa.select(classes.c.code, classes.c.title, pupils.c.name, inside).select_from(pupils).join(classes)
    queries = taught, joined.where(pupils.c.visitor.in_(owners))
    with store.read() as connection:
        return [ListedClass(*row) for it in queries for row in connection.execute(it.order_by(classes.c.id.desc()))]


def rename(store: Store, ident: int, title: str) -> None:
    """Change the title of a class."""
    with store.write() as connection:
        connection.execute(sa.update(classes).where(classes.c.id == ident).values(title=title))


def end(store: Store, ident: int) -> None:
    """Delete a class with its pupils, levels and rooms."""
    with store.write() as connection:
        delete_classes(connection, classes.c.id == ident)


def join(store: Store, code: str, owners: Sequence[str], name: str) -> Member:
    """Make a visitor, the first of the owners who are one person, a pupil under a name.

    Raises NotFound for a code that no class has, Conflict for a name that another pupil has and for somebody who is in
    the class already, TooManyClasses for a full class and for a visitor of too many.
    """
    letters, visitor = normalized(code), owners[0]
    with store.write() as connection:
        entry = _entry(connection, classes.c.code == (letters or ""), locked=True)
        if entry.owner in owners:
            raise Conflict.said("class-yours")
        if _count(connection, pupils, pupils.c.class_id == entry.id) >= MAX_PUPILS:
            raise TooManyClasses.said("many-pupils", count=MAX_PUPILS)
        if _count(connection, pupils, pupils.c.visitor == visitor) >= MAX_JOINED:
            raise TooManyClasses.said("many-joined", count=MAX_JOINED)
        own = sa.select(pupils.c.name).where(pupils.c.class_id == entry.id, pupils.c.visitor == visitor)
        if (present := connection.execute(own).scalar()) is not None:
            raise Conflict.said("class-joined", name=present)
        account_store.ensure_visitor(connection, visitor)
        joined = now()
        row = {"class_id": entry.id, "visitor": visitor, "name": name, "folded": fold(name) or name, "joined": joined}
        with violation_as(Conflict.said("pupil-taken", name=name)):
            ident = insert_one(connection, pupils, row)
        return Member(entry, Pupil(ident, visitor, name, joined))


def remove_pupil(store: Store, ident: int, pupil: int) -> Pupil:
    """Take a pupil out of a class, and off the seats of its rooms.  Raises NotFound."""
    with store.write() as connection:
        of = sa.select(pupils).where(pupils.c.class_id == ident, pupils.c.id == pupil)
        row = connection.execute(of).mappings().one_or_none()
        if row is None:
            raise NotFound.said("no-pupil", pupil=pupil)
        connection.execute(sa.delete(pupils).where(pupils.c.id == pupil))
        return _pupil(row)


def set_levels(store: Store, ident: int, idents: Iterable[int], opens: datetime) -> None:
    """Set levels from a date on; one that is set already gets the new date.  Raises TooManyClasses."""
    with store.write() as connection:
        values = [{"class_id": ident, "level_id": level, "opens": opens} for level in dict.fromkeys(idents)]
        connection.execute(upsert(connection, class_levels, "opens"), values)
        if _count(connection, class_levels, class_levels.c.class_id == ident) > MAX_LEVELS:
            raise TooManyClasses.said("many-class-levels", count=MAX_LEVELS)
        size = sa.select(sa.func.sum(sa.func.length(levels.c.level))).select_from(class_levels).join(levels)
        if connection.execute(size.where(class_levels.c.class_id == ident)).scalar_one() > MAX_SIZE:
            raise TooManyClasses.said("large-class-levels", most=MAX_SIZE)


def unset_level(store: Store, ident: int, level: int) -> None:
    """Take a level off the list of a class, if it is on it."""
    with store.write() as connection:
        own = class_levels.c.class_id == ident, class_levels.c.level_id == level
        connection.execute(sa.delete(class_levels).where(*own))


def is_set_for(store: Store, level: int, visitor: str) -> bool:
    """Return whether a level is set in a class of a pupil, from today or earlier on."""
    query = sa.select(class_levels.c.level_id).join(pupils, pupils.c.class_id == class_levels.c.class_id)
    mine = class_levels.c.level_id == level, pupils.c.visitor == visitor, class_levels.c.opens <= now()
    with store.read() as connection:
        return connection.execute(query.where(*mine).limit(1)).first() is not None


def remove_abandoned(store: Store) -> list[int]:
    """Delete the classes to which nobody has come for `ABANDONED`; return their ids."""
    with store.read() as connection:
        old = sa.select(classes.c.id).where(classes.c.touched < now() - ABANDONED)
        idents = list(connection.execute(old).scalars())
    if idents:
        with store.write() as connection:
            delete_classes(connection, classes.c.id.in_(idents))
    return idents


def pupils_of(connection: sa.Connection, ident: int) -> tuple[Pupil, ...]:
    """Return the pupils of a class within a transaction, by name."""
    query = sa.select(pupils).where(pupils.c.class_id == ident).order_by(pupils.c.folded, pupils.c.id)
    return tuple(_pupil(row) for row in connection.execute(query).mappings())


def levels_of(connection: sa.Connection, ident: int) -> tuple[SetLevel, ...]:
    """Return the levels of a class within a transaction, by date."""
    columns = class_levels.c.level_id, class_levels.c.opens
    query = sa.select(*columns).where(class_levels.c.class_id == ident).order_by(*reversed(columns))
    return tuple(SetLevel(*row) for row in connection.execute(query))


def entries(store: Store, set_levels: Iterable[SetLevel]) -> dict[int, LevelEntry]:
    """Return the levels that are set, by their ids."""
    idents = [it.level for it in set_levels]
    with store.read() as connection:
        return {entry.id: entry for entry in level_store.fetch_where(connection, levels.c.id.in_(idents))}


def get(connection: sa.Connection, ident: int) -> ClassEntry:
    """Return a class within a transaction.  Raises NotFound."""
    return _entry(connection, classes.c.id == ident)


def _entry(connection: sa.Connection, condition: sa.ColumnElement[bool], *, locked: bool = False) -> ClassEntry:
    query = sa.select(classes).where(condition)
    row = connection.execute(query.with_for_update() if locked else query).mappings().one_or_none()
    if row is None:
        raise NotFound.said("no-class")
    return from_row(ClassEntry, row)


def _pupil(row: sa.RowMapping) -> Pupil:
    return Pupil(*(row[name] for name in Pupil._fields))


def _count(connection: sa.Connection, table: sa.Table, *conditions: sa.ColumnElement[bool]) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(table).where(*conditions)).scalar_one()
