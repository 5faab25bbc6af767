"""``pushbox barrels``."""

from __future__ import annotations

import click

from pushbox import read_file


@click.command("barrels")
@click.argument("file")
def command(file: str) -> None:
    """Count the barrels of the levels in a file."""
    click.echo(sum(len(level.board.of_kind("tun")) for level in read_file(file)))
