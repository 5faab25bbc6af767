"""Formats that are XSB with a convention on top: what its words say is read again, and written as words again.

Reading lifts every level of the XSB reader, such as a `Limit:` key into an option; writing lowers it again, and leaves
the rest to the XSB writer.  A level that is as it was read is lowered to what the XSB reader saw in its own text, so
that it is written back verbatim, in whatever spelling it came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ...errors import FormatError
from ...level import Collection, Level, Problem
from ..xsb import dialect, reading, writing
from . import back


class Lifted(NamedTuple):
    """A level with its words understood, and what is wrong with them."""

    level: Level
    problems: tuple[Problem, ...] = ()


def _same(text: str) -> str:
    return text


def _alike(collection: Collection) -> Collection:
    return collection


def _no_losses(level: Level) -> Iterator[str]:
    del level
    yield from ()


class Layer(NamedTuple):
    """A convention on top of a format.

    `read`, `scan` (which takes texts without levels too), `write` and `losses` are those of the format below, `context`
    is what a level's own text needs above it to be read as it was.  `lift` and its inverse `lower` are pure; `lower` is
    also told the game of levels that name none.  `told` yields what can be said of losses without writing, and `polish`
    changes what was written without changing what it says.  `respelled` is a collection as it will read back where the
    format below has one spelling for things that have more.
    """

    name: str
    key: str
    read: Callable[[str], Collection]
    scan: Callable[[str], Collection]
    write: Callable[[Collection], str]
    losses: Callable[[Collection], list[str]]
    context: Callable[[Level, Collection], str]
    lift: Callable[[Level], Lifted]
    lower: Callable[[Level, str], Level]
    told: Callable[[Level], Iterator[str]] = _no_losses
    polish: Callable[[str], str] = _same
    respelled: Callable[[Collection], Collection] = _alike


def read(layer: Layer, text: str) -> Collection:
    """Read a text; raises FormatError where the format below does."""
    return _lifted(layer, layer.read(text))


def write(layer: Layer, collection: Collection) -> str:
    """Return the text of a collection, which reads back equal.  Raises FormatError with the first of the `losses`."""
    low = _lowered(layer, collection)
    if found := _told(layer, collection, low):
        raise FormatError(found[0])
    text = layer.polish(layer.write(low))
    again = _lifted(layer, layer.scan(text))
    if again != collection and (lost := back.difference(layer.respelled(collection), again, layer.name)):
        raise FormatError(lost)
    return text


def losses(layer: Layer, collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that the format cannot hold, with level and cell."""
    low = _lowered(layer, collection)
    return _told(layer, collection, low) or layer.losses(low)


def default_game(collection: Collection) -> str:
    """Return the game that the keys above the first level name for all levels, empty where they name none."""
    return next((value.lower() for name, value in collection.headers if name.lower() == "game"), "")


def _told(layer: Layer, collection: Collection, low: Collection) -> list[str]:
    found: list[str] = []
    for number, (level, lowered) in enumerate(zip(collection.levels, low.levels, strict=True), start=1):
        if not _is_kept(lowered):
            found += [f"level {number}: {sentence}" for sentence in layer.told(level)]
    if not found and (lost := back.difference(collection, _lifted(layer, low), layer.name)):
        found.append(lost)
    return found


def _is_kept(lowered: Level) -> bool:
    """Whether a lowered level is what was read: `_lowered` takes the source from all others."""
    return lowered.source is not None


def _lifted(layer: Layer, collection: Collection) -> Collection:
    if not collection.levels:
        return collection
    lifted = [layer.lift(level) for level in collection.levels]
    more = [problem for _, problems in lifted for problem in problems]
    problems = tuple(sorted([*collection.problems, *more], key=lambda problem: problem.line)) if more else None
    return replace(
        collection,
        levels=tuple(level for level, _ in lifted),
        problems=collection.problems if problems is None else problems,
        format=layer.key,
    )


def _lowered(layer: Layer, collection: Collection) -> Collection:
    game = default_game(collection)
    levels = []
    for level in collection.levels:
        as_read = _as_read(layer, level, collection)
        levels.append(as_read or replace(layer.lower(level, game), source=None))
    return replace(collection, levels=tuple(levels))


def _as_read(layer: Layer, level: Level, collection: Collection) -> Level | None:
    """Return what the format below reads in a level's own text, if that is all of the level but for added records."""
    if level.source is None or collection.format not in ("", layer.key):
        return None
    found = layer.scan(layer.context(level, collection) + level.source.text)
    if len(found.levels) != 1:
        return None
    old = layer.lift(found.levels[0]).level
    count = len(old.saved_moves)
    if replace(level, saved_moves=level.saved_moves[:count]) != old:
        return None
    more = level.saved_moves[count:]
    if any(True for _ in layer.told(replace(level, saved_moves=more))):
        return None
    return replace(found.levels[0].with_saved_moves(*more), source=level.source)


def on_xsb(
    name: str,
    key: str,
    lift: Callable[[Level], Lifted],
    lower: Callable[[Level, str], Level],
    *,
    told: Callable[[Level], Iterator[str]] = _no_losses,
    polish: Callable[[str], str] = _same,
) -> Layer:
    """Return the layer of a convention on top of XSB."""
    below = dialect.XSB._replace(name=name, key=key)

    def context(level: Level, collection: Collection) -> str:
        del level
        game = default_game(collection)
        return f"Game: {game}\n\n" if game else ""

    return Layer(
        name,
        key,
        partial(reading.read, dialect=below),
        partial(reading.scan, dialect=below),
        partial(writing.write, dialect=below),
        partial(writing.losses, dialect=below),
        context,
        lift,
        lower,
        told,
        polish,
    )
