"""The deadline of a task: every loop that made-up input can make long asks it, before a search as well as in it."""

from __future__ import annotations

import math
from time import monotonic

from .errors import PushboxError


class OutOfTime(PushboxError):
    """A task that was not done within its seconds: of its answer nothing is known."""


class Deadline:
    """A moment some `seconds` from now by the wall clock; None is no limit."""

    __slots__ = ("_began", "_end", "seconds")

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._began = monotonic()
        self._end = math.inf if seconds is None else self._began + seconds

    @property
    def elapsed(self) -> float:
        """The seconds since it was set."""
        return monotonic() - self._began

    @property
    def left(self) -> float | None:
        """The seconds that are left, 0 once it has passed; None without a limit."""
        return None if self.seconds is None else max(0.0, self._end - monotonic())

    @property
    def is_over(self) -> bool:
        """Whether it has passed."""
        return monotonic() >= self._end

    def check(self) -> None:
        """Raise OutOfTime if it has passed."""
        if self.is_over:
            raise OutOfTime.said("not-done-within", seconds=self.seconds)


NEVER = Deadline()
