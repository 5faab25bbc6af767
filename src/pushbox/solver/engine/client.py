"""Asking another program that speaks the solver protocol: nothing that it says is believed before a replay.

A program may be silent, flood, die, answer too late or wrongly; each is an EngineError of one sentence for the level
that was asked, and the next level finds a new process.
"""

from __future__ import annotations

import os
import shlex
import shutil
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from threading import Lock
from typing import Self

from ...errors import EngineError, FormatError, UnsupportedError
from ...formats.text import LONGEST as LONGEST_TEXT
from ...level import Level
from ...metrics import Metrics
from ...play.check import playable
from ...play.verify import verify
from ..api import GaveUp, Limit, LimitKind, Objective, Progress, ProgressCallback, Solved, Unsolvable, Verdict
from . import protocol
from .peer import Ended, Peer
from .protocol import Caps, Choose, Done, Found, Go, Hello, Info, Name, Ok, Quit, Remark, Setting, Show, Status, Stop

GREETING = 30.0  # seconds that an engine has to present itself
GRACE = 5.0  # seconds that an answer may come after its limit, and after `stop`
MOST_LINES = 100_000  # for one answer
MOST_CHARACTERS = 64 * 1024 * 1024  # for one answer
MOST_SOLUTIONS = 1_000  # for one answer, as each is replayed

_TICK = 0.1  # seconds between two looks at the clock and at the watch
_LIMITS: Mapping[Status, LimitKind] = {
    "timeout": "seconds",
    "nodes": "nodes",
    "memory": "memory",
    "stopped": "stopped",
}


class Engines(AbstractContextManager["Engines"]):
    """Processes of one program, as many as are asked at the same time; all have ended where the context does.

    `command` is a program and its arguments as a shell would split them, but no shell sees them; `settings` are options
    of the engine by name.  Entering the context starts the first process.  Raises EngineError for a command that cannot
    be started and a program that does not present itself, UnsupportedError for an option that it does not offer.
    """

    def __init__(self, command: str, settings: Mapping[str, str] | None = None, *, grace: float = GRACE) -> None:
        try:
            self._arguments = shlex.split(command, posix=os.name == "posix")
        except ValueError as error:
            raise EngineError(f"found the engine {command!r}, expected a command: {error}") from None
        if not self._arguments:
            raise EngineError("found an empty engine, expected a command")
        if shutil.which(self._arguments[0]) is None:
            raise EngineError(f"found the engine {self._arguments[0]!r}, expected a program that can be run")
        self._settings = dict(settings or {})
        self._grace = grace
        self._lock = Lock()
        self._idle: list[_Engine] = []
        self._busy: list[_Engine] = []
        self._closed = False

    def __enter__(self) -> Self:
        try:
            self._leave(self._take())
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *unused: object) -> None:
        with self._lock:
            self._closed = True
            engines = [*self._idle, *self._busy]
            self._idle.clear()
        for engine in engines:
            engine.close()

    def solve(
        self,
        level: Level,
        *,
        objective: Objective = "any",
        limit: Limit | None = None,
        progress: ProgressCallback | None = None,
    ) -> Verdict:
        """Ask an engine, as `pushbox.solver.solve` asks pushbox.

        A solution has been replayed and its counts are those of the rules; that it is the best, or that there is none,
        is what the engine claims.  The limits are told to the engine, and that of seconds is watched too.  Raises
        EngineError where there is no answer, UnsupportedError where the engine does not know the game, the objective or
        the limit of nodes, LevelError as `solve`.
        """
        playable(level)
        while True:
            engine = self._take()
            try:
                return engine.solve(level, objective, limit or Limit(), progress)
            except _Stale:
                continue  # the next one may be fresh, and then it is not stale
            finally:
                self._leave(engine)

    def _take(self) -> _Engine:
        with self._lock:
            if self._closed:
                raise EngineError("the engine has been ended")
            if self._idle:
                engine = self._idle.pop()
                self._busy.append(engine)
                return engine
        engine = _Engine(Peer(self._arguments), self._arguments[0], self._grace)
        with self._lock:
            self._busy.append(engine)
            closed = self._closed
        try:
            if closed:
                raise EngineError("the engine has been ended")
            engine.greet(self._settings)
        except BaseException:
            self._leave(engine)
            raise
        return engine

    def _leave(self, engine: _Engine) -> None:
        """Keep an engine that waits for the next question, and end one that does anything else."""
        if not engine.waits:
            engine.close()
        with self._lock:
            self._busy.remove(engine)
            if engine.waits and not self._closed:
                self._idle.append(engine)
                return
        engine.close()


class _Stale(Exception):
    """A process that had answered before has ended since, without a word on the present question."""


class _Engine:
    """One process of an engine; `waits` is whether the next question may be asked."""

    def __init__(self, peer: Peer, name: str, grace: float) -> None:
        self.waits = False
        self._peer = peer
        self._grace = grace
        self._name = name
        self._caps = Caps()
        self._answers = 0

    def close(self) -> None:
        self._peer.close(protocol.format_line(Quit()) if self.waits else "")
        self.waits = False

    def greet(self, settings: Mapping[str, str]) -> None:
        """Wait until the engine has presented itself, and set its options."""
        try:
            offered = self._presented()
        except (EngineError, FormatError) as error:
            raise EngineError(f"{self._name}: {error}") from None
        for name, value in settings.items():
            if name not in offered:
                expected = f"expected one of: {', '.join(offered)}" if offered else "but it offers none"
                raise UnsupportedError(f"found the engine option {name!r}, {expected}")
            self._say(Choose(name, value))
        self.waits = True

    def _presented(self) -> list[str]:
        """The names of the options that the engine offers."""
        offered: list[str] = []
        self._say(Hello())
        until = time.monotonic() + GREETING
        heard = _Heard()
        while True:
            line = self._peer.receive(_TICK)
            match heard.take(line):
                case Name(name):
                    self._name = name[:40]
                case Caps() as caps:
                    self._caps = caps
                case Setting(name):
                    offered.append(name)
                case Ok():
                    return offered
                case _:
                    pass
            if time.monotonic() > until:
                raise EngineError(f"it did not present itself by id, caps and ok within {GREETING:g} s{heard.told()}")

    def solve(self, level: Level, objective: Objective, limit: Limit, progress: ProgressCallback | None) -> Verdict:
        self._check(level, objective, limit)
        self.waits = False
        self._peer.forget()
        self._say(Show(level))
        milliseconds = None if limit.seconds is None else max(1, round(limit.seconds * 1000))
        memory = limit.memory if self._has("memory") else None
        self._say(Go(objective, milliseconds, limit.nodes, memory))
        search = _Search(self._peer, level, objective, limit, self._grace, self._name)
        try:
            return search.run(progress)
        except (EngineError, FormatError) as error:
            self._peer.close()
            if isinstance(error, Ended) and self._answers and not search.heard:
                raise _Stale from None
            if (best := search.best(f"{self._name} failed afterwards: {error}")) is not None:
                return best
            raise EngineError(f"{self._name}: {error}") from None
        finally:
            self._answers += 1
            self.waits = search.done and not self._peer.ended

    def _say(self, said: protocol.Command) -> None:
        self._peer.send(protocol.format_line(said))

    def _has(self, limit: str) -> bool:
        return self._caps.limits is None or limit in self._caps.limits

    def _check(self, level: Level, objective: Objective, limit: Limit) -> None:
        """Raise UnsupportedError for what the engine has said that it cannot do."""
        name = self._name
        if self._caps.games is not None and level.game not in self._caps.games:
            raise UnsupportedError(f"found the game {level.game!r}, but {name} plays {', '.join(self._caps.games)}")
        if self._caps.objectives is not None and objective not in self._caps.objectives:
            known = ", ".join(self._caps.objectives)
            raise UnsupportedError(f"found the objective {objective!r}, but {name} has {known}")
        if limit.nodes is not None and not self._has("nodes"):
            raise UnsupportedError(f"found a limit of nodes, but {name} has none")


class _Heard:
    """The lines of one answer: counted, and remembered where they mean nothing."""

    def __init__(self) -> None:
        self._lines = self._characters = self._strange = 0
        self._first = ""

    def take(self, line: str | None) -> protocol.Reply | None:
        """Read a line.  Raises EngineError beyond what is taken, FormatError for a known word with a bad rest."""
        if line is None:
            return None
        self._lines += 1
        self._characters += len(line)
        if self._lines > MOST_LINES or self._characters > MOST_CHARACTERS:
            most = f"{MOST_LINES:,} lines or {MOST_CHARACTERS:,} characters"
            raise EngineError(f"it said more than {most} for one answer")
        reply = protocol.parse_reply(line)
        if reply is None and line.strip():
            self._strange += 1
            self._first = self._first or protocol.shown(line)
        return reply

    def told(self) -> str:
        """The end of a sentence on what was heard instead of an answer."""
        if not self._strange:
            return ""
        noun = "line" if self._strange == 1 else "lines"
        return f"; it said {self._strange:,} {noun} of no meaning, such as {self._first}"


class _Search:
    """One question under way."""

    def __init__(self, peer: Peer, level: Level, objective: Objective, limit: Limit, grace: float, name: str) -> None:
        self.done = False
        self.heard = False  # anything at all
        self._peer = peer
        self._level = level
        self._objective = objective
        self._limit = limit
        self._grace = grace
        self._name = name
        self._began = time.monotonic()
        self._looked = 0.0  # seconds: when the watch was asked last
        self._heard = _Heard()
        self._info = Info()
        self._remark = ""
        self._count = 0
        self._false = ""  # what is wrong with the first solution that is none
        self._best: tuple[tuple[int, ...], str, Metrics, Found] | None = None

    def run(self, progress: ProgressCallback | None) -> Verdict:
        end = None if self._limit.seconds is None else self._limit.seconds + self._grace
        stopped = None  # when the caller wanted no more
        while True:
            seconds = self._seconds()
            if stopped is None and seconds >= self._looked + _TICK and self._told(progress, seconds):
                stopped = seconds
                self._say_stop()
            if stopped is not None and seconds > stopped + self._grace:
                return self._gave_up("stopped")
            if end is not None and seconds > end:
                return self._late()
            if (status := self._take()) is not None:
                return self._answer(status)

    def best(self, fault: str = "") -> Solved | None:
        """The best solution so far, None where no solution has stood the replay."""
        if self._best is None:
            return None
        _, text, metrics, found = self._best
        notes = [fault] if fault else []
        if found.optimal is not None and not fault:
            notes.append(f"the best by {found.optimal[:40]}, as {self._name} claims")
        if found.pushes not in {None, metrics.pushes} or found.moves not in {None, metrics.moves}:
            notes.append(f"{self._name} counted {found.pushes} pushes and {found.moves} moves")
        if self._false:
            notes.append(f"another solution was none: {self._false}")
        return Solved(text, metrics, None, self._info.nodes or 0, self._seconds(), note="; ".join(notes))

    def _take(self) -> Status | None:
        """Hear one line, if there is one; the status, if it is the last of an answer."""
        line = self._peer.receive(_TICK)
        self.heard = self.heard or line is not None
        match self._heard.take(line):
            case Info() as info:
                self._info = info
            case Remark(text):
                self._remark = text[:300]
            case Found() as found:
                self._replay(found)
            case Done(status):
                self.done = True
                return status
            case _:
                pass
        return None

    def _replay(self, found: Found) -> None:
        self._count += 1
        if self._count > MOST_SOLUTIONS:
            raise EngineError(f"it said more than {MOST_SOLUTIONS:,} solutions for one answer")
        if len(found.text) > LONGEST_TEXT:
            raise EngineError(f"its solution has more than {LONGEST_TEXT:,} characters")
        replay = verify(self._level, found.text)
        if not replay.solved or replay.metrics is None:
            self._false = self._false or replay.message
            return
        names = ("pushes", "moves") if self._objective == "any" else (*self._objective.split("-"), "moves")
        cost = tuple(getattr(replay.metrics, name) for name in names)
        if self._best is None or cost < self._best[0]:
            self._best = cost, replay.text, replay.metrics, found

    def _answer(self, status: Status) -> Verdict:
        if (best := self.best()) is not None:
            return best
        if self._false:
            raise EngineError(f"its solution is none: {self._false}")
        if status == "solved":
            raise EngineError("it said that the level is solved, but told no solution")
        if status == "unsolvable":
            return Unsolvable(f"as {self._name} claims", self._info.nodes or 0, self._seconds())
        because = f": {self._remark}" if self._remark else ""
        if status == "unsupported":
            raise UnsupportedError(f"{self._name} does not support it{because}")
        if status == "error":
            raise EngineError(f"it met an error{because}")
        return self._gave_up(_LIMITS[status])

    def _late(self) -> Verdict:
        """Say what the engine did after its limit and the grace: stopped when told to, or nothing."""
        limit = f"its limit of {self._limit.seconds:g} s"
        self._say_stop()
        if (best := self.best(f"{self._name} did not end within {self._grace:g} s after {limit}")) is not None:
            return best
        until = self._seconds() + self._grace
        while self._seconds() < until:
            if self._take() is not None or self._count:
                self._best = None
                raise EngineError(f"its answer came {self._seconds() - (self._limit.seconds or 0):.1f} s after {limit}")
        raise EngineError(f"there was no answer {self._grace:g} s after {limit}{self._heard.told()}")

    def _told(self, progress: ProgressCallback | None, seconds: float) -> bool:
        self._looked = seconds
        info = self._info
        told = Progress(seconds, info.nodes or 0, info.open or 0, info.bound)
        return progress is not None and progress(told) is True

    def _gave_up(self, limit: LimitKind) -> Verdict:
        # The bound of an engine is no proof, so it is not told as one.
        return self.best() or GaveUp(limit, self._info.nodes or 0, self._seconds())

    def _say_stop(self) -> None:
        self._peer.send(protocol.format_line(Stop()))

    def _seconds(self) -> float:
        return time.monotonic() - self._began
