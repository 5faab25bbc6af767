"""Migrations of a library of any age to today's tables: Alembic's steps, which come with the package.

A new step is a module in `versions/` that follows the last one, and `HEAD` names it; a test compares what the steps
make with `pushbox.store.tables`.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

HEAD = "0011"


def current_revision(connection: sa.Connection) -> str:
    """Return the step that a library has reached, empty for a database that is none yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() or ""


def revisions() -> set[str]:
    """Return the names of all steps."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def upgrade(connection: sa.Connection) -> None:
    """Take a library through the steps that it lacks, within the transaction of the connection."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
