"""Solutions to show elsewhere: as moving pictures, and as walk-throughs that name the boxes by numbers."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal

from fastapi import Query, Request, Response

from ... import store
from ...formats.json import level_from_json, level_to_json
from ...play import drawing
from ...play.walk_through import numbered_boxes, walk_through
from ..dependencies import CurrentSettings, Library
from ..errors import ApiError
from ..identity_cookie import OptionalVisitor
from ..rate_limits import WORKS
from ..settings import Settings
from ..work_limits import check_moves, moves_of
from ..works import run_task
from .access import Ident, VisibleLevel, viewer_id
from .models import ApiRouter, ResponseModel, Values, described, example
from .pictures import MAX_CELLS, Skin

router = ApiRouter(prefix="/api/levels", tags=["levels"])

MAX_FRAMES = 3_000
_MAX_PIXELS = {"gif": 600_000_000, "webp": 120_000_000}  # of all frames: a WebP has all of them in memory at once
_FITTING = 640  # pixels of the longer side
_LARGEST_CELL = 40
_TYPES = {"gif": "image/gif", "webp": "image/webp"}

Speed = Annotated[float, Query(ge=0.5, le=50, description="Moves a second.")]
Counters = Annotated[bool, Query(description="Whether moves and pushes are counted below.")]
Kind = Literal["gif", "webp"]


def _content(kind: str) -> Values:
    return {_TYPES[kind]: {"schema": {"type": "string", "format": "binary"}}}


class StretchOut(ResponseModel):
    """A box by its number, and the cells where it begins, turns and ends; -1 for the last one where it is gone."""

    model_config = example(box=1, cells=[9, 11])

    box: int
    cells: list[int]


class WalkThroughOut(ResponseModel):
    """The cells of the boxes at the start, box 1 first, and how they are pushed; cells count from 0, row by row."""

    boxes: list[int]
    stretches: list[StretchOut]


@router.get(
    "/{level}/solutions/{solution}/animation.gif",
    response_class=Response,
    **described("A solution as an animated GIF", WORKS, 413, content=_content("gif")),
)
async def animate_solution(
    entry: VisibleLevel, solution: Ident, request: Request, library: Library, visitor: OptionalVisitor,
    skin: Skin = "plain", speed: Speed = 6, counters: Counters = True,
) -> Response:  # fmt: skip
    """Draw a solution that you can see, move by move."""
    text = store.solutions.get(library, entry.id, solution, viewer=viewer_id(visitor)).text
    return await _animated(request, level_to_json(entry.level), text, "gif", skin, speed, counters=counters)


@router.get(
    "/{level}/solutions/{solution}/animation.webp",
    response_class=Response,
    **described("A solution as an animated WebP", WORKS, 413, content=_content("webp")),
)
async def animate_solution_as_webp(
    entry: VisibleLevel, solution: Ident, request: Request, library: Library, visitor: OptionalVisitor,
    skin: Skin = "plain", speed: Speed = 6, counters: Counters = True,
) -> Response:  # fmt: skip
    """Draw a solution that you can see, move by move."""
    text = store.solutions.get(library, entry.id, solution, viewer=viewer_id(visitor)).text
    return await _animated(request, level_to_json(entry.level), text, "webp", skin, speed, counters=counters)


@router.get("/{level}/solutions/{solution}/walk-through", **described("A solution as a walk-through", WORKS, 413))
def walk_through_solution(
    entry: VisibleLevel, solution: Ident, library: Library, settings: CurrentSettings, visitor: OptionalVisitor
) -> WalkThroughOut:
    """Say of a solution that you can see which box goes where, one after the other."""
    text = store.solutions.get(library, entry.id, solution, viewer=viewer_id(visitor)).text
    _check(level_to_json(entry.level), text, settings)
    stretches = [StretchOut(box=one.box, cells=list(one.cells)) for one in walk_through(entry.level, text)]
    return WalkThroughOut(boxes=list(numbered_boxes(entry.level.board)), stretches=stretches)


def animation(payload: Values) -> bytes:
    """Return a solution, the ``text`` of a ``level``, as an animation of a ``kind``."""
    level = level_from_json(payload["level"])
    look: dict[str, Any] = {"skin": payload["skin"], "cell": payload["cell"]}
    options = {"speed": payload["speed"], "counters": payload["counters"]}
    return drawing.animate(level, payload["text"], format=payload["kind"], **options, **look).data


def _check(level: Values, text: str, settings: Settings) -> int:
    """Return how many moves a solution has at most.  Raises ApiError for too many to be shown."""
    cells = level["board"]["width"] * level["board"]["height"]
    if cells > MAX_CELLS:
        raise ApiError.said("too-large", "cells-to-draw", count=cells, most=MAX_CELLS)
    check_moves(text, cells, settings.limits)
    moves = moves_of(text)
    if moves >= MAX_FRAMES:
        raise ApiError.said("too-large", "too-many-moves", count=moves, most=MAX_FRAMES - 1)
    return moves


async def _animated(
    request: Request, level: Values, text: str, kind: Kind, skin: str, speed: float, *, counters: bool
) -> Response:
    """Return the response with an animation, drawn by a worker, in cells as large as the frames may be."""
    frames = _check(level, text, request.app.state.settings) + 1
    width, height = max(1, level["board"]["width"]), max(1, level["board"]["height"])
    fitting = min(_LARGEST_CELL, _FITTING // max(width, height))
    affordable = int((_MAX_PIXELS[kind] / (frames * width * height)) ** 0.5)
    cell = max(4, min(fitting, affordable))
    look = {"skin": skin, "cell": cell, "speed": speed, "counters": counters}
    fields = await run_task(request, "animation", {"level": level, "text": text, "kind": kind} | look)
    headers = {"Cache-Control": "private, max-age=300"}
    return Response(base64.b64decode(fields["data"]), media_type=_TYPES[kind], headers=headers)
