"""pushbox as an engine: the solver protocol on a pair of streams."""

from __future__ import annotations

import queue
from collections.abc import Callable
from importlib.metadata import version
from threading import Event, Thread
from typing import NamedTuple

from ...errors import IllegalMove, PushboxError, UnsupportedError
from ...games import registry
from ...level import Level
from ...play.check import playable
from .. import InvalidSolution, solve
from ..api import OBJECTIVES, GaveUp, Limit, LimitKind, Objective, Progress, Solved, Unsolvable, Verdict
from . import protocol
from .lines import LONGEST, Lines, chunks
from .protocol import (
    Caps,
    Choose,
    Done,
    Found,
    Go,
    Hello,
    Info,
    Name,
    Ok,
    Position,
    Quit,
    Remark,
    Setting,
    Show,
    Status,
    Stop,
)

_AHEAD = 16  # lines that are read while a search runs
_TELL_EVERY = 1.0  # seconds
_LARGEST_SEED = 2**63 - 1
_ENDLESS = 2**62  # positions, or bytes: more than any search comes to
_SENTENCE = 1000  # characters of a remark
_STATUSES: dict[LimitKind, Status] = {
    "seconds": "timeout",
    "nodes": "nodes",
    "memory": "memory",
    "stopped": "stopped",
}


def serve(descriptor: int, write: Callable[[str], None]) -> None:
    """Answer the commands that can be read from a file descriptor until ``quit``, or its end.

    `write` is given one line at a time, without its end.  ``stop`` and ``quit`` are heard while a search runs; the end
    of the input lets it end by itself, so that a pipe with a whole conversation is answered in full.  An OSError of
    `write`, as nobody listens any more, stops a search and ends the conversation.  Raises KeyboardInterrupt on Ctrl-C.
    """
    _Server(descriptor, write).run()


class _Asked(NamedTuple):
    """A line, None where it was too long, and how many ``go`` had been read with it."""

    line: bytes | None
    searches: int


class _Server:
    def __init__(self, descriptor: int, write: Callable[[str], None]) -> None:
        self._descriptor = descriptor
        self._write = write
        self._level: Level | None = None
        self._shown: Level | None = None  # without the moves of `position`
        self._seed = 0
        self._gone = False  # nobody listens
        self._quit = Event()
        self._stopped = 0  # that many searches, from the first, are to stop
        self._asked: queue.Queue[_Asked | None] = queue.Queue(_AHEAD)

    def run(self) -> None:
        Thread(target=self._listen, daemon=True, name="commands").start()
        while (asked := self._asked.get()) is not None and not self._quit.is_set() and not self._gone:
            self._take(asked)

    # ------------------------------------------------------------------------------------------- beside the search

    def _listen(self) -> None:
        """Read lines: those that end a search act at once, all others wait until it has ended."""
        lines = Lines()
        searches = 0
        for chunk in chunks(self._descriptor):
            for line in lines.feed(chunk):
                match (line or b"").split(None, 1)[:1]:
                    case [b"stop"]:
                        self._stopped = searches
                        continue
                    case [b"quit"]:
                        self._quit.set()
                        self._asked.put(None)
                        return
                    case [b"go"]:
                        searches += 1
                    case _:
                        pass
                self._asked.put(_Asked(line, searches))
        if rest := lines.rest():
            self._asked.put(_Asked(rest, searches + 1))
        self._asked.put(None)

    # ----------------------------------------------------------------------------------------------- line by line

    def _take(self, asked: _Asked) -> None:
        if asked.line is None:
            self._level = self._shown = None  # it may have been meant to be another level
            self._remark(f"found a line of more than {LONGEST:,} bytes, expected a shorter one")
            return
        if not asked.line.strip():
            return
        word = asked.line.split(None, 1)[0]
        try:
            self._obey(protocol.parse_command(asked.line.decode("utf-8")), asked.searches)
        except UnicodeDecodeError as error:
            self._failed(word, f"found the byte {asked.line[error.start]:#04x}, expected UTF-8")
        except PushboxError as error:
            self._failed(word, str(error))

    def _failed(self, word: bytes, sentence: str) -> None:
        """Tell what is wrong with a line; no search is to run on what stood before it."""
        self._remark(sentence)
        if word in {b"level", b"position"}:
            self._level = None
        if word == b"level":
            self._shown = None
        if word == b"go":
            self._tell(Done("error"))

    def _obey(self, command: protocol.Command, searches: int) -> None:
        match command:
            case Hello(number):
                self._present(number)
            case Choose(name, value):
                self._set(name, value)
            case Show(level):
                self._level = self._shown = None
                playable(level)
                self._level = self._shown = level
            case Position(text):
                self._level = _after(self._need(self._shown), text)
            case Go():
                self._go(command, searches)
            case Stop() | Quit():  # without a newline at the end of the input
                self._quit.set()

    def _present(self, number: int) -> None:
        if number != protocol.VERSION:
            self._remark(f"found version {number}, expected pbp {protocol.VERSION}")
            return
        self._tell(Name(f"pushbox {version('pushbox')}"))
        self._tell(Caps(OBJECTIVES, registry.keys(), ("time", "nodes", "memory")))
        self._tell(Setting("Seed", "int", "0", 0, _LARGEST_SEED))
        self._tell(Ok())

    def _set(self, name: str, value: str) -> None:
        if name != "Seed":
            self._remark(f"found the option {protocol.shown(name)}, expected Seed")
        elif not (value.isascii() and value.isdigit() and len(value) < 20 and int(value) <= _LARGEST_SEED):
            self._remark(f"found Seed {protocol.shown(value)}, expected a whole number from 0 to {_LARGEST_SEED}")
        else:
            self._seed = int(value)

    def _go(self, asked: Go, searches: int) -> None:
        try:
            self._answer(self._search(asked, searches))
        except UnsupportedError as error:
            self._remark(str(error))
            self._tell(Done("unsupported"))
        except MemoryError:
            self._tell(Done("memory"))
        except InvalidSolution as error:  # a defect, which the host may report
            self._remark(f"a search answered wrongly: {error}")
            self._tell(Done("error"))

    def _search(self, asked: Go, searches: int) -> Verdict:
        level = self._need(self._level)
        objective: Objective | None = next((name for name in OBJECTIVES if name == asked.objective), None)
        if objective is None:
            found = protocol.shown(asked.objective)
            raise UnsupportedError(f"found the objective {found}, expected one of: {', '.join(OBJECTIVES)}")
        next_time = _TELL_EVERY

        def watch(progress: Progress) -> bool:
            nonlocal next_time
            if progress.seconds >= next_time:
                next_time = progress.seconds + _TELL_EVERY
                self._tell(_info(progress.seconds, progress.nodes, progress.open, progress.bound))
            return self._gone or self._quit.is_set() or searches <= self._stopped

        limit = Limit(
            seconds=None if asked.time is None else max(asked.time, 1) / 1000,
            nodes=None if asked.nodes is None else min(max(asked.nodes, 1), _ENDLESS),
            memory=Limit().memory if asked.memory is None else min(max(asked.memory, 1), _ENDLESS >> 20),
        )
        return solve(level, objective=objective, limit=limit, seed=self._seed, progress=watch)

    def _answer(self, verdict: Verdict) -> None:
        match verdict:
            case Solved(text, metrics, optimal, nodes, seconds):
                self._tell(_info(seconds, nodes))
                self._tell(Found(text, metrics.pushes, metrics.moves, optimal))
                self._tell(Done("solved"))
            case Unsolvable(proof, nodes, seconds):
                self._tell(_info(seconds, nodes))
                self._remark(proof)
                self._tell(Done("unsolvable"))
            case GaveUp(limit, nodes, seconds, bound):
                self._tell(_info(seconds, nodes, bound=bound))
                self._tell(Done(_STATUSES[limit]))

    @staticmethod
    def _need(level: Level | None) -> Level:
        if level is None:
            raise PushboxError("found no level, expected one before: level rle ROWS game KEY, or level json OBJECT")
        return level

    def _remark(self, sentence: str) -> None:
        self._tell(Remark(sentence[:_SENTENCE]))

    def _tell(self, reply: protocol.Reply) -> None:
        try:
            self._write(protocol.format_line(reply))
        except OSError:
            self._gone = True


def _info(seconds: float, nodes: int, waiting: int | None = None, bound: int | None = None) -> Info:
    return Info(round(seconds * 1000), nodes, waiting, bound)


def _after(level: Level, text: str) -> Level:
    """The level after some moves, in the notation of its game."""
    game = registry.find(level.game)
    start = game.initial_state(level)
    moves = game.parse(start, text)
    line = game.play_line(start, moves)
    if line.played < len(moves):
        raise IllegalMove(game.explain_illegal(line.state, moves[line.played]), step=line.played + 1)
    return game.to_level(line.state)
