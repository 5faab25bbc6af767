"""The way from levels to text for formats whose levels are lines: what is unchanged is written as it was read.

A level that is as it was read is written as it was read, and records that were added go below.  Everything else is
written anew.  What was written is read back before anybody gets it, so that nothing is ever lost in silence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from ...errors import FormatError
from ...level import Collection, Level, SavedMoves
from .. import text as texts
from . import back


class Style(NamedTuple):
    """How a format writes.

    `scan` reads a text, one without levels too.  `told` lists what can be said of losses without writing.  `header`,
    `level` and `record` write the parts anew.  `context` is what a level's own text needs above it to be read as it
    was.  `respelled` is a collection as it will read back where the format has one spelling for things that have more.
    """

    name: str
    key: str
    scan: Callable[[str], Collection]
    told: Callable[[Collection], list[str]]
    header: Callable[[Collection], str]
    level: Callable[[Level, Collection], str]
    record: Callable[[SavedMoves], str]
    context: Callable[[Level, Collection], str]
    respelled: Callable[[Collection], Collection]


def write(style: Style, collection: Collection) -> str:
    """Return the text of a collection.  Raises FormatError with the first of the `losses`."""
    if found := style.told(collection):
        raise FormatError(found[0])
    text = _joined(
        _kept_header(style, collection),
        [_kept(style, level, collection) or style.level(level, collection) for level in collection.levels],
    )
    again = style.scan(texts.check(text))
    if again == collection:
        return text
    if again == (respelled := style.respelled(collection)):
        return text
    # text of one level that reads otherwise beside its neighbours: write all anew
    text = _canonical(style, collection)
    if lost := back.difference(respelled, style.scan(texts.check(text)), style.name):
        raise FormatError(lost)
    return text


def losses(style: Style, collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that the format cannot hold, with level and cell."""
    if found := style.told(collection):
        return found
    try:
        again = style.scan(texts.check(_canonical(style, collection)))
    except FormatError as error:
        return [str(error)]
    lost = back.difference(style.respelled(collection), again, style.name)
    return [lost] if lost else []


def _canonical(style: Style, collection: Collection) -> str:
    return _joined(style.header(collection), [style.level(level, collection) for level in collection.levels])


def _joined(header: str, levels: list[str]) -> str:
    return "\n\n".join(([header] if header else []) + levels) + "\n"


def _kept(style: Style, level: Level, collection: Collection) -> str:
    """Return the text that a level was read from, with the records that came later, or nothing if more differs."""
    if level.source is None or collection.format not in ("", style.key):
        return ""
    again = style.scan(style.context(level, collection) + level.source.text)
    if len(again.levels) != 1:
        return ""
    old = again.levels[0]
    count = len(old.saved_moves)
    if replace(level, saved_moves=level.saved_moves[:count]) != old:
        return ""
    return "\n\n".join([level.source.text, *map(style.record, level.saved_moves[count:])])


def _kept_header(style: Style, collection: Collection) -> str:
    if collection.format == style.key or (collection.header and not collection.format):
        old = style.scan(collection.header)
        if not old.levels and old == replace(collection, levels=()):
            return collection.header
    return style.header(collection)
