"""The values of a review."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from ...board import Board
from ...grid import Cell
from ...rich_display import repr_html
from ...solver import Limit

Kind = Literal[
    "unsolvable", "unsolved", "shorter_pushes", "shorter_moves", "own_pushes", "best_pushes",
    "own_moves", "best_moves", "unused_floor", "unused_cells",
    "still_boxes", "spare_boxes", "unused_goals", "spare_walls", "key_walls",
    "orders", "branch", "bottlenecks", "losing", "trap", "alike", "alike_but_player",
]  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)

_MATTERS: tuple[tuple[Kind, ...], ...] = (
    ("unsolvable", "unsolved", "shorter_pushes", "own_pushes", "best_pushes"),
    ("shorter_moves", "own_moves", "best_moves"),
    ("unused_goals", "spare_boxes", "still_boxes"),
    ("trap",),
    ("key_walls",),
    ("spare_walls", "unused_floor", "unused_cells"),
    ("losing",),
    ("orders", "branch", "bottlenecks"),
    ("alike", "alike_but_player"),
)
"""The kinds by what a designer wants to know first: of those of one line one statement is enough to begin with."""
_RANKS = {kind: (line, place) for line, kinds in enumerate(_MATTERS) for place, kind in enumerate(kinds)}

Coverage = Literal["boxes", "solutions"]
Basis = Literal["exhausted", "solutions", "searches", "proof", "bound", "limit", "board"]


@dataclass(frozen=True, slots=True)
class Tried:
    """The evidence of a statement.

    ``exhausted``: all of `count` positions of the level; ``solutions``: `count` known solutions; ``searches``: `count`
    searches of at most `nodes` positions each, of which `undecided` had no answer; ``proof``: a completed search;
    ``bound``: an unfinished search that has proven that at least `count` are needed; ``limit``: a search ended by its
    limit; ``board``: the eight symmetries of the board.
    """

    by: Basis
    count: int = 0
    undecided: int = 0
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement on a level.

    `cells` are its subject, `arrows` lead from boxes to goals, `moves` is a line of play that shows it, and `numbers`
    appear in its sentence.
    """

    kind: Kind
    tried: Tried
    cells: tuple[Cell, ...] = ()
    arrows: tuple[tuple[Cell, Cell], ...] = ()
    moves: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    symmetry: str = ""  # of the two kinds on symmetries: its name


@dataclass(frozen=True, slots=True)
class Review:
    """The statements on the level of a board, and its known solutions, the best by pushes first.

    `coverage` is ``solutions`` for games with more than boxes, goals and one pusher: only known solutions are compared,
    nothing is removed from the level. `complete` tells whether there was time for everything, `seconds` is the time
    taken, `limit` the limit of each search.
    """

    board: Board
    findings: tuple[Finding, ...]
    solutions: tuple[str, ...]
    coverage: Coverage
    complete: bool
    seconds: float
    limit: Limit

    def foremost(self, most: int) -> tuple[Finding, ...]:
        """Return the statements that matter first to a designer, at most so many, no two on the same question."""
        questions: dict[int, Finding] = {}
        for finding in sorted(self.findings, key=lambda one: _RANKS[one.kind]):
            questions.setdefault(_RANKS[finding.kind][0], finding)
        return tuple(questions.values())[:most]

    _repr_html_ = repr_html


Stage = Literal["solve", "positions", "branches", "boxes", "walls"]


class ReviewProgress(NamedTuple):
    """Progress of a review: its stage, the finished part of it, and the seconds since its start."""

    stage: Stage
    done: int
    total: int
    seconds: float


ReviewCallback = Callable[[ReviewProgress], object]
