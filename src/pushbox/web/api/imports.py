"""Imports: a text becomes a collection of a visitor, in the request or as a job, with the same report.

Import jobs always run on a runner of this machine, wherever searches run: the library may be a file here, it needs only
one writer at a time, and an import need not wait for a search to end.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from ... import store
from ...batch import Failed, Job
from ...batch.api import EventCallback, Fields, limit_of
from ...batch.imports import LONGEST_NAME, import_result
from ...batch.worker_process import WorkerProcess
from ...errors import PushboxError, with_notes
from ...formats import bounds
from ...level import Collection
from ...store import Store, disk
from ..disk_shares import DiskShare
from ..errors import ApiError
from ..identity_cookie import Visitor
from ..settings import Settings
from . import progress
from .access import CollectionOut, check_quota, collection_out, collections_out, remaining, visible_collection
from .files import FilesIn
from .models import ResponseModel
from .schemas import ProblemOut
from .texts import LevelsIn, collection_in

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, examples=["my levels"])]

SECONDS = 600.0  # that an import may take
SMALL, SMALL_SECONDS = 64 << 10, 60.0  # characters of a small text, and the seconds that it may take
MEMORY = 2048  # MiB that it may take
_LIMITS = {"full": "full", "too-large": "texts"}  # that a job has reached, by the code of the error

_logger = logging.getLogger("pushbox.web")


class ImportIn(LevelsIn):
    """A text or a file with levels, as it was pasted or dropped, or nothing for a collection to draw into."""

    name: Name


class DuplicateOut(ResponseModel):
    """A level that is the same as an earlier one, and in which sense."""

    level: int
    of: int
    relation: str
    title: str
    of_title: str


class Imported(ResponseModel):
    """A new collection with its number of levels, the problems, and the duplicates of levels in the library."""

    collection: CollectionOut
    levels: int
    problems: list[ProblemOut]
    notes: list[str]
    duplicates: list[DuplicateOut]


class ImportedFiles(ResponseModel):
    """The new collections of several files, their levels and solutions, and the problems, of files left out too."""

    collections: list[CollectionOut]
    levels: int
    solutions: int
    problems: list[ProblemOut]


def import_text(library: Store, settings: Settings, body: ImportIn, share: DiskShare) -> Imported:
    """Store the levels of a text as a collection of a visitor.

    Raises ApiError beyond the quota, the share of the disk and the bounds of texts, or without any level, Conflict for
    a name that they have, FormatError and UnsupportedError as reading does.
    """
    if body.data or body.text.strip():
        texts = settings.limits.texts
        everything = collection_in(body, body.name, settings)
        if (fault := texts.fault(everything)) is not None:
            raise ApiError("too-large", fault)
        collection = bounds.within(everything, None, texts)
        if not collection.levels:
            raise ApiError.said("bad-input", "no-level-kept", problems=[*map(str, collection.problems)][:50])
    else:
        collection = Collection(title=body.name)
    visitor = share.visitor
    check_quota(library, settings, visitor, collections=1, levels=len(collection.levels))
    share.require(len(body.text) + len(body.data))
    added = store.collections.add(library, collection, name=body.name, owner=visitor.id)
    share.add(disk.collection_bytes(library, added.id))
    return _report(library, visitor, import_result(collection, added))


def import_job(library: Store, settings: Settings, body: ImportIn, share: DiskShare, household: str) -> Job:
    """Return the job that does the same.  Raises ApiError and Conflict where it is bound to fail."""
    visitor = share.visitor
    check_quota(library, settings, visitor, collections=1, levels=1)
    share.require(len(body.text) + len(body.data))
    store.collections.require_free_name(library, body.name, owner=visitor.id)
    size = SMALL + 1 if body.data else len(body.text)
    return _job("import", body.model_dump(exclude_none=True), share, household, size)


def import_files_job(
    library: Store, settings: Settings, body: FilesIn, share: DiskShare, household: str, *, name: str | None
) -> Job:
    """Return the job that stores files, as one collection with a name, or one each.

    Raises ApiError beyond the quota and the share of the disk.
    """
    visitor = share.visitor
    check_quota(library, settings, visitor, collections=1, levels=1)
    size = _size_of(body)
    share.require(size)
    files = [file.model_dump(exclude_none=True) for file in body.files]
    return _job("import-files", {"files": files} | ({"name": name} if name else {}), share, household, size)


def import_progress_job(library: Store, body: progress.ImportProgressJob, share: DiskShare, household: str) -> Job:
    """Return the job that imports progress of other programs, or only looks at it.

    Raises NotFound for a collection that the visitor does not see, ApiError beyond the share of the disk.
    """
    size = _size_of(body)
    if body.collection is not None:
        visible_collection(library, body.collection, share.visitor)
        size = SMALL + 1  # moves are tried on all of its levels
    if body.keep:
        share.require(_size_of(body))
    return _job(progress.TASK, body.model_dump(exclude={"task"}, exclude_none=True), share, household, size)


def _size_of(body: FilesIn | progress.ImportProgressJob) -> int:
    return sum(len(file.text) + len(file.data) for file in body.files)


def _job(task: str, payload: Fields, share: DiskShare, household: str, size: int) -> Job:
    """Return the job of an import of about so many characters."""
    return Job(
        task,
        payload,
        owner=share.visitor.id,
        group=household,
        seconds=SMALL_SECONDS if size <= SMALL else SECONDS,
        memory=MEMORY,
        retries=0,  # after a lost worker the visitor looks first whether the collection is there
    )


class Importer:
    """A worker that gives its process the library and the owner's quota, and reports as `import_text` does."""

    def __init__(self, settings: Settings, library: Store) -> None:
        self._settings = settings
        self._library = library
        self._process = WorkerProcess()

    def run(self, job: Job, on_event: EventCallback, should_stop: Callable[[], bool]) -> Fields:
        """Run an import; its result is that of `import_text`. Raises as `WorkerProcess.run`, and LibraryUnavailable."""
        try:
            return self._run(job, on_event, should_stop)
        except PushboxError as error:
            if limit_of(error) in {"full", "busy", "library"}:
                _logger.error("an import into %s: %s", self._library.url, with_notes(error))  # noqa: TRY400
            raise

    def _run(self, job: Job, on_event: EventCallback, should_stop: Callable[[], bool]) -> Fields:
        library, settings = self._library, self._settings
        visitor = Visitor(job.owner, store.sessions.logged_in(library, job.owner))
        share = DiskShare.of(library, settings.limits, visitor, job.group)
        if job.task == progress.TASK:
            more = progress.bounded(library, settings, share)
            result = self._process.run(self._complete(job, more), on_event, should_stop)
            if job.payload["keep"]:
                share.add(result["bytes"] + self._bytes_of(result["collections"]))
            return progress.report(library, visitor, result).model_dump(mode="json")
        try:  # their other imports may have ended meanwhile
            check_quota(library, settings, visitor, collections=1)
            share.require(sum(len(str(file.get("text", ""))) for file in job.payload.get("files", [job.payload])))
        except ApiError as refusal:
            raise Failed(refusal.message, _LIMITS.get(refusal.code, "levels")) from None
        most_collections, most, _ = remaining(library, settings, visitor)
        more = {"owner": job.owner, "most": min(most, share.levels_left()), "most_collections": most_collections}
        result = self._process.run(self._complete(job, more), on_event, should_stop)
        share.add(self._bytes_of([result["collection"]] if "collection" in result else result["collections"]))
        report = _report if "collection" in result else _report_of_files
        return report(library, visitor, result).model_dump(mode="json")

    def _complete(self, job: Job, more: Fields) -> Job:
        """Return a job with what its worker needs of the server, and more."""
        settings = self._settings
        target = {"database": settings.database, "busy_timeout": settings.busy_timeout}
        bounded = {"side": settings.limits.side, "texts": [*settings.limits.texts]}
        return replace(job, payload={**job.payload, **bounded, **target, **more})

    def _bytes_of(self, collections: Sequence[int]) -> int:
        return sum(disk.collection_bytes(self._library, one) for one in collections)

    def pause(self) -> None:
        """Ignore the pause: while an import writes, nobody else can."""

    def resume(self) -> None:
        """Let the import go on."""

    def close(self) -> None:
        """End the process."""
        self._process.close()


def _report(library: Store, visitor: Visitor, result: Fields) -> Imported:
    entry = store.collections.get(library, result["collection"])
    return Imported(
        collection=collection_out(library, entry, visitor),
        levels=entry.levels,
        problems=[ProblemOut(**problem) for problem in result["problems"]],
        notes=result["notes"],
        duplicates=_duplicates(library, result["duplicates"]),
    )


def _report_of_files(library: Store, visitor: Visitor, result: Fields) -> ImportedFiles:
    entries = [store.collections.get(library, ident) for ident in result["collections"]]
    return ImportedFiles(
        collections=collections_out(library, entries, visitor),
        levels=result["levels"],
        solutions=result["solutions"],
        problems=[ProblemOut(**problem) for problem in result["problems"]],
    )


def _duplicates(library: Store, found: Sequence[tuple[int, int, str]]) -> list[DuplicateOut]:
    names = store.summaries.level_names(library, {ident for level, of, _ in found for ident in (level, of)})
    return [
        DuplicateOut(level=level, of=of, relation=relation, title=names[level].title, of_title=names[of].title)
        for level, of, relation in found
        if level in names and of in names  # none has been removed meanwhile
    ]
