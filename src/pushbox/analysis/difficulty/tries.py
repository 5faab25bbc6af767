"""Pushes off a solution: how many exist, how many lose, and how hard that is to see.

An evenly spaced sample of positions is taken, because a long solution has more of them than can be searched.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ...games.parts.push_distance import distances
from ...games.position import Position, load
from ...grid import Cell
from ...solver.api import Objective, Solved, Unsolvable, Verdict
from ..deadlocks.candidates import floor_of
from ..deadlocks.puzzle import BoxPuzzle
from ..deadlocks.shapes import region_of
from .solution_line import Push, evenly

POSITIONS = 16  # of a solution that are looked at
TRIES = 5  # pushes that are tried in each
NODES = 300  # of the search after a try

Search = Callable[[Position, Objective, int], Verdict]  # of a position, for an objective, with so many nodes


@dataclass(frozen=True, slots=True)
class TryCounts:
    """Counts of pushes off a solution.

    `legal` is the mean number of pushes in its positions. Of `tried` pushes off it, `losing` lose; `hidden` of these
    show no deadlock at once, and `tempting` of these bring their box nearer to a goal; `unknown` are not decided by a
    short search. `depth` is the mean binary logarithm of the positions needed to prove a loss, and `choices` the bits
    of luck per push that random play needs.
    """

    legal: float = 0.0
    tried: int = 0
    losing: int = 0
    hidden: int = 0
    tempting: int = 0
    unknown: int = 0
    depth: float = 0.0
    choices: float = 0.0

    @property
    def losing_share(self) -> float:
        """The share that loses of the pushes off the solution of which it is known."""
        return self.losing / known if (known := self.tried - self.unknown) else 0.0

    @property
    def hidden_share(self) -> float:
        """The share of them that loses without being seen at once."""
        return self.hidden / known if (known := self.tried - self.unknown) else 0.0


def try_pushes(samples: Iterable[tuple[Position, Push]], search: Search) -> TryCounts:
    """Judge the pushes off a solution in some of its positions, each given with the push that it makes."""
    counts = [_try_position(position, push, search) for position, push in samples]
    if not counts:
        return TryCounts()
    losing = sum(one.losing for one in counts)
    return TryCounts(
        legal=sum(one.legal for one in counts) / len(counts),
        tried=sum(one.tried for one in counts),
        losing=losing,
        hidden=sum(one.hidden for one in counts),
        tempting=sum(one.tempting for one in counts),
        unknown=sum(one.unknown for one in counts),
        depth=sum(one.depth * one.losing for one in counts) / losing if losing else 0.0,
        choices=sum(one.choices for one in counts) / len(counts),
    )


def most_of_tries(boxes: int) -> TryCounts:
    """Return the most that can be known of pushes off a solution: all lose, and each is as hard to see as can be."""
    return TryCounts(tried=1, losing=1, hidden=1, depth=math.log2(1 + 2 * NODES), choices=math.log2(4 * boxes))


def _try_position(position: Position, push: Push, search: Search) -> TryCounts:
    puzzle = BoxPuzzle.of(position)
    assert puzzle is not None, "the solution is one of a puzzle"
    legal = legal_pushes(puzzle)
    others = [other for other in legal if other != (push.start, push.end)]
    nearest = distances(puzzle.grid, puzzle.free, frozenset(cell for cell, _ in puzzle.goals))
    tried = evenly(others, TRIES)
    losing = hidden = tempting = unknown = 0
    depth = 0.0  # of all that lose
    for start, end in tried:
        verdict = search(after_push(position, start, end), "any", NODES)
        unknown += not isinstance(verdict, Solved | Unsolvable)
        if isinstance(verdict, Unsolvable):
            losing += 1
            hidden += verdict.nodes > 0
            tempting += verdict.nodes > 0 and nearest[end] < nearest[start]
            depth += math.log2(1 + verdict.nodes)
    winning = 1 + (len(others) * (len(tried) - losing) / len(tried) if tried else 0)
    choices = math.log2(len(legal) / winning)
    return TryCounts(
        len(legal), len(tried), losing, hidden, tempting, unknown, depth / losing if losing else 0.0, choices
    )


def legal_pushes(puzzle: BoxPuzzle) -> list[tuple[Cell, Cell]]:
    """Return the pushes, as from and to, with the player walking anywhere in reach."""
    floor, region, step, opposite = floor_of(puzzle), region_of(puzzle), puzzle.grid.step, puzzle.grid.opposite
    return [
        (box, towards[box])
        for box in puzzle.cells
        for direction, towards in enumerate(step)
        if floor[towards[box]] and step[opposite[direction]][box] in region
    ]


def after_push(position: Position, start: Cell, end: Cell) -> Position:
    """Return a position of one pusher after they have walked to a box and pushed it from a cell to the next."""
    moved = {"pusher": start, "box": end}
    pieces = (
        piece._replace(cells=(moved[piece.kind],)) if piece.kind == "pusher" or piece.anchor == start else piece
        for piece in position.board.pieces
    )
    return load(replace(position.level, board=position.board.with_pieces(pieces), source=None))
