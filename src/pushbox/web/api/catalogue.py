"""The catalogue of games and formats."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AliasPath, BeforeValidator, Field

from ... import formats, games
from ...board import Piece
from ...formats.json import piece_to_json, terrain_to_json
from ...level import Scalar
from ..errors import ApiError
from ..rate_limits import READS
from .models import ApiRouter, ResponseModel, described, example
from .schemas import LEVEL

router = ApiRouter(prefix="/api", tags=["games and formats"])


def _piece_without_cells(piece: Piece) -> dict[str, Any]:
    return {name: value for name, value in piece_to_json(piece).items() if name != "cells"}


class OptionOut(ResponseModel):
    """An option of a game: its default, and the values that it takes."""

    name: str
    default: Scalar
    choices: list[Scalar]
    least: int | None = Field(validation_alias="minimum")
    summary: str


class GameEntry(ResponseModel):
    """A game, and how many play it."""

    model_config = example(key=LEVEL["game"], name="Sokoban", summary="Push every box onto a goal.", players=1)

    key: str
    name: str
    summary: str
    players: int


class BrushOut(ResponseModel):
    """A piece that boards of a game may carry: how it looks but for its cells, which `shape` gives as offsets."""

    piece: Annotated[dict[str, Any], BeforeValidator(_piece_without_cells)]
    least: int = Field(validation_alias="min_count")
    most: int = Field(validation_alias="max_count")
    shape: list[tuple[int, int]]
    shares: bool = Field(validation_alias="may_overlap")


class PaletteOut(ResponseModel):
    """The terrain and pieces of a game; pieces cannot be on terrain of a `solid` kind."""

    terrain: list[Annotated[str | dict[str, Any], BeforeValidator(terrain_to_json)]]
    brushes: list[BrushOut] = Field(validation_alias="pieces")
    solid: list[str]


class GameOut(GameEntry):
    """All about a game; `plain` is the part of the palette that a level of the default options is made of."""

    source: str
    facts: list[str]
    options: list[OptionOut]
    palette: PaletteOut
    plain: PaletteOut | None = Field(validation_alias=AliasPath("palette", "plain"))
    simultaneous: bool
    hides: bool = Field(validation_alias="imperfect_information")
    gravity: bool


class Games(ResponseModel):
    """Every game, in the order in which they are shown."""

    games: list[GameEntry]


class FormatOut(ResponseModel):
    """A file format; `detected` is whether its texts are recognised without a name."""

    model_config = example(
        key="xsb",
        name="XSB",
        summary="levels as text",
        endings=[".xsb", ".txt"],
        solutions=True,
        detected=True,
    )

    key: str
    name: str
    summary: str
    endings: list[str]
    solutions: bool
    detected: bool


class Formats(ResponseModel):
    """Every format, in the order of detection."""

    formats: list[FormatOut]


_EXAMPLE = GameOut.model_validate(games.find(games.keys()[0]).info).model_dump(mode="json")


@router.get("/games", **described("The games", READS))
def list_games() -> Games:
    """Return every game in short."""
    return Games(games=[GameEntry.model_validate(games.find(key).info) for key in games.keys()])


@router.get("/games/{key}", **described("All about a game", READS, content={"application/json": {"example": _EXAMPLE}}))
def get_game(key: str) -> GameOut:
    """Return options, facts and palette of a game, enough for an editor."""
    if key not in games.keys():
        raise ApiError.said("not-found", "unknown-game", key=key[:40], known=", ".join(games.keys()))
    return GameOut.model_validate(games.find(key).info)


@router.get("/formats", **described("The file formats", READS))
def list_formats() -> Formats:
    """Return every format that levels are read and written in."""
    return Formats(formats=[FormatOut.model_validate(formats.find(key).info) for key in formats.keys()])
