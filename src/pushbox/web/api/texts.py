"""Texts that are in no library: files of levels read and written, lines of moves counted, links made and opened."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field

from ... import formats, metrics
from ...analysis.reconstruct import Style, reconstruct, without_noise
from ...formats import bounds, lossy, share
from ...level import Collection
from ..errors import Refusal
from ..rate_limits import WORKS
from ..replay_limits import check_length
from ..settings import Settings
from ..threadpool import work
from .schemas import (
    TEXT,
    Asked,
    Counts,
    LevelOut,
    LevelValue,
    Moves,
    ProblemOut,
    Told,
    counts_out,
    level_in,
    level_out,
    problem_out,
    refusals,
    settings_of,
)

router = APIRouter(prefix="/api", tags=["texts"], dependencies=[WORKS])

MOST_LEVELS = 1_000  # that an answer holds

Key = Annotated[str, Field(max_length=40, description="The key of a format; see listFormats.", examples=["xsb"])]
Text = Annotated[str, Field(description="The text of a file.", examples=[TEXT])]


class ReadIn(Asked):
    """A text with levels, in a format or in any that is recognised; `name` is that of its file."""

    text: Text
    format: Key | None = None
    name: Annotated[str, Field(max_length=200)] = ""


class ReadOut(Told):
    """The levels of a text, the first thousand, with the format and why it is taken for that one."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "format": "xsb",
                "evidence": "it is text",
                "title": "",
                "author": "",
                "levels": [],
                "total": 0,
                "problems": [],
            }
        }
    )

    format: str
    evidence: str
    title: str
    author: str
    levels: list[LevelOut]
    total: int
    problems: list[ProblemOut]


class WriteIn(Asked):
    """Levels, and the format that they are wanted in."""

    levels: Annotated[list[LevelValue], Field(max_length=MOST_LEVELS, min_length=1)]
    format: Key
    title: Annotated[str, Field(max_length=200)] = ""


class WriteOut(Told):
    """The text of a file, and what the format could not hold."""

    model_config = ConfigDict(json_schema_extra={"example": {"text": TEXT, "lost": []}})

    text: str
    lost: list[str]


class MetricsIn(Asked):
    """A line in LURD letters, run lengths allowed, whose capitals are pushes."""

    text: Moves


class ReconstructIn(Asked):
    """A solution, and what becomes of the cells that it tells nothing of."""

    lurd: Moves
    style: Style = "outline"


class ReconstructOut(Told):
    """The level that a solution was played on, as far as it tells, and the characters that were skipped."""

    level: LevelOut
    skipped: str


class ShareIn(Asked):
    """A level, and moves from its start on."""

    level: LevelValue
    moves: Moves = ""


class ShareOut(Told):
    """The fragment of a link, without its ``#``."""

    model_config = ConfigDict(json_schema_extra={"example": {"fragment": "v=1&g=sokoban&x=5W.WpbgW.5W&l=R"}})

    fragment: str


class UnshareIn(Asked):
    """A link, whole, or its fragment or query; SokobanScript's and SokoPlayer's are read too."""

    link: Annotated[
        str,
        Field(max_length=60_000, examples=["v=1&g=sokoban&x=5W.WpbgW.5W&l=R", "?w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH"]),
    ]


class UnshareOut(Told):
    """What a link holds."""

    level: LevelOut
    moves: str


@router.post("/read", operation_id="read", summary="Read the levels of a text", responses=refusals(403, 413, 422))
async def read(asked: ReadIn, request: Request) -> ReadOut:
    """Read every level that can be read, and tell the problems of the others with their places."""
    return await work(request, _read, asked, settings_of(request))


@router.post("/write", operation_id="write", summary="Write levels in a format", responses=refusals(403, 413, 422))
async def write(asked: WriteIn, request: Request) -> WriteOut:
    """Write levels as a file, and tell what its format cannot hold."""
    return await work(request, _write, asked, settings_of(request))


@router.post("/metrics", operation_id="measure", summary="Count a solution", responses=refusals(403, 413, 422))
async def measure(asked: MetricsIn, request: Request) -> Counts:
    """Count moves, pushes, box lines, box changes, pushing sessions and player lines of a line."""
    return await work(request, _measure, asked)


@router.post(
    "/reconstruct",
    operation_id="reconstruct",
    summary="Draw the level that a solution was played on",
    responses=refusals(403, 413, 422),
)
async def rebuild(asked: ReconstructIn, request: Request) -> ReconstructOut:
    """Draw the level that a line of moves, forwards or in reverse mode, was played on."""
    return await work(request, _reconstruct, asked, settings_of(request))


@router.post("/share", operation_id="share", summary="Make a link of a level", responses=refusals(403, 413, 422))
async def make_link(asked: ShareIn, request: Request) -> ShareOut:
    """Return the fragment of a link that holds a level and moves; nothing is kept on the server."""
    level = level_in(asked.level, settings_of(request))
    check_length(asked.moves)
    return ShareOut(fragment=await work(request, share.encode, level, asked.moves))


@router.post("/unshare", operation_id="unshare", summary="Open a link", responses=refusals(403, 413, 422))
async def open_link(asked: UnshareIn, request: Request) -> UnshareOut:
    """Return the level and the moves that a link holds."""
    found = await work(request, share.decode, asked.link)
    return UnshareOut(level=level_out(found.level), moves=found.moves)


def collection_in(text: str, key: str | None, name: str, settings: Settings) -> Collection:
    """Read a text; levels whose boards are too large for this server become problems.

    Raises FormatError where nothing can be read at all, UnsupportedError for a format that there is not.
    """
    return bounds.within(formats.read(text, format=key or None, name=name), settings.limits.side)


def _read(asked: ReadIn, settings: Settings) -> ReadOut:
    key, evidence = asked.format, "it was asked for"
    if not key:
        key, evidence, _ = formats.detect(asked.text, asked.name)
    collection = collection_in(asked.text, key, asked.name, settings)
    return ReadOut(
        format=key,
        evidence=evidence,
        title=collection.title,
        author=collection.author,
        levels=[level_out(level) for level in collection.levels[:MOST_LEVELS]],
        total=len(collection.levels),
        problems=[problem_out(problem) for problem in collection.problems[:MOST_LEVELS]],
    )


def _write(asked: WriteIn, settings: Settings) -> WriteOut:
    levels = tuple(level_in(value, settings) for value in asked.levels)
    reduced = lossy.reduce(Collection(levels, title=asked.title), asked.format)
    return WriteOut(text=formats.write(reduced.collection, asked.format), lost=lossy.grouped(reduced.lost))


def _measure(asked: MetricsIn) -> Counts:
    check_length(asked.text)
    return counts_out(metrics.measure(asked.text))


def _reconstruct(asked: ReconstructIn, settings: Settings) -> ReconstructOut:
    moves, noise = without_noise(asked.lurd)
    check_length(moves)
    level = reconstruct(moves, style=asked.style)
    if max(level.board.width, level.board.height) > settings.limits.side:
        raise Refusal("too-large", f"found a level of {level.board.width} x {level.board.height} cells")
    return ReconstructOut(level=level_out(level), skipped="".join(dict.fromkeys(noise))[:100])
