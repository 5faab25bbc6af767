"""Driving another program that speaks the solver protocol: no solution is believed before a replay.

A program may be silent, flood, die, answer too late or wrongly; each is an EngineError of one sentence for the level
at hand, and the next level gets a new process.
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

from ...errors import EngineError, FormatError, UnsupportedError, counted
from ...formats.text import LONGEST as LONGEST_TEXT
from ...level import Level
from ...metrics import Metrics
from ...play.check import playable
from ...play.verify import verify
from ...process import ChildProcess, ProcessExited
from ..api import GaveUp, Limit, LimitKind, Objective, Progress, ProgressCallback, Solved, Unsolvable, Verdict
from . import protocol

HANDSHAKE_TIMEOUT = 30.0  # seconds that an engine has to present itself
GRACE = 5.0  # seconds that an answer may take beyond its limit, and after `stop`
MAX_LINES = 100_000  # for one answer
MAX_CHARACTERS = 64 * 1024 * 1024  # for one answer
MAX_SOLUTIONS = 1_000  # for one answer, as each is replayed

_POLL_INTERVAL = 0.1  # seconds between two looks at the clock and at the watch
_LIMITS: Mapping[protocol.Status, LimitKind] = {
    "timeout": "seconds",
    "nodes": "nodes",
    "memory": "memory",
    "stopped": "stopped",
}


class EnginePool(AbstractContextManager["EnginePool"]):
    """Processes of one program, one for each search at a time; all have ended where the context does.

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
            self._release(self._acquire())
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
        """Solve a level by an engine, as `pushbox.solver.solve` does by pushbox.

        A solution has been replayed and its counts are those of the rules; that it is optimal, or that none exists,
        is a claim of the engine.  The engine gets the limits, and that of seconds is enforced too.  Raises
        EngineError where no answer comes, UnsupportedError where the engine does not know the game, the objective or
        the limit of nodes, LevelError as `solve`.
        """
        playable(level)
        while True:
            engine = self._acquire()
            try:
                return engine.solve(level, objective, limit or Limit(), progress)
            except _Stale:
                continue  # the next one may be fresh, and then it is not stale
            finally:
                self._release(engine)

    def _acquire(self) -> _Engine:
        with self._lock:
            if self._closed:
                raise EngineError("the engine has been ended")
            if self._idle:
                engine = self._idle.pop()
                self._busy.append(engine)
                return engine
        engine = _Engine(ChildProcess(self._arguments), self._arguments[0], self._grace)
        with self._lock:
            self._busy.append(engine)
            closed = self._closed
        try:
            if closed:
                raise EngineError("the engine has been ended")
            engine.handshake(self._settings)
        except BaseException:
            self._release(engine)
            raise
        return engine

    def _release(self, engine: _Engine) -> None:
        """Keep an engine that is ready for the next search, and end any other."""
        if not engine.ready:
            engine.close()
        with self._lock:
            self._busy.remove(engine)
            if engine.ready and not self._closed:
                self._idle.append(engine)
                return
        engine.close()


class _Stale(Exception):
    """A process that had answered before has exited since, without a reply to the present search."""


class _Engine:
    """One process of an engine; `ready` is whether the next search may begin."""

    def __init__(self, process: ChildProcess, name: str, grace: float) -> None:
        self.ready = False
        self._process = process
        self._grace = grace
        self._name = name
        self._capabilities = protocol.Capabilities()
        self._answers = 0

    def close(self) -> None:
        self._process.close(protocol.format_line(protocol.Quit()) if self.ready else "")
        self.ready = False

    def handshake(self, settings: Mapping[str, str]) -> None:
        """Wait until the engine has presented itself, and set its options."""
        try:
            offered = self._read_options()
        except (EngineError, FormatError) as error:
            raise EngineError(f"{self._name}: {error}") from None
        for name, value in settings.items():
            if name not in offered:
                expected = f"expected one of: {', '.join(offered)}" if offered else "but it offers none"
                raise UnsupportedError(f"found the engine option {name!r}, {expected}")
            self._send(protocol.SetOption(name, value))
        self.ready = True

    def _read_options(self) -> list[str]:
        """Return the names of the options that the engine offers."""
        offered: list[str] = []
        self._send(protocol.Handshake())
        deadline = time.monotonic() + HANDSHAKE_TIMEOUT
        reader = _ReplyReader()
        while True:
            line = self._process.receive(_POLL_INTERVAL)
            match reader.read(line):
                case protocol.EngineName(name):
                    self._name = name[:40]
                case protocol.Capabilities() as caps:
                    self._capabilities = caps
                case protocol.OptionSpec(name):
                    offered.append(name)
                case protocol.Ok():
                    return offered
                case _:
                    pass
            if time.monotonic() > deadline:
                late = f"it did not present itself by id, caps and ok within {HANDSHAKE_TIMEOUT:g} s"
                raise EngineError(late + reader.unknown_lines())

    def solve(self, level: Level, objective: Objective, limit: Limit, progress: ProgressCallback | None) -> Verdict:
        self._require_supported(level, objective, limit)
        self.ready = False
        self._process.discard_output()
        self._send(protocol.SetLevel(level))
        milliseconds = None if limit.seconds is None else max(1, round(limit.seconds * 1000))
        memory = limit.memory if self._knows_limit("memory") else None
        self._send(protocol.Go(objective, milliseconds, limit.nodes, memory))
        search = _Search(self._process, level, objective, limit, self._grace, self._name)
        try:
            return search.run(progress)
        except (EngineError, FormatError) as error:
            self._process.close()
            if isinstance(error, ProcessExited) and self._answers and not search.responded:
                raise _Stale from None
            if (best := search.best(f"{self._name} failed afterwards: {error}")) is not None:
                return best
            raise EngineError(f"{self._name}: {error}") from None
        finally:
            self._answers += 1
            self.ready = search.done and not self._process.exited

    def _send(self, command: protocol.Command) -> None:
        self._process.send(protocol.format_line(command))

    def _knows_limit(self, limit: str) -> bool:
        return self._capabilities.limits is None or limit in self._capabilities.limits

    def _require_supported(self, level: Level, objective: Objective, limit: Limit) -> None:
        """Raise UnsupportedError for what is beyond the engine's capabilities."""
        name = self._name
        if self._capabilities.games is not None and level.game not in self._capabilities.games:
            raise UnsupportedError(
                f"found the game {level.game!r}, but {name} plays {', '.join(self._capabilities.games)}"
            )
        if self._capabilities.objectives is not None and objective not in self._capabilities.objectives:
            known = ", ".join(self._capabilities.objectives)
            raise UnsupportedError(f"found the objective {objective!r}, but {name} has {known}")
        if limit.nodes is not None and not self._knows_limit("nodes"):
            raise UnsupportedError(f"found a limit of nodes, but {name} has none")


class _ReplyReader:
    """Parses the lines of one answer, counts them, and remembers the first of no meaning."""

    def __init__(self) -> None:
        self._lines = self._characters = self._unknown = 0
        self._first_unknown = ""

    def read(self, line: str | None) -> protocol.Reply | None:
        """Parse a line.  Raises EngineError for too many of them, FormatError for a known word with bad arguments."""
        if line is None:
            return None
        self._lines += 1
        self._characters += len(line)
        if self._lines > MAX_LINES or self._characters > MAX_CHARACTERS:
            most = f"{MAX_LINES:,} lines or {MAX_CHARACTERS:,} characters"
            raise EngineError(f"it said more than {most} for one answer")
        reply = protocol.parse_reply(line)
        if reply is None and line.strip():
            self._unknown += 1
            self._first_unknown = self._first_unknown or protocol.quote(line)
        return reply

    def unknown_lines(self) -> str:
        """Return the end of a sentence on what came instead of an answer."""
        if not self._unknown:
            return ""
        return f"; it said {counted(self._unknown, 'line')} of no meaning, such as {self._first_unknown}"


class _Search:
    """One search under way."""

    def __init__(
        self, process: ChildProcess, level: Level, objective: Objective, limit: Limit, grace: float, name: str
    ) -> None:
        self.done = False
        self.responded = False  # anything at all
        self._process = process
        self._level = level
        self._objective = objective
        self._limit = limit
        self._grace = grace
        self._name = name
        self._began = time.monotonic()
        self._last_report = 0.0  # seconds: when progress was reported last
        self._reader = _ReplyReader()
        self._info = protocol.Info()
        self._last_info_string = ""
        self._count = 0
        self._wrong_solution = ""  # what is wrong with the first solution that is none
        self._best: tuple[tuple[int, ...], str, Metrics, protocol.SolutionFound] | None = None

    def run(self, progress: ProgressCallback | None) -> Verdict:
        end = None if self._limit.seconds is None else self._limit.seconds + self._grace
        stopped = None  # when the caller wanted no more
        while True:
            seconds = self._seconds()
            if (
                stopped is None
                and seconds >= self._last_report + _POLL_INTERVAL
                and self._report_progress(progress, seconds)
            ):
                stopped = seconds
                self._send_stop()
            if stopped is not None and seconds > stopped + self._grace:
                return self._gave_up("stopped")
            if end is not None and seconds > end:
                return self._timed_out()
            if (status := self._receive()) is not None:
                return self._verdict(status)

    def best(self, fault: str = "") -> Solved | None:
        """Return the best solution so far, None where no solution has stood the replay."""
        if self._best is None:
            return None
        _, text, metrics, solution = self._best
        notes = [fault] if fault else []
        if solution.optimal is not None and not fault:
            notes.append(f"the best by {solution.optimal[:40]}, as {self._name} claims")
        if solution.pushes not in {None, metrics.pushes} or solution.moves not in {None, metrics.moves}:
            notes.append(f"{self._name} counted {solution.pushes} pushes and {solution.moves} moves")
        if self._wrong_solution:
            notes.append(f"another solution was none: {self._wrong_solution}")
        return Solved(text, metrics, None, self._info.nodes or 0, self._seconds(), note="; ".join(notes))

    def _receive(self) -> protocol.Status | None:
        """Handle the next line, if one comes; return the status, if it is the last of an answer."""
        line = self._process.receive(_POLL_INTERVAL)
        self.responded = self.responded or line is not None
        match self._reader.read(line):
            case protocol.Info() as info:
                self._info = info
            case protocol.InfoString(text):
                self._last_info_string = text[:300]
            case protocol.SolutionFound() as solution:
                self._replay(solution)
            case protocol.Done(status):
                self.done = True
                return status
            case _:
                pass
        return None

    def _replay(self, solution: protocol.SolutionFound) -> None:
        self._count += 1
        if self._count > MAX_SOLUTIONS:
            raise EngineError(f"it said more than {MAX_SOLUTIONS:,} solutions for one answer")
        if len(solution.text) > LONGEST_TEXT:
            raise EngineError(f"its solution has more than {LONGEST_TEXT:,} characters")
        replay = verify(self._level, solution.text)
        if not replay.solved or replay.metrics is None:
            self._wrong_solution = self._wrong_solution or replay.message
            return
        names = ("pushes", "moves") if self._objective == "any" else (*self._objective.split("-"), "moves")
        cost = tuple(getattr(replay.metrics, name) for name in names)
        if self._best is None or cost < self._best[0]:
            self._best = cost, replay.text, replay.metrics, solution

    def _verdict(self, status: protocol.Status) -> Verdict:
        if (best := self.best()) is not None:
            return best
        if self._wrong_solution:
            raise EngineError(f"its solution is none: {self._wrong_solution}")
        if status == "solved":
            raise EngineError("it said that the level is solved, but gave no solution")
        if status == "unsolvable":
            return Unsolvable(f"as {self._name} claims", self._info.nodes or 0, self._seconds())
        because = f": {self._last_info_string}" if self._last_info_string else ""
        if status == "unsupported":
            raise UnsupportedError(f"{self._name} does not support it{because}")
        if status == "error":
            raise EngineError(f"it met an error{because}")
        return self._gave_up(_LIMITS[status])

    def _timed_out(self) -> Verdict:
        """Return or raise what became of an engine after its limit and the grace: it stopped late, or not at all."""
        limit = f"its limit of {self._limit.seconds:g} s"
        self._send_stop()
        if (best := self.best(f"{self._name} did not end within {self._grace:g} s after {limit}")) is not None:
            return best
        until = self._seconds() + self._grace
        while self._seconds() < until:
            if self._receive() is not None or self._count:
                self._best = None
                raise EngineError(f"its answer came {self._seconds() - (self._limit.seconds or 0):.1f} s after {limit}")
        raise EngineError(f"there was no answer {self._grace:g} s after {limit}{self._reader.unknown_lines()}")

    def _report_progress(self, progress: ProgressCallback | None, seconds: float) -> bool:
        self._last_report = seconds
        info = self._info
        now = Progress(seconds, info.nodes or 0, info.open or 0, info.bound)
        return progress is not None and progress(now) is True

    def _gave_up(self, limit: LimitKind) -> Verdict:
        # The bound of an engine is no proof, so it is not passed on as one.
        return self.best() or GaveUp(limit, self._info.nodes or 0, self._seconds())

    def _send_stop(self) -> None:
        self._process.send(protocol.format_line(protocol.Stop()))

    def _seconds(self) -> float:
        return time.monotonic() - self._began
