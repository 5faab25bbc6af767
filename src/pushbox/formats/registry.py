"""Which formats there are: those of pushbox, those of installed packages, and those that a program registers.

A format's module is imported when the format is first asked for.  A package brings a format by an entry point of the
group ``pushbox.formats``, whose name is the format's key and whose value is its `Format`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ..arguments import check_text, check_type
from ..errors import PushboxError, UnsupportedError
from .api import Format

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# In the order of detection: a text is of the first format that recognises it, and XSB recognises all that is left.
_OWN = (
    "ssx", "slc", "json", "mf8", "sokoplayer", "hanano", "crossoban", "console", "elm", "letslogic", "blockage",
    "falcon", "plus", "ksokoban", "sok", "rle", "xsb",
)  # fmt: skip
_KEY = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_registered: dict[str, Format] = {}


def keys() -> tuple[str, ...]:
    """Return the keys of the formats that there are, in the order of detection: the newest registered ones first."""
    return (*reversed(_registered), *_entry_points(), *_OWN)


def find(key: str) -> Format:
    """Return the format with a key.  Raises UnsupportedError for a key that is not registered."""
    check_text("format", key, "the key of a format, such as 'xsb'")
    return _registered.get(key) or _load(key)


def register(format_: Format) -> None:
    """Add a format, so that files are read, detected, written and converted in it.

    Raises UnsupportedError where its key is no short word, or is taken.
    """
    check_type("format_", format_, Format, "a Format")
    key = format_.info.key
    if not _KEY.fullmatch(key):
        raise UnsupportedError(f"found the key {key[:40]!r} of a format, expected letters, digits, - and _")
    if key in keys():
        raise UnsupportedError(f"found a second format with the key {key!r}, expected another key")
    _registered[key] = format_


def unregister(key: str) -> None:
    """Remove a format that was added by `register`.  Raises UnsupportedError where there is none with this key."""
    if _registered.pop(key, None) is None:
        raise UnsupportedError(f"found the key {key[:40]!r}, expected that of a registered format")


@cache
def _load(key: str) -> Format:
    if key in _OWN:
        format_ = import_module(f".{key}", __package__).FORMAT
    elif entry_point := _entry_points().get(key):
        try:
            format_ = entry_point.load()
        except PushboxError:
            raise
        except Exception as error:  # whatever the module of a stranger raises
            message = f"the format {key!r} of the package {_package(entry_point)} cannot be loaded: {error}"
            raise UnsupportedError(message) from error
    else:
        raise UnsupportedError(f"found the format {key[:40]!r}, expected one of: {', '.join(keys())}")
    if not isinstance(format_, Format) or format_.info.key != key:
        raise UnsupportedError(f"found {format_!r} as the format {key!r}, expected a Format with that key")
    return format_


@cache
def _entry_points() -> dict[str, EntryPoint]:
    from importlib import metadata  # which takes longer to import than a small file to read

    points = {point.name: point for point in metadata.entry_points(group="pushbox.formats")}
    return {name: point for name, point in sorted(points.items()) if name not in _OWN}


def _package(entry_point: EntryPoint) -> str:
    return entry_point.dist.name if entry_point.dist else entry_point.value
