"""Levels by their addresses: those that pushbox brings along, and those of the user's library."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from .. import levels as shipped
from ..errors import PushboxError
from ..formats import losses, read, write
from ..level import Collection, Level
from .bounds import MAX_ALL_CELLS, MAX_TEXT, check_board

if TYPE_CHECKING:
    from ..store import Store

BUILTIN = "level://builtin/{collection}/{number}"
LIBRARY = "level://library/{level}"

_ADDRESS = re.compile(r"\s*level://(?:builtin/([\w-]{1,60})(?:/([0-9]{1,6}))?|library/([0-9]{1,15}))\s*")


class Levels:
    """The levels that tools can name; `database` is the URL of the library, by default that of this user."""

    def __init__(self, database: str | None = None) -> None:
        self._database = database

    @cached_property
    def library(self) -> Store:
        """The library, which is opened when it is first asked for.  Raises StoreError."""
        from .. import store  # which takes as long to import as half of all else

        return store.open(self._database)

    def find(self, text: str, number: int = 1) -> Level:
        """Return a level by its address, or by its number in a text or a collection; its board is of a size to play.

        Raises PushboxError with a sentence for what is no level.
        """
        match = _ADDRESS.fullmatch(text)
        if match is None:
            if text.lstrip().startswith("level://"):
                raise PushboxError.said("unknown-address", address=text.strip()[:60])
            level = _numbered(read_text(text), number)
        elif match[3]:
            from ..store.levels import get

            level = get(self.library, int(match[3])).level
        else:
            level = _numbered(collection_named(match[1]), int(match[2] or number))
        check_board(level.board)
        return level


@lru_cache(64)
def collection_named(name: str) -> Collection:
    """Return a collection that pushbox brings along.  Raises PushboxError for an unknown name."""
    return shipped.builtin(name)


def read_text(text: str, format: str = "") -> Collection:  # noqa: A002  # as in `pushbox.read`
    """Read levels from a text in any format, or in the one that is named.

    Raises PushboxError for a text that is too long, that has too many cells, or in which nothing can be read.
    """
    PushboxError.beyond(MAX_TEXT, len(text), "many-characters")
    collection = read(text, format=format or None)
    PushboxError.beyond(MAX_ALL_CELLS, sum(len(level.board.terrain) for level in collection.levels), "many-cells")
    return collection


def level_text(level: Level) -> str:
    """Return a level as a text that tools read again: XSB, or JSON where that holds more."""
    return write(level, "json" if losses(level, "xsb") else "xsb")


def _numbered(collection: Collection, number: int) -> Level:
    if not collection.levels:
        problem = next(iter(collection.problems), None)
        raise PushboxError(str(problem)) if problem else PushboxError.said("no-level-found")
    if not 1 <= number <= len(collection):
        raise PushboxError.said("no-level-number", number=number, count=len(collection))
    return collection.levels[number - 1]
