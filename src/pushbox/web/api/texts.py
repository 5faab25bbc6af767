"""Texts that are in no library: level files read and written, moves counted, links encoded and decoded."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from ... import formats, metrics
from ...analysis.reconstruct import Style, reconstruct, without_noise
from ...batch.imports import file_content
from ...formats import bounds, lossy, share
from ...level import Collection
from ..dependencies import CurrentSettings
from ..rate_limits import WORKS
from ..settings import Settings
from ..work_limits import cells_of_file, cells_of_level, cells_of_text, check_cells, check_moves, weigh_moves
from ..works import LargeBodyRoute, worked
from .models import ApiRouter, RequestModel, ResponseModel, described, example
from .schemas import TEXT, Counts, LevelOut, LevelValue, Moves, ProblemOut, check_size, level_in, level_out

router = ApiRouter(prefix="/api", tags=["texts"], route_class=LargeBodyRoute)

MAX_LEVELS = 1_000  # that an answer holds

# Estimated microseconds of work: those of a cell that is read or written, and of a move that is counted or drawn.
_CELL, _MOVE = 3, 5

Key = Annotated[str, Field(max_length=40, description="The key of a format; see listFormats.", examples=["xsb"])]
Text = Annotated[str, Field(description="The text of a file.", examples=[TEXT])]


Data = Annotated[
    str,
    Field(description="In place of a text: the bytes of a file that is not in UTF-8, or is an archive, in Base64."),
]

Encoding = Annotated[
    str, Field(max_length=40, description="The encoding of `data`, where it is not found.", examples=["gb18030"])
]
Symbols = Annotated[
    str,
    Field(
        max_length=400,
        description="The signs that boards are drawn with: a table of `pushbox formats`, or signs and meanings.",
        examples=["ragen", "X=wall o=box q=goal p=player"],
    ),
]


class LevelsIn(RequestModel):
    """A text or a file with levels; what is not named of its format, encoding and signs is found."""

    text: Text = ""
    data: Data = ""
    format: Key | None = None
    encoding: Encoding | None = None
    symbols: Symbols | None = None


class ReadIn(LevelsIn):
    """A text or a file with levels, and the name of the file."""

    name: Annotated[str, Field(max_length=200)] = ""


class ReadOut(ResponseModel):
    """The levels of a text, the first thousand, with its format and the evidence for that."""

    model_config = example(format="xsb", evidence="it is text", title="", author="", levels=[], total=0, problems=[])

    format: str
    evidence: str
    title: str
    author: str
    levels: list[LevelOut]
    total: int
    problems: list[ProblemOut]


class WriteIn(RequestModel):
    """Levels, and the format to write them in."""

    levels: Annotated[list[LevelValue], Field(max_length=MAX_LEVELS, min_length=1)]
    format: Key
    title: Annotated[str, Field(max_length=200)] = ""


class WriteOut(ResponseModel):
    """The text of a file, and everything the format could not hold."""

    model_config = example(text=TEXT, lost=[])

    text: str
    lost: list[str]


class MetricsIn(RequestModel):
    """A line in LURD letters, run lengths allowed, whose capitals are pushes."""

    text: Moves


class ReconstructIn(RequestModel):
    """A solution, and the style of cells that it does not touch."""

    lurd: Moves
    style: Style = "outline"


class ReconstructOut(ResponseModel):
    """The level that a solution was played on, as far as it is known, and the skipped characters."""

    level: LevelOut
    skipped: str


class ShareIn(RequestModel):
    """A level, and moves from its start on."""

    level: LevelValue
    moves: Moves = ""


class ShareOut(ResponseModel):
    """The fragment of a link, without its ``#``."""

    model_config = example(fragment="v=1&g=sokoban&x=5W.WpbgW.5W&l=R")

    fragment: str


class UnshareIn(RequestModel):
    """A link, whole, or its fragment or query; SokobanScript's and SokoPlayer's are read too."""

    link: Annotated[
        str,
        Field(max_length=60_000, examples=["v=1&g=sokoban&x=5W.WpbgW.5W&l=R", "?w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH"]),
    ]


class UnshareOut(ResponseModel):
    """The content of a link."""

    level: LevelOut
    moves: str


@router.post("/read", **described("Read the levels of a text", WORKS))
@worked(lambda body: math.inf if body.data else _CELL * cells_of_text(body.text))
def read(body: ReadIn, settings: CurrentSettings) -> ReadOut:
    """Read every level that can be read, and return the problems of the others with their places."""
    collection = collection_in(body, body.name, settings)
    return ReadOut(
        format=collection.format,
        evidence="the format was given" if body.format else collection.evidence,
        title=collection.title,
        author=collection.author,
        levels=[level_out(level) for level in collection.levels[:MAX_LEVELS]],
        total=len(collection.levels),
        problems=[ProblemOut.model_validate(problem) for problem in collection.problems[:MAX_LEVELS]],
    )


@router.post("/write", **described("Write levels in a format", WORKS))
@worked(lambda body: _CELL * sum(map(cells_of_level, body.levels)))
def write(body: WriteIn, settings: CurrentSettings) -> WriteOut:
    """Write levels as a file, and list what its format cannot hold."""
    check_cells(sum(map(cells_of_level, body.levels)), settings.limits)
    levels = tuple(level_in(value, settings) for value in body.levels)
    reduced = lossy.reduce(Collection(levels, title=body.title), body.format)
    return WriteOut(text=reduced.text, lost=lossy.grouped(reduced.lost))


@router.post("/metrics", **described("Count a solution", WORKS))
@worked(lambda body: _MOVE * weigh_moves(body.text))
def measure(body: MetricsIn, settings: CurrentSettings) -> Counts:
    """Count moves, pushes, box lines, box changes, pushing sessions and player lines of a line."""
    check_moves(body.text, 1, settings.limits)
    return Counts.model_validate(metrics.measure(body.text))


@router.post(
    "/reconstruct", operation_id="reconstruct", **described("Draw the level that a solution was played on", WORKS)
)
@worked(lambda body: _MOVE * weigh_moves(body.lurd))
def rebuild(body: ReconstructIn, settings: CurrentSettings) -> ReconstructOut:
    """Draw the level that a line of moves, forwards or in reverse mode, was played on."""
    moves, noise = without_noise(body.lurd)
    check_moves(moves, 1, settings.limits)
    level = reconstruct(moves, style=body.style)
    check_size(level.board.width, level.board.height, settings)
    return ReconstructOut(level=level_out(level), skipped="".join(dict.fromkeys(noise))[:100])


@router.post("/share", operation_id="share", **described("Encode a level as a link", WORKS))
@worked(lambda body: _CELL * cells_of_level(body.level) + _MOVE * weigh_moves(body.moves))
def make_link(body: ShareIn, settings: CurrentSettings) -> ShareOut:
    """Return the fragment of a link that holds a level and moves; nothing is kept on the server."""
    level = level_in(body.level, settings)
    check_moves(body.moves, 1, settings.limits)
    return ShareOut(fragment=share.encode(level, body.moves))


@router.post("/unshare", operation_id="unshare", **described("Decode a link", WORKS))
@worked(lambda body: _CELL * cells_of_text(body.link))
def open_link(body: UnshareIn, settings: CurrentSettings) -> UnshareOut:
    """Return the level and the moves that a link holds."""
    check_cells(cells_of_text(body.link), settings.limits)
    shared = share.decode(body.link)
    return UnshareOut(level=level_out(shared.level), moves=shared.moves)


def collection_in(body: LevelsIn, name: str, settings: Settings) -> Collection:
    """Read a text or a file; levels whose boards are too large for this server become problems.

    Raises ApiError for more cells than it reads, FormatError where nothing can be read at all, UnsupportedError for an
    unknown format, encoding or table of signs.
    """
    content = file_content(body.text, body.data)
    check_cells(cells_of_file(content), settings.limits)
    collection = formats.read(
        content,
        format=body.format or None,
        name=name,
        encoding=body.encoding or None,
        symbols=body.symbols or None,
    )
    return bounds.within(collection, settings.limits.side)
