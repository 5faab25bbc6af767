"""The library: collections, levels of any game, solutions and plays, in SQLite or PostgreSQL.

::

    with store.open() as library:
        added = store.collections.add(library, pushbox.read_file("my.xsb"), name="my.xsb")
        page = store.levels.search(library, text="microban", boxes=(1, 4))

Every function takes the open library first and is one transaction, but for those that write many levels: they do so in
turns, between which others write.  No solution is kept that the rules of its game have not replayed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .database import Store
from .database import connect as open  # noqa: A004

if TYPE_CHECKING:
    from . import (
        accounts,
        campaign,
        class_results,
        classes,
        collections,
        comments,
        draft_links,
        dump,
        follows,
        imports,
        levels,
        login_failures,
        milestones,
        near,
        opinions,
        player_ratings,
        plays,
        profiles,
        puzzles,
        ratings,
        recovery_codes,
        rooms,
        sessions,
        solutions,
        storms,
        studies,
        summaries,
        tokens,
        unsolvable,
        versions,
    )

__all__ = [
    "Store",
    "accounts",
    "campaign",
    "class_results",
    "classes",
    "collections",
    "comments",
    "draft_links",
    "dump",
    "follows",
    "imports",
    "levels",
    "login_failures",
    "milestones",
    "near",
    "open",
    "opinions",
    "player_ratings",
    "plays",
    "profiles",
    "puzzles",
    "ratings",
    "recovery_codes",
    "rooms",
    "sessions",
    "solutions",
    "storms",
    "studies",
    "summaries",
    "tokens",
    "unsolvable",
    "versions",
]


def __getattr__(name: str) -> object:
    """Import a module of the library when it is first used: most programs use a few of them."""
    if name in __all__:
        return import_module(f".{name}", __name__)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
