"""Several files, read before they are imported: what is in each, and which of their levels are known."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request
from pydantic import Field

from ... import store
from ...analysis.duplicates import ids
from ...batch.imports import ReadFile, file_content, read_files
from ...errors import PushboxError, caught
from ...formats.bounds import TextBounds
from ...play.bulk import verify_many
from ...store import Store
from ..dependencies import CurrentSettings
from ..identity_cookie import OptionalVisitor
from ..rate_limits import WORKS
from ..settings import Limits
from ..work_limits import cells_of_file, check_cells
from ..works import LargeBodyRoute, run_task
from .access import viewer_id
from .models import ApiRouter, RequestModel, ResponseModel, Values, described, example
from .schemas import ProblemOut
from .texts import LevelsIn

router = ApiRouter(prefix="/api", tags=["texts"], route_class=LargeBodyRoute)

MAX_FILES = 1_000  # of a request
_MAX_PROBLEMS = 50  # of a file


class FileIn(LevelsIn):
    """A file with levels, and its name, by which the collection is called if the file has no title."""

    name: Annotated[str, Field(min_length=1, max_length=200, examples=["rooms.xsb"])]


class FilesIn(RequestModel):
    """Some files with levels; an archive is all files of levels in it."""

    files: Annotated[list[FileIn], Field(min_length=1, max_length=MAX_FILES)]


class FileOut(ResponseModel):
    """What is in a file: its levels by their ids, those of them that the library has, or why it cannot be read.

    `source` is the place of the file, or of the archive around it, in the request.  Two levels with the same id are the
    same after normalisation.  `solved` levels come with a solution, which has been replayed.
    """

    model_config = example(
        source=0, name="rooms.xsb", title="rooms", format="xsb", evidence="", ids=["a1"], known=[], solved=1,
        problems=[], error=None,
    )  # fmt: skip

    source: int
    name: str
    title: str
    format: str
    evidence: str
    ids: list[str]
    known: list[str]
    solved: int
    problems: list[ProblemOut]
    error: ProblemOut | None


class FilesOut(ResponseModel):
    """What is in some files, in their order."""

    files: list[FileOut]


@router.post("/read-files", operation_id="readFiles", **described("Read several files", WORKS))
async def read_several(
    body: FilesIn, request: Request, settings: CurrentSettings, visitor: OptionalVisitor
) -> FilesOut:
    """Read each of some files; one that cannot be read says why, and does not stop the others.  Nothing is kept."""
    payload: Values = {
        "files": [file.model_dump(exclude_none=True) for file in body.files],
        "database": settings.database,
        "viewer": viewer_id(visitor),
        "texts": [*settings.limits.texts],
    }
    size = sum(len(file.text) + len(file.data) for file in body.files)
    return FilesOut(**await run_task(request, "read_files", payload, size=size))


def preview(library: Store, payload: Values, limits: Limits) -> Values:
    """Return the files of a payload as `read_several` answers.  Raises ApiError for more cells than a server reads."""
    check_cells(sum(map(_cells, payload["files"])), limits)
    texts = TextBounds(*payload["texts"])
    files = [_file_out(file) for file in read_files(payload["files"], limits.side, texts)]
    known = store.summaries.known_normals(
        library, {one for file in files for one in file.ids}, viewer=payload["viewer"]
    )
    for file in files:
        file.known = [one for one in dict.fromkeys(file.ids) if one in known]
    return {"files": [file.model_dump(mode="json") for file in files]}


def _cells(file: Values) -> int:
    """Return about how many cells a file has; one that cannot be unpacked has none, and is named when it is read."""
    cells = caught(lambda: cells_of_file(file_content(file["text"], file.get("data", ""))))
    return 0 if isinstance(cells, PushboxError) else cells


def _file_out(file: ReadFile) -> FileOut:
    collection = file.collection
    moves = [(level, saved.text) for level in collection.levels for saved in level.saved_moves]
    solved = {id(level) for (level, _), replay in zip(moves, verify_many(moves), strict=True) if replay.solved}
    return FileOut(
        source=file.source,
        name=file.name,
        title=file.title,
        format=collection.format,
        evidence=collection.evidence,
        ids=[ids(level).normal for level in collection.levels],
        known=[],
        solved=len(solved),
        problems=[ProblemOut.model_validate(problem) for problem in collection.problems[:_MAX_PROBLEMS]],
        error=ProblemOut.model_validate(file.problem) if file.error is not None else None,
    )
