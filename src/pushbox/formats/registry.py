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
from ..entry_points import entry_points, load
from ..errors import UnsupportedError
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
    return (*reversed(_registered), *_from_packages(), *_OWN)


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
    elif point := _from_packages().get(key):
        format_ = load(point)
    else:
        raise UnsupportedError(f"found the format {key[:40]!r}, expected one of: {', '.join(keys())}")
    if not isinstance(format_, Format) or format_.info.key != key:
        raise UnsupportedError(f"found {format_!r} as the format {key!r}, expected a Format with that key")
    return format_


def _from_packages() -> dict[str, EntryPoint]:
    return {name: point for name, point in entry_points("pushbox.formats").items() if name not in _OWN}
