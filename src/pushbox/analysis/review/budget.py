"""The time of a review, and who wants to know how far it is."""

from __future__ import annotations

from dataclasses import replace

from ...deadline import Deadline, OutOfTime
from ...solver import Limit, Progress
from .values import ReviewCallback, ReviewProgress, Stage


class Budget:
    """The time of a review; each stage gets a share of the rest.

    `whole` is the deadline of the review, `stage` that of the stage.  `complete` becomes False if a stage runs out of
    time.
    """

    def __init__(self, seconds: float, each: Limit, callback: ReviewCallback | None) -> None:
        self.complete = True
        self.each = each
        self._callback = callback
        self.whole = self.stage = Deadline(seconds)
        self._name: Stage = "solve"
        self._done = self._total = 0
        self._stopped = False

    @property
    def seconds(self) -> float:
        """Return the seconds since the start of the review."""
        return self.whole.elapsed

    def begin(self, stage: Stage, share: float, total: int = 0) -> None:
        """Begin a stage, with a share of the time that is left."""
        self._name, self._done, self._total = stage, 0, total
        self.stage = Deadline(share * _left(self.whole))
        self._report()

    def step(self) -> bool:
        """Count something of the stage as done; return whether there is time for more."""
        self._done += 1
        self._report()
        return self.has_time()

    def has_time(self) -> bool:
        """Return whether the stage may go on; if not, the review is not complete."""
        if self._stopped or self.stage.is_over:
            self.complete = False
            return False
        return True

    def check(self) -> None:
        """Raise OutOfTime if the stage may not go on."""
        if not self.has_time():
            raise OutOfTime

    def limit(self, share: float = 1.0) -> Limit:
        """Return the limit of one search, which may take a share of the time that the stage has left."""
        left = _left(self.stage) * share
        return replace(self.each, seconds=left if self.each.seconds is None else min(left, self.each.seconds))

    def long_limit(self, share: float) -> Limit:
        """Return the limit of a search that may take its share of the time, and as many positions as it can."""
        return Limit(seconds=_left(self.stage) * share, memory=self.each.memory)

    def on_progress(self, progress: Progress) -> bool:
        """Take the progress of a search; return whether it is to stop."""
        del progress
        self._report()
        return self._stopped

    def _report(self) -> None:
        if self._callback is not None:
            now = ReviewProgress(self._name, self._done, self._total, self.seconds)
            self._stopped = bool(self._callback(now)) or self._stopped


def _left(deadline: Deadline) -> float:
    left = deadline.left
    assert left is not None, "a review has a limit"
    return left
