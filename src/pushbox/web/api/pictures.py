"""Pictures of levels of the library, for pages elsewhere and for the previews of links."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import Query, Request, Response

from ...board import Board
from ...formats.json import board_to_json
from ...play.walk_through import numbered_boxes
from ...render import raster, svg
from ...render.annotations import Annotations
from ...render.skins import SKINS
from ...render.svg import Look
from ..errors import ApiError
from ..rate_limits import WORKS
from ..threadpool import pooled
from ..works import run_task
from .access import VisibleLevel
from .models import ApiRouter, described

router = ApiRouter(prefix="/api/levels", tags=["levels"])

MAX_CELLS = 10_000  # of a board
MAX_SIDE = 2_400  # pixels
_FITTING = 1_200  # pixels, where no size of a cell is asked for
_LARGEST_CELL = 64
_SMALL_CELLS = 1_000  # of a board that a thread draws

SkinName = Literal["plain", "dark", "wood", "paper", "pixel", "contrast"]
Cell = Annotated[
    int | None, Query(ge=4, le=128, description="Pixels of a cell; without it the picture is up to 1,200.")
]
Skin = Annotated[SkinName, Query(description="As on the board.")]
Numbers = Annotated[bool, Query(description="Whether boxes have the numbers of a walk-through.")]
_SVG = {"image/svg+xml": {"schema": {"type": "string"}, "example": '<svg xmlns="http://www.w3.org/2000/svg"/>'}}
_PNG = {"image/png": {"schema": {"type": "string", "format": "binary"}}}
_TYPES = {"svg": "image/svg+xml", "png": "image/png"}


@router.get(
    "/{level}/picture.svg",
    response_class=Response,
    **described("A picture of a level as SVG", WORKS, 413, content=_SVG),
)
async def draw_level(
    entry: VisibleLevel, request: Request, skin: Skin = "plain", cell: Cell = None, numbers: Numbers = False
) -> Response:
    """Draw the start of a level that you can see, without hidden parts."""
    return await _drawn(request, entry.level.board, entry.title, "svg", skin, cell, numbers=numbers)


@router.get(
    "/{level}/picture.png",
    response_class=Response,
    **described("A picture of a level as PNG", WORKS, 413, content=_PNG),
)
async def draw_level_as_png(
    entry: VisibleLevel, request: Request, skin: Skin = "plain", cell: Cell = None, numbers: Numbers = False
) -> Response:
    """Draw the start of a level that you can see, without hidden parts."""
    return await _drawn(request, entry.level.board, entry.title, "png", skin, cell, numbers=numbers)


def picture_svg(board: Board, title: str, skin: str, cell: int, notes: Annotations) -> bytes:
    """Return a board as SVG."""
    return svg.draw(board, Look(skin, cell), title=title, annotations=notes).encode()


def picture_png(board: Board, title: str, skin: str, cell: int, notes: Annotations) -> bytes:
    """Return a board as PNG."""
    del title
    return raster.png(board, Look(skin, cell), annotations=notes)


def notes_of(board: Board, *, numbers: bool) -> Annotations:
    """Return what stands on the boxes of a board: the numbers of a walk-through, or nothing."""
    boxes = numbered_boxes(board) if numbers else ()
    hidden = {piece.anchor for piece in board.pieces if piece.hidden}
    labels = {cell: str(number) for number, cell in enumerate(boxes, start=1) if cell not in hidden}
    return Annotations(labels=labels)


PICTURES: dict[str, Callable[[Board, str, str, int, Annotations], bytes]] = {"svg": picture_svg, "png": picture_png}
assert set(SKINS) == set(SkinName.__args__)  # type: ignore[attr-defined]


async def _drawn(
    request: Request, board: Board, title: str, kind: str, skin: str, cell: int | None, *, numbers: bool
) -> Response:
    """Return the response with a picture, drawn in a thread if it is small, otherwise by a worker."""
    pixels = _cell_pixels(board, cell)
    if kind == "svg" and len(board.terrain) <= _SMALL_CELLS:
        data = await pooled.run(picture_svg, board, title, skin, pixels, notes_of(board, numbers=numbers))
    else:
        payload = {"board": board_to_json(board), "title": title, "kind": kind, "skin": skin, "cell": pixels}
        payload["numbers"] = numbers
        data = base64.b64decode((await run_task(request, "picture", payload))["data"])
    return Response(data, media_type=_TYPES[kind], headers={"Cache-Control": "private, max-age=300"})


def _cell_pixels(board: Board, cell: int | None) -> int:
    """Return the side of a cell in pixels.  Raises ApiError for a board, or a picture, that is too large."""
    cells, side = len(board.terrain), max(board.width, board.height, 1)
    if cells > MAX_CELLS:
        raise ApiError.said("too-large", "cells-to-draw", count=cells, most=MAX_CELLS)
    pixels = cell if cell is not None else max(1, min(_LARGEST_CELL, _FITTING // side))
    if pixels * side > MAX_SIDE:
        most = MAX_SIDE // side
        raise ApiError.said("too-large", "pixels-of-cells", pixels=pixels, most=most)
    return pixels
