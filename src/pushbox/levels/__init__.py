"""The levels that pushbox brings along, made for it and each shipped with a solution that the tests replay."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from ..errors import PushboxError

_FOLDER = Path(str(files(__name__)))


def names() -> tuple[str, ...]:
    """Return the names of the collections, in alphabetical order."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.xsb")))


def path(name: str) -> Path:
    """Return the file of a collection.  Raises PushboxError for a name that there is not."""
    if name not in names():
        raise PushboxError(f"found builtin:{name[:40]}, expected one of: {', '.join(f'builtin:{n}' for n in names())}")
    return _FOLDER / f"{name}.xsb"
