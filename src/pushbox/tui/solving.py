"""A search for a solution in a thread, with its progress and a way to stop it."""

from __future__ import annotations

from threading import Event

from ..errors import PushboxError
from ..games.position import Position
from ..solver import GaveUp, Limit, Progress, Solved, Unsolvable, Verdict, solve


class Solving:
    """The search from a position; `verdict` is None until it has ended."""

    def __init__(self, position: Position, limit: Limit | None = None) -> None:
        self.position = position
        self._limit = limit
        self.verdict: Verdict | PushboxError | None = None
        self._stopped = Event()
        self._progress: Progress | None = None

    def run(self) -> None:
        """Search, which can take any time without a limit."""
        try:
            self.verdict = solve(self.position, limit=self._limit, progress=self._on_progress)
        except PushboxError as error:
            self.verdict = error

    def cancel(self) -> None:
        """Let the search end soon."""
        self._stopped.set()

    def _on_progress(self, progress: Progress) -> bool:
        self._progress = progress
        return self._stopped.is_set()

    def words(self) -> str:
        """Describe the state of the search in a sentence."""
        match self.verdict:
            case None:
                done = self._progress
                return "Searching …" if done is None else f"Searching: {done.nodes:,} positions, {done.seconds:.1f} s."
            case Solved() as solved:
                return f"A solution: {solved.metrics.summary}."
            case Unsolvable(proof):
                return f"This position cannot be solved: {proof}."
            case GaveUp(limit=limit):
                return f"No solution found: the limit of {limit} is reached."
            case error:
                return str(error)
