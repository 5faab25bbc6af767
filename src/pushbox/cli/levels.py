"""``pushbox levels``."""

from __future__ import annotations

import click

from .. import levels
from ..levels import Builtin
from ..sentence import spoken, word
from ..tui.shipped_words import shipped
from .common import json_option
from .output import print_heading, print_json, print_line
from .tables import cells, padded_to


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
    heads = [spoken(word("head", name)) for name in ("name", "game", "kind", "levels", "title")]
    rows = [heads, *map(_row, found)]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for number, (*texts, count, title) in enumerate(rows):
        padded = [padded_to(text, False, width) for text, width in zip(texts, widths, strict=False)]
        print_ = print_line if number else print_heading
        print_("  ".join((*padded, padded_to(count, True, widths[-2]), title)))


def _row(found: Builtin) -> list[str]:
    names, games = (found.name, *found.other_names), ", ".join(found.games)
    kind, title = spoken(word("kind", found.kind)), shipped("collection.title", found.collection.title)
    return [", ".join(names), games, kind, str(len(found.collection)), title]


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
