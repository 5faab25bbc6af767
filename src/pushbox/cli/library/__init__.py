"""``pushbox library``: a group of commands, those that move files in `files`, those that query in `queries`."""

from __future__ import annotations

import click

from . import files, queries


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
    files.add, queries.listing, queries.show, queries.search, queries.solutions, queries.duplicates,
    files.export, files.backup, files.restore,
):  # fmt: skip
    command.add_command(one)
