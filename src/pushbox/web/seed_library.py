"""The levels that pushbox brings along, in the library from a server's first start on."""

from __future__ import annotations

from contextlib import suppress

from .. import levels
from ..errors import Conflict
from ..store import Store, transfer


def seed_library(library: Store) -> None:
    """Add the shipped collections that the library does not have, and renew those that have changed."""
    for name in levels.names():
        with suppress(Conflict):  # another server that starts at the same time was first
            transfer.import_file(library, levels.path(name), name=name)
