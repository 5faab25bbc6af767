"""The request to a generator and its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from ..arguments import check_choice, check_optional, check_text, check_whole
from ..errors import ArgumentError, PushboxError
from ..grades import GRADES, Grade, grade_of
from ..keywords import answering
from ..level import Level
from ..metrics import Metrics
from ..rich_display import repr_html

Shape = Literal["walk", "blocks", "hall", "cave", "rooms"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
Theme = Literal["tunnels", "goal-room", "symmetric", "one-way", "chambers", "few-boxes", "many-boxes"]
_LONG_WAY = 12  # pushes a box, in levels of few boxes


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
    smallest number of the game, 1 for Sokoban and Sokoban Plus. With several pushers neither `pushes` nor how hard a
    level is can be measured.

    Every solution has at least `pushes` pushes, proven; the generated solution has at least `box_lines` box lines. How
    hard the level is for people is bounded by a grade, `difficulty`, or by the least and the most number, `rating`
    (see `pushbox.analysis.difficulty`). None allows any `shape` or difficulty. A `theme` is what a level is about,
    instead of a shape: `pushbox.generator.THEMES` says which there are. If no level meets these within the limits of a
    run, OutOfReach says what levels of this size have.
    """

    rows: int = 10
    columns: int = 10
    boxes: int = 4
    game: str = "sokoban"
    pushers: int | None = None
    shape: Shape | None = None
    theme: Theme | None = None
    difficulty: Grade | None = None
    pushes: int = 0
    box_lines: int = 0
    rating: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        check_text("game", self.game, "the key of a game")
        for name in ("rows", "columns", "boxes", "pushes", "box_lines"):
            check_whole(name, getattr(self, name))
        check_optional(check_whole, "pushers", self.pushers)
        check_optional(check_choice, "shape", self.shape, SHAPES)
        check_optional(check_choice, "theme", self.theme, get_args(Theme))
        if self.theme is not None and self.shape is not None:
            raise ArgumentError.said("theme-with-shape")
        check_optional(check_choice, "difficulty", self.difficulty, tuple(GRADES))
        if self.rating is not None:
            minimum, maximum = self.rating
            check_whole("rating", minimum, 0, 100)
            check_whole("rating", maximum, minimum, 100)
            if self.difficulty is not None:
                raise ArgumentError.said("difficulty-twice")

    @property
    def fewest_pushes(self) -> int:
        """The pushes that every solution has at least: as said, or as the theme has it."""
        return max(self.pushes, _LONG_WAY * self.boxes if self.theme == "few-boxes" else 0)

    @property
    def difficulties(self) -> tuple[float, float] | None:
        """How hard a level has to be at least and at most, from 0 to 100; None where that is not bounded."""
        return self.rating if self.difficulty is None else GRADES[self.difficulty].both_included


@dataclass(frozen=True, slots=True)
class Generated:
    """A level and its solution, replayed by the rules; the level has it as its saved moves.

    `effort` counts the positions that the solver expanded until it had proven that no solution has fewer pushes, None
    for games that it does not measure. `attempt` is the number of the attempt. `rating` is how hard the level is for
    people, from 0 to 100, and `difficulty` the grade of that; both are None if the spec does not bound it.
    """

    level: Level
    text: str
    metrics: Metrics
    shape: Shape
    effort: int | None
    attempt: int
    rating: float | None = None

    @property
    def difficulty(self) -> Grade | None:
        """The grade of the rating."""
        return None if self.rating is None else grade_of(self.rating)

    def rated(self, rating: float) -> Generated:
        """Return it with its rating, which the level has as a header."""
        header = ("Difficulty", f"{grade_of(rating)} ({rating:.0f} of 100)")
        return replace(self, level=replace(self.level, headers=(header,)), rating=rating)

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
