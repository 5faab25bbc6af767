"""Contributions of installed packages to pushbox, by entry points of its groups, such as ``pushbox.formats``.

The files of entry points beside the packages tell whether a package has any: `importlib.metadata`, which knows more,
takes longer to import than pushbox does.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import PushboxError, UnsupportedError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def all_entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group in the order of their names, which may be those of several packages."""
    if not _is_mentioned(group):
        return ()
    from importlib import metadata

    return tuple(sorted(metadata.entry_points(group=group), key=lambda point: (point.name, package_of(point))))


@cache
def entry_points(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, in that order.  The first of two packages keeps a name of both."""
    points: dict[str, EntryPoint] = {}
    for point in all_entry_points(group):
        points.setdefault(point.name, point)
    return points


def package_of(point: EntryPoint) -> str:
    """Return the name of the package that an entry point belongs to."""
    return point.dist.name if point.dist else point.value


def load(point: EntryPoint) -> object:
    """Load an entry point. Raises UnsupportedError if its package is broken."""
    try:
        return point.load()
    except PushboxError:
        raise
    except Exception as error:  # whatever the module of a stranger raises
        package = package_of(point)
        raise UnsupportedError.said("package-broken", name=point.name, package=package, error=str(error)) from error


def _is_mentioned(group: str) -> bool:
    """Return whether a package may have entry points of a group. O(packages)."""
    header = f"[{group}]".encode()
    try:
        for folder in map(Path, sys.path):
            if folder.is_file():
                return True  # an archive, which only importlib.metadata looks into
            if any(header in file.read_bytes() for file in folder.glob("*.*-info/entry_points.txt")):
                return True
    except OSError:
        return True  # importlib.metadata knows what to do
    return False
