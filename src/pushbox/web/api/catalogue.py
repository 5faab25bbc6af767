"""Which games and formats there are."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import ConfigDict

from ... import formats, games
from ...formats.json import piece_to_json, terrain_to_json
from ...games.api import GameInfo, Option, Palette, PieceSpec
from ...level import Scalar
from ..errors import Refusal
from ..rate_limits import READS
from .schemas import LEVEL, Told, refusals

router = APIRouter(prefix="/api", tags=["games and formats"], dependencies=[READS])


class OptionOut(Told):
    """A twist of a game: its default, and the values that it takes."""

    name: str
    default: Scalar
    choices: list[Scalar]
    least: int | None
    summary: str


class GameEntry(Told):
    """A game, and how many play it."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"key": LEVEL["game"], "name": "Sokoban", "summary": "Push every box onto a goal.", "players": 1}
        }
    )

    key: str
    name: str
    summary: str
    players: int


class BrushOut(Told):
    """A piece that boards of a game may carry: how it looks but for its cells, which `shape` gives as offsets."""

    piece: dict[str, Any]
    least: int
    most: int
    shape: list[tuple[int, int]]
    shares: bool


class PaletteOut(Told):
    """The parts that boards of a game are made of; pieces cannot stand on terrain whose kind is `solid`."""

    terrain: list[str | dict[str, Any]]
    brushes: list[BrushOut]
    solid: list[str]


class GameOut(GameEntry):
    """All about a game; `plain` is the part of the palette that a level without any twist is made of."""

    source: str
    facts: list[str]
    options: list[OptionOut]
    palette: PaletteOut
    plain: PaletteOut | None
    simultaneous: bool
    hides: bool
    gravity: bool


class Games(Told):
    """Every game, in the order in which people are told of them."""

    games: list[GameEntry]


class FormatOut(Told):
    """A file format; `detected` is whether its texts are recognised without being asked for by name."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "key": "xsb",
                "name": "XSB",
                "summary": "levels as text",
                "endings": [".xsb", ".txt"],
                "solutions": True,
                "detected": True,
            }
        }
    )

    key: str
    name: str
    summary: str
    endings: list[str]
    solutions: bool
    detected: bool


class Formats(Told):
    """Every format, in the order of detection."""

    formats: list[FormatOut]


def _entry(info: GameInfo) -> GameEntry:
    return GameEntry(key=info.key, name=info.name, summary=info.summary, players=info.players)


def _option(option: Option) -> OptionOut:
    return OptionOut(
        name=option.name,
        default=option.default,
        choices=list(option.choices),
        least=option.minimum,
        summary=option.summary,
    )


def _palette(palette: Palette) -> PaletteOut:
    return PaletteOut(
        terrain=[terrain_to_json(terrain) for terrain in palette.terrain],
        brushes=[_brush(brush) for brush in palette.pieces],
        solid=list(palette.solid),
    )


def _brush(brush: PieceSpec) -> BrushOut:
    piece = {name: value for name, value in piece_to_json(brush.piece).items() if name != "cells"}
    return BrushOut(
        piece=piece, least=brush.min_count, most=brush.max_count, shape=list(brush.shape), shares=brush.may_overlap
    )


def _game(info: GameInfo) -> GameOut:
    return GameOut(
        **_entry(info).model_dump(),
        source=info.source,
        facts=list(info.facts),
        options=[_option(option) for option in info.options],
        palette=_palette(info.palette),
        plain=None if info.palette.plain is None else _palette(info.palette.plain),
        simultaneous=info.simultaneous,
        hides=info.imperfect_information,
        gravity=info.gravity,
    )


_EXAMPLE = _game(games.find(games.keys()[0]).info).model_dump(mode="json")


@router.get("/games", operation_id="listGames", summary="The games that there are", responses=refusals())
def list_games() -> Games:
    """Return every game in short."""
    return Games(games=[_entry(games.find(key).info) for key in games.keys()])


@router.get(
    "/games/{key}",
    operation_id="getGame",
    summary="All about a game",
    responses={200: {"content": {"application/json": {"example": _EXAMPLE}}}, **refusals(404, 422)},
)
def get_game(key: str) -> GameOut:
    """Return options, facts and palette of a game, enough for an editor."""
    if key not in games.keys():
        raise Refusal("not-found", f"found no game {key[:40]!r}, expected one of: {', '.join(games.keys())}")
    return _game(games.find(key).info)


@router.get("/formats", operation_id="listFormats", summary="The file formats that there are", responses=refusals())
def list_formats() -> Formats:
    """Return every format that levels are read and written in."""
    infos = [formats.find(key).info for key in formats.keys()]
    return Formats(
        formats=[
            FormatOut(
                key=info.key,
                name=info.name,
                summary=info.summary,
                endings=list(info.endings),
                solutions=info.solutions,
                detected=info.detected,
            )
            for info in infos
        ]
    )
