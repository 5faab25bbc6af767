"""Many levels, one after the other or several at a time; the answers come in the order of the levels."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from threading import Event
from typing import TYPE_CHECKING

from ..errors import PushboxError
from ..level import Level
from .api import Progress, ProgressCallback, Verdict

if TYPE_CHECKING:
    from concurrent.futures import Future

SolveFunction = Callable[[Level, ProgressCallback], Verdict]
NumberedVerdict = tuple[int, Level, Verdict | PushboxError]

_QUEUED_PER_THREAD = 32  # levels a thread that are taken before the first of them is answered


def solve_many(
    levels: Iterable[tuple[int, Level]],
    solve: SolveFunction,
    *,
    threads: int = 1,
    progress_for: Callable[[int], ProgressCallback] | None = None,
) -> Iterator[NumberedVerdict]:
    """Yield each numbered level with what `solve` answers, or the error that it raises, in the order of the levels.

    Levels are taken as they are needed, with several threads some ahead.  `progress_for` is called with the number of a
    level when its search begins, and returns the callback for its progress.  One thread solves in the caller's own;
    several share the interpreter, which the native search gives up while it runs.  Where the caller leaves early, or
    Ctrl-C ends it, the searches under way are stopped and the others never begin.
    """
    begin_progress = progress_for or (lambda _: _ignore_progress)
    if threads == 1:
        for number, level in levels:
            yield number, level, _answer(solve, level, begin_progress(number))
        return
    from concurrent.futures import ThreadPoolExecutor  # which one thread does not need, and which takes long to import

    stop = Event()

    def answer(number: int, level: Level) -> Verdict | PushboxError:
        callback = begin_progress(number)
        return _answer(solve, level, lambda progress: stop.is_set() or callback(progress))

    source = iter(levels)
    waiting: deque[tuple[int, Level, Future[Verdict | PushboxError]]] = deque()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="solve")
    try:
        while True:
            for number, level in islice(source, threads * _QUEUED_PER_THREAD - len(waiting)):
                waiting.append((number, level, pool.submit(answer, number, level)))
            if not waiting:
                return
            number, level, future = waiting.popleft()
            yield number, level, future.result()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _answer(solve: SolveFunction, level: Level, progress: ProgressCallback) -> Verdict | PushboxError:
    try:
        return solve(level, progress)
    except PushboxError as error:
        return error


def _ignore_progress(progress: Progress) -> None:
    del progress
