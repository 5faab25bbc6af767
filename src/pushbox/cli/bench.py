"""``pushbox bench``."""

from __future__ import annotations

import os
from pathlib import Path

import click

from .. import bench
from .common import json_option, print_json


@click.command("bench", epilog="Suites: " + "; ".join(f"{name}: {told}" for name, told in bench.SUITES.items()))
@click.argument("suites", metavar="[SUITE]...", nargs=-1, type=click.Choice(list(bench.SUITES)))
@click.option(
    "--shared",
    type=click.Path(path_type=Path),
    default=lambda: os.environ.get("PUSHBOX_SHARED", "../shared/levels"),
    show_default="../shared/levels",
    help="The folder with the real levels that are not part of pushbox.",
)
@json_option
def command(suites: tuple[str, ...], shared: Path, as_json: bool) -> None:
    """Run the project's benchmarks, all but the long ones where no SUITE is named.

    Example: pushbox bench startup solver
    """
    told = bench.machine()
    if not as_json:
        click.echo(told)
    for figure in bench.run(suites, shared):
        if as_json:
            print_json(figure._asdict() | {"machine": told})
        else:
            click.echo(f"{figure.suite:9} {figure.name:28} {figure.value:14,.6g} {figure.unit:9} {figure.detail}")
