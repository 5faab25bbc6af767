"""Generating: one question, `generate`, and levels that come with a solution which the rules have replayed."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import count as numbers
from threading import Event

from ..board import GOAL, Board
from ..errors import PushboxError
from ..identity import canonical_id
from ..level import Level
from ..play.check import playable
from ..play.verify import verify
from ..solver import InvalidSolution
from . import native
from .api import DIFFICULTIES, SHAPES, Difficulty, Generated, LevelSpec, OutOfReach, Progress, ProgressCallback, Shape

__all__ = [
    "DIFFICULTIES", "SHAPES", "Difficulty", "Generated", "OutOfReach", "Progress", "Shape", "LevelSpec", "generate",
]  # fmt: skip

_BATCH = 32  # attempts that are made at a time; says nothing about what is found
_TELL_EVERY = 0.02  # seconds
_AHEAD = 2  # batches a thread that are begun before the first of them is looked at


def generate(
    wish: LevelSpec | None = None,
    *,
    count: int | None = None,
    seed: int = 0,
    attempts: int = 100_000,
    seconds: float | None = 60.0,
    threads: int = 1,
    progress: ProgressCallback | None = None,
) -> Iterator[Generated]:
    """Yield levels that are all a wish asks for, `count` of them or without end, in the order of their attempts.

    No two are equal: not in walls, goals and boxes, however turned or mirrored, wherever the players stand and whatever
    the numbers.  The same wish and seed give the same levels, whatever the number of threads.

    `attempts` and `seconds` are limits a level.  `progress` is called several times a second; the run ends where it
    returns True.  Raises OutOfReach where a limit is reached, with a sentence; PushboxError for a wish that no level
    can meet, UnsupportedError for a game whose levels are not generated, KeyboardInterrupt on Ctrl-C.
    """
    wish = wish or LevelSpec()
    began = time.monotonic()
    told = _Told(began, seconds, progress)
    seen: set[str] = set()
    last = 0  # after how many attempts the last level was found
    if count is not None and count <= 0:
        native.attempts(wish, seed, 0, 1, lambda: False)  # a wish that cannot be met is an error all the same
        return
    for first, batch in _batches(wish, seed, threads, told):
        for made in batch:
            if made.attempt - last >= attempts:
                break
            key = _key(made.level)
            if key in seen:
                continue
            seen.add(key)
            last = made.attempt + 1
            told.found += 1
            with told.paused():
                yield _replayed(made)
            if told.found == count:
                return
        told.attempts = first + _BATCH
        told.stop()  # a batch may be too short for the core to ask
        if told.stopped:
            return
        if told.attempts - last >= attempts:
            raise OutOfReach(_sentence(wish, told.found, count, f"{attempts} attempts"))
        if told.late:
            raise OutOfReach(_sentence(wish, told.found, count, f"{seconds:g} s"))


class _Told:
    """What is told about a run, and whether it shall end; its clock stands while somebody looks at a level."""

    def __init__(self, began: float, seconds: float | None, progress: ProgressCallback | None) -> None:
        self.attempts = self.found = 0
        self.stopped = self.late = False
        self._began = began
        self._seconds = math.inf if seconds is None else seconds
        self._deadline = began + self._seconds
        self._progress = progress
        self._next = began

    def stop(self) -> bool:
        """Tell how far the run is; return whether it shall end."""
        now = time.monotonic()
        if self._progress is not None and not self.stopped and now >= self._next:
            self._next = now + _TELL_EVERY
            self.stopped = self._progress(Progress(now - self._began, self.attempts, self.found)) is True
        self.late = self.late or now >= self._deadline
        return self.stopped or self.late

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the clock, and begin with the whole time anew."""
        self._deadline = math.inf
        yield
        self._deadline = time.monotonic() + self._seconds


def _batches(wish: LevelSpec, seed: int, threads: int, told: _Told) -> Iterator[tuple[int, list[Generated]]]:
    """Yield the number of a first attempt and what came of it and the next ones, in order."""
    if threads == 1:
        for first in numbers(0, _BATCH):
            yield first, native.attempts(wish, seed, first, _BATCH, told.stop)
    ended = Event()
    waiting: deque[tuple[int, Future[list[Generated]]]] = deque()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="generate")
    try:
        for first in numbers(0, _BATCH):
            batch = pool.submit(native.attempts, wish, seed, first, _BATCH, lambda: ended.is_set() or told.stop())
            waiting.append((first, batch))
            if len(waiting) == _AHEAD * threads:
                earliest, found = waiting.popleft()
                yield earliest, found.result()
    finally:
        ended.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _key(level: Level) -> str:
    """Return an id that two levels share whose walls, goals and boxes are the same, turned and mirrored."""
    board = level.board
    terrain = tuple(GOAL if cell.kind == "goal" else cell for cell in board.terrain)
    boxes = tuple(box._replace(number=0) for box in board.of_kind("box"))
    return canonical_id(Level(Board(board.width, board.height, terrain, boxes)))


def _replayed(made: Generated) -> Generated:
    """Return a level once the rules have replayed its solution.  Raises WrongSolution where they refuse it."""
    try:
        playable(made.level)
        replay = verify(made.level, made.text)
    except PushboxError as error:
        message = f"{made.text!r} was made for\n{made.level.board}\n{error}"
        raise InvalidSolution(message) from error
    if not replay.solved or replay.metrics is None:
        message = f"{made.text!r} does not solve\n{made.level.board}\n{replay.message}"
        raise InvalidSolution(message)
    return replace(made, metrics=replay.metrics)


def _sentence(wish: LevelSpec, found: int, count: int | None, limit: str) -> str:
    asked = [f"{wish.rows}x{wish.columns}", f"{wish.boxes} boxes" if wish.boxes != 1 else "1 box"]
    asked += [f"shape {wish.shape}"] if wish.shape else []
    asked += [f"difficulty {wish.difficulty}"] if wish.difficulty else []
    asked += [f"at least {wish.pushes} pushes"] if wish.pushes else []
    asked += [f"at least {wish.box_lines} box lines"] if wish.box_lines else []
    of = "" if count is None else f" of {count}"
    return f"found {found}{of} levels of {', '.join(asked)}: {limit} gave no other one"
