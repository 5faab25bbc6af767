"""What levels and collections say beside the board, in formats that hold little of it."""

from __future__ import annotations

from collections.abc import Iterator

from ...level import Collection, Level
from ..xsb.dialect import sokoban_or_multiban

_NOUNS = {
    "title": "a title", "author": "an author", "notes": "notes", "headers": "keys or comments", "options": "options",
    "saved_moves": "solutions or saved games",
}  # fmt: skip


def losses(level: Level, name: str, *holds: str, game: str = "") -> Iterator[str]:
    """Yield a sentence for each field of a level, besides those that the format called `name` `holds`, that is in use.

    The game has to be `game`, or else that of a plain board.
    """
    implied = game or sokoban_or_multiban(level.board)
    if level.game != implied:
        yield f"found the game {level.game}, expected {implied}, as {name} names no game"
    for field, noun in _NOUNS.items():
        if field not in holds and getattr(level, field):
            yield f"found {noun}, which {name} cannot hold"


def collection_losses(collection: Collection, name: str, *holds: str) -> Iterator[str]:
    """Yield a sentence for each field of a collection, besides those that the format `holds`, that is in use."""
    if not collection.levels:
        yield "found no level, expected at least one"
    for field in ("title", "author", "notes", "headers"):
        if field not in holds and getattr(collection, field):
            yield f"found {_NOUNS[field]} of the collection, which {name} cannot hold"
