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

Ask = Callable[[Level, ProgressCallback], Verdict]
Told = tuple[int, Level, Verdict | PushboxError]

_AHEAD = 32  # levels a thread that are taken before the first of them is answered


def solve_many(
    levels: Iterable[tuple[int, Level]],
    ask: Ask,
    *,
    threads: int = 1,
    watch: Callable[[int], ProgressCallback] | None = None,
) -> Iterator[Told]:
    """Yield each numbered level with what `ask` answers, or the error that it raises, in the order of the levels.

    Levels are taken as they are needed, with several threads some ahead.  `watch` is called with the number of a level
    when its search begins and returns what hears of its progress.  One thread asks in the caller's own; several share
    the interpreter, which the native search gives up while it runs.  Where the caller leaves early, or Ctrl-C ends it,
    the searches under way are stopped and the others never begin.
    """
    begin = watch or (lambda _: _unheard)
    if threads == 1:
        for number, level in levels:
            yield number, level, _answer(ask, level, begin(number))
        return
    from concurrent.futures import ThreadPoolExecutor  # which one thread does not need, and which takes long to import

    stop = Event()

    def answer(number: int, level: Level) -> Verdict | PushboxError:
        hear = begin(number)
        return _answer(ask, level, lambda progress: stop.is_set() or hear(progress))

    source = iter(levels)
    waiting: deque[tuple[int, Level, Future[Verdict | PushboxError]]] = deque()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="solve")
    try:
        while True:
            for number, level in islice(source, threads * _AHEAD - len(waiting)):
                waiting.append((number, level, pool.submit(answer, number, level)))
            if not waiting:
                return
            number, level, answered = waiting.popleft()
            yield number, level, answered.result()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _answer(ask: Ask, level: Level, watch: ProgressCallback) -> Verdict | PushboxError:
    try:
        return ask(level, watch)
    except PushboxError as error:
        return error


def _unheard(progress: Progress) -> None:
    del progress
