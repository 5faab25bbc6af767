"""Shared parts of the library's commands: opening it, and finding collections and levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ...errors import NotFound, PushboxError
from ...extras import requiring
from ...sentence import suggestion
from ..common import Fields, level_numbers
from ..completing import complete_collection
from . import formatting

if TYPE_CHECKING:
    from ...sentence import Language
    from ...store import Store
    from ...store.collections import CollectionEntry
    from ...store.levels import LevelEntry
    from ...store.near import NearLevel

collection_argument = click.argument("collection", metavar="COLLECTION", shell_complete=complete_collection)
optional_collection = click.argument(
    "collection", metavar="[COLLECTION]", required=False, shell_complete=complete_collection
)


def pass_library(command: Callable[..., None]) -> Callable[..., None]:
    """Open the library that the group's options name while a command runs, which gets it first.

    Raises PushboxError where it cannot be opened.
    """

    @click.pass_context
    @wraps(command)
    def opened(context: click.Context, /, **options: Any) -> None:
        with requiring("library"):
            from ... import store  # and with it packages that --help has no use for
        with store.open(context.obj) as library:
            command(library, **options)

    return opened


class CollectionName(NamedTuple):
    """The name of a collection, and that which people see."""

    name: str
    shown: str


def find_collection(library: Store, collection: str) -> CollectionEntry:
    """Return the collection with a name, whose ending may be left out, or a number. Raises NotFound."""
    from ...store import collections

    entries = collections.listing(library, name=collection)
    if not entries:
        entries = [one for one in collections.listing(library) if formatting.without_ending(one.name) == collection]
    if not entries and collection.isascii() and collection.isdigit():
        entries = [entry for entry in collections.listing(library) if entry.id == int(collection)]
    if not entries:
        close = suggestion(collection, (entry.name for entry in collections.listing(library)))
        raise NotFound.said("collection-unlisted", name=collection, close=close)
    if len(entries) > 1:
        ids = ", ".join(str(entry.id) for entry in entries)
        raise PushboxError.said("collections-named", count=len(entries), name=collection, ids=ids)
    return entries[0]


def scope(library: Store, collection: str | None) -> tuple[int | None, dict[int, CollectionName]]:
    """Return the id of the collection that is named, if any, and the names of all by their ids."""
    from ...store import collections

    ident = None if collection is None else find_collection(library, collection).id
    entries = collections.listing(library)
    shown = formatting.shown_names(entry.name for entry in entries)
    return ident, {entry.id: CollectionName(entry.name, shown[entry.name]) for entry in entries}


def levels_of(library: Store, collection: CollectionEntry, selection: str | None) -> Iterator[LevelEntry]:
    """Yield the levels of a collection that a text such as ``1,5,9-`` names, or all.

    Raises PushboxError as `level_numbers` does.
    """
    from ...store import levels

    numbers = None if selection is None else level_numbers(selection, collection.levels)
    last = None if numbers is None else max(numbers, default=0)
    for page in levels.pages(library, collection=collection.id):
        yield from (entry for entry in page.entries if numbers is None or entry.number in numbers)
        if last is not None and page.entries[-1].number >= last:
            return


def near_fields(library: Store, found: Sequence[NearLevel], lang: Language = "en") -> list[Fields]:
    """Return levels that are nearly the same as an earlier one as fields for JSON; those removed since are left out."""
    from ...store import summaries

    names = summaries.level_names(library, {ident for one in found for ident in (one.level, one.of)})
    return [
        formatting.near_fields(one.difference, names[one.level], names[one.of], lang)
        for one in found
        if {one.level, one.of} <= names.keys()
    ]


def parse_bounds(_: click.Context, option: click.Parameter, text: str | None) -> tuple[int | None, int | None]:
    """Return the bounds that a text such as ``3``, ``2-5`` or ``10-`` names.  Raises PushboxError for any other."""
    if text is None:
        return None, None
    first, dash, last = (part.strip() for part in text.partition("-"))
    parts = [part for part in (first, last) if part]
    if not parts or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise PushboxError.said("option-range", option=option.opts[0], text=text)
    minimum = int(first) if first else None
    return minimum, (int(last) if last else None) if dash else minimum
