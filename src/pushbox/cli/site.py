"""``pushbox site``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import levels
from ..errors import PushboxError, naming
from ..extras import requiring
from ..sentence import counted, say, spoken
from .common import Exit, ReadAs, exit_with, json_option, load_and_print_problems, problem_codes, worst
from .completing import complete_file
from .output import print_json, print_line

if TYPE_CHECKING:
    from ..web.site import SiteCollection

_MOST_NAMED = 5  # levels that are left out


@click.command("site")
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--levels",
    "files",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_file,
    help="The levels of this file, instead of those that come with pushbox; may be repeated.",
)
@json_option
def command(out: Path, files: tuple[str, ...], *, as_json: bool) -> None:
    """Write a site without a server into the folder OUT: files that any static host serves.

    Its levels are played in the browser, with hints, and progress stays there. Visitors save it as a file and read it
    again. Every page of yours can show a level: a frame with the address OUT/?embed#COLLECTION/NUMBER, or embed.js
    and <pushbox-level level="COLLECTION/NUMBER">.

    Levels that need a server are left out and named: those with hidden parts or limits, and those for two players.

    Exit codes: 2 if a file has levels that could not be read.

    Examples: pushbox site public

    pushbox site public --levels mine.xsb && python -m http.server -d public
    """
    with requiring("web"):
        from ..web.site import SiteCollection, in_order, write_site
    codes: list[Exit] = []
    collections: list[SiteCollection] = []
    for file in files:
        collection = load_and_print_problems(file, ReadAs())
        codes += problem_codes(collection)
        title = collection.title or Path(file).stem
        collections.append(SiteCollection(_name(file, len(collections) + 1), title, collection.levels))
    if not files:
        shipped = {it.name: it.collection for it in levels.catalogue()}
        collections = [
            SiteCollection(name, shipped[name].title or name, shipped[name].levels) for name in in_order(shipped)
        ]
    with naming(str(out), OSError):
        site = write_site(out, collections)
    if as_json:
        left_out = [{"collection": title, "level": number} for title, number in site.left_out]
        print_json({"folder": str(out), "levels": site.levels, "left_out": left_out})
    else:
        print_line(spoken(say("site-written", folder=str(out), levels=counted(site.levels, "level"))))
        for title, number in site.left_out[:_MOST_NAMED]:
            print_line(spoken(say("site-left-out", collection=title, number=number)), err=True)
        if (more := len(site.left_out) - _MOST_NAMED) > 0:
            print_line(spoken(say("site-more-left-out", levels=counted(more, "level"))), err=True)
    if files and not site.levels:
        raise PushboxError.said("site-empty")
    exit_with(worst(codes))


def _name(file: str, number: int) -> str:
    """Return the name of a file as addresses have it, with its number where the name has no letters of ASCII."""
    plain = re.sub(r"[^a-z0-9]+", "-", Path(file).stem.lower()).strip("-")
    return f"{number}-{plain}" if plain else str(number)
