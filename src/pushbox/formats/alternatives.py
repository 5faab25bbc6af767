"""What else a text may be read as, for people who look at how it was read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ..errors import FormatError
from ..level import Collection
from . import archives, codec, encodings, rewriting
from .reading import as_rewritten, detected, makes_sense
from .registry import find, keys

_LONGEST = 200_000  # characters of a text that is read in several ways


def alternatives(data: bytes, chosen: Collection, *, encoding: str | None = None) -> list[Collection]:
    """Return what the bytes of a file may be read as beside the `chosen` levels, each with other boards.

    That is every format that recognises the text, or takes any, as XSB does, and the text without its form where it has
    one that makes sense.  Nothing for an archive, and for a text that is too large for it.  Raises as
    `pushbox.formats.encodings.decode`.
    """
    if archives.kind(data) or len(data) > _LONGEST:
        return []
    known = [_boards(chosen)]
    others: list[Collection] = []
    for reading in _readings(encodings.decode(data, encoding).text):
        if (boards := _boards(reading)) not in known:
            known.append(boards)
            others.append(reading)
    return others


def _boards(collection: Collection) -> list[object]:
    return [level.board for level in collection]


def _readings(text: str) -> Iterator[Collection]:
    for key in keys():
        format_ = find(key)
        if reason := format_.recognise(text, ""):
            with suppress(FormatError):
                yield codec.read(format_, text, reason)
    for way in rewriting.rewritten(text):
        with suppress(FormatError):
            reading = as_rewritten(detected(way.text, ""), way)
            if reading.levels and not reading.problems and all(map(makes_sense, reading)):
                yield reading
