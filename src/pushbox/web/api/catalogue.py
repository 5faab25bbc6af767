"""The catalogue of games and formats."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from ... import formats, games
from ...formats.json import piece_to_json, terrain_to_json
from ...games.api import GameInfo, Option, Palette, PieceSpec
from ...level import Scalar
from ..errors import ApiError
from ..rate_limits import READS
from .models import ResponseModel, described, example
from .schemas import LEVEL

router = APIRouter(prefix="/api", tags=["games and formats"])


class OptionOut(ResponseModel):
    """An option of a game: its default, and the values that it takes."""

    name: str
    default: Scalar
    choices: list[Scalar]
    least: int | None
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

    piece: dict[str, Any]
    least: int
    most: int
    shape: list[tuple[int, int]]
    shares: bool


class PaletteOut(ResponseModel):
    """The parts that boards of a game are made of; pieces cannot stand on terrain whose kind is `solid`."""

    terrain: list[str | dict[str, Any]]
    brushes: list[BrushOut]
    solid: list[str]


class GameOut(GameEntry):
    """All about a game; `plain` is the part of the palette that a level of the default options is made of."""

    source: str
    facts: list[str]
    options: list[OptionOut]
    palette: PaletteOut
    plain: PaletteOut | None
    simultaneous: bool
    hides: bool
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


def _entry(info: GameInfo) -> GameEntry:
    return GameEntry.from_value(info)


def _option(option: Option) -> OptionOut:
    return OptionOut.from_value(option, choices=list(option.choices), least=option.minimum)


def _palette(palette: Palette) -> PaletteOut:
    return PaletteOut(
        terrain=[terrain_to_json(terrain) for terrain in palette.terrain],
        brushes=[_piece_spec(spec) for spec in palette.pieces],
        solid=list(palette.solid),
    )


def _piece_spec(spec: PieceSpec) -> BrushOut:
    piece = {name: value for name, value in piece_to_json(spec.piece).items() if name != "cells"}
    return BrushOut(
        piece=piece, least=spec.min_count, most=spec.max_count, shape=list(spec.shape), shares=spec.may_overlap
    )


def _game(info: GameInfo) -> GameOut:
    return GameOut.from_value(
        info,
        facts=list(info.facts),
        options=[_option(option) for option in info.options],
        palette=_palette(info.palette),
        plain=None if info.palette.plain is None else _palette(info.palette.plain),
        hides=info.imperfect_information,
    )


_EXAMPLE = _game(games.find(games.keys()[0]).info).model_dump(mode="json")


@router.get("/games", **described("listGames", "The games", READS))
def list_games() -> Games:
    """Return every game in short."""
    return Games(games=[_entry(games.find(key).info) for key in games.keys()])


@router.get(
    "/games/{key}",
    **described("getGame", "All about a game", READS, 404, 422, content={"application/json": {"example": _EXAMPLE}}),
)
def get_game(key: str) -> GameOut:
    """Return options, facts and palette of a game, enough for an editor."""
    if key not in games.keys():
        raise ApiError("not-found", f"found no game {key[:40]!r}, expected one of: {', '.join(games.keys())}")
    return _game(games.find(key).info)


@router.get("/formats", **described("listFormats", "The file formats", READS))
def list_formats() -> Formats:
    """Return every format that levels are read and written in."""
    infos = [formats.find(key).info for key in formats.keys()]
    return Formats(formats=[FormatOut.from_value(info, endings=list(info.endings)) for info in infos])
