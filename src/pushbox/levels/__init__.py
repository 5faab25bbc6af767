"""The levels that pushbox brings along, made for it and each shipped with a solution that the tests replay.

A collection is one file, in any format whose ending its name has.  Those in this folder teach; those in `packs` are
puzzles: the campaign of Sokoban and a pack for each other game, written by `scripts/make_levels.py`.  The name of a
game stands for its lessons, and ``campaign`` for all its chapters in a row.
"""

from __future__ import annotations

import re
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from .. import formats
from ..arguments import check_text
from ..errors import PushboxError
from ..level import Collection
from ..sentence import suggestion

_FOLDER = Path(__file__).parent
_ALIASES = {"sokoban": "lessons"}
_SERIES = {"campaign": "Campaign"}  # the titles of collections whose chapters are files


class Builtin(NamedTuple):
    """A collection that pushbox brings along; `other_names` stand for it too."""

    name: str
    collection: Collection
    kind: Literal["lessons", "puzzles"]
    other_names: tuple[str, ...] = ()

    @property
    def games(self) -> tuple[str, ...]:
        """The keys of the games of its levels, in order of their first level."""
        return tuple(dict.fromkeys(level.game for level in self.collection))


def names() -> tuple[str, ...]:
    """Return the names of the collections: lessons first, then packs of puzzles, each in alphabetical order."""
    return tuple(_files())


def series() -> tuple[str, ...]:
    """Return the names that stand for several collections in a row."""
    return tuple(_SERIES)


def catalogue() -> list[Builtin]:
    """Return every collection: lessons, the series, and the packs, of which a series has its chapters."""
    files = _files()
    teaching = [name for name, file in files.items() if file.parent == _FOLDER]
    packs = [name for name in files if name not in teaching]
    found = []
    for name in (*teaching, *_SERIES, *packs):
        others = tuple(alias for alias, of in _ALIASES.items() if of == name)
        found.append(Builtin(name, builtin(name), "lessons" if name in teaching else "puzzles", others))
    return found


def builtin(name: str) -> Collection:
    """Return the collection of a name.  Raises PushboxError for a name that does not exist.

    >>> builtin("lessons")[0]
    <Level 'First push': sokoban, 7 x 3, 1 pusher, 1 box>
    """
    _check_name(name)
    if name not in _SERIES:
        return formats.read_file(path(name))
    chapters = [formats.read_file(file) for chapter, file in _files().items() if chapter.startswith(f"{name}-")]
    levels = tuple(chain.from_iterable(chapters))
    return Collection(levels, title=_SERIES[name], author=chapters[0].author, format=chapters[0].format)


def source(name: str) -> Path | BinaryIO:
    """Return the file of a collection, or that of a series as it would be.  Raises PushboxError for an unknown name."""
    _check_name(name)
    if name not in _SERIES:
        return path(name)
    chapters = builtin(name)
    return BytesIO(formats.write(chapters, chapters.format).encode())


def path(name: str) -> Path:
    """Return the file of a collection.  Raises PushboxError for a name that does not exist.

    >>> path("campaign-1") == path("campaign-01")
    True
    """
    _check_name(name)
    files = _files()
    if (file := files.get(_file_of(name))) is None:
        close = similar(name)
        teaching = ", ".join(f"builtin:{known}" for known, path in files.items() if path.parent == _FOLDER)
        raise PushboxError.said("unknown-builtin", name=name[:40], close=close, known=teaching)
    return file


def similar(name: str) -> str:
    """Suggest the collection of a name, or of one close to it, as a question; return nothing if there is none."""
    known = (*names(), *_ALIASES, *_SERIES)
    return suggestion(name, [name] if _file_of(name) in known or name in _SERIES else known, "builtin:")


def _file_of(name: str) -> str:
    """Return the name under which a collection would be kept: chapters have two digits, which people leave out."""
    return _ALIASES.get(name, re.sub(r"-(\d)$", r"-0\1", name))


def _check_name(name: object) -> None:
    check_text("name", name, "the name of a collection, such as 'lessons'")


def _files() -> dict[str, Path]:
    folders, endings = (_FOLDER, _FOLDER / "packs"), formats.endings()
    return {path.stem: path for folder in folders for path in sorted(folder.iterdir()) if path.suffix in endings}
