"""``pushbox doctor``."""

from __future__ import annotations

from dataclasses import asdict

import click

from .common import Exit, exit_with, json_option
from .output import print_result


@click.command("doctor")
@click.option("--database", metavar="URL", envvar="PUSHBOX_DATABASE", help="The library to look at; else yours.")
@json_option
def command(database: str | None, as_json: bool) -> None:
    """Say what is installed, what is missing for what, and the command that installs it.

    Everything is tried, nothing is changed.  What is missing is optional; where something is broken it ends with 1.

    Example: pushbox doctor
    """
    from ..doctor import examine

    broken = False
    for finding in examine(database):
        broken |= finding.status == "broken"
        remedy = [f"{'':23}-> {finding.remedy}"] if finding.remedy else []
        line = f"{finding.status:9}{finding.name:14}{finding.detail}"
        print_result(asdict(finding), line, *remedy, as_json=as_json)
    exit_with(Exit.NO if broken else Exit.YES)
