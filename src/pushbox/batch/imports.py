"""The tasks that import levels: one file as a collection, or several files, of which some may not be readable.

An import is kept whole, or nothing of it where it fails or is stopped.  A payload names the library by its
``database`` URL, the ``owner``, and how many seconds another writer is waited for (``busy_timeout``).  Levels of more
than ``side`` columns or rows, or with longer texts than ``texts`` allow, are left out; more than ``most`` levels are
refused.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from .. import formats
from ..errors import PushboxError
from ..extras import requiring
from ..formats import bounds, collected
from ..level import Collection, Problem
from ..sentence import counted, located, say
from .api import Failed, Fields
from .payload import Payload, value_of

if TYPE_CHECKING:
    from ..store.collections import Added

Progress = Callable[[Fields], bool]  # takes the progress, and returns whether to stop

LONGEST_NAME = 120  # characters of the name of a collection
_MAX_REPORTED = 200  # problems, and duplicates, of an import


class ReadFile(NamedTuple):
    """A file of levels: the place of its source among those that were given, its name, and its levels or the error."""

    source: int
    name: str
    collection: Collection
    error: PushboxError | None = None

    @property
    def title(self) -> str:
        """The name of a collection of these levels: their title, else the name of the file without its ending."""
        return (self.collection.title.strip() or PurePath(self.name).stem)[:LONGEST_NAME].strip() or "levels"

    @property
    def problem(self) -> Problem:
        """The error as a problem of the text."""
        line, column = getattr(self.error, "line", 0), getattr(self.error, "column", 0)
        return Problem(line, column, "error", getattr(self.error, "message", str(self.error)))


def read_files(files: Iterable[Payload], side: int | None, texts: bounds.TextBounds) -> Iterator[ReadFile]:
    """Read files, each a payload as `import_file` takes it; an archive is all files of levels in it."""
    for source, file in enumerate(files):
        name = value_of(file, "name", str)
        try:
            members = collected.members(_content(file), name)
        except PushboxError as error:
            yield ReadFile(source, name, Collection(), error)
            continue
        for inner, content in members:
            try:
                collection = _kept(_read(content, inner, file), side, texts)
            except PushboxError as error:
                yield ReadFile(source, inner, Collection(), error)
            else:
                yield ReadFile(source, inner, collection)


def import_file(payload: Payload, progress: Progress) -> Fields:
    """Keep the levels of a ``text`` as the collection ``name``.

    In place of a text there may be ``data``, the bytes of a file in Base64. It is in a ``format`` and an ``encoding``,
    with ``symbols``, or else in those that are found.
    """
    name = value_of(payload, "name", str)
    collection = _kept(_read(_content(payload), name, payload), *_bounds(payload))
    (added,) = _add(payload, [(name, collection)], progress)
    return {"status": "done"} | import_result(collection, added)


def import_files(payload: Payload, progress: Progress) -> Fields:
    """Keep the levels of ``files`` as the collection ``name``, or where that is None as a collection for each file.

    A file that cannot be read is a problem that names it; PushboxError is raised where none can.  A name that the owner
    has already gets a number; more than ``most_collections`` are refused.
    """
    files = [*read_files(value_of(payload, "files", list), *_bounds(payload))]
    readable = [file for file in files if file.error is None]
    if not readable:
        raise _no_level_kept([_in_file(file, file.problem) for file in files[:1]])
    name = value_of(payload, "name", str, "")
    if name:
        joined = collected.join([(file.name, file.collection) for file in readable])
        named = [(name, replace(joined, title=""))]  # that of one file is not that of all
    else:
        named = [(file.title, file.collection) for file in readable]
    most = value_of(payload, "most_collections", int, len(named))
    if len(named) > most:
        raise Failed(say("levels-at-most", levels=counted(len(named), "collection"), most=most), "levels")
    added = _add(payload, named, progress, numbered=True)
    problems = [_in_file(file, found) for file in files for found in (*file.collection.problems, *_errors(file))]
    return {
        "status": "done",
        "collections": [one.id for one in added],
        "levels": sum(one.levels for one in added),
        "solutions": sum(one.solutions for one in added),
        "problems": [problem._asdict() for problem in problems[:_MAX_REPORTED]],
    }


def import_result(collection: Collection, added: Added) -> Fields:
    """Return the result of an import as JSON fields: added levels, and problems of the text."""
    return {
        "collection": added.id,
        "levels": added.levels,
        "solutions": added.solutions,
        "problems": [problem._asdict() for problem in collection.problems[:_MAX_REPORTED]],
        "notes": list(added.problems[:_MAX_REPORTED]),
        "duplicates": [[level, of, relation.value] for level, of, relation in added.duplicates[:_MAX_REPORTED]],
    }


def file_content(text: str, data: str) -> str | bytes:
    """Return a text, or the bytes that `data` is in Base64 where there is any.  Raises PushboxError for other data."""
    if not data:
        return text
    try:
        return base64.b64decode(data, validate=True)
    except ValueError:
        raise PushboxError.said("not-base64") from None


def _content(file: Payload) -> str | bytes:
    return file_content(value_of(file, "text", str), value_of(file, "data", str, ""))


def _read(content: str | bytes, name: str, file: Payload) -> Collection:
    return formats.read(
        content,
        format=value_of(file, "format", str, "") or None,
        name=name,
        encoding=value_of(file, "encoding", str, "") or None,
        symbols=value_of(file, "symbols", str, "") or None,
    )


def _bounds(payload: Payload) -> tuple[int | None, bounds.TextBounds]:
    texts = bounds.TextBounds(*value_of(payload, "texts", list, [sys.maxsize] * 3))
    return value_of(payload, "side", int, 0) or None, texts


def _kept(collection: Collection, side: int | None, texts: bounds.TextBounds) -> Collection:
    """Return the levels that can be kept.  Raises Failed for too long texts of the file, PushboxError for no level."""
    if (fault := texts.fault(collection)) is not None:
        raise Failed(fault, "texts")
    kept = bounds.within(collection, side, texts)
    if not kept.levels:
        raise _no_level_kept(kept.problems)
    return kept


def _no_level_kept(problems: Sequence[Problem]) -> PushboxError:
    if problems:
        return PushboxError.said("no-level-kept-as", problem=str(problems[0]))
    return PushboxError.said("no-level-kept")


def _add(
    payload: Payload, named: list[tuple[str, Collection]], progress: Progress, *, numbered: bool = False
) -> tuple[Added, ...]:
    """Add collections to the library; with `numbered`, those whose names are taken get a number."""
    with requiring("library"):
        from .. import store  # and with it packages that no other task has a use for
        from ..store.collections import NewCollection
        from ..store.database import BUSY_TIMEOUT
    total = sum(len(collection.levels) for _, collection in named)
    most = value_of(payload, "most", int, total)
    if total > most:
        raise Failed(say("levels-at-most", levels=counted(total, "level"), most=most), "levels")

    def report(ready: int) -> None:
        if progress({"levels": total, "ready": ready}):
            raise PushboxError.said("stopped-kept")

    report(0)
    owner = value_of(payload, "owner", str, "") or None
    patience = value_of(payload, "busy_timeout", float, BUSY_TIMEOUT)
    with store.open(value_of(payload, "database", str, "") or None, busy_timeout=patience) as library:
        names: Iterable[str] = [name for name, _ in named]
        if numbered:
            names = store.collections.free_names(library, names, owner=owner)
        new = [NewCollection(name, collection) for name, (_, collection) in zip(names, named, strict=True)]
        return store.collections.add_all(library, new, owner=owner, on_progress=report)


def _errors(file: ReadFile) -> tuple[Problem, ...]:
    return () if file.error is None else (file.problem,)


def _in_file(file: ReadFile, problem: Problem) -> Problem:
    return problem._replace(found=_located(file, problem))


def _located(file: ReadFile, problem: Problem) -> str:
    return located(file.name[-80:], problem.found)
