"""The end of a class: its pupils, levels and rooms go with it."""

from __future__ import annotations

import sqlalchemy as sa

from .tables import classes, rooms


def delete_classes(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> None:
    """Delete classes within a transaction: rooms, whose seats have names, by hand; what hangs on a class by its key."""
    connection.execute(sa.delete(rooms).where(rooms.c.class_id.in_(sa.select(classes.c.id).where(condition))))
    connection.execute(sa.delete(classes).where(condition))


def forget_owner(connection: sa.Connection, owner: str) -> None:
    """Delete the classes of a teacher, a visitor or an account, within a transaction."""
    delete_classes(connection, classes.c.owner == owner)
