"""From text to levels and back, for every format: keep the text of unchanged levels, and report losses.

An unchanged level keeps the text it was read from, with newly saved moves below it. Everything else is written anew.
The text is read back before it is returned, so that no loss is silent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ..errors import FormatError, TooLarge
from ..level import Collection, Level
from ..sentence import of_level, say, word
from ..tiling import SQUARE
from . import bounds
from . import text as texts
from .api import COLLECTION_FIELDS, LEVEL_FIELDS, Format, Header

_NOUNS = {
    "title": say("a-title"),
    "author": say("an-author"),
    "notes": word("noun", "notes"),
    "headers": say("keys-or-comments"),
    "options": word("noun", "options"),
    "saved_moves": say("solutions-or-saved"),
}


class Encoded(NamedTuple):
    """The text of a collection, empty where it would lose something, and a sentence for each loss.

    It is `too_large` where only the size of the whole is in the way.
    """

    text: str
    losses: list[str]
    too_large: bool = False


class _Kept(NamedTuple):
    """The parts of a text that were read and have not changed: the header, and the text of each level or nothing.

    `text` is that of all levels together, where it was read again, and `again` what it reads as.
    """

    header: Header | None
    levels: list[str]
    text: str = ""
    again: Collection | None = None


def read(format_: Format, text: str, evidence: str = "") -> Collection:
    """Return every level that can be read, and a problem for everything that cannot; `evidence` is that of the format.

    Raises FormatError for a text in which there is no level at all to speak of, and for one with too much beside them.
    """
    collection = format_.scan(text)
    bounds.check_headers(collection)
    is_empty = not collection.levels and all(problem.severity == "warning" for problem in collection.problems)
    if is_empty and not format_.info.lossless:
        raise FormatError.said("no-level-expecting", expected=format_.info.expected)
    return replace(collection, format=format_.info.key, evidence=evidence)


def write(format_: Format, collection: Collection) -> str:
    """Return the text of a collection, which `read` takes back.  Raises FormatError with the first of the `losses`."""
    encoded = encode(format_, collection)
    if encoded.losses:
        raise FormatError(encoded.losses[0])
    return encoded.text


def losses(format_: Format, collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that the format cannot hold, with level and cell."""
    return encode(format_, collection).losses


def encode(format_: Format, collection: Collection) -> Encoded:
    """Return the results of `write` and `losses`, for the cost of one of them."""
    return _encode(format_, collection, _keep(format_, collection))


def _encode(format_: Format, collection: Collection, kept: _Kept) -> Encoded:
    """Return the text of a collection that keeps some text, and its losses."""
    if lost := _stated_losses(format_, collection, kept):
        return Encoded("", lost)
    encoded = _compose(format_, collection, kept)
    nothing = _Kept(None, [""] * len(collection.levels))
    if encoded.losses and kept != nothing:  # text of one level that reads otherwise beside its neighbours: all anew
        return _encode(format_, collection, nothing)
    return encoded


def _compose(format_: Format, collection: Collection, kept: _Kept) -> Encoded:
    """Return the text of a collection, and the losses when it is read back."""
    try:
        header, below = format_.write_header(collection) if kept.header is None else kept.header
        text = format_.document(header, format_.write_levels(collection, kept.levels), below)
    except FormatError as error:
        return Encoded("", [str(error)])
    if format_.info.lossless:
        return Encoded(text, [])
    try:
        checked = texts.check(text)
        again = kept.again if kept.again and text == kept.text else format_.scan(checked)
    except FormatError as error:
        lost: list[str] = [say("not-read-back", format=format_.info.name, error=str(error))]
        return Encoded("", lost, isinstance(error, TooLarge))
    return Encoded(text, list(_differences(format_, collection, again)))


def _differences(format_: Format, wanted: Collection, again: Collection) -> Iterator[str]:
    """Yield the differences between a collection and what was read back of it."""
    if wanted == again:
        return
    name = format_.info.name
    if replace(wanted, levels=()) != replace(again, levels=()):
        yield say("words-changed", format=name)
    elif len(wanted.levels) != len(again.levels):
        yield say("levels-changed", count=len(wanted.levels), format=name, now=len(again.levels))
    else:
        for number, (level, other) in enumerate(zip(wanted.levels, again.levels, strict=True), start=1):
            if level != other and (canonical := format_.canonical(level)) != other:
                field = next(
                    field for field in ("board", *LEVEL_FIELDS) if getattr(canonical, field) != getattr(other, field)
                )
                yield of_level(number, say("field-changed", field=word("noun", field.replace("_", " ")), format=name))


def _stated_losses(format_: Format, collection: Collection, kept: _Kept) -> list[str]:
    """Return the losses that are known without writing; kept text loses nothing."""
    info = format_.info
    if info.lossless:
        levels = enumerate(collection.levels, start=1)
        return [of_level(number, loss) for number, level in levels for loss in _tiling_losses(format_, level)]
    lost: list[str] = [] if collection.levels else [say("no-level-found")]
    lost += [
        say("collection-cannot-hold", what=_NOUNS[field], format=info.name)
        for field in COLLECTION_FIELDS
        if field not in info.collection_fields and getattr(collection, field)
    ]
    lost += format_.collection_losses(collection)
    for number, (level, text) in enumerate(zip(collection.levels, kept.levels, strict=True), start=1):
        if not text:
            lost += [of_level(number, loss) for loss in level_losses(format_, level)]
    return lost


def level_losses(format_: Format, level: Level) -> list[str]:
    """Return a sentence for everything in a level that can be named without writing it; see `losses` for the rest."""
    return [*format_.losses(level), *_field_losses(format_, level)]


def _field_losses(format_: Format, level: Level) -> Iterator[str]:
    """Yield a sentence for each field of a level that is in use and that the format does not have."""
    info = format_.info
    if "game" not in info.level_fields and level.game != (implied := format_.implied_game(level.board)):
        yield say("names-no-game", game=level.game, implied=implied, format=info.name)
    yield from _tiling_losses(format_, level)
    for field, noun in _NOUNS.items():
        if field not in info.level_fields and getattr(level, field):
            yield say("cannot-hold", what=noun, format=info.name)


def _tiling_losses(format_: Format, level: Level) -> Iterator[str]:
    """Yield a sentence for a board that is not of squares, which no format has so far."""
    if (tiling := level.board.tiling) is not SQUARE:
        yield say("cannot-hold", what=say("board-of-tiling", tiling=tiling.name), format=format_.info.name)


def _keep(format_: Format, collection: Collection) -> _Kept:
    """Return the unchanged parts of a collection.

    All texts are read again at once if there are no others among them, otherwise one by one, which is slower.
    """
    sources = [level.source.text if level.source else "" for level in collection.levels]
    if format_.info.lossless or collection.format not in ("", format_.info.key):
        return _Kept(None, [""] * len(sources))
    header = _kept_header(format_, collection)
    text, again = "", None
    if header and sources and all(sources):
        text = format_.document(header.text, format_.write_levels(collection, sources), header.below)
        again = _scanned(format_, text)
        if again and len(again.levels) == len(sources):
            pairs = zip(collection.levels, again.levels, strict=True)
            return _Kept(header, [_unchanged(format_, level, was) for level, was in pairs], text, again)
    return _Kept(header, [_kept_level(format_, level, collection) for level in collection.levels], text, again)


def _kept_header(format_: Format, collection: Collection) -> Header | None:
    """Return the header as it was read, or None if it differs from the collection."""
    text, bare = collection.header, replace(collection, levels=())
    was_read = text or (collection.format and any(level.source for level in collection.levels))
    if not was_read or (alone := _scanned(format_, format_.document(text, ()))) is None:
        return None
    if alone == bare:
        return Header(text)
    below = collection.headers[len(alone.headers) :]
    with_below = _scanned(format_, format_.document(text, (), below)) if below else None
    return Header(text, below) if with_below == bare else None


def _kept_level(format_: Format, level: Level, collection: Collection) -> str:
    """Return the text that a level was read from, with the moves saved since, or nothing where more differs."""
    if level.source is None:
        return ""
    text = format_.document(format_.context(level, collection), (level.source.text,))
    again = (_scanned_before if len(text) <= _SHORT else _scanned)(format_, text)
    return "" if again is None or len(again.levels) != 1 else _unchanged(format_, level, again.levels[0])


def _unchanged(format_: Format, level: Level, was: Level) -> str:
    """Return the text of a level that `was` read from it, with the moves saved since, or nothing where more differs."""
    text = level.source.text if level.source else ""
    count = len(was.saved_moves)
    added = level.saved_moves[count:]
    if not added:
        return text if level == was else ""
    if replace(level, saved_moves=level.saved_moves[:count]) != was:
        return ""
    return "" if any(format_.losses(replace(level, saved_moves=added))) else format_.append_moves(text, added)


def _scanned(format_: Format, text: str) -> Collection | None:
    try:
        return format_.scan(text)
    except FormatError:
        return None


# A level is written again and again, with something less beside it each time, and reads as it did.
_SHORT = 16_384  # characters of a text whose levels are remembered
_scanned_before = lru_cache(maxsize=1024)(_scanned)
