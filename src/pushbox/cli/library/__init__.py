"""``pushbox library``: a group of commands.

`files` moves files in and out, `queries` searches, `changes` edits, `searches` solves and rates, `people` manages
accounts.
"""

from __future__ import annotations

import click

from ..setting_options import database_option
from . import changes, files, people, queries, searches


@click.group("library")
@database_option(help="sqlite:///FILE or postgresql://USER@HOST/NAME; by default a file in your data folder.")
@click.pass_context
def command(context: click.Context, database: str | None) -> None:
    """Keep collections of levels, solutions and progress in a database.

    A COLLECTION is given by its name, with or without the ending of a file, or by its number; list shows both.

    Example: pushbox library add levels.xsb && pushbox library search microban
    """
    context.obj = database


for one in (
    files.add, queries.listing, queries.show, queries.search, queries.solutions, searches.solve, searches.optimize,
    searches.rate, queries.duplicates, changes.merge, changes.tag, changes.rename, changes.remove,
    files.bring, files.export, files.backup, files.restore, people.moderator,
):  # fmt: skip
    command.add_command(one)
