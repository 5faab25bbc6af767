"""The levels that pushbox brings along, made for it and each shipped with a solution that the tests replay.

A collection is one file, in any format whose ending its name has.  Those in this folder teach; those in `packs` are
puzzles: the campaign of Sokoban and a pack for each other game, written by `scripts/make_levels.py`.
"""

from __future__ import annotations

from pathlib import Path

from .. import formats
from ..arguments import check_text
from ..errors import PushboxError
from ..level import Collection
from ..sentence import suggestion

_FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """Return the names of the collections: lessons first, then packs of puzzles, each in alphabetical order."""
    return tuple(_files())


def builtin(name: str) -> Collection:
    """Return the collection of a name.  Raises PushboxError for a name that does not exist.

    >>> builtin("lessons")[0]
    <Level 'First push': sokoban, 7 x 3, 1 pusher, 1 box>
    """
    return formats.read_file(path(name))


def path(name: str) -> Path:
    """Return the file of a collection.  Raises PushboxError for a name that does not exist."""
    check_text("name", name, "the name of a collection, such as 'lessons'")
    if (file := _files().get(name)) is None:
        close = suggestion(name, names(), "builtin:")
        teaching = ", ".join(f"builtin:{known}" for known, path in _files().items() if path.parent == _FOLDER)
        raise PushboxError.said("unknown-builtin", name=name[:40], close=close, known=teaching)
    return file


def _files() -> dict[str, Path]:
    folders, endings = (_FOLDER, _FOLDER / "packs"), formats.endings()
    return {path.stem: path for folder in folders for path in sorted(folder.iterdir()) if path.suffix in endings}
