"""Studies: read, checked, written, and kept under the key of a link."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from ... import store
from ...errors import PushboxError, StoreError
from ...formats.json import level_from_json
from ...sentence import say
from ...store.studies import StudyEntry
from ...studies import (
    Study,
    read_study,
    replay_study,
    study_from_json,
    study_of_level,
    study_to_json,
    write_study,
)
from ..dependencies import CurrentSettings, CurrentTime, Library
from ..disk_shares import CurrentShare
from ..errors import ApiError
from ..identity_cookie import CurrentVisitor, OptionalVisitor, Visitor
from ..rate_limits import READS, WORKS, WRITES
from ..settings import Limits
from ..work_limits import check_moves, weigh_moves
from ..works import worked
from .models import ApiRouter, RequestModel, ResponseModel, Values, described, example, examples, one_of
from .schemas import LEVEL, LevelValue, check_size

router = ApiRouter(prefix="/api/studies", tags=["studies"])

MAX_STUDIES = 200  # of a visitor, with the account that they are logged in to
_MOVE = 60  # estimated microseconds of work, of a move that is replayed

TEXT = "pushbox-study 1\ntitle One push\nlevel xsb\n| #####\n| #@$.#\n| #####\nstart\n  note Push!\nmoves R\n"
_EXAMPLE = read_study(TEXT)

StudyValue = Annotated[
    Values,
    Field(
        description="A study as JSON: its level, and its nodes, each after its parent.",
        examples=[study_to_json(_EXAMPLE)],
        json_schema_extra={
            "type": "object",
            "required": ["level", "nodes"],
            "properties": {
                "title": {"type": "string"},
                "author": {"type": "string"},
                "level": {"type": "object"},
                "nodes": {"type": "array", "items": {"type": "object"}},
            },
        },
    ),
]


class StudyIn(RequestModel):
    """One of three: the text of a study, a study as JSON, or a level whose saved moves become its lines."""

    model_config = examples({"text": TEXT}, {"level": LEVEL})

    text: Annotated[str | None, Field(max_length=1_000_000, description="A study; see docs/studies.md.")] = None
    study: StudyValue | None = None
    level: LevelValue | None = None

    _has_one = one_of(say("one-of-three"), "text", "study", "level")


class StudyProblemOut(ResponseModel):
    """A node whose moves cannot be played, and why."""

    node: int
    message: str


class StudyOut(ResponseModel):
    """A study as text and as JSON; `solved` are the nodes at which its level is solved."""

    model_config = example(text=TEXT, study=study_to_json(_EXAMPLE), problems=[], solved=[1])

    text: str
    study: Values
    problems: list[StudyProblemOut]
    solved: list[int]


_KEPT: Values = {
    "key": "Qb3cVxLpTn0aYw1e",
    "title": "One push",
    "game": LEVEL["game"],
    "mine": True,
    "added": "2026-01-01T00:00:00Z",
    "updated": "2026-01-01T00:00:00Z",
}


class StudyKept(ResponseModel):
    """A study that is kept, under the `key` that its link names; `mine` says whether you may change it."""

    model_config = example(**_KEPT)

    key: str
    title: str
    game: str
    mine: bool
    added: datetime
    updated: datetime


class StudyShown(StudyKept):
    """A study that is kept, with all that it says."""

    model_config = example(**_KEPT, text=TEXT, study=study_to_json(_EXAMPLE))

    text: str
    study: Values


class Studies(ResponseModel):
    """Your studies, those changed last first."""

    studies: list[StudyKept]


def _weigh(body: StudyIn) -> float:
    """Estimate the microseconds to replay a study."""
    texts = [body.text or "", *_texts(body.study, "nodes", "moves"), *_texts(body.level, "records", "text")]
    return _MOVE * sum(map(weigh_moves, texts))


def _texts(value: Values | None, name: str, field: str) -> list[str]:
    """Return a field of each object of a list in a body, as far as it has one."""
    objects = (value or {}).get(name)
    return [str(one.get(field, "")) for one in objects if isinstance(one, dict)] if isinstance(objects, list) else []


@worked(_weigh)
def read_and_check(body: StudyIn, settings: CurrentSettings) -> StudyOut:
    """Return the study of a body, with every line replayed by the rules."""
    study = _study_in(body, settings.limits)
    check_size(study.level.board.width, study.level.board.height, settings)
    check_moves("".join(node.moves for node in study.nodes), len(study.level.board.terrain), settings.limits)
    replayed = replay_study(study)
    return StudyOut(
        text=write_study(study),
        study=study_to_json(study),
        problems=[StudyProblemOut.model_validate(problem) for problem in replayed.problems],
        solved=[index for index in range(len(study.nodes)) if replayed.is_solved(index)],
    )


def _study_in(body: StudyIn, limits: Limits) -> Study:
    if body.text is not None:
        return read_study(body.text)
    if body.study is not None:
        return study_from_json(body.study)
    level = level_from_json(body.level or {})
    check_moves("".join(saved.text for saved in level.saved_moves), len(level.board.terrain), limits)
    return study_of_level(level)


@router.post("-read", response_model=StudyOut, operation_id="readStudy", **described("Read and check a study", WORKS))
async def read(body: StudyIn, request: Request, settings: CurrentSettings) -> Any:
    """Return a study as text and as JSON, with the problems of its lines; nothing is stored."""
    return await read_and_check(request=request, body=body, settings=settings)


Key = Annotated[str, Path(max_length=64, description="The key of a study.")]


def _own(library: Library, key: Key, visitor: CurrentVisitor) -> StudyEntry:
    entry = store.studies.get(library, key)
    if not _is_mine(entry, visitor):
        raise ApiError.said("forbidden", "study-not-yours")
    return entry


OwnStudy = Annotated[StudyEntry, Depends(_own)]


@router.get("", **described("Your studies", READS, 422))
def list_studies(library: Library, visitor: OptionalVisitor) -> Studies:
    """Return the studies that are yours, or of the account that you are logged in to."""
    if visitor is None:
        return Studies(studies=[])
    entries = store.studies.listing(library, *visitor.owners, limit=MAX_STUDIES)
    return Studies(studies=[StudyKept.from_value(entry, mine=True) for entry in entries])


@router.post("", status_code=201, **described("Keep a study under a link", WORKS))
async def keep_study(
    body: StudyIn,
    request: Request,
    library: Library,
    settings: CurrentSettings,
    visitor: CurrentVisitor,
    share: CurrentShare,
) -> StudyKept:
    """Store a study whose lines can all be played; anybody with its key can read it."""
    study = await _checked(body, request, settings)

    def add() -> StudyEntry:
        if store.studies.count(library, *visitor.owners) >= MAX_STUDIES:
            raise ApiError.said("too-many", "many-studies", count=MAX_STUDIES)
        share.require()
        entry = store.studies.add(library, study, owner=visitor.account or visitor.id)
        share.add(len(entry.text))
        return entry

    return StudyKept.from_value(await run_in_threadpool(add), mine=True)


@router.get("/{key}", **described("A study", READS))
def get_study(key: Key, library: Library, visitor: OptionalVisitor, at: CurrentTime) -> StudyShown:
    """Return the study with a key, whoever owns it."""
    entry = store.studies.get(library, key)
    with suppress(StoreError):  # it can be read from a library that cannot be written just now
        store.studies.note_reader(library, entry, at)
    mine = visitor is not None and _is_mine(entry, visitor)
    return StudyShown.from_value(entry, mine=mine, study=study_to_json(entry.study))


@router.put("/{key}", **described("Change a study", WORKS))
async def change_study(
    body: StudyIn,
    entry: OwnStudy,
    request: Request,
    library: Library,
    settings: CurrentSettings,
    share: CurrentShare,
) -> StudyKept:
    """Put another study, whose lines can all be played, under the key of one of yours."""
    study = await _checked(body, request, settings)

    def replace() -> StudyEntry:
        share.require()
        changed = store.studies.replace(library, entry.key, study)
        share.add(len(changed.text) - len(entry.text))
        return changed

    return StudyKept.from_value(await run_in_threadpool(replace), mine=True)


@router.delete("/{key}", status_code=204, **described("Remove a study", WRITES))
def remove_study(entry: OwnStudy, library: Library) -> None:
    """Remove a study of yours; its link leads nowhere then."""
    store.studies.delete(library, entry.key)


async def _checked(body: StudyIn, request: Request, settings: CurrentSettings) -> Study:
    """Return the study of a body.  Raises ApiError where a line cannot be played, or a text is too long."""
    answer = await read_and_check(request=request, body=body, settings=settings)
    checked = answer if isinstance(answer, StudyOut) else StudyOut.model_validate_json(bytes(answer.body))
    if checked.problems:
        first = checked.problems[0]
        problems = [f"node {one.node}: {one.message}" for one in checked.problems[:20]]
        raise ApiError.said("bad-input", "node-unplayable", node=first.node, why=first.message, problems=problems)
    try:
        study = read_study(checked.text)
    except PushboxError as error:  # a defect: it has just been written
        raise ApiError("server", str(error)) from None
    if (fault := settings.limits.texts.fault(study.level)) is not None:
        raise ApiError("too-large", fault)
    return study


def _is_mine(entry: StudyEntry, visitor: Visitor) -> bool:
    return entry.owner in visitor.owners
