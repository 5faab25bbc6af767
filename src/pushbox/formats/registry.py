"""Which formats there are; a format's module is imported when the format is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from ..errors import UnsupportedError
from .api import Format

# In the order of detection: a text is of the first format that recognises it, and XSB recognises all that is left.
_MODULES = {
    "ssx": "ssx",
    "slc": "slc",
    "json": "json",
    "mf8": "mf8",
    "sokoplayer": "sokoplayer",
    "hanano": "hanano",
    "crossoban": "crossoban",
    "console": "console",
    "elm": "elm",
    "letslogic": "letslogic",
    "blockage": "blockage",
    "falcon": "falcon",
    "plus": "plus",
    "ksokoban": "ksokoban",
    "sok": "sok",
    "rle": "rle",
    "xsb": "xsb",
}


def keys() -> tuple[str, ...]:
    """Return the keys of the formats that there are, in the order of detection."""
    return tuple(_MODULES)


@cache
def find(key: str) -> Format:
    """Return the format with a key.  Raises UnsupportedError for a key that is not registered."""
    if module := _MODULES.get(key):
        return cast(Format, import_module(f".{module}", __package__))
    known = ", ".join(keys())
    raise UnsupportedError(f"found the format {key[:40]!r}, expected one of: {known}")
