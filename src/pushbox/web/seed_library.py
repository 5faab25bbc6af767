"""The levels that pushbox brings along, in the library from a server's first start on."""

from __future__ import annotations

from .. import levels
from ..store import Store, transfer


def seed_library(library: Store) -> None:
    """Add the shipped collections that the library does not have, and renew those that have changed."""
    for name in levels.names():
        transfer.import_file(library, levels.path(name), name=name)
