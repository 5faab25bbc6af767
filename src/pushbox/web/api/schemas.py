"""The values that several routes take or give, as the API describes them, and the way from and to pushbox's own."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ... import formats
from ...formats.json import level_from_json, level_to_json
from ...level import Level, Problem
from ...metrics import Metrics
from ...play.verify import verify
from ..errors import ErrorBody, Refusal
from ..settings import Settings

Values = dict[str, Any]

_SURROGATE = re.compile("[\ud800-\udfff]")

_ROOM = formats.read("#####\n#@$.#\n#####").levels[0]
LEVEL: Values = level_to_json(_ROOM)  # the example that every description shows
SOLUTION = "R"
TEXT = "#####\n#@$.#\n#####\n"

_SHAPE: Values = {
    "type": "object",
    "required": ["game", "board"],
    "properties": {
        "game": {"type": "string", "description": "The key of its game."},
        "board": {
            "type": "object",
            "required": ["width", "height", "palette", "terrain"],
            "properties": {
                "width": {"type": "integer", "minimum": 0},
                "height": {"type": "integer", "minimum": 0},
                "palette": {"type": "object", "description": "A sort of terrain for each character."},
                "terrain": {"type": "array", "items": {"type": "string"}, "description": "Rows in run lengths."},
                "pieces": {"type": "array", "items": {"type": "object"}},
                "counters": {"type": "array", "items": {"type": "array"}},
            },
        },
        "title": {"type": "string"},
        "author": {"type": "string"},
        "notes": {"type": "string"},
        "options": {"type": "array", "items": {"type": "array"}, "description": "Pairs of name and value."},
        "records": {"type": "array", "items": {"type": "object"}},
        "keys": {"type": "array", "items": {"type": "array"}},
    },
}

LevelValue = Annotated[
    Values,
    Field(description="A level as pushbox JSON (docs/formats/json.md).", examples=[LEVEL], json_schema_extra=_SHAPE),
]
Moves = Annotated[str, Field(max_length=60_000, description="Moves in the game's notation.", examples=[SOLUTION])]


Bests = Annotated[dict[str, int], Field(description="The lowest of each count.", examples=[{"moves": 1, "pushes": 1}])]


class Asked(BaseModel):
    """The body of a request: what it does not know it refuses, and characters that no text has."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _is_text(cls, value: object) -> object:
        found: list[object] = [value]
        for one in found:  # grows while it is walked
            if isinstance(one, dict):
                found += [*one.keys(), *one.values()]
            elif isinstance(one, list):
                found += one
            elif isinstance(one, str) and not one.isascii() and _SURROGATE.search(one):
                message = "found half of a character, expected text"
                raise ValueError(message)
        return value


class Told(BaseModel):
    """What a route answers with."""


class Counts(Told):
    """The six counts of a solution."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "moves": 1,
                "pushes": 1,
                "box_lines": 1,
                "box_changes": 1,
                "pushing_sessions": 1,
                "player_lines": 1,
            }
        }
    )

    moves: int
    pushes: int
    box_lines: int
    box_changes: int
    pushing_sessions: int
    player_lines: int


class ProblemOut(Told):
    """Something wrong: where in a text (from 1, 0 where unknown) or on a board (-1), what is found and expected."""

    line: int = 0
    column: int = 0
    severity: Literal["error", "warning"]
    found: str
    expected: str = ""
    repair: str = ""
    cell: int = -1


class LevelOut(Told):
    """A level; `id`, `number` and `collection` where it is in the library, `state` and `best` for who asks."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "id": 7,
                "number": 1,
                "collection": 1,
                "title": "One push",
                "author": "",
                "notes": "",
                "game": LEVEL["game"],
                "width": 5,
                "height": 3,
                "boxes": 1,
                "level": LEVEL,
                "tags": [],
                "state": "begun",
                "best": {"moves": 1, "pushes": 1},
            }
        }
    )

    id: int | None = None
    number: int | None = None
    collection: int | None = None
    title: str
    author: str
    notes: str
    game: str
    width: int
    height: int
    boxes: int
    level: LevelValue
    tags: list[str] = []
    state: Literal["solved", "begun"] | None = None
    best: Bests = {}


def level_out(level: Level, **more: Any) -> LevelOut:
    """Return a level as the API tells it."""
    board = level.board
    return LevelOut(
        title=level.title,
        author=level.author,
        notes=level.notes,
        game=level.game,
        width=board.width,
        height=board.height,
        boxes=sum(piece.kind != "pusher" for piece in board.pieces),
        level=level_to_json(level),
        **more,
    )


def level_in(value: Values, settings: Settings) -> Level:
    """Return the level that JSON tells of.  Raises FormatError for what is none, Refusal for a board too large."""
    board = value.get("board")
    if isinstance(board, dict):
        check_size(board.get("width"), board.get("height"), settings)
    return level_from_json(value)


def check_size(width: object, height: object, settings: Settings) -> None:
    """Refuse a board that is wider or higher than this server takes."""
    side = settings.limits.side
    if any(isinstance(size, int) and size > side for size in (width, height)):
        raise Refusal("too-large", f"found a board of {width} x {height} cells, expected at most {side} x {side}")


def problem_out(problem: Problem) -> ProblemOut:
    """Return a problem as the API tells it."""
    return ProblemOut(**problem._asdict())


def counts_out(metrics: Metrics) -> Counts:
    """Return the six counts as the API tells them."""
    return Counts(**metrics._asdict())


def settings_of(request: Request) -> Settings:
    """Return the settings of the server that a request is for."""
    found: Settings = request.app.state.settings
    return found


def example_counts() -> Values:
    """Return the counts of the solution that the descriptions show."""
    found = verify(_ROOM, SOLUTION).metrics
    assert found is not None
    return found._asdict()


_TOLD = {
    403: "It is not for you, or no page of this server asks.",
    404: "There is none.",
    409: "It contradicts what is there.",
    413: "It is more than this server takes.",
    422: "It is not what is expected.",
    429: "Too much in too short a time, or more than one visitor may keep; the header Retry-After may tell.",
    500: "The server has failed.",
}


def refusals(*codes: int) -> dict[int | str, Values]:
    """Return how the description tells of the errors that a route answers with."""
    return {code: {"model": ErrorBody, "description": _TOLD[code]} for code in (*codes, 429, 500)}


def json_refusals(*codes: int) -> dict[int | str, Values]:
    """Return the same for a route whose good answer is no JSON, while its errors are."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}}
    return {code: {"content": content, "description": _TOLD[code]} for code in (*codes, 429, 500)}
