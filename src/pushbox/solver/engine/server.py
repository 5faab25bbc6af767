"""pushbox as an engine: the solver protocol on a pair of streams."""

from __future__ import annotations

import queue
from collections.abc import Callable
from importlib.metadata import version
from threading import Event, Thread
from typing import NamedTuple

from ...errors import PushboxError, UnsupportedError
from ...games import registry
from ...games.position import Position
from ...line_buffer import MAX_LINE, LineBuffer, read_chunks
from ...play.validate import require_playable
from ...play.verify import position_after
from .. import InvalidSolution, solve
from ..api import OBJECTIVES, GaveUp, Limit, Objective, Progress, Solved, Unsolvable, Verdict
from . import protocol

_READ_AHEAD = 16  # lines that are read while a search runs
_INFO_INTERVAL = 1.0  # seconds
_MAX_SEED = 2**63 - 1
_ENDLESS = 2**62  # positions, or bytes: more than any search comes to
_MAX_SENTENCE = 1000  # characters of a remark


def serve(descriptor: int, write: Callable[[str], None]) -> None:
    """Answer the commands that can be read from a file descriptor until ``quit``, or its end.

    `write` gets one line at a time, without its end.  ``stop`` and ``quit`` act while a search runs; the end of the
    input lets it end by itself, so that a pipe with a whole conversation is answered in full.  An OSError of `write`,
    as the host has gone, stops a search and ends the conversation.  Raises KeyboardInterrupt on Ctrl-C.
    """
    _Server(descriptor, write).run()


class _InputLine(NamedTuple):
    """A line, None where it was too long, and how many ``go`` had been read with it."""

    line: bytes | None
    searches: int


class _Server:
    def __init__(self, descriptor: int, write: Callable[[str], None]) -> None:
        self._descriptor = descriptor
        self._write = write
        self._position: Position | None = None
        self._root: Position | None = None  # without the moves of `position`
        self._seed = 0
        self._disconnected = False  # nobody listens
        self._quit = Event()
        self._stopped = 0  # that many searches, from the first, are to stop
        self._input: queue.Queue[_InputLine | None] = queue.Queue(_READ_AHEAD)

    def run(self) -> None:
        Thread(target=self._read_input, daemon=True, name="commands").start()
        while (line := self._input.get()) is not None and not self._quit.is_set() and not self._disconnected:
            self._handle(line)

    # ------------------------------------------------------------------------------------------- beside the search

    def _read_input(self) -> None:
        """Read lines: commands that end a search act at once, all others wait for its end."""
        buffer = LineBuffer()
        searches = 0
        for chunk in read_chunks(self._descriptor):
            for line in buffer.feed(chunk):
                match (line or b"").split(None, 1)[:1]:
                    case [b"stop"]:
                        self._stopped = searches
                        continue
                    case [b"quit"]:
                        self._quit.set()
                        self._input.put(None)
                        return
                    case [b"go"]:
                        searches += 1
                    case _:
                        pass
                self._input.put(_InputLine(line, searches))
        if unfinished := buffer.unfinished():
            self._input.put(_InputLine(unfinished, searches + 1))
        self._input.put(None)

    # ----------------------------------------------------------------------------------------------- line by line

    def _handle(self, line: _InputLine) -> None:
        if line.line is None:
            self._position = self._root = None  # it may have been meant to be another level
            self._send_info(f"found a line of more than {MAX_LINE:,} bytes, expected a shorter one")
            return
        if not line.line.strip():
            return
        word = line.line.split(None, 1)[0]
        try:
            self._execute(protocol.parse_command(line.line.decode("utf-8")), line.searches)
        except UnicodeDecodeError as error:
            self._report_error(word, f"found the byte {line.line[error.start]:#04x}, expected UTF-8")
        except PushboxError as error:
            self._report_error(word, str(error))

    def _report_error(self, word: bytes, sentence: str) -> None:
        """Report the fault of a line, and forget the level."""
        self._send_info(sentence)
        if word in {b"level", b"position"}:
            self._position = None
        if word == b"level":
            self._root = None
        if word == b"go":
            self._send(protocol.Done("error"))

    def _execute(self, command: protocol.Command, searches: int) -> None:
        match command:
            case protocol.Handshake(number):
                self._handshake(number)
            case protocol.SetOption(name, value):
                self._set_option(name, value)
            case protocol.SetLevel(level):
                self._position = self._root = None
                self._position = self._root = require_playable(level)
            case protocol.Position(text):
                self._position = position_after(self._require_position(self._root), text)
            case protocol.Go():
                self._go(command, searches)
            case protocol.Stop() | protocol.Quit():  # without a newline at the end of the input
                self._quit.set()

    def _handshake(self, number: int) -> None:
        if number != protocol.VERSION:
            self._send_info(f"found version {number}, expected pbp {protocol.VERSION}")
            return
        self._send(protocol.EngineName(f"pushbox {version('pushbox')}"))
        self._send(protocol.Capabilities(OBJECTIVES, registry.keys(), ("time", "nodes", "memory")))
        self._send(protocol.OptionSpec("Seed", "int", "0", 0, _MAX_SEED))
        self._send(protocol.Ok())

    def _set_option(self, name: str, value: str) -> None:
        if name != "Seed":
            self._send_info(f"found the option {protocol.quote(name)}, expected Seed")
        elif not (value.isascii() and value.isdigit() and len(value) < 20 and int(value) <= _MAX_SEED):
            self._send_info(f"found Seed {protocol.quote(value)}, expected a whole number from 0 to {_MAX_SEED}")
        else:
            self._seed = int(value)

    def _go(self, go: protocol.Go, searches: int) -> None:
        try:
            self._answer(self._search(go, searches))
        except UnsupportedError as error:
            self._send_info(str(error))
            self._send(protocol.Done("unsupported"))
        except MemoryError:
            self._send(protocol.Done("memory"))
        except InvalidSolution as error:  # a defect, which the host may report
            self._send_info(f"a search answered wrongly: {error}")
            self._send(protocol.Done("error"))

    def _search(self, go: protocol.Go, searches: int) -> Verdict:
        position = self._require_position(self._position)
        objective: Objective | None = next((name for name in OBJECTIVES if name == go.objective), None)
        if objective is None:
            objective_text = protocol.quote(go.objective)
            raise UnsupportedError.said("engine-objective", objective=objective_text, known=", ".join(OBJECTIVES))
        next_time = _INFO_INTERVAL

        def report(progress: Progress) -> bool:
            nonlocal next_time
            if progress.seconds >= next_time:
                next_time = progress.seconds + _INFO_INTERVAL
                self._send(_info(progress.seconds, progress.nodes, progress.open, progress.bound))
            return self._disconnected or self._quit.is_set() or searches <= self._stopped

        limit = Limit(
            seconds=None if go.time is None else max(go.time, 1) / 1000,
            nodes=None if go.nodes is None else min(max(go.nodes, 1), _ENDLESS),
            memory=Limit().memory if go.memory is None else min(max(go.memory, 1), _ENDLESS >> 20),
        )
        return solve(position, objective=objective, limit=limit, seed=self._seed, progress=report)

    def _answer(self, verdict: Verdict) -> None:
        match verdict:
            case Solved(text, metrics, optimal, nodes, seconds):
                self._send(_info(seconds, nodes))
                self._send(protocol.SolutionFound(text, metrics.pushes, metrics.moves, optimal))
                self._send(protocol.Done("solved"))
            case Unsolvable(proof, nodes, seconds):
                self._send(_info(seconds, nodes))
                self._send_info(proof)
                self._send(protocol.Done("unsolvable"))
            case GaveUp(limit, nodes, seconds, bound):
                self._send(_info(seconds, nodes, bound=bound))
                self._send(protocol.Done("timeout" if limit == "seconds" else limit))

    @staticmethod
    def _require_position(position: Position | None) -> Position:
        if position is None:
            raise PushboxError.said("engine-no-level")
        return position

    def _send_info(self, sentence: str) -> None:
        self._send(protocol.InfoString(sentence[:_MAX_SENTENCE]))

    def _send(self, reply: protocol.Reply) -> None:
        try:
            self._write(protocol.format_line(reply))
        except OSError:
            self._disconnected = True


def _info(seconds: float, nodes: int, waiting: int | None = None, bound: int | None = None) -> protocol.Info:
    return protocol.Info(round(seconds * 1000), nodes, waiting, bound)
