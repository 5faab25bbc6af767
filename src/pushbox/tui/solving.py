"""A search for a solution in a thread, with its progress and a way to stop it."""

from __future__ import annotations

from threading import Event

from ..errors import PushboxError
from ..games.position import Position
from ..sentence import say
from ..solver import GaveUp, Limit, Progress, Solved, Unsolvable, Verdict, solve
from ..solver.api import LimitKind

_LIMITS: dict[LimitKind, str] = {
    "seconds": say("limit-what-seconds"),
    "nodes": say("limit-what-nodes"),
    "memory": say("limit-what-memory"),
    "stopped": say("limit-what-stopped"),
}


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
                if done is None:
                    return say("searching")
                return say("searching-for", count=done.nodes, seconds=f"{done.seconds:.1f}")
            case Solved() as solved:
                return say("solution-of", counts=solved.metrics.summary)
            case Unsolvable(proof):
                return say("position-unsolvable", why=proof)
            case GaveUp(limit=limit):
                return say("limit-of-reached", what=_LIMITS[limit])
            case error:
                return str(error)
