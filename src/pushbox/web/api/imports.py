"""Imports: a text becomes a collection of a visitor, in the request or as a job, and both are reported alike.

Jobs of this sort have a runner of their own on this machine, whatever searches are done on: the library may be a file
here, one writer at a time is all that it takes, and an import need not wait for a search to end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from pydantic import Field

from ... import store
from ...batch import Failed, Job
from ...batch.api import EventCallback, Fields
from ...batch.worker_process import WorkerProcess
from ...level import Collection
from ...store import Store
from ..errors import Refusal
from ..identity_cookie import Visitor
from ..settings import Settings
from .access import CollectionOut, check_quota, collection_out, levels_left
from .schemas import Asked, ProblemOut, Told, problem_out
from .texts import Key, Text, collection_in

Name = Annotated[str, Field(min_length=1, max_length=120, examples=["my levels"])]

SECONDS = 600.0  # that an import may take
MEMORY = 2048  # MiB that it may take
_MOST_TOLD = 200  # problems and duplicates


class ImportIn(Asked):
    """The text of a file with levels, as it was pasted or dropped, or an empty one for a collection to draw into."""

    text: Text = ""
    name: Name
    format: Key | None = None


class DuplicateOut(Told):
    """A level that is the same as an earlier one, and in which sense."""

    level: int
    of: int
    relation: str
    title: str
    of_title: str


class Imported(Told):
    """A new collection, how many levels it has, what could not be read, and what the library had before."""

    collection: CollectionOut
    levels: int
    problems: list[ProblemOut]
    notes: list[str]
    duplicates: list[DuplicateOut]


def import_text(library: Store, settings: Settings, asked: ImportIn, visitor: Visitor) -> Imported:
    """Keep the levels of a text as a collection of a visitor.

    Raises Refusal for more than he may keep or nothing at all, Conflict for a name that he has, FormatError and
    UnsupportedError as reading does.
    """
    if asked.text.strip():
        collection = collection_in(asked.text, asked.format, asked.name, settings)
        if not collection.levels:
            raise Refusal(
                "bad-input", "found no level that can be kept", problems=[*map(str, collection.problems)][:50]
            )
    else:
        collection = Collection(title=asked.name)
    check_quota(library, settings, visitor, collections=1, levels=len(collection.levels))
    added = store.collections.add(library, collection, name=asked.name, owner=visitor.id)
    return _reported(
        library,
        visitor,
        added.id,
        problems=[problem_out(problem) for problem in collection.problems[:_MOST_TOLD]],
        notes=added.problems[:_MOST_TOLD],
        duplicates=[(level, of, relation.value) for level, of, relation in added.duplicates[:_MOST_TOLD]],
    )


def import_job(library: Store, settings: Settings, asked: ImportIn, visitor: Visitor) -> Job:
    """Return the job that does the same.  Raises Refusal and Conflict where it is known before that it cannot."""
    check_quota(library, settings, visitor, collections=1, levels=1)
    store.collections.require_free_name(library, asked.name, owner=visitor.id)
    # Not begun anew by itself: whoever lost its worker looks first whether the collection is there.
    return Job(
        "import", asked.model_dump(exclude_none=True), owner=visitor.id, seconds=SECONDS, memory=MEMORY, retries=0
    )


class Importer:
    """A worker that tells a process where the library is and how much its owner may keep, and reports what it did."""

    def __init__(self, settings: Settings, library: Store) -> None:
        self._settings = settings
        self._library = library
        self._hand = WorkerProcess()

    def run(self, job: Job, hear: EventCallback, stops: Callable[[], bool]) -> Fields:
        """Do an import; its result is that of `import_text`.  Raises as `Hand.do`."""
        library, settings = self._library, self._settings
        visitor = Visitor(job.owner, store.accounts.logged_in(library, job.owner))
        try:
            check_quota(library, settings, visitor, collections=1)  # others of his may have been done meanwhile
        except Refusal as refusal:
            raise Failed(refusal.message) from None
        bounds: dict[str, Any] = {"side": settings.limits.side, "most": levels_left(library, settings, visitor)}
        place = {"database": settings.database, "owner": job.owner}
        whole = Job(job.task, {**job.payload, **bounds, **place}, seconds=job.seconds, memory=job.memory)
        done = self._hand.run(whole, hear, stops)
        report = _reported(
            library,
            visitor,
            done["collection"],
            problems=[ProblemOut(**problem) for problem in done["problems"]],
            notes=done["notes"],
            duplicates=done["duplicates"],
        )
        return report.model_dump(mode="json")

    def close(self) -> None:
        """End the process."""
        self._hand.close()


def _reported(
    library: Store,
    visitor: Visitor,
    ident: int,
    *,
    problems: list[ProblemOut],
    notes: Iterable[str],
    duplicates: Iterable[tuple[int, int, str]],
) -> Imported:
    entry = store.collections.get(library, ident)
    return Imported(
        collection=collection_out(library, entry, visitor),
        levels=entry.levels,
        problems=problems,
        notes=list(notes),
        duplicates=[_duplicate(library, *one) for one in duplicates],
    )


def _duplicate(library: Store, level: int, of: int, relation: str) -> DuplicateOut:
    one, other = (store.levels.get(library, ident) for ident in (level, of))
    return DuplicateOut(level=one.id, of=other.id, relation=relation, title=one.title, of_title=other.title)
