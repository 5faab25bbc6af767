"""Jobs: searches, rating, generating, reviews, imports and so on beside requests, reported by server-sent events."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from ... import batch
from ...batch import Event, Job, Runner, State
from ...generator import LevelSpec, Shape, Theme
from ...grades import Grade
from ...sentence import Language, to_json
from ...solver.api import Limit, Objective
from ...store import Store
from ..dependencies import CurrentSettings, Library
from ..disk_shares import CurrentShare
from ..errors import ApiError, Code
from ..identity_cookie import CurrentVisitor, Visitor
from ..rate_limits import READS, WORKS, WRITES, household_of
from ..settings import Settings
from ..works import LargeBodyRoute, code_of
from .files import FilesIn
from .imports import SMALL_SECONDS, Importer, ImportIn, Name, import_files_job, import_job, import_progress_job
from .models import ApiRouter, RequestModel, ResponseModel, Values, described, example
from .progress import ImportProgressJob
from .schemas import LevelValue, level_in
from .texts import Text as FileText

router = ApiRouter(prefix="/api/jobs", tags=["jobs"], route_class=LargeBodyRoute)

_MAX_BEGUN = 12  # searches that are begun on this machine and take turns
_MAX_POSITIONS = 200_000  # of a proof, whose text has up to a megabyte
_MAX_KEPT = 50  # finished imports that stay available
_GRACE = 5.0  # seconds beyond its limit after which a job is ended by force
_MEMORY_SLACK = 256  # MiB beyond its limit that a job may take
_MAX_PIECES, _MAX_PUSHES = 10_000, 100_000  # of a level that is generated
_SPEC = LevelSpec()  # what is generated where nothing is said
_LIMIT = Limit()
_MEMORY = _LIMIT.memory or 0
_KEEPALIVE = 15.0  # seconds without an event after which the stream shows that it is alive

Seconds = Annotated[float, Field(gt=0, le=600, description="Wall-clock seconds.")]
Text = Annotated[str, Field(max_length=1_000_000)]
Share = Annotated[int, Field(ge=0, le=100)]
Side = Annotated[int, Field(ge=3, le=100)]


class LimitedJob(RequestModel):
    """A search within a `Limit`, of which each job has its own seconds."""

    nodes: Annotated[int | None, Field(ge=1, le=10**12, description="Positions visited at most.")] = _LIMIT.nodes
    memory: Annotated[int, Field(ge=16, le=2048, description="MiB of memory.")] = _MEMORY


class SolveJob(LimitedJob):
    """Solve a level, from the position after `moves` on."""

    task: Literal["solve"]
    level: LevelValue
    moves: Text = ""
    objective: Objective = "any"
    seconds: Seconds = 60.0


class ExplainJob(LimitedJob):
    """Say whether a level can still be won after `moves`, since which of them not, and why, in a language.

    Each of the `deadlocks` has its kind, its boxes and cells, a sentence, and a witness that has been checked.  What
    can be won comes with so much of a `hint`: that it can be won, where, which box, its target, the moves.
    """

    task: Literal["explain"]
    level: LevelValue
    moves: Annotated[str, Field(max_length=20_000)] = ""
    hint: Annotated[int | None, Field(ge=1, le=5)] = None
    language: Language = "en"
    seconds: Annotated[float, Field(gt=0, le=120, description="Wall-clock seconds for the verdict.")] = 10.0


class RateJob(LimitedJob):
    """Rate how hard a level is for people, with the reasons in a language.

    The search for its best solution has three quarters of the time, and the rating what is left.
    """

    task: Literal["rate"]
    level: LevelValue
    language: Language = "en"
    seconds: Seconds = 30.0


class CertifyJob(LimitedJob):
    """Certify a claim about a level, or the best one that can be proven, within a number of positions.

    `seconds` limits the search for an answer, and each of two searches for its proof. The result has the `certificate`,
    or a `message` that says why there is none.
    """

    task: Literal["certify"]
    level: LevelValue
    claim: Literal["best", "solution", "fewest-pushes", "fewest-moves", "unsolvable"] = "best"
    positions: Annotated[int, Field(ge=0, le=_MAX_POSITIONS)] = _MAX_POSITIONS
    seconds: Seconds = 30.0


class CheckJob(RequestModel):
    """Check the text of a certificate, by the rules alone: it `holds`, or it is `refused`, and the message says why."""

    task: Literal["check"]
    certificate: Text
    seconds: Seconds = 60.0


class OptimizeJob(LimitedJob):
    """Make a solution of a level shorter, by names of metrics joined by ``-``."""

    task: Literal["optimize"]
    level: LevelValue
    solution: Annotated[Text, Field(examples=["R"])]
    objective: Annotated[str, Field(max_length=100)] = "pushes-moves"
    seconds: Seconds = 10.0


class LevelSpecIn(RequestModel):
    """The specification of levels to be generated; `rows` and `columns` include the frame of wall.

    What is null is any, or as the game has it.  No solution has fewer than `pushes` pushes, and the one that comes
    along has at least `box_lines` box lines.
    """

    model_config = example(rows=8, columns=8, boxes=3)

    rows: Side = _SPEC.rows
    columns: Side = _SPEC.columns
    boxes: Annotated[int, Field(ge=1, le=_MAX_PIECES)] = _SPEC.boxes
    game: Annotated[str, Field(max_length=40)] = _SPEC.game
    pushers: Annotated[int | None, Field(ge=1, le=_MAX_PIECES)] = None
    shape: Shape | None = None
    theme: Theme | None = None
    difficulty: Grade | None = None
    rating: Annotated[tuple[Share, Share] | None, Field(description="How hard at least and at most.")] = None
    pushes: Annotated[int, Field(ge=0, le=_MAX_PUSHES)] = 0
    box_lines: Annotated[int, Field(ge=0, le=_MAX_PUSHES)] = 0


class GenerateJob(RequestModel):
    """Generate levels to a specification, `wish`."""

    task: Literal["generate"]
    wish: Annotated[LevelSpecIn, Field(default_factory=LevelSpecIn)]
    count: Annotated[int, Field(ge=1, le=100)] = 1
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    seconds: Seconds = 30.0


class ReviewJob(RequestModel):
    """Review a level, whose saved moves count as its designer's: shorter solutions, superfluous parts, losing pushes.

    The result also has its `difficulty` with the reasons, as that of a job `rate`.
    """

    task: Literal["review"]
    level: LevelValue
    seconds: Annotated[float, Field(gt=0, le=120, description="Wall-clock seconds for all of it.")] = 20.0
    language: Language = "en"


class ImportJob(ImportIn):
    """Store the levels of a text as a collection of yours, all of it or nothing.

    The result is that of importCollection. The progress has the number of `levels`, and how many of them are `ready` to
    be stored.
    """

    task: Literal["import"]
    text: FileText


class ImportFilesJob(FilesIn):
    """Store the levels of several files as one collection with a `name`, or as one each, all of it or nothing.

    A file that cannot be read is left out. The result has the `collections`, the number of `levels` and `solutions`,
    and the `problems`. A name that you have already gets a number. The progress is that of an import.
    """

    task: Literal["import-files"]
    name: Name | None = None


SearchRequest = SolveJob | ExplainJob | RateJob | CertifyJob | CheckJob | OptimizeJob | GenerateJob | ReviewJob
JobRequest = Annotated[SearchRequest | ImportJob | ImportFilesJob | ImportProgressJob, Field(discriminator="task")]


class Submitted(ResponseModel):
    """The ticket of a job."""

    model_config = example(job="Qb3cVxLpTn0aYw1e")

    job: str


class JobOut(ResponseModel):
    """The state of a job: its result or its best so far, and its last progress.

    One that has failed has the `code` of its error, as the API answers with it.
    """

    job: str
    task: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    message: str = ""
    code: Code | None = None
    result: Values | None = None
    progress: Values | None = None
    found: tuple[Values, ...] = ()


def open_runner(settings: Settings) -> Runner:
    """Return the runner of a server: on its cluster, or on processes of this machine.

    On a cluster jobs are not paused, and use no memory of this machine; a worker is reserved for short ones.
    """
    shares = settings.jobs
    if settings.cluster is not None:
        shares = replace(shares, at_once=None, turn=math.inf, reserved=1, begun_owner=None, begun_group=None)
        shares = replace(shares, memory=math.inf, group_memory=math.inf)
        return batch.cluster(settings.cluster, shares=shares)
    return batch.local(_MAX_BEGUN, shares=shares)


def open_imports(settings: Settings, library: Store) -> Runner:
    """Return the runner for the imports of a server, which is always on this machine; one worker is for small texts.

    A visitor has one import at a time, whose levels are counted before the next one is begun.
    """
    shares = replace(settings.jobs, at_once=None, at_once_owner=1, turn=math.inf, reserved=1, short=SMALL_SECONDS)
    return Runner([Importer(settings, library) for _ in range(2)], shares=shares, max_kept=_MAX_KEPT)


@router.post("", status_code=202, **described("Begin a search, rating, generating, review, import ...", WORKS, 409))
def submit_job(
    body: JobRequest,
    request: Request,
    library: Library,
    settings: CurrentSettings,
    visitor: CurrentVisitor,
    share: CurrentShare,
) -> Submitted:
    """Add a job; addresses, and their visitors, take turns, and each may have a few jobs that wait."""
    runner, imports = runners(request)
    household = household_of(request)
    match body:
        case ImportJob():
            job = import_job(library, settings, body, share, household)
        case ImportFilesJob():
            job = import_files_job(library, settings, body, share, household, name=body.name)
        case ImportProgressJob():
            job = import_progress_job(library, body, share, household)
        case _:
            return Submitted(job=runner.submit(_search_job(body, settings, visitor, household)))
    return Submitted(job=imports.submit(job))


@router.get("/{job}", **described("The state of a job", READS))
def get_job(job: str, request: Request, visitor: CurrentVisitor) -> JobOut:
    """Return the state of a job of the visitor; a finished job is dropped some time later."""
    report = _runner_of(request, job, visitor).report(job)
    code = code_of(report.limit) if report.state is State.FAILED else None
    return JobOut.from_value(report, job=job, task=report.job.task, state=report.state.value, code=code)


@router.delete("/{job}", status_code=204, **described("End a job; one that runs answers with the best it has", WRITES))
def cancel_job(job: str, request: Request, visitor: CurrentVisitor) -> None:
    """End a job of the visitor."""
    _runner_of(request, job, visitor).cancel(job)


@router.post("/{job}/retry", status_code=202, **described("Begin a job anew that failed or was cancelled", WORKS, 409))
def retry_job(job: str, request: Request, visitor: CurrentVisitor) -> Submitted:
    """Begin a job of the visitor anew; one that has a result stays as it is.  An old one may be kept no more."""
    _runner_of(request, job, visitor).retry(job)
    return Submitted(job=job)


@router.get(
    "/{job}/events",
    response_class=StreamingResponse,
    **described(
        "The events of a job, as server-sent events",
        READS,
        content={
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": 'event: progress\ndata: {"nodes": 5000, "open": 812, "bound": 31}\n\n',
            }
        },
    ),
)
async def watch_job(job: str, request: Request, visitor: CurrentVisitor) -> StreamingResponse:
    """Stream ``state``, ``progress``, ``best`` and ``found`` events as they come, and ``done`` at the end."""
    return StreamingResponse(
        _stream(_runner_of(request, job, visitor), job),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _stream(runner: Runner, ticket: str) -> AsyncIterator[str]:
    loop = asyncio.get_running_loop()
    events: asyncio.Queue[Event] = asyncio.Queue()

    def on_event(event: Event) -> None:
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(events.put_nowait, event)

    unsubscribe = runner.subscribe(ticket, on_event)
    try:
        while True:
            try:
                event = await asyncio.wait_for(events.get(), _KEEPALIVE)
            except TimeoutError:
                yield ": alive\n\n"
                continue
            kind, fields = _stream_event(event)
            yield f"event: {kind}\ndata: {json.dumps(fields, ensure_ascii=False)}\n\n"
            if kind == "done":
                return
    finally:
        unsubscribe()


def _stream_event(event: Event) -> tuple[str, Values]:
    """Return an event as the stream shows it: a final state is ``done``, with the result or the code of the error."""
    fields = event.fields
    if event.kind != "state" or not State(fields["state"]).is_over:
        return event.kind, fields
    result = fields.get("result") or {}
    status = result.get("status", fields["state"]) if fields["state"] == State.DONE.value else fields["state"]
    why = {"message": fields["message"]} if "message" in fields else {}
    if (phrase := to_json(fields.get("message"))) is not None:
        why["phrase"] = phrase
    if fields["state"] == State.FAILED.value:
        why["code"] = code_of(fields.get("limit", ""))
    return "done", result | {"status": status} | why


def _search_job(body: SearchRequest, settings: Settings, visitor: Visitor, household: str) -> Job:
    values = body.model_dump(exclude={"task"}, exclude_none=True)
    if "level" in values:
        level_in(values["level"], settings)
    memory = values.get("memory", _MEMORY) + _MEMORY_SLACK
    seconds = body.seconds * _searches(body)
    seconds = min(seconds, 600.0) + _GRACE
    return Job(body.task, values, owner=visitor.id, group=household, seconds=seconds, memory=memory)


def _searches(body: SearchRequest) -> int:
    """Return how many times a job may take its `seconds`."""
    match body:
        case GenerateJob():
            return body.count
        case CertifyJob() | ExplainJob():
            return 3
        case _:
            return 1


def _runner_of(request: Request, ticket: str, visitor: Visitor) -> Runner:
    """Return the runner that has a job of the visitor.  Raises ApiError for any other."""
    for runner in runners(request):
        with suppress(KeyError):
            if runner.report(ticket).job.owner == visitor.id:
                return runner
    raise ApiError.said("not-found", "no-job")


def runners(request: Request) -> tuple[Runner, Runner]:
    """Return the runners for searches and for imports."""
    state = request.app.state
    return state.runner, state.imports
