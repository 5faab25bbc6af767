"""``pushbox levels``."""

from __future__ import annotations

import click

from .. import levels
from ..levels import Builtin
from .common import json_option
from .output import print_heading, print_json, print_line


@click.command("levels")
@json_option
def command(as_json: bool) -> None:
    """List the collections that come with pushbox: name, game, kind, number of levels and title.

    Every command takes them as builtin:NAME.

    Example: pushbox play builtin:campaign
    """
    found = levels.catalogue()
    if as_json:
        for collection in found:
            print_json(_fields(collection))
        return
    rows = [("name", "game", "kind", "levels", "title"), *map(_row, found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, (*words, count, title) in enumerate(rows):
        cells = [f"{word:{width}}" for word, width in zip(words, widths, strict=False)]
        print_ = print_line if number else print_heading
        print_("  ".join((*cells, f"{count:>{widths[-2]}}", title)))


def _row(found: Builtin) -> tuple[str, ...]:
    names, games = (found.name, *found.other_names), ", ".join(found.games)
    return ", ".join(names), games, found.kind, str(len(found.collection)), found.collection.title


def _fields(found: Builtin) -> dict[str, object]:
    collection = found.collection
    return {
        "name": found.name,
        "aliases": list(found.other_names),
        "games": list(found.games),
        "levels": len(collection),
        "kind": found.kind,
        "title": collection.title,
        "author": collection.author,
        "notes": collection.notes or None,
    }
