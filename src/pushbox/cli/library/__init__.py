"""``pushbox library``: a group of commands.

Those that move files are in `files`, those that query in `queries`, those that change what there is in `changes`, those
that search for solutions, or rate them, in `searches`, those about accounts in `people`.
"""

from __future__ import annotations

import click

from . import changes, files, people, queries, searches


@click.group("library")
@click.option(
    "--database",
    metavar="URL",
    envvar="PUSHBOX_DATABASE",
    help="sqlite:///FILE or postgresql://USER@HOST/NAME; else PUSHBOX_DATABASE, or a file in your data folder.",
)
@click.pass_context
def command(context: click.Context, database: str | None) -> None:
    """Keep collections of levels, their solutions and what was played of them in a database.

    A COLLECTION is named by its name or by its number; list shows both.

    Example: pushbox library add levels.xsb && pushbox library search microban
    """
    context.obj = database


for one in (
    files.add, queries.listing, queries.show, queries.search, queries.solutions, searches.solve, searches.optimize,
    searches.rate, queries.duplicates, changes.merge, changes.tag, changes.rename, changes.remove,
    files.bring, files.export, files.backup, files.restore, people.moderator,
):  # fmt: skip
    command.add_command(one)
