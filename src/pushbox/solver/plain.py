"""A search that knows the rules only through the game: slow, exhaustive, and the same for every game.

A* (Hart, Nilsson and Raphael 1968): by moves for ``any``, by pushes, then moves, for ``pushes``. It uses the game's
`lower_bound`, which need not be consistent (a position reached by a cheaper line is expanded again), and skips
positions that `is_deadlock` calls hopeless. A game without either is searched by uniform cost. A new game is solved
with it on its first day, and faster searches are compared with it.

It gives up when the memory is full and does not switch to depth first (IDA*, Korf 1985): a step is a move in these
games, so very many lines of equal length lead to most positions, and without a table of visited positions each line
would be searched again.
"""

from __future__ import annotations

import heapq
import sys
import time
from collections.abc import Hashable
from typing import Any, NamedTuple

from ..games.api import Status
from ..games.position import Position
from .api import GaveUp, Limit, LimitKind, Objective, Progress, ProgressCallback, Unsolvable, Verdict
from .proofs import proof_sentence
from .replay import replayed

_LOOK_EVERY = 256  # nodes between two looks at the clock
_REPORT_EVERY = 0.1  # seconds
_TABLE_BYTES = 400  # what a position takes in the tables beside its state: two entries, a link, a place in the queue

Cost = tuple[int, int]  # pushes and moves, in the order that the objective compares them


class Link(NamedTuple):
    """The step that reached a position: the key of its predecessor, None at the start, and the move."""

    parent: Hashable | None
    move: Any


def search(
    position: Position,
    objective: Objective,
    limit: Limit,
    progress: ProgressCallback | None,
) -> Verdict:
    """Search any position of any game; see `pushbox.solver.solve`.

    The memory limit counts what the tables take, by the size of the first state.
    """
    return _Search(position, objective, limit, progress).run()


class _Search:
    def __init__(
        self, position: Position, objective: Objective, limit: Limit, progress: ProgressCallback | None
    ) -> None:
        self._position = position
        self._rules = position.rules
        self._objective = objective
        self._limit = limit
        self._progress = progress
        self._began = self._reported = time.monotonic()
        self._nodes = 0
        self._queued = 0  # numbers what enters the queue, so that equal costs leave it in that order
        start = position.state
        root = self._rules.search_key(start)
        self._bytes = _size(start) + _TABLE_BYTES
        # cost and bound together, the number, the cost, the state
        self._open: list[tuple[Cost, int, Cost, Any]] = [(self._estimate(start, (0, 0)), 0, (0, 0), start)]
        self._best: dict[Hashable, Cost] = {root: (0, 0)}
        self._links: dict[Hashable, Link] = {root: Link(None, None)}

    def run(self) -> Verdict:
        while self._open:
            estimate, _, cost, state = heapq.heappop(self._open)
            key = self._rules.search_key(state)
            if cost != self._best[key]:  # a cheaper line has been found since
                continue
            self._nodes += 1
            status = self._rules.outcome(state).status
            if status is Status.SOLVED:
                return self._solved(key)
            if (reached := self._reached(estimate)) is not None:
                bound = None if self._objective == "any" else estimate[0]
                return GaveUp(reached, self._nodes, self._seconds(), bound)
            if status is not Status.LOST and not self._rules.is_deadlock(state):
                self._expand(state, key, cost)
        return Unsolvable(proof_sentence("all-visited"), self._nodes, self._seconds())

    def _expand(self, state: Any, key: Hashable, cost: Cost) -> None:
        for move in self._rules.pseudo_legal_moves(state):
            transition = self._rules.apply(state, move)
            if transition is None:
                continue
            after = self._rules.search_key(transition.state)
            total = self._plus(cost, int(bool(transition.pushes)), 1)
            if total < self._best.get(after, (sys.maxsize, 0)):
                self._best[after] = total
                self._links[after] = Link(key, move)
                self._queued += 1
                estimate = self._estimate(transition.state, total)
                heapq.heappush(self._open, (estimate, self._queued, total, transition.state))

    def _estimate(self, state: Any, cost: Cost) -> Cost:
        """Return the cost of a whole line through a state, at least; a push is a move too."""
        pushes = self._rules.lower_bound(state)
        return self._plus(cost, pushes, pushes)

    def _plus(self, cost: Cost, pushes: int, moves: int) -> Cost:
        """Add pushes and moves to a cost, as far as the objective counts them."""
        match self._objective:
            case "pushes" | "pushes-moves":
                return (cost[0] + pushes, cost[1] + moves)
            case "moves-pushes":
                return (cost[0] + moves, cost[1] + pushes)
            case _:
                return (cost[0] + moves, 0)

    def _reached(self, estimate: Cost) -> LimitKind | None:
        """Return the limit that has been reached; look at the clock, and report the progress, only now and then."""
        limit = self._limit
        if limit.nodes is not None and self._nodes >= limit.nodes:
            return "nodes"
        if self._nodes % _LOOK_EVERY:
            return None
        seconds = self._seconds()
        if limit.seconds is not None and seconds >= limit.seconds:
            return "seconds"
        memory = limit.memory_bytes
        if memory is not None and (len(self._best) + len(self._open)) * self._bytes > memory:
            return "memory"
        if self._progress is not None and seconds >= self._reported - self._began + _REPORT_EVERY:
            self._reported = self._began + seconds
            bound = None if self._objective == "any" else estimate[0]
            if self._progress(Progress(seconds, self._nodes, len(self._open), bound)) is True:
                return "stopped"
        return None

    def _solved(self, key: Hashable) -> Verdict:
        moves = []
        link = self._links[key]
        while link.parent is not None:
            moves.append(link.move)
            link = self._links[link.parent]
        optimal = None if self._objective == "any" else self._objective
        return replayed(self._position, moves[::-1], optimal, self._nodes, self._seconds())

    def _seconds(self) -> float:
        return time.monotonic() - self._began


def _size(state: Any) -> int:
    """Estimate the bytes of a state beyond the parts shared by all states of a level."""
    parts = state if isinstance(state, tuple) else ()
    return sys.getsizeof(state) + sum(sys.getsizeof(part) for part in parts)
