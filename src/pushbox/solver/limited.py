"""Levels that limit their steps, solved by a native search, which knows of no such limit.

Where moves count first only what keeps to the limit is searched for.  Otherwise the level is searched as if it had no
limit, and what keeps to it is accepted; after a solution that is too long a search by moves finds one that is not, or
proves that there is none.

The fewest pushes within the limit may be more than those without: then the plain search looks for them, and where a
limit ends it the answer is what the search by moves has found.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ..games.api import Status
from ..games.limits import OPTIONS, LimitedRules, State
from ..games.position import Position, load
from ..sentence import say
from . import plain
from .api import GaveUp, Limit, Objective, Progress, ProgressCallback, Solved, Unsolvable, Verdict
from .native import NativeSearch
from .proofs import proof_sentence
from .replay import replayed


class LimitedPosition(NamedTuple):
    """A position with limits, the same position without, and how many steps are left; None where any number is."""

    position: Position
    unlimited: Position
    steps_left: int | None

    def holds(self, solution: Solved) -> bool:
        """Return whether a solution stays within the limit."""
        return self.steps_left is None or solution.metrics.moves <= self.steps_left


def without_limits(position: Position) -> LimitedPosition:
    """Return a position and the same where nothing limits it; that is the position itself if nothing does."""
    level, game, state = position.level, position.game.for_state(position.state), position.state
    limits = {option.name for option in OPTIONS if option in game.info.options}
    options = tuple(pair for pair in level.options if pair[0] not in limits)
    if options == level.options:
        return LimitedPosition(position, position, None)
    if not isinstance(state, State) or not isinstance(game.rules, LimitedRules):
        return LimitedPosition(position, load(replace(level, options=options), game), None)
    base = game.rules.base
    board = base.rules.board(state.inner)  # whose steps, if any, are those that the game counts itself
    unlimited = load(replace(level, options=options, board=board), base)
    return LimitedPosition(position, unlimited, state.limit - state.steps)


def search(
    start: LimitedPosition,
    native_search: NativeSearch,
    objective: Objective,
    limit: Limit,
    progress: ProgressCallback | None,
) -> Verdict:
    """Search a position with limits, for which there is a native search without; see `pushbox.solver.solve`."""
    if start.position.outcome.status is Status.LOST:
        return Unsolvable(proof_sentence("begins-lost"), 0, 0.0)
    searches = _Searches(start, native_search, limit, progress)
    if objective in {"moves", "moves-pushes"}:
        return searches.within_limit(objective)
    first = searches.without_limit(objective)
    if not isinstance(first, Solved) or start.holds(first):
        return searches.answer(first)
    if objective == "any":
        return searches.within_limit("any", first.bound)
    return searches.by_pushes(objective, first)


class _Searches:
    """Searches of one position, one after the other, which share the limits."""

    def __init__(
        self, start: LimitedPosition, native_search: NativeSearch, limit: Limit, progress: ProgressCallback | None
    ) -> None:
        self._start = start
        self._native_search = native_search
        self._limit = limit
        self._progress = progress
        self._nodes = 0
        self._seconds = 0.0

    def without_limit(self, objective: Objective) -> Verdict:
        """Search as if any number of steps were left."""
        progress = self._listener(None)
        return self._counted(self._native_search(self._start.unlimited, objective, self._left, progress))

    def within_limit(self, objective: Objective, bound: int | None = None) -> Verdict:
        """Search by moves for a solution within the limit.

        For ``any``, `bound` is a known lower bound of its pushes.
        """
        steps = self._start.steps_left
        progress = self._listener(bound, counts_moves=objective == "any")
        verdict = self._counted(
            self._native_search(self._start.unlimited, objective, self._left, progress, most_moves=steps)
        )
        if isinstance(verdict, Unsolvable) and steps is not None:
            return replace(verdict, proof=say("unsolvable-in-steps", steps=steps))
        if not isinstance(verdict, Unsolvable) and objective == "any":
            verdict = replace(verdict, bound=bound)
        return self.answer(verdict)

    def by_pushes(self, objective: Objective, first: Solved) -> Verdict:
        """Return the answer for the fewest pushes, the `first` solution with fewest being too long."""
        if first.limit is not None:
            return GaveUp(first.limit, self._nodes, self._seconds, first.bound)
        if objective == "pushes":
            shorter = self.without_limit("pushes-moves")
            if isinstance(shorter, Solved) and self._start.holds(shorter):
                return self.answer(replace(shorter, optimal=objective, limit=None, bound=first.bound))
        some = self.within_limit("any", first.bound)
        if not isinstance(some, Solved):
            return some
        best = self._counted(plain.search(self._start.position, objective, self._left, self._listener(first.bound)))
        if isinstance(best, GaveUp):
            return replace(some, nodes=self._nodes, seconds=self._seconds, limit=best.limit, bound=first.bound)
        return best

    def answer(self, verdict: Verdict) -> Verdict:
        """Return a verdict on the position without limits as one on that with them."""
        if not isinstance(verdict, Solved):
            return verdict
        position, moves = self._start.position, self._start.position.parse(verdict.text)
        return replayed(position, moves, verdict.optimal, verdict.nodes, verdict.seconds, verdict.limit, verdict.bound)

    @property
    def _left(self) -> Limit:
        """Return the rest of the limits."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        return replace(
            self._limit,
            seconds=None if seconds is None else max(seconds - self._seconds, 0.0),
            nodes=None if nodes is None else max(nodes - self._nodes, 0),
        )

    def _counted(self, verdict: Verdict) -> Verdict:
        """Return a verdict with the cost of all searches so far."""
        self._nodes += verdict.nodes
        self._seconds += verdict.seconds
        return replace(verdict, nodes=self._nodes, seconds=self._seconds)

    def _listener(self, bound: int | None, *, counts_moves: bool = False) -> ProgressCallback | None:
        """Return the callback for one more search, without solutions that are too long.

        The `bound` is the one to report where the search has none, or one that counts moves where pushes count.
        """
        callback, nodes, seconds, steps = self._progress, self._nodes, self._seconds, self._start.steps_left
        if callback is None:
            return None

        def report(progress: Progress) -> object:
            return callback(
                progress._replace(
                    nodes=nodes + progress.nodes,
                    seconds=seconds + progress.seconds,
                    bound=bound if counts_moves or progress.bound is None else progress.bound,
                    best=progress.best if progress.best and (steps is None or progress.best[0] <= steps) else None,
                )
            )

        return report
