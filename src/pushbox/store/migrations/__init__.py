"""Migrations of a library of any age to today's tables: Alembic's steps, which come with the package.

A new step is a module in `versions/` that follows the last one, and `HEAD` names it. A new library is made from
`pushbox.store.tables` without the steps, in a tenth of their time; a test compares what both make. Alembic is imported
where a library is of an earlier pushbox, as that takes 0.1 s.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from ..tables import FULL_TEXT, metadata

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0021"


def current_revision(connection: sa.Connection) -> str:
    """Return the step that a library has reached, empty for a database that is none yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() or ""


def revisions() -> set[str]:
    """Return the names of all steps."""
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def create(connection: sa.Connection) -> None:
    """Make the tables of today in an empty database, within the transaction of the connection."""
    metadata.create_all(connection, checkfirst=False)  # nobody looks for each table where there is none
    for statement in FULL_TEXT[connection.dialect.name]:
        connection.exec_driver_sql(statement)
    _version.create(connection, checkfirst=False)
    connection.execute(sa.insert(_version).values(version_num=HEAD))


# As Alembic makes it.
_version = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def upgrade(connection: sa.Connection) -> None:
    """Take a library through the steps that it lacks, within the transaction of the connection."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
