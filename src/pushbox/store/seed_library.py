"""The levels that pushbox brings along, in the library from the first start of a server or of the terminal game on."""

from __future__ import annotations

import hashlib
from contextlib import suppress

from .. import formats, levels
from ..errors import Conflict
from . import collections, solutions, transfer
from .database import Store
from .reimport import regroup

_PROVEN = {
    "Fewest pushes": "pushes",
    "Fewest moves": "moves",
}  # what solutions of the packs are called, which tests prove


def seed_library(library: Store) -> None:
    """Add the missing shipped collections, and update those that have changed.

    A level that has moved from one of them to another keeps its id, plays and solutions.
    """
    paths = {name: levels.path(name) for name in levels.names()}
    digests = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in paths.items()}
    known = {entry.name: entry for entry in collections.listing(library, owner="") if entry.name in paths}
    changed = [entry for entry in known.values() if entry.digest != digests[entry.name]]
    if changed:
        regroup(library, {entry.id: formats.read_file(paths[entry.name]) for entry in changed})
    for name, path in paths.items():
        with suppress(Conflict):  # another program that starts at the same time was first
            transfer.import_file(library, path, name=name)
    packs = {name for name, path in paths.items() if path.parent.name == "packs"}
    seeded = [entry.id for entry in collections.listing(library, owner="") if entry.name in packs]
    solutions.mark_shipped(library, seeded, _PROVEN)
