"""The values that several routes take or give, as the API describes them, and their conversion to pushbox's own."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from ... import formats
from ...formats.json import level_from_json, level_to_json
from ...level import Level, Problem
from ...play.verify import verify
from ...sentence import say, to_json
from ..errors import ApiError, PhraseOut
from ..settings import Settings
from .models import RequestModel, ResponseModel, Values, example, one_of

_EXAMPLE = formats.read("#####\n#@$.#\n#####").levels[0]
LEVEL: Values = level_to_json(_EXAMPLE)  # the example that every description shows
SOLUTION = "R"
TEXT = "#####\n#@$.#\n#####\n"

_LEVEL_SCHEMA: Values = {
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
    Field(
        description="A level as pushbox JSON (docs/formats/json.md).", examples=[LEVEL], json_schema_extra=_LEVEL_SCHEMA
    ),
]
Moves = Annotated[str, Field(max_length=60_000, description="Moves in the game's notation.", examples=[SOLUTION])]
Bests = Annotated[dict[str, int], Field(description="The lowest of each count.", examples=[{"moves": 1, "pushes": 1}])]


class LevelChoice(RequestModel):
    """One of two: a level of the library by its id, or a level as it is."""

    level_id: Annotated[int | None, Field(ge=1, le=2**53)] = None
    level: LevelValue | None = None

    _has_one = one_of(say("one-of-two"), "level_id", "level")


class Counts(ResponseModel):
    """The six counts of a solution."""

    model_config = example(moves=1, pushes=1, box_lines=1, box_changes=1, pushing_sessions=1, player_lines=1)

    moves: int
    pushes: int
    box_lines: int
    box_changes: int
    pushing_sessions: int
    player_lines: int


class ProblemOut(ResponseModel):
    """A problem: its place in a text (from 1, 0 if unknown) or on a board (-1), what was found and expected.

    `phrases` are those of these sentences that have a code, by their names.
    """

    line: int = 0
    column: int = 0
    severity: Literal["error", "warning"]
    found: str
    expected: str = ""
    repair: str = ""
    cell: int = -1

    phrases: dict[str, PhraseOut] = Field(
        default={}, examples=[{"found": {"code": "no-goal", "params": {}, "text": "found no goal"}}]
    )

    @model_validator(mode="before")
    @classmethod
    def _with_phrases(cls, problem: Any) -> Any:
        if not isinstance(problem, Problem):
            return problem
        texts = {"found": problem.found, "expected": problem.expected, "repair": problem.repair}
        phrases = {name: to_json(text) for name, text in texts.items()}
        return problem._asdict() | {"phrases": {name: known for name, known in phrases.items() if known}}


class VersionOut(ResponseModel):
    """A version of a published level: its number from 1, the level that it is, and since when it is the present one."""

    model_config = example(version=1, level=7, made="2026-01-01T00:00:00Z")

    version: int
    level: int
    made: datetime


class LevelOut(ResponseModel):
    """A level; `id`, `number` and `collection` where it is in the library, `state` and `best` are yours.

    Its `difficulty` is from 0 to 100, null where it has not been rated.  Where a level is asked for alone it names its
    `versions`, the first one first: none where there is one only.
    """

    model_config = example(
        id=7,
        number=1,
        collection=1,
        title="One push",
        author="",
        notes="",
        game=LEVEL["game"],
        width=5,
        height=3,
        boxes=1,
        level=LEVEL,
        tags=[],
        state="begun",
        best={"moves": 1, "pushes": 1},
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
    tags: list[str] = Field(default=[])
    difficulty: float | None = None
    state: Literal["solved", "begun"] | None = None
    best: Bests = Field(default={})
    versions: list[VersionOut] = Field(default=[])


def level_out(level: Level, **more: Any) -> LevelOut:
    """Return a level as the API shows it."""
    board = level.board
    boxes = sum(piece.kind != "pusher" for piece in board.pieces)
    size = {"width": board.width, "height": board.height, "boxes": boxes}
    return LevelOut.from_value(level, **size, level=level_to_json(level), **more)


def level_in(value: Values, settings: Settings) -> Level:
    """Read a level from JSON. Raises FormatError for an invalid level, ApiError for a board that is too large."""
    check_board(value, settings)
    return level_from_json(value)


def stored_level_in(value: Values, settings: Settings) -> Level:
    """Read a level that is to be stored, as `level_in` does. Raises ApiError for texts that are too long."""
    level = level_in(value, settings)
    if (fault := settings.limits.texts.fault(level)) is not None:
        raise ApiError("too-large", fault)
    return level


def body_size(value: Values) -> int:
    """Return about how many bytes a level as JSON takes when it is stored."""
    return len(json.dumps(value))


def check_board(value: Values, settings: Settings) -> None:
    """Refuse a level as JSON whose board is wider or higher than this server takes."""
    board = value.get("board")
    if isinstance(board, dict):
        check_size(board.get("width"), board.get("height"), settings)


def check_size(width: object, height: object, settings: Settings) -> None:
    """Refuse a board that is wider or higher than this server takes."""
    side = settings.limits.side
    if any(isinstance(size, int) and size > side for size in (width, height)):
        raise ApiError.said("too-large", "board-large", width=width, height=height, most=side)


def example_counts() -> Values:
    """Return the counts of the solution that the descriptions show."""
    metrics = verify(_EXAMPLE, SOLUTION).metrics
    assert metrics is not None
    return metrics._asdict()
