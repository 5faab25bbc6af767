"""The clock of a game for several players: it stops while the game is paused."""

from __future__ import annotations

from collections.abc import Callable


class GameClock:
    """The running time of a game without pauses; `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = clock()
        self._paused_at: float | None = None

    @property
    def is_paused(self) -> bool:
        """Return whether the clock is stopped."""
        return self._paused_at is not None

    def restart(self, countdown: float = 0.0) -> None:
        """Begin in some seconds: the clock is below 0 until then."""
        self._began, self._paused_at = self._clock() + countdown, None

    def seconds(self) -> float:
        """Return the running time of the game, negative during the countdown."""
        return self._clock() - self._began if self._paused_at is None else self._paused_at

    def pause(self, seconds: float) -> None:
        """Stand at a number of seconds."""
        self._paused_at = seconds

    def go_on(self) -> None:
        """Resume the clock if it is stopped."""
        if self._paused_at is not None:
            self._began, self._paused_at = self._clock() - self._paused_at, None
