"""Files into a library and out of it: folders of collections, in every format that pushbox knows.

A file becomes a collection of its name, as a whole or not at all: an import that is interrupted goes on where it was,
as files that have not changed since are left alone.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict

import sqlalchemy as sa

from .. import formats
from ..errors import FormatError, PushboxError, StoreError, naming, why_of
from ..formats import collected, json, lossy
from ..level import Collection, Level, SavedMoves
from ..sentence import located, say
from . import collections as collection_store
from .collections import Added, CollectionEntry
from .database import Store
from .reimport import reimport
from .rows import Duplicate
from .tables import levels, solutions

Status = Literal["added", "changed", "unchanged", "failed"]


@dataclass(frozen=True, slots=True)
class FileReport:
    """The result of a file's import; `collection` is an id, None where nothing of the file could be read.

    `levels` and `solutions` are counts, `duplicates` those of its levels that were not new, `problems` sentences.
    """

    file: str
    status: Status
    collection: int | None = None
    levels: int = 0
    solutions: int = 0
    duplicates: tuple[Duplicate, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of a folder's import: its files in order, and the `skipped` files, which are of no format's ending."""

    files: tuple[FileReport, ...]
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """The progress of an import: files done, files in all, and the result of the last one."""

    done: int
    total: int
    last: FileReport


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A written file, with sentences for everything its format could not hold.

    `file` is None, with 0 levels, if the format could not hold any of it.
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
    encoding: str | None = None,
    symbols: str | None = None,
    on_progress: Callable[[int, int], object] = lambda *_: None,
) -> FileReport:
    """Add the levels of a file as the collection `name`, or update that collection if the file has changed.

    `on_progress` gets the levels prepared and the levels of the file; where it raises, nothing of the file is kept. An
    unreadable file is reported in the result. Raises StoreError if the library fails.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    digest = hashlib.sha256(raw).hexdigest()
    existing = next(iter(collection_store.listing(store, owner=owner or "", name=name)), None)
    if existing is not None and existing.digest == digest:
        return FileReport(name, "unchanged", existing.id, existing.levels)
    try:
        collection = formats.read(data, format=format, name=name, encoding=encoding, symbols=symbols)
        problems = tuple(map(str, collection.problems))
        total = len(collection.levels)
        if not total:
            return FileReport(name, "failed", problems=problems or (say("no-level-in-it"),))
        about: _About = {"digest": digest, "on_progress": lambda done: on_progress(done, total)}
        if existing is None:
            added = collection_store.add(store, collection, name=name, owner=owner, **about)
            return _report(name, "added", added, problems)
        return _report(name, "changed", reimport(store, existing.id, collection, **about), problems)
    except StoreError:
        raise
    except PushboxError as error:
        return FileReport(name, "failed", problems=(str(error),))


class _About(TypedDict):
    """What both ways to write a collection take beside it."""

    digest: str
    on_progress: Callable[[int], object]


def import_file(
    store: Store,
    path: str | os.PathLike[str],
    *,
    owner: str | None = None,
    format: str | None = None,  # noqa: A002
    encoding: str | None = None,
    symbols: str | None = None,
    name: str = "",
    on_progress: Callable[[int, int], object] = lambda *_: None,
) -> FileReport:
    r"""Add a file as `import_data` does, by default under the file's name.

    A file whose name is not UTF-8 fails; its report has escapes such as ``\xff``.
    """
    name = name or Path(path).name
    if (shown := _as_utf8(name)) != name:
        return FileReport(shown, "failed", problems=(say("name-not-utf-8"),))
    try:
        with Path(path).open("rb") as file:
            data = file.read(formats.text.LARGEST + 1)
    except OSError as error:
        return FileReport(name, "failed", problems=(why_of(error),))
    about: _Reading = {
        "owner": owner, "format": format, "encoding": encoding, "symbols": symbols, "on_progress": on_progress
    }  # fmt: skip
    return import_data(store, data, name, **about)


def import_folder(
    store: Store,
    path: str | os.PathLike[str],
    *,
    owner: str | None = None,
    format: str | None = None,  # noqa: A002
    on_progress: Callable[[ImportProgress], object] = lambda _: None,
) -> ImportReport:
    """Add all files of a folder, those in it and archives, of a format's ending; links to folders are not followed.

    A collection is named by the file's path in the folder.  `on_progress` is called after each file.  Raises
    StoreError for a folder that does not exist, or where the library fails.
    """
    found = files_of(path)
    reports: list[FileReport] = []
    for name, file in found.files.items():
        reports.append(import_source(store, file, owner=owner, format=format, name=name))
        on_progress(ImportProgress(len(reports), len(found.files), reports[-1]))
    return ImportReport(tuple(reports), found.skipped)


def import_source(
    store: Store,
    source: Path | bytes,
    *,
    owner: str | None = None,
    format: str | None = None,  # noqa: A002
    encoding: str | None = None,
    symbols: str | None = None,
    name: str,
    on_progress: Callable[[int, int], object] = lambda *_: None,
) -> FileReport:
    """Add a file by its path or its bytes, as `import_file` and `import_data` do."""
    about: _Reading = {
        "owner": owner, "format": format, "encoding": encoding, "symbols": symbols, "on_progress": on_progress
    }  # fmt: skip
    if isinstance(source, Path):
        return import_file(store, source, name=name, **about)
    return import_data(store, source, name, **about)


class _Reading(TypedDict):
    """What both ways to add a file take beside it."""

    owner: str | None
    format: str | None
    encoding: str | None
    symbols: str | None
    on_progress: Callable[[int, int], object]


class FolderFiles(NamedTuple):
    """The `files` that are of a format's ending, by their paths, and the paths of all others.

    A file in an archive has a path as if this were a folder, and is its bytes.
    """

    files: dict[str, Path | bytes]
    skipped: tuple[str, ...]


def files_of(path: str | os.PathLike[str]) -> FolderFiles:
    """Return the files that `import_folder` adds, in order.  Raises StoreError for a folder that does not exist."""
    folder = Path(path)
    if not folder.is_dir():
        raise StoreError(located(folder, say("no-folder")))
    endings = formats.endings()
    names = {file.relative_to(folder).as_posix(): file for file in sorted(_walk_files(folder))}
    files: dict[str, Path | bytes] = {}
    skipped: list[str] = []
    for name, file in names.items():
        suffix = file.suffix.lower()
        if suffix in formats.archives.ENDINGS:
            inside = files_of_archive(file, name)
            files |= inside.files
            skipped += inside.skipped
        elif suffix in endings:
            files[name] = file
        else:
            skipped.append(_as_utf8(name))
    return FolderFiles(files, tuple(sorted(skipped)))


def files_of_archive(file: Path, name: str) -> FolderFiles:
    """Return the files in an archive, or the file itself where it is none or cannot be unpacked: adding it says why."""
    try:
        with file.open("rb") as opened:
            data = opened.read(formats.text.LARGEST + 1)
        if not formats.archives.kind(data):
            return FolderFiles({name: file}, ())
        chosen, others = collected.choose(formats.archives.files(data, name))
    except (OSError, FormatError):
        return FolderFiles({name: file}, ())
    return FolderFiles(
        {f"{name}/{one.name}": one.data for one in chosen}, tuple(f"{name}/{one.name}" for one in others)
    )


def load(store: Store, ident: int, *, viewer: str | None = None) -> Collection:
    """Return a collection with its levels and their solutions, the fewest moves first, then their saved games.

    The solutions are those of everybody for a viewer None, else the library's, those of accounts and the viewer's own.
    Raises NotFound.
    """
    visible = sa.true() if viewer is None else (solutions.c.visitor.in_(("", viewer)) | (solutions.c.account != ""))
    with store.read() as connection:
        entry = collection_store.fetch(connection, ident)
        inside = sa.select(levels.c.id).where(levels.c.collection_id == ident)
        query = sa.select(solutions).where(solutions.c.level_id.in_(inside), visible)
        saved_moves: dict[int, dict[str, SavedMoves]] = {}
        for row in connection.execute(query.order_by(solutions.c.moves, solutions.c.pushes, solutions.c.id)):
            saved = SavedMoves(row.title or row.account, row.text, row.notes)
            saved_moves.setdefault(row.level_id, {}).setdefault(row.text, saved)
        rows = connection.execute(
            sa.select(levels.c.id, levels.c.level).where(levels.c.collection_id == ident).order_by(levels.c.number)
        ).all()
    items: list[Level] = []
    for level_id, text in rows:
        level = json.decode(text)
        items.append(replace(level, saved_moves=(*saved_moves.get(level_id, {}).values(), *level.saved_moves)))
    return Collection(
        tuple(items), title=entry.title, author=entry.author, notes=entry.notes, headers=entry.keys, format=entry.format
    )


def export_all(
    store: Store,
    folder: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
    *,
    only: Iterable[int] | None = None,
    on_progress: Callable[[int, int], object] = lambda *_: None,
) -> list[ExportedFile]:
    """Write every collection, or those in `only`, as a file into a folder, in a given format or each in its own.

    A given `format` may lose something, which is reported; without one, a collection is written as JSON if its own
    format would lose something. Files of the same name are replaced. `on_progress` gets the collections written and the
    collections to write. Raises StoreError if a file cannot be written, UnsupportedError for an unknown format.
    """
    if format is not None:
        formats.find(format)
    entries = collection_store.listing(store)
    if only is not None:
        wanted = set(only)
        entries = [entry for entry in entries if entry.id in wanted]
    taken: set[Path] = set()
    written: list[ExportedFile] = []
    for entry in entries:
        written.append(_export(store, entry, Path(folder), format, taken))
        on_progress(len(written), len(entries))
    return written


def _report(name: str, status: Status, added: Added, problems: tuple[str, ...]) -> FileReport:
    problems = (*problems, *added.problems)
    return FileReport(name, status, added.id, added.levels, added.solutions, added.duplicates, problems)


def _export(store: Store, entry: CollectionEntry, folder: Path, key: str | None, taken: set[Path]) -> ExportedFile:
    collection = load(store, entry.id)
    wanted = key or json.FORMAT.info.key
    try:
        reduced = (None if key else _in_own_format(collection)) or lossy.reduce(collection, wanted)
    except PushboxError as error:
        return ExportedFile(entry.id, entry.name, None, wanted, 0, (str(error),))
    written = reduced.collection
    file = _free_path(folder, entry, written.format, taken)
    with naming(file, OSError, kind=StoreError):
        file.parent.mkdir(parents=True, exist_ok=True)
        formats.write_text(file, reduced.text)
    return ExportedFile(entry.id, entry.name, file, written.format, len(written.levels), reduced.lost)


def _in_own_format(collection: Collection) -> lossy.Reduced | None:
    """Return a collection in the format that it came in, None where that cannot hold all of it."""
    key = collection.format
    if key not in formats.keys() or not collection.levels:
        return None
    reduced = lossy.reduce(collection, key)
    return None if reduced.lost else reduced


def _as_utf8(name: str) -> str:
    """Return the name of a file, with escapes for bytes that are not UTF-8."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _walk_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and of those in it, the hidden ones left out."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(parent, name) for name in names if not name.startswith("."))


def _free_path(folder: Path, entry: CollectionEntry, key: str, taken: set[Path]) -> Path:
    """Return the path for a collection: its name with the format's ending, numbered if it is taken."""
    info = formats.find(key).info
    parts = [_UNSAFE.sub("_", part).strip(" .") or "_" for part in entry.name.split("/")]
    path = folder.joinpath(*parts)
    if path.suffix.lower() in formats.endings():
        path = path.with_suffix("")
    ending = next((ending for ending in info.endings if entry.name.lower().endswith(ending)), info.ending)
    number, free = 1, path.with_name(path.name + ending)
    while free in taken:
        number += 1
        free = path.with_name(f"{path.name} ({number}){ending}")
    taken.add(free)
    return free


_UNSAFE = re.compile(r"[^\w \-.,()'&+!]")
