"""The request to a generator and its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from ..arguments import check_choice, check_optional, check_text, check_whole
from ..errors import PushboxError
from ..keywords import answering
from ..level import Level
from ..metrics import Metrics
from ..rich_display import repr_html

Shape = Literal["walk", "blocks", "hall", "cave", "rooms"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
Difficulty = Literal["easy", "medium", "hard", "extreme"]

# The fewest and the most positions that the solver expands until it has proven the fewest pushes, the easiest first.
DIFFICULTIES: dict[Difficulty, tuple[int, int]] = {
    "easy": (0, 29),
    "medium": (30, 299),
    "hard": (300, 2_999),
    "extreme": (3_000, 100_000),
}


def class_of(effort: int) -> Difficulty | None:
    """Return the class of an effort in positions, None beyond the most extreme."""
    return next((name for name, (_, most) in DIFFICULTIES.items() if effort <= most), None)


@answering(
    {
        "width cols": "columns=...",
        "height": "rows=...",
        "size": "rows=..., columns=...",
        "num_boxes n_boxes": "boxes=...",
        "players": "pushers=...",
        "min_pushes moves": "pushes=..., the fewest",
        "min_rating max_rating": "rating=(least, most)",
    }
)
@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSpec:
    """The requirements of a generated level.

    The level has exactly these `rows` and `columns`, 3 to 100 each, the frame included. Inside the frame there is room
    for the pushers and for twice as many cells as `boxes`: 1 to 31 boxes on 10 x 10. `pushers` is None for the
    smallest number of the game, 1 for Sokoban and Sokoban Plus. With several pushers `pushes` and `difficulty` cannot
    be measured, nor `difficulty` with numbered boxes.

    None allows any `shape` or `difficulty`. Every solution has at least `pushes` pushes, proven; the generated solution
    has at least `box_lines` box lines. `rating` bounds how hard the level is for people, from 0 to 100 (see
    `pushbox.analysis.difficulty`), while `difficulty` is by the effort of the solver. If no level meets these within
    the limits of a run, OutOfReach says what levels of this size have.
    """

    rows: int = 10
    columns: int = 10
    boxes: int = 4
    game: str = "sokoban"
    pushers: int | None = None
    shape: Shape | None = None
    difficulty: Difficulty | None = None
    pushes: int = 0
    box_lines: int = 0
    rating: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        check_text("game", self.game, "the key of a game")
        for name in ("rows", "columns", "boxes", "pushes", "box_lines"):
            check_whole(name, getattr(self, name))
        check_optional(check_whole, "pushers", self.pushers)
        check_optional(check_choice, "shape", self.shape, SHAPES)
        check_optional(check_choice, "difficulty", self.difficulty, tuple(DIFFICULTIES))
        if self.rating is not None:
            minimum, maximum = self.rating
            check_whole("rating", minimum, 0, 100)
            check_whole("rating", maximum, minimum, 100)


@dataclass(frozen=True, slots=True)
class Generated:
    """A level and its solution, replayed by the rules; the level has it as its saved moves.

    `effort` counts the positions that the solver expanded until it had proven that no solution has fewer pushes, and
    `difficulty` is the class of that effort; both are None for games that it does not measure. `attempt` is the number
    of the attempt, and `rating` the difficulty for people, or None if the spec has no rating.
    """

    level: Level
    text: str
    metrics: Metrics
    shape: Shape
    difficulty: Difficulty | None
    effort: int | None
    attempt: int
    rating: float | None = None

    def __repr__(self) -> str:
        return f"<Generated: {self.level!r}, {self.metrics.summary}>"

    _repr_html_ = repr_html


class Progress(NamedTuple):
    """Progress of a run: seconds since its start, attempts made, levels found."""

    seconds: float
    attempts: int
    found: int


class OutOfReach(PushboxError):
    """A spec was not met within the limits of a run."""


ProgressCallback = Callable[[Progress], object]
