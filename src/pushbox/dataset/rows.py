"""A row of a data set: a level, the answers of the solver on it, and where it comes from."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Self, get_args

from ..board import Board
from ..errors import PushboxError
from ..level import Level, SavedMoves
from .texts import board_of

Split = Literal["train", "validation", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)
Status = Literal["proven", "solved", "unsolvable", "open"]
STATUSES: tuple[Status, ...] = get_args(Status)

_MOST_TEXT = 1_000_000  # characters
_MOST_TEXTS = 100_000
_MOST_COUNT = (1 << 31) - 1


class Field(NamedTuple):
    """A column of a data set: its name, the kind of its values, whether they may be null, and what they mean."""

    name: str
    kind: Literal["text", "count", "number", "texts"]
    is_optional: bool
    meaning: str

    def holds(self, value: object) -> bool:
        """Return whether a value is one of this column."""
        if value is None:
            return self.is_optional
        if self.kind == "count":
            return type(value) is int and 0 <= value <= _MOST_COUNT
        if self.kind == "number":
            return type(value) in {int, float} and math.isfinite(value) and 0 <= value <= 100  # type: ignore[arg-type, operator]
        if self.kind == "texts":
            is_list = isinstance(value, list | tuple) and len(value) <= _MOST_TEXTS
            return is_list and all(isinstance(text, str) for text in value)  # type: ignore[attr-defined]
        return isinstance(value, str) and len(value) <= _MOST_TEXT


def _field(name: str, kind: Literal["text", "count", "number", "texts"], meaning: str) -> Field:
    return Field(name.rstrip("?"), kind, name.endswith("?"), meaning)


FIELDS = (
    _field("id", "text", "canonical id: equal for levels that a rotation or reflection turns into each other"),
    _field("group", "text", "id of the normal form: equal for near-duplicates, which are always in one split"),
    _field("split", "text", "train, validation or test"),
    _field("origin", "text", "where the level comes from: SOURCE:NUMBER, numbers from 1"),
    _field("duplicates", "texts", "the other places where the same level occurs, turned or not"),
    _field("level", "text", "the rows of the board in XSB (`#` wall, `@` player, `$` box, `.` goal, `*` box and `+` "
           "player on a goal)"),
    _field("width", "count", "columns of the board"),
    _field("height", "count", "rows of the board"),
    _field("boxes", "count", "boxes"),
    _field("status", "text", "proven (fewest pushes and fewest moves), solved, unsolvable (proven), or open"),
    _field("pushes?", "count", "the fewest pushes of any solution, proven; null where that is not proven"),
    _field("moves?", "count", "the fewest moves of any solution, pushes included, proven; null where not proven"),
    _field("pushes_at_least?", "count", "no solution has fewer pushes (proven)"),
    _field("moves_at_least?", "count", "no solution has fewer moves (proven)"),
    _field("solution?", "text", "LURD of the solution with the fewest pushes, then moves, that was found"),
    _field("solution_pushes?", "count", "its pushes"),
    _field("solution_moves?", "count", "its moves"),
    _field("shortest?", "text", "LURD of the solution with the fewest moves, then pushes, that was found"),
    _field("shortest_pushes?", "count", "its pushes"),
    _field("shortest_moves?", "count", "its moves"),
    _field("difficulty?", "number", "how hard the level is for people, from 0 to 100, as `pushbox rate` rates it"),
    _field("limit?", "text", "the limit that ended a search before its proof: seconds, nodes or memory"),
)  # fmt: skip
_NAMES = frozenset(field.name for field in FIELDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A level of a data set; `FIELDS` says what each field means."""

    id: str
    group: str
    split: str
    origin: str
    duplicates: tuple[str, ...]
    level: str
    width: int
    height: int
    boxes: int
    status: str
    pushes: int | None
    moves: int | None
    pushes_at_least: int | None
    moves_at_least: int | None
    solution: str | None
    solution_pushes: int | None
    solution_moves: int | None
    shortest: str | None
    shortest_pushes: int | None
    shortest_moves: int | None
    difficulty: float | None
    limit: str | None

    @classmethod
    def from_json(cls, fields: object) -> Self:
        """Return the row that an object of JSON says.  Raises PushboxError for anything that is no row."""
        if isinstance(fields, PushboxError):  # in the place of a row that cannot be read
            raise fields
        if not isinstance(fields, Mapping):
            raise PushboxError.said("dataset-json")
        values: dict[str, Any] = dict(fields)
        if unknown := sorted(str(name) for name in values.keys() - _NAMES):
            raise PushboxError.said("dataset-unknown", field=unknown[0][:40])
        for field in FIELDS:
            if field.name not in values or not field.holds(values[field.name]):
                raise PushboxError.said("dataset-field", field=field.name)
        return cls(**{**values, "duplicates": tuple(values["duplicates"])})

    def to_json(self) -> dict[str, Any]:
        """Return the row as JSON fields, nulls included."""
        return {field.name: getattr(self, field.name) for field in FIELDS} | {"duplicates": [*self.duplicates]}

    @property
    def board(self) -> Board:
        """The board.  Raises PushboxError for a text that draws none."""
        return board_of(self.level)

    def to_level(self) -> Level:
        """Return the level, with its solutions as saved moves.  Raises PushboxError as `board`."""
        texts = dict.fromkeys(text for text in (self.solution, self.shortest) if text)
        return Level(self.board, title=self.origin, saved_moves=tuple(SavedMoves("", text) for text in texts))

    def __repr__(self) -> str:
        counts = f"{self.pushes} pushes, {self.moves} moves" if self.status == "proven" else self.status
        return f"<Row {self.id[:8]}: {self.split}, {self.width} x {self.height}, {self.boxes} boxes, {counts}>"
