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

from ...errors import EngineError, FormatError, UnsupportedError
from ...games.position import Position
from ...level import Level
from ...play.validate import require_playable
from ...process import ChildProcess, ProcessExited
from ...sentence import located, say
from ..api import Limit, Objective, ProgressCallback, Verdict
from . import protocol
from .search import EngineSearch, ReplyReader

HANDSHAKE_TIMEOUT = 30.0  # seconds that an engine has to present itself
GRACE = 5.0  # seconds that an answer may take beyond its limit, and after `stop`


class EnginePool(AbstractContextManager["EnginePool"]):
    """Processes of one engine, one per concurrent search; leaving the context ends all of them.

    `command` is a program and its arguments, split as by a shell but run without one; `settings` are options of the
    engine by name. Entering the context starts the first process. Raises EngineError if the command cannot be started
    or does not present itself, UnsupportedError for an option that it does not offer.
    """

    def __init__(self, command: str, settings: Mapping[str, str] | None = None, *, grace: float = GRACE) -> None:
        try:
            self._arguments = shlex.split(command, posix=os.name == "posix")
        except ValueError as error:
            raise EngineError.said("engine-command", command=command, error=str(error)) from None
        if not self._arguments:
            raise EngineError.said("engine-empty")
        if shutil.which(self._arguments[0]) is None:
            raise EngineError.said("engine-program", program=self._arguments[0])
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
        level: Level | Position,
        *,
        objective: Objective = "any",
        limit: Limit | None = None,
        progress: ProgressCallback | None = None,
    ) -> Verdict:
        """Solve a level with an engine, like `pushbox.solver.solve`.

        Solutions are replayed and counted by the rules; "optimal" and "unsolvable" are claims of the engine. The engine
        gets the limits, and the limit of seconds is enforced. Raises EngineError if no answer comes, UnsupportedError
        if the engine does not support the game, the objective or the limit of nodes, LevelError as `solve`.
        """
        position = require_playable(level)
        while True:
            engine = self._acquire()
            try:
                return engine.solve(position, objective, limit or Limit(), progress)
            except _Stale:
                continue  # the next one may be fresh, and then it is not stale
            finally:
                self._release(engine)

    def _acquire(self) -> _Engine:
        with self._lock:
            if self._closed:
                raise EngineError.said("engine-ended")
            if self._idle:
                engine = self._idle.pop()
            else:
                engine = _Engine(ChildProcess(self._arguments), self._arguments[0], self._grace)
            self._busy.append(engine)
        try:
            if not engine.ready:
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
            raise EngineError(located(self._name, str(error))) from None
        for name, value in settings.items():
            if name not in offered:
                if not offered:
                    raise UnsupportedError.said("engine-no-options", name=name)
                raise UnsupportedError.said("engine-option", name=name, known=", ".join(offered))
            self._send(protocol.SetOption(name, value))
        self.ready = True

    def _read_options(self) -> list[str]:
        """Return the names of the options that the engine offers."""
        offered: list[str] = []
        self._send(protocol.Handshake())
        deadline = time.monotonic() + HANDSHAKE_TIMEOUT
        reader = ReplyReader(self._process)
        while True:
            match reader.read():
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
                raise EngineError.said("engine-silent", seconds=HANDSHAKE_TIMEOUT, lines=reader.unknown_lines())

    def solve(
        self, position: Position, objective: Objective, limit: Limit, progress: ProgressCallback | None
    ) -> Verdict:
        level = position.level
        self._require_supported(level, objective, limit)
        self.ready = False
        self._process.discard_output()
        self._send(protocol.SetLevel(level))
        milliseconds = None if limit.seconds is None else max(1, round(limit.seconds * 1000))
        memory = limit.memory if self._knows_limit("memory") else None
        self._send(protocol.Go(objective, milliseconds, limit.nodes, memory))
        search = EngineSearch(self._process, position, objective, limit, self._grace, self._name)
        try:
            return search.run(progress)
        except (EngineError, FormatError) as error:
            self._process.close()
            if isinstance(error, ProcessExited) and self._answers and not search.reader.lines:
                raise _Stale from None
            if (best := search.best(say("engine-afterwards", engine=self._name, error=str(error)))) is not None:
                return best
            raise EngineError(located(self._name, str(error))) from None
        finally:
            self._answers += 1
            self.ready = search.done and not self._process.exited

    def _send(self, command: protocol.Command) -> None:
        self._process.send(protocol.format_line(command))

    def _knows_limit(self, limit: str) -> bool:
        return self._capabilities.limits is None or limit in self._capabilities.limits

    def _require_supported(self, level: Level, objective: Objective, limit: Limit) -> None:
        """Raise UnsupportedError for requests beyond the engine's capabilities."""
        name, games, objectives = self._name, self._capabilities.games, self._capabilities.objectives
        if games is not None and level.game not in games:
            raise UnsupportedError.said("engine-games", game=level.game, engine=name, known=", ".join(games))
        if objectives is not None and objective not in objectives:
            raise UnsupportedError.said(
                "engine-objectives", objective=objective, engine=name, known=", ".join(objectives)
            )
        if limit.nodes is not None and not self._knows_limit("nodes"):
            raise UnsupportedError.said("engine-nodes", engine=name)
