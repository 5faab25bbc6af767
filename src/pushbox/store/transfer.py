"""Files into a library and out of it: folders of collections, in every format that pushbox knows.

A file becomes a collection of its name, and is one transaction: an import that is interrupted goes on where it was, as
files that have not changed since are left alone.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import sqlalchemy as sa

from .. import formats
from ..errors import PushboxError, StoreError
from ..formats import json, lossy
from ..level import Collection, Level, SavedMoves
from . import collections as shelves
from .collections import Added, CollectionEntry
from .database import Store
from .renewal import renew
from .rows import Duplicate
from .tables import levels, solutions

Status = Literal["added", "changed", "unchanged", "failed"]


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of a file; `collection` is the id of its collection, None where nothing of it could be read.

    `levels` and `solutions` are what it has, `duplicates` those of its levels that were not new, `problems` sentences.
    """

    file: str
    status: Status
    collection: int | None = None
    levels: int = 0
    solutions: int = 0
    duplicates: tuple[Duplicate, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a folder: its files in order, and the files that are of no format's ending."""

    files: tuple[FileReport, ...]
    left_out: tuple[str, ...] = ()

    def count(self, status: Status) -> int:
        """Return how many files ended so."""
        return sum(file.status == status for file in self.files)

    @property
    def levels(self) -> int:
        """How many levels the files have that were added or changed."""
        return sum(file.levels for file in self.files if file.status != "unchanged")

    @property
    def duplicates(self) -> tuple[Duplicate, ...]:
        """The levels that were not new."""
        return tuple(duplicate for file in self.files for duplicate in file.duplicates)

    @property
    def problems(self) -> tuple[str, ...]:
        """Every problem, with its file."""
        return tuple(f"{file.file}: {problem}" for file in self.files for problem in file.problems)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import is: files done, of how many, and what became of the last."""

    done: int
    total: int
    last: FileReport


@dataclass(frozen=True, slots=True)
class Exported:
    """A file that was written, and what its format could not hold of the collection, as sentences.

    There is no file, and there are no levels, where the format could not hold any of it.
    """

    collection: int
    name: str
    file: Path | None
    format: str
    levels: int
    lost: tuple[str, ...] = ()


def import_data(
    store: Store,
    data: str | bytes,
    name: str,
    *,
    owner: str | None = None,
    format: str | None = None,  # noqa: A002
) -> FileReport:
    """Add what a file holds as the collection `name`, or renew that collection where the file has changed.

    A file of which nothing can be read is a report too.  Raises StoreError where the library fails.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    digest = hashlib.sha256(raw).hexdigest()
    known = next(iter(shelves.listing(store, owner=owner or "", name=name)), None)
    if known is not None and known.digest == digest:
        return FileReport(name, "unchanged", known.id, known.levels)
    try:
        collection = formats.read(data, format=format, name=name)
        told = tuple(map(str, collection.problems))
        if not collection.levels:
            return FileReport(name, "failed", problems=told or ("no level in it",))
        if known is None:
            return _reported(name, "added", shelves.add(store, collection, name=name, owner=owner, digest=digest), told)
        return _reported(name, "changed", renew(store, known.id, collection, digest=digest), told)
    except StoreError:
        raise
    except PushboxError as error:
        return FileReport(name, "failed", problems=(str(error),))


def import_file(
    store: Store,
    path: str | os.PathLike[str],
    *,
    owner: str | None = None,
    format: str | None = None,  # noqa: A002
    name: str = "",
) -> FileReport:
    """Add a file as `import_data` does, as the collection `name` or else that of the file's name."""
    name = name or Path(path).name
    try:
        with Path(path).open("rb") as file:
            data = file.read(formats.text.LARGEST + 1)
    except OSError as error:
        return FileReport(name, "failed", problems=(error.strerror or str(error),))
    return import_data(store, data, name, owner=owner, format=format)


def import_folder(
    store: Store,
    path: str | os.PathLike[str],
    *,
    owner: str | None = None,
    format: str | None = None,  # noqa: A002
    watch: Callable[[Progress], object] = lambda _: None,
) -> Report:
    """Add all files of a folder and of those in it whose endings are of a format; links to folders are not followed.

    A collection is named by the file's path in the folder.  `watch` is told after each file.  Raises StoreError where
    there is no such folder, or the library fails.
    """
    folder = Path(path)
    if not folder.is_dir():
        raise StoreError(f"{folder}: found no folder")
    endings = formats.endings()
    found = sorted(_files(folder))
    wanted = [file for file in found if file.suffix.lower() in endings]
    reports: list[FileReport] = []
    for file in wanted:
        reports.append(import_file(store, file, owner=owner, format=format, name=file.relative_to(folder).as_posix()))
        watch(Progress(len(reports), len(wanted), reports[-1]))
    others = set(found).difference(wanted)
    return Report(tuple(reports), tuple(sorted(file.relative_to(folder).as_posix() for file in others)))


def load(store: Store, ident: int, *, viewer: str | None = None) -> Collection:
    """Return a collection with its levels and their solutions, the fewest moves first, then their saved games.

    The solutions are those of everybody for a viewer None, else the library's, those of accounts and the viewer's own.
    Raises NotFound.
    """
    seen = sa.true() if viewer is None else (solutions.c.visitor.in_(("", viewer)) | (solutions.c.account != ""))
    with store.read() as connection:
        shelf = shelves.entry(connection, ident)
        inside = sa.select(levels.c.id).where(levels.c.collection_id == ident)
        query = sa.select(solutions).where(solutions.c.level_id.in_(inside), seen)
        records: dict[int, dict[str, SavedMoves]] = {}
        for row in connection.execute(query.order_by(solutions.c.moves, solutions.c.pushes, solutions.c.id)):
            record = SavedMoves(row.title or row.account, row.text, row.notes)
            records.setdefault(row.level_id, {}).setdefault(row.text, record)
        found = connection.execute(
            sa.select(levels.c.id, levels.c.level).where(levels.c.collection_id == ident).order_by(levels.c.number)
        ).all()
    items = (_with_first(json.decode(text), records.get(level, {}).values()) for level, text in found)
    return Collection(
        tuple(items), title=shelf.title, author=shelf.author, notes=shelf.notes, headers=shelf.keys, format=shelf.format
    )


def export_all(
    store: Store,
    folder: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
    *,
    only: Iterable[int] | None = None,
    watch: Callable[[Exported], object] = lambda _: None,
) -> list[Exported]:
    """Write every collection, or `only` some, as a file into a folder, in a format or else each in its own.

    A format that is asked for may lose something, which is told; the own format of a collection gives way to JSON
    where it would.  Files there of the same name are replaced.  Raises StoreError where a file cannot be written,
    UnsupportedError for a format that there is not.
    """
    if format is not None:
        formats.find(format)
    chosen = None if only is None else set(only)
    taken: set[Path] = set()
    written: list[Exported] = []
    for shelf in shelves.listing(store):
        if chosen is not None and shelf.id not in chosen:
            continue
        written.append(_export(store, shelf, Path(folder), format, taken))
        watch(written[-1])
    return written


def _reported(name: str, status: Status, added: Added, told: tuple[str, ...]) -> FileReport:
    problems = (*told, *added.problems)
    return FileReport(name, status, added.id, added.levels, added.solutions, added.duplicates, problems)


def _export(store: Store, shelf: CollectionEntry, folder: Path, key: str | None, taken: set[Path]) -> Exported:
    collection = load(store, shelf.id)
    key = key or _own_format(collection)
    try:
        reduced = lossy.reduce(collection, key)
    except PushboxError as error:
        return Exported(shelf.id, shelf.name, None, key, 0, (str(error),))
    file = _free(folder, shelf, key, taken)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        formats.write_file(reduced.collection, file, format=key)
    except OSError as error:
        raise StoreError(f"{file}: {error.strerror or error}") from None
    return Exported(shelf.id, shelf.name, file, key, len(reduced.collection.levels), reduced.lost)


def _with_first(level: Level, records: Iterable[SavedMoves]) -> Level:
    return replace(level, saved_moves=(*records, *level.saved_moves))


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and of those in it, the hidden ones left out."""
    for where, inside, names in os.walk(folder):
        inside[:] = [name for name in inside if not name.startswith(".")]
        yield from (Path(where, name) for name in names if not name.startswith("."))


def _own_format(collection: Collection) -> str:
    key = collection.format
    if key in formats.keys() and collection.levels and not lossy.reduce(collection, key).lost:
        return key
    return json.FORMAT.info.key


def _free(folder: Path, shelf: CollectionEntry, key: str, taken: set[Path]) -> Path:
    """Return where a collection is written: its name with the format's ending, and a number where that is taken."""
    info = formats.find(key).info
    parts = [_UNSAFE.sub("_", part).strip(" .") or "_" for part in shelf.name.split("/")]
    path = folder.joinpath(*parts)
    if path.suffix.lower() in formats.endings():
        path = path.with_suffix("")
    ending = next((ending for ending in info.endings if shelf.name.lower().endswith(ending)), info.ending)
    number, free = 1, path.with_name(path.name + ending)
    while free in taken:
        number += 1
        free = path.with_name(f"{path.name} ({number}){ending}")
    taken.add(free)
    return free


_UNSAFE = re.compile(r"[^\w \-.,()'&+!]")
