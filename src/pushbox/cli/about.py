"""``pushbox about``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ..sentence import Sentence, say, spoken
from ..tui.shipped_words import shipped
from .common import json_option
from .output import print_heading, print_json, print_line

if TYPE_CHECKING:
    from ..about import Library


@click.command("about")
@click.option("--licences", is_flag=True, help="List all that a server is installed with, and the licence of each.")
@json_option
def command(*, licences: bool, as_json: bool) -> None:
    """Print the version, the sources of games and formats, and the libraries with their licences.

    The libraries are those that are installed here.

    Example: pushbox about
    """
    from ..about import collect, third_party

    if licences:
        _print_licences(third_party(), as_json=as_json)
        return
    found = collect()
    if as_json:
        print_json(asdict(found))
        return
    print_heading(f"pushbox {found.version}")
    print_line(
        say(
            "about-program",
            summary=Sentence("about.summary", found.summary, {}),
            authors=shipped("author", found.authors),
            license=found.license,
        )
    )
    sources = {say("about-games"): found.games, say("about-formats"): found.formats}
    for title, rows in sources.items():
        _print_table(title, [(one.key, one.name, one.source) for one in rows])
    libraries = {say("about-libraries"): found.libraries, say("about-crates"): found.crates}
    for title, packages in libraries.items():
        _print_table(title, [(one.name, one.version, one.license) for one in packages])


def _print_licences(packages: Sequence[Library], *, as_json: bool) -> None:
    if as_json:
        print_json({"packages": [asdict(one) for one in packages]})
        return
    lesser = [one.name for one in packages if "LGPL" in one.license or "Lesser" in one.license]
    for line in spoken(say("about-licences", names=", ".join(lesser))).split("\n"):
        print_line(line)
    _print_table(say("about-third-party"), [(one.name, one.version, one.license) for one in packages])


def _print_table(title: str, rows: Sequence[tuple[str, str, str]]) -> None:
    print_line()
    print_heading(spoken(title))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, second, third in rows:
        print_line(f"  {first:{widths[0]}}  {second:{widths[1]}}  {third}")
