"""One search by another program: its replies are parsed and bounded, and every solution is replayed."""

from __future__ import annotations

import time

from ...errors import EngineError, UnsupportedError
from ...formats.text import LONGEST as LONGEST_TEXT
from ...games.position import Position
from ...metrics import Metrics
from ...play.verify import verify
from ...process import ChildProcess
from ...sentence import counted, say
from ..api import GaveUp, Limit, LimitKind, Objective, Progress, ProgressCallback, Solved, Unsolvable, Verdict
from . import protocol

MAX_LINES = 100_000  # for one answer
MAX_CHARACTERS = 64 * 1024 * 1024  # for one answer
MAX_SOLUTIONS = 1_000  # for one answer, as each is replayed
POLL_INTERVAL = 0.1  # seconds between two looks at the clock and at the progress callback


class ReplyReader:
    """Reads the lines of one answer, counts them, and remembers the first of no meaning."""

    def __init__(self, process: ChildProcess) -> None:
        self.lines = 0
        self._process = process
        self._characters = self._unknown = 0
        self._first_unknown = ""

    def read(self) -> protocol.Reply | None:
        """Return the next reply, None where none comes within a moment, and for a line of no meaning.

        Raises EngineError for too many lines, FormatError for a known word with bad arguments.
        """
        line = self._process.receive(POLL_INTERVAL)
        if line is None:
            return None
        self.lines += 1
        self._characters += len(line)
        if self.lines > MAX_LINES or self._characters > MAX_CHARACTERS:
            raise EngineError.said("engine-much", lines=MAX_LINES, characters=MAX_CHARACTERS)
        reply = protocol.parse_reply(line)
        if reply is None and line.strip():
            self._unknown += 1
            self._first_unknown = self._first_unknown or protocol.quote(line)
        return reply

    def unknown_lines(self) -> str:
        """Return the end of a sentence that quotes unexpected lines."""
        if not self._unknown:
            return ""
        return say("engine-unknown", lines=counted(self._unknown, "line"), example=self._first_unknown)


class EngineSearch:
    """A running search; `done` tells whether the engine has ended it, `reader` reads its output."""

    def __init__(
        self,
        process: ChildProcess,
        position: Position,
        objective: Objective,
        limit: Limit,
        grace: float,
        name: str,
    ) -> None:
        self.done = False
        self.reader = ReplyReader(process)
        self._process = process
        self._position = position
        self._objective = objective
        self._limit = limit
        self._grace = grace
        self._name = name
        self._began = time.monotonic()
        self._last_report = 0.0  # seconds: when progress was reported last
        self._info = protocol.Info()
        self._last_info_string = ""
        self._count = 0
        self._wrong_solution = ""  # what is wrong with the first solution that is none
        self._best: tuple[tuple[int, ...], str, Metrics, protocol.SolutionFound] | None = None

    def run(self, progress: ProgressCallback | None) -> Verdict:
        """Return the verdict.  Raises EngineError where none comes, FormatError for a bad line, UnsupportedError."""
        end = None if self._limit.seconds is None else self._limit.seconds + self._grace
        stopped = None  # when the caller wanted no more
        while True:
            seconds = self._seconds()
            if (
                stopped is None
                and seconds >= self._last_report + POLL_INTERVAL
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
        match self.reader.read():
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
            raise EngineError.said("engine-solutions", most=MAX_SOLUTIONS)
        if len(solution.text) > LONGEST_TEXT:
            raise EngineError.said("engine-long-solution", most=LONGEST_TEXT)
        replay = verify(self._position, solution.text)
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
            raise EngineError.said("engine-wrong-solution", why=self._wrong_solution)
        if status == "solved":
            raise EngineError.said("engine-without-solution")
        if status == "unsolvable":
            return Unsolvable(say("engine-claims", program=self._name), self._info.nodes or 0, self._seconds())
        because = f": {self._last_info_string}" if self._last_info_string else ""
        if status == "unsupported":
            raise UnsupportedError.said("engine-unsupported", engine=self._name, because=because)
        if status == "error":
            raise EngineError.said("engine-error", because=because)
        return self._gave_up("seconds" if status == "timeout" else status)

    def _timed_out(self) -> Verdict:
        """Handle an engine beyond its limit and grace: return a late answer or raise."""
        limit = self._limit.seconds or 0.0
        self._send_stop()
        if (best := self.best(say("engine-no-end", engine=self._name, seconds=self._grace, limit=limit))) is not None:
            return best
        until = self._seconds() + self._grace
        while self._seconds() < until:
            if self._receive() is not None or self._count:
                self._best = None
                raise EngineError.said("engine-late", seconds=self._seconds() - limit, limit=limit)
        raise EngineError.said("engine-no-answer", seconds=self._grace, limit=limit, lines=self.reader.unknown_lines())

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
