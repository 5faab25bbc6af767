"""The registry of formats; a package adds one by an entry point of the group ``pushbox.formats``."""

from __future__ import annotations

from ..registry import Registry
from .api import Format

# In the order of detection: a text is of the first format that recognises it, and XSB recognises all that is left.
_OWN = (
    "ssx", "slc", "json", "pddl", "mf8", "pusher", "sokoplayer", "hanano", "crossoban", "console", "elm", "letslogic",
    "blockage", "falcon", "plus", "ksokoban", "sok", "rle", "xsb",
)  # fmt: skip

FORMATS: Registry[Format] = Registry(
    "format",
    "xsb",
    Format,  # type: ignore[type-abstract]  # what it holds are instances
    {key: f"pushbox.formats.{key}:FORMAT" for key in _OWN},
    "pushbox.formats",
    lambda format_: format_.info.key,
)
find = FORMATS.find
register = FORMATS.register
unregister = FORMATS.unregister


def keys() -> tuple[str, ...]:
    """Return the keys of all formats in the order of detection: the newest registered ones first."""
    return (*reversed(FORMATS.registered), *FORMATS.brought, *FORMATS.own)
