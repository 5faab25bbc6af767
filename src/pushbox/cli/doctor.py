"""``pushbox doctor``."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import Any

import click

from ..registry import Registry
from ..sentence import spoken, word
from . import REGISTRY
from .common import Exit, exit_with, json_option
from .output import FINDINGS, print_json, print_line, print_row
from .setting_options import database_option
from .tables import padded_to


@click.command("doctor")
@database_option(help="Check this library instead of yours.")
@json_option
def command(database: str | None, as_json: bool) -> None:
    """Check the installation: what works, what is missing, and the command that installs it.

    Everything is tried, nothing is changed. Missing parts are optional; the exit code is 1 if something is broken.

    Example: pushbox doctor
    """
    from ..doctor import examine

    registries: list[Registry[Any]] = [REGISTRY]
    with suppress(ImportError):  # pushbox[web] is not installed, and serves no routers
        from ..web.routers import ROUTERS

        registries.append(ROUTERS)
    broken = False
    for finding in examine(database, *registries):
        broken |= finding.status == "broken"
        if as_json:
            print_json(asdict(finding))
            continue
        status, name = spoken(word("status", finding.status)), spoken(word("finding", finding.name))
        start = f"{padded_to(status, False, 9)}{padded_to(name, False, 14)}"
        print_row(f"{start}{spoken(finding.detail)}", colours=FINDINGS)
        if finding.remedy:
            print_line(f"{'':23}-> {spoken(finding.remedy)}")
    exit_with(Exit.NO if broken else Exit.YES)
