"""The levels that pushbox brings along, in the library from the first start of a server or of the terminal game on."""

from __future__ import annotations

from contextlib import suppress

from .. import levels
from ..errors import Conflict
from . import transfer
from .database import Store


def seed_library(library: Store) -> None:
    """Add the missing shipped collections, and update those that have changed."""
    for name in levels.names():
        with suppress(Conflict):  # another program that starts at the same time was first
            transfer.import_file(library, levels.path(name), name=name)
