"""Short forms of values: the fields that say something, and the reprs of messages and of a shell."""

from __future__ import annotations

from functools import lru_cache
from reprlib import Repr
from typing import Any


def set_fields(value: Any) -> dict[str, Any]:
    """Return the fields of a named tuple, by name, without those that are as they are by default."""
    return {
        name: part for (name, default), part in zip(_defaults(value.__class__), value, strict=True) if part != default
    }


@lru_cache(maxsize=256)
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a sort of named tuple with their defaults, for those that have none what equals nothing."""
    return tuple([(name, kind._field_defaults.get(name, _NONE)) for name in kind._fields])


_NONE = object()


def brief_repr(value: Any) -> str:
    """Return the repr of a named tuple without the fields that are as they are by default.

    >>> from pushbox.board import Terrain
    >>> brief_repr(Terrain("goal", number=2))
    "Terrain('goal', number=2)"
    """
    optional = value._field_defaults
    parts = [f"{name}={part!r}" if name in optional else repr(part) for name, part in set_fields(value).items()]
    return f"{type(value).__name__}({', '.join(parts)})"


def abridged(value: object) -> str:
    """Return the repr of a value in one line, the middle of a long one left out.

    >>> abridged("r" * 100)
    "'rrrrrrrrrrrrrrrrrr...rrrrrrrrrrrrrrrrrrr'"
    """
    try:
        return " ".join(_REPR.repr(value).split())
    except ValueError:  # a number of thousands of digits
        return f"a value of type {type(value).__name__} too long to show"


_REPR = Repr()
_REPR.maxstring = _REPR.maxlong = 42
_REPR.maxother = 80
