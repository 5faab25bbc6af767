"""What reading back a text that was written shows: the last word on what a format can hold."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import FormatError
from ...level import Collection
from .. import text as texts

_WORDS = ("title", "author", "notes", "headers")
_NAMES = ("board", "game", "options", "title", "author", "notes", "saved_moves", "headers")


def difference(wanted: Collection, got: Collection, name: str) -> str:
    """Return what the text of a collection in the format called `name` would lose, empty where it reads back equal."""
    if wanted == got:
        return ""
    if any(getattr(wanted, word) != getattr(got, word) for word in _WORDS):
        return f"the words above the first level do not read back from {name} as they are"
    if len(wanted.levels) != len(got.levels):
        return f"{len(wanted.levels)} levels read back from {name} as {len(got.levels)}"
    number, level, other = next(
        (number, *pair)
        for number, pair in enumerate(zip(wanted.levels, got.levels, strict=True), start=1)
        if pair[0] != pair[1]
    )
    field = next(field for field in _NAMES if getattr(level, field) != getattr(other, field))
    return f"level {number}: its {field} would not read back from {name} as it is"


def loss(wanted: Collection, text: str, read: Callable[[str], Collection], name: str) -> list[str]:
    """Return what `text`, written for a collection in the format called `name`, loses when `read` takes it back."""
    try:
        lost = difference(wanted, read(texts.check(text)), name)
    except FormatError as error:
        lost = f"what was written does not read back from {name}: {error}"
    return [lost] if lost else []


def written(
    wanted: Collection, told: list[str], text: Callable[..., str], read: Callable[[str], Collection], name: str
) -> str:
    """Return the text of a collection, in which what is as it was read keeps its text, unless that misleads.

    `text` is called with the collection and ``kept``, whether to keep old text.  Raises FormatError for the first of
    the losses that were `told` without writing, or with what the new text loses.
    """
    if told:
        raise FormatError(told[0])
    found = text(wanted, kept=True)
    if loss(wanted, found, read, name):
        found = text(wanted, kept=False)
        if lost := loss(wanted, found, read, name):
            raise FormatError(lost[0])
    return found
