"""A run of a storm: levels one after the other, each harder than those before, until the time is over.

It knows no socket and no clock but the one that it is given.  The time begins with the first command.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from ...errors import PushboxError
from ...play.validate import require_playable
from ...store.levels import LevelEntry
from ..play import commands, messages
from ..play.game_view import PlayView
from ..sockets.envelope import Object

SECONDS = 180.0
SKIP_SECONDS = 10.0  # that a level costs which is left
_STEP, _CHOICE = 12, 20  # levels in their order: how far the next one is, and among how many it is chosen
_MAX_NODES = 2_000  # positions of the history of one level

Phase = Literal["ready", "running", "over"]


class StormError(PushboxError):
    """A request that a storm cannot fulfil now."""


class PlayedLevel(NamedTuple):
    """A level of a run: its id and title, and when it was solved, None for one that was not."""

    id: int
    title: str
    seconds: float | None


class StormRun:
    """A run over some levels, which come the easiest first; `clock` returns seconds."""

    def __init__(
        self,
        levels: Sequence[LevelEntry],
        *,
        rng: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._levels = levels
        self._rng = rng or random.Random()
        self._clock = clock
        self._began: float | None = None
        self._lost = 0.0  # seconds, by skipping
        self._ended = False
        self.solved = self.moves = 0
        self.played: list[PlayedLevel] = []
        self.entry, self.view = self._next()

    @property
    def number(self) -> int:
        """Return the index of the current level, from 0."""
        return len(self.played)

    @property
    def phase(self) -> Phase:
        """Return whether the run waits, runs or is over."""
        if self._ended or self.seconds_left() <= 0:
            return "over"
        return "ready" if self._began is None else "running"

    def seconds_left(self) -> float:
        """Return the remaining seconds."""
        if self._began is None:
            return SECONDS
        return max(0.0, SECONDS - self._lost - (self._clock() - self._began))

    def execute(self, command: messages.Command) -> tuple[Object, bool]:
        """Execute a command; return the message on it, and whether the next level is there.  Raises StormError."""
        self._require_time()
        if self._began is None:
            self._began = self._clock()
        message = commands.execute(self.view, command)
        is_solved = bool(message["played"]) and self.view.session.outcome().solved
        if is_solved:
            self.solved += 1
            self.moves += self.view.session.current.depth
            self._advance(SECONDS - self._lost - self.seconds_left())
        return message, is_solved

    def skip(self) -> None:
        """Leave a level, which costs time.  Raises StormError."""
        self._require_time()
        if self._began is None:
            raise StormError.said("storm-ready")
        self._lost += SKIP_SECONDS
        self._advance(None)

    def end(self) -> None:
        """End the run early; the current level is listed too."""
        if not self._ended:
            self._ended = True
            self.played.append(PlayedLevel(self.entry.id, self.entry.title, None))
            self.view.close()

    def _require_time(self) -> None:
        if self.phase == "over":
            raise StormError.said("storm-over")

    def _advance(self, seconds: float | None) -> None:
        self.played.append(PlayedLevel(self.entry.id, self.entry.title, seconds))
        self.view.close()
        self.entry, self.view = self._next()

    def _next(self) -> tuple[LevelEntry, PlayView]:
        last = max(0, len(self._levels) - _CHOICE)
        start = min(last, self.solved * _STEP)
        seen = {played.id for played in self.played}
        choice = [entry for entry in self._levels[start : start + _CHOICE] if entry.id not in seen]
        entry = self._rng.choice(choice or self._levels[start : start + _CHOICE])
        return entry, PlayView(require_playable(entry.level), max_nodes=_MAX_NODES)
