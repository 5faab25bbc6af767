"""Migrations of a library of any age to today's tables: Alembic's steps, which come with the package.

A new step is a module in `versions/` that follows the last one, and `HEAD` names it; a test compares what the steps
make with `pushbox.store.tables`. Alembic is imported where a library is not that of today, as that takes 0.1 s.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0012"


def current_revision(connection: sa.Connection) -> str:
    """Return the step that a library has reached, empty for a database that is none yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() or ""


def revisions() -> set[str]:
    """Return the names of all steps."""
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


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
